"""wardiary's terminal client: for people in plain text, for programs in JSON lines. It needs no rules."""

from importlib.metadata import version

__version__ = version("wardiary")
