"""The page's modules as one: each import gets what the module exports, and none is written in a form unknown."""

from __future__ import annotations

import re

import pytest
from wardiary_web import FIRST, pages, sources
from wardiary_web.joining import joined, needed

MODULES = {name: data.decode() for name, data in sources().items() if name.endswith(".js")}
FILES = {
    "main.js": 'import { up as more } from "./a.js";\nimport {\n  ONE,\n  Two,\n} from "./wd-b.js";\nmore(ONE, Two);\n',
    "a.js": 'import { ONE } from "./wd-b.js";\nconst own = ONE;\nexport async function up() { return own; }\n',
    "wd-b.js": "const own = 1;\nexport const ONE = own;\nexport class Two {}\n",
    "c.js": "export const NEVER = 1;\n",
}


def test_each_comes_after_what_it_needs_and_none_that_nobody_needs() -> None:
    assert needed(FILES, "main.js") == ["wd-b.js", "a.js", "main.js"]


def test_imports_become_what_another_gives() -> None:
    text = joined(FILES, "main.js")

    assert text == (
        "const $wd_b = (() => {\nconst own = 1;\nconst ONE = own;\nclass Two {}\nreturn { ONE, Two };\n})();\n"
        "const $a = (() => {\nconst { ONE } = $wd_b;\nconst own = ONE;\nasync function up() { return own; }\n"
        "return { up };\n})();\n"
        "const $main = (() => {\nconst { up: more } = $a;\nconst {\n  ONE,\n  Two,\n} = $wd_b;\nmore(ONE, Two);\n"
        "return {  };\n})();"
    )


def test_a_module_that_is_not_there_is_told() -> None:
    with pytest.raises(KeyError, match=r"a\.js"):
        joined({"main.js": FILES["main.js"]}, "main.js")


@pytest.mark.parametrize("first", FIRST)
def test_every_module_of_the_page_is_written_in_the_forms_that_are_known(first: str) -> None:
    """Every import and export is one that the joining knows: none is left, and no two modules need each other."""
    text = pages()[first].decode()
    order = needed(MODULES, first)

    assert re.findall(r"^(?:import|export)\b.*|\bimport\(.*|\bimport\.meta.*|^await\b.*", text, re.MULTILINE) == []
    for name in order:
        others = re.findall(r'from "\./([\w-]+\.js)";$', MODULES[name], re.MULTILINE)
        assert all(order.index(other) < order.index(name) for other in others), f"{name} is in a ring"
