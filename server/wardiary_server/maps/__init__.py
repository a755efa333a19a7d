"""Maps that others have drawn: a Universal VTT file becomes a scenario on a board in inches.

    source      bytes -> JSON, with words for what is none
    universal   JSON -> a drawing in thousandths of an inch, from the picture's upper left corner
    lines       what of it is on the picture, each line once, gaps closed, open at doors
    rooms       the faces between the lines; rings: those that lie around others
    plan        where two sides begin, and what they play for
    picture     the picture, taken out
    writing     the scenario's text
    importing   all of that, checked as any scenario, and written

The order is that of an import. What is left out or mended on the way is counted in `notes`, and nothing is silent.
"""

from __future__ import annotations

from .importing import How, Imported, import_map, read_map
from .notes import NoMap
from .universal import Kind

__all__ = ["How", "Imported", "Kind", "NoMap", "import_map", "read_map"]
