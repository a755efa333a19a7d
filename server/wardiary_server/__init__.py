"""wardiary's server: the log, the rules, the rooms, and the network around them."""

from importlib.metadata import version

__version__ = version("wardiary")
