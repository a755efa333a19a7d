"""The sources keep their shape: every module has its test, every name says what it is for, no test sleeps."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

TESTLESS = {"__init__", "__main__"}
"""Modules without a test of their own name: a package's front, and a command line that test_wheel and others run."""


def test_every_module_has_its_test(root: Path, sources: Mapping[Path, ast.Module]) -> None:
    modules = Counter(path.stem for path in sources if path.stem not in TESTLESS)
    tests = Counter(path.stem.removeprefix("test_") for path in (root / "tests").rglob("test_*.py"))

    missing = {name: count - tests[name] for name, count in modules.items() if tests[name] < count}

    assert not missing, f"modules without a test_NAME.py under tests/: {missing}"


def test_every_test_folder_mirrors_a_part(root: Path) -> None:
    """A folder of tests is named after what it tests, and is no package; `tests.kit` is one, and holds no tests."""
    server = root / "server/wardiary_server"
    parts = {path.stem for path in server.iterdir()} | {
        "protocol",
        "cli",
        "bench",
        "examples",
        "games",
        "kit",
        "repository",
        "web",
    }
    folders = {path for path in (root / "tests").iterdir() if path.is_dir() and path.name != "__pycache__"}

    assert {path.name for path in folders} <= parts
    assert {path.relative_to(root / "tests").parts[0] for path in (root / "tests").rglob("__init__.py")} <= {"kit"}
    assert not list((root / "tests/kit").rglob("test_*.py"))


def test_everything_public_says_what_it_is_for(sources: Mapping[Path, ast.Module]) -> None:
    silent = [f"{path}:{line} {name}" for path, tree in sources.items() for line, name in undocumented(path, tree)]

    assert not silent, "without a docstring:\n" + "\n".join(silent)


def undocumented(path: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Lines and names of what has no docstring: an unempty module, its public functions and classes."""
    if tree.body and not ast.get_docstring(tree):
        yield 1, path.stem
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            public = not node.name.startswith("_") and not registers(node)
            if public and not ast.get_docstring(node):
                yield node.lineno, node.name


def registers(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Whether this is one case of a function that is documented where it is declared."""
    names = {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}
    return bool(names & {"overload", "register"})


def test_no_test_sleeps(root: Path) -> None:
    """A test awaits what it waits for. `sleep(0)` lets others run and waits for nothing, so it may stay."""
    sleeping = [
        f"{path.relative_to(root)}:{call.lineno}"
        for path in sorted((root / "tests").rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call) and is_sleep(call)
    ]

    assert not sleeping, f"tests that sleep: {sleeping}"


def is_sleep(call: ast.Call) -> bool:
    """Whether a call waits for the clock: `sleep` of anything but a plain 0."""
    name = ast.unparse(call.func).rpartition(".")[2]
    return name == "sleep" and [ast.unparse(argument) for argument in call.args] != ["0"]


def test_every_file_ends_its_last_line_and_no_line_with_a_space(tracked: Mapping[Path, str]) -> None:
    open_ended = [str(path) for path, text in tracked.items() if text and not text.endswith("\n")]
    blank_tails = [str(path) for path, text in tracked.items() if re.search(r"[ \t]$", text, re.MULTILINE)]

    assert not open_ended
    assert not blank_tails


def test_nothing_is_left_undone(tracked: Mapping[Path, str]) -> None:
    marks = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")

    assert not list(found(marks, tracked))


def test_no_machine_and_no_registry_is_named(tracked: Mapping[Path, str]) -> None:
    """Every machine is another one: no path of somebody's folder, no host that packages come from."""
    folders = r"(?<![\w.~-])/(?:work|root|home|Users|opt)/"
    hosts = r"\bpypi\.(?:org|python)|pythonhosted|npmjs\.(?:org|com)|deb\.debian\.org"
    neighbours = r"\.\./shared"

    outside_tests = {path: text for path, text in tracked.items() if path.parts[0] != "tests"}
    assert not list(found(re.compile(f"{folders}|{hosts}"), tracked))
    assert not list(found(re.compile(neighbours), outside_tests))


def found(pattern: re.Pattern[str], files: Mapping[Path, str]) -> Iterator[str]:
    """Places of a pattern in files, this one left out: it has to name what it looks for."""
    for path, text in files.items():
        if path.name == Path(__file__).name and path.parts[0] == "tests":
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if match := pattern.search(line):
                yield f"{path}:{number} {match.group()}"
