# What can be done with a checkout. `make` alone lists it. Needs Python 3.11 or later, with venv, and make.
#
# Everything runs in .venv, which tools/environment.py makes from the locks in requirements/ and keeps in step with
# them. ARGS is handed on: `make play ARGS="--port 9000"`, `make test ARGS="tests/game -k undo"`.

PYTHON ?= python3
ARGS ?=
BIN := .venv/bin
SHELL := /bin/sh

# Somebody's own modules must not shadow what the locks name.
unexport PYTHONPATH PYTHONHOME

.DEFAULT_GOAL := help
.PHONY: help setup play test lint types format lock bench crash games looks pictures docs dist clean browser environment-run environment-dev

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: environment-run ## set everything up and no more: for a machine that only joins

play: environment-run ## set everything up and serve the bundled game to the local network
	@exec $(BIN)/wardiary-server serve --lan --scenario derelict $(ARGS)

test: environment-dev browser ## all tests: lint, types, import rules and the wheel among them
	@PYTHONHASHSEED=1 $(BIN)/python -m pytest --numprocesses auto --dist loadgroup $(ARGS)

lint: environment-dev ## ruff and the import rules alone
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports

types: environment-dev ## mypy alone
	@$(BIN)/mypy
	@$(BIN)/mypy tools

format: environment-dev ## let ruff put right what it can
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

# The oldest Python that is supported needs the most packages, so it resolves for all. The files name no index and no
# machine. With UPGRADE=yes everything is taken to its newest version, without it only what pyproject.toml asks for.
COMPILE = CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --no-emit-options --generate-hashes \
	--strip-extras --allow-unsafe $(if $(UPGRADE),--upgrade) pyproject.toml

lock: environment-dev ## write requirements/*.txt anew from pyproject.toml (UPGRADE=yes: newest versions)
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || \
		{ echo "Locks are made with Python 3.11, the oldest supported: PYTHON=python3.11 make lock" >&2; exit 1; }
	@$(COMPILE) --output-file requirements/run.txt --extra full
	@$(COMPILE) --output-file requirements/dev.txt --extra dev --extra full --constraint requirements/run.txt
	@$(COMPILE) --output-file requirements/build.txt --only-build-deps --build-deps-for editable \
		--constraint requirements/dev.txt

bench: environment-dev ## every workload of bench/, one JSON line each
	@for workload in $$(grep -l '^if __name__' bench/*.py); do $(BIN)/python $$workload $(ARGS) || exit 1; done

crash: environment-dev ## kill the server 200 times right after it acknowledged, and look for what is lost
	@WARDIARY_KILLS=200 $(BIN)/python -m pytest tests/app/test_crash.py -s $(ARGS)

looks: environment-dev browser ## every screen of the page in every size, light and dark: what is in the way of whom
	@WARDIARY_LOOKS=all $(BIN)/python -m pytest tests/web -k "grave_flaw" --numprocesses auto $(ARGS)

pictures: environment-dev browser ## play the demo in a browser and a terminal, and take the pictures of the README
	@$(BIN)/python -m tools.pictures

games: environment-dev ## play a thousand random games from offers alone, and compare each with what its log says
	@WARDIARY_GAMES=1000 PYTHONHASHSEED=1 $(BIN)/python -m pytest tests/game/test_games.py --numprocesses auto $(ARGS)

docs: environment-dev ## write the generated parts of docs/ anew
	@$(BIN)/python tools/docs.py

dist: environment-dev ## the source archive and the wheel, in dist/
	@$(BIN)/python -m build --no-isolation

clean: ## remove .venv and all that was made from the sources; games are kept
	rm -rf .venv dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Where no browser can be had the rest is tested all the same; under CI its tests fail.
browser:
	@$(PYTHON) tools/browser.py install >/dev/null || true

environment-run environment-dev: environment-%:
	@command -v $(PYTHON) >/dev/null || \
		{ echo "wardiary needs Python 3.11 or later, and there is no $(PYTHON). Install it, or name it: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "wardiary needs Python 3.11 or later, and $(PYTHON) is older. Name another: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) tools/environment.py $*
