"""Finds the browser that the page's tests drive, and installs it where that can be done without asking.

    python3 tools/browser.py            prints where it is
    python3 tools/browser.py install    installs Debian's headless Chromium first, where this is root's Debian

How it works. `WARDIARY_BROWSER` names a browser; without it the usual names are looked for on the PATH. Only Chromium
and what is made of it will do: the tests speak its own language to it. Nothing is downloaded but by apt.

The headless shell comes first: the same Chromium without windows, menus and what a desktop asks of it. The tests of the
page take a quarter less of the processors with it.

Only the standard library is used here, as in environment.py.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
ADVICE = (
    f"No Chromium was found, so the tests of the page cannot run. On Debian: sudo apt-get install {SHELL}. "
    "Or name one: WARDIARY_BROWSER=/path/to/chromium make test"
)


def main(arguments: list[str]) -> int:
    """Prints the browser's path; returns 1 where there is none, with a sentence on what to do."""
    if arguments not in ([], ["install"]):
        print("usage: browser.py [install]", file=sys.stderr)
        return 2
    if arguments and may_install() and not (os.environ.get("WARDIARY_BROWSER") or shutil.which(SHELL)):
        install()
    found = find()
    print(found or f"wardiary: {ADVICE}", file=sys.stdout if found else sys.stderr)
    return 0 if found else 1


def find() -> str | None:
    """The path of a browser that the tests can drive."""
    named = os.environ.get("WARDIARY_BROWSER")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)


def may_install() -> bool:
    """Whether this is a machine where somebody may install packages without a password."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install() -> None:
    """Installs Debian's headless Chromium; what apt says of it goes to the error output."""
    print(f"wardiary: installing {SHELL} for the tests of the page", file=sys.stderr)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    fetch = ["apt-get", "install", "--yes", "--quiet", "--no-install-recommends", SHELL, "fonts-dejavu-core"]
    for command in (["apt-get", "update", "--quiet"], fetch):
        subprocess.run(command, env=quiet, stdout=sys.stderr, check=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
