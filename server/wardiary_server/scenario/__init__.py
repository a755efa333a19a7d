"""Scenario files: read, checked as a whole, explained.

load(name_or_path) -> Scenario        ready to be played; raises ScenarioFault with every fault
check(file) -> (Game | None, faults)  all that is wrong with a file, and all that is odd
report(faults) -> str                 the same as lines: file:line:column: text. hint
schema() -> dict                      a JSON Schema of the format, for editors
bundled() -> list[str]                what comes with wardiary
"""

from __future__ import annotations

from .checking import check, check_text
from .faults import Fault, ScenarioFault, report
from .loading import Scenario, load
from .options import explain
from .rulebooks import NoRulebook, find, installed
from .schemas import schema
from .sources import bundled

__all__ = [
    "Fault",
    "NoRulebook",
    "Scenario",
    "ScenarioFault",
    "bundled",
    "check",
    "check_text",
    "explain",
    "find",
    "installed",
    "load",
    "report",
    "schema",
]
