"""The page keeps its shape: its words stand in one place, text never is markup, and nothing comes from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

FOLDER = Path("client_web/wardiary_web")


@pytest.fixture(scope="module")
def files(root: Path) -> Mapping[str, str]:
    """All files of the page by name."""
    return {path.name: path.read_text() for path in sorted((root / FOLDER).iterdir()) if path.suffix in SUFFIXES}


SUFFIXES = (".html", ".css", ".js", ".svg")


def scripts(files: Mapping[str, str]) -> Mapping[str, str]:
    """The modules."""
    return {name: text for name, text in files.items() if name.endswith(".js")}


def test_the_page_asks_for_three_files(files: Mapping[str, str]) -> None:
    """A browser that found the modules import by import would wait for each in turn: it gets them as one."""
    asked = re.findall(r'(?:src|href)="([^"]+)"', files["index.html"])

    assert asked == ["/page/icon.svg", "/page/style.css", "/page/main.js"]


def test_every_module_is_reached_from_the_first(files: Mapping[str, str]) -> None:
    """From the first of the page, or that of a file that replays a game."""
    assert reached(files, "main.js") | reached(files, "replay.js") == set(scripts(files))


def reached(files: Mapping[str, str], first: str) -> set[str]:
    """A module and all that it needs."""
    found, open_ = set[str](), {first}
    while open_:
        name = open_.pop()
        found.add(name)
        open_ |= set(re.findall(r'from "\./([\w-]+\.js)"', files[name])) - found
    return found


def test_every_module_says_how_it_works(files: Mapping[str, str]) -> None:
    assert [name for name, text in scripts(files).items() if not text.startswith("// ")] == []


def test_nothing_comes_from_elsewhere(files: Mapping[str, str]) -> None:
    """No other host is named (but for the name of SVG itself), and no module of any other folder is imported."""
    for name, text in files.items():
        hosts = set(re.findall(r"\b(?:https?|wss?):/?/?[\w.]+[^\s\"'`]*", text)) - {"http://www.w3.org/2000/svg"}
        assert not hosts, f"{name} names {hosts}"
    for name, text in scripts(files).items():
        assert not [path for path in re.findall(r'\bfrom\s+"([^"]+)"', text) if not path.startswith("./")], name


MARKUP = re.compile(
    r"\b(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|document\.write|DOMParser|createContextualFragment|"
    r"eval\(|new Function|srcdoc|javascript:)"
)


def test_text_never_becomes_markup_or_code(files: Mapping[str, str]) -> None:
    assert {name: found.group() for name, text in files.items() if (found := MARKUP.search(text))} == {}


def test_nothing_stands_in_the_markup_that_the_policy_forbids(files: Mapping[str, str]) -> None:
    assert not re.search(r"<style|\son\w+=|\sstyle=|<script(?! type=\"module\" src=)", files["index.html"])


def test_what_people_read_stands_in_one_place(files: Mapping[str, str]) -> None:
    """Outside words.js no text in a module is a sentence: two words with a blank between, the first with a capital."""
    said = [f"{name}: {text}" for name, text in scripts(files).items() if name != "words.js" for text in strings(text)]

    assert not said


LABEL = re.compile(
    r"""(?<![\w.-])["']?(?:aria-\w*label|aria-description|title|placeholder|alt)["']?\s*[:,=]\s*["`'](?=[^"`'$]*[A-Za-z])"""
)
"""What is only heard, or seen under a mouse, as a literal: `"aria-label": "Close"`, `set(node, "title", "Close")`."""


def test_what_is_only_heard_stands_there_too(files: Mapping[str, str]) -> None:
    """Labels, titles and placeholders, of one word as well; and the markup and the style sheet say nothing at all."""
    others = {name: text for name, text in files.items() if name not in ("words.js", "icon.svg")}
    found = {name: hits for name, text in others.items() if (hits := LABEL.findall(text))}

    assert LABEL.search('h("button", { "aria-label": "Close" })')
    assert LABEL.search('set(node, "title", "Close")')
    assert not found
    for name in ("index.html", "replay.html"):
        body = re.sub(r"<(title|noscript)>.*?</\1>|<[^>]*>|\{\w+\}", "", files[name], flags=re.S)
        assert not body.strip(), f"{name} says {body.strip()}"
    assert not re.findall(r'content: "[^"]*[A-Za-z][^"]*"', files["style.css"])


def test_every_word_is_used_and_every_used_word_is_there(files: Mapping[str, str]) -> None:
    """A key may be put together: `state.${…}`. Its beginning then stands for all of that beginning."""
    rest = "\n".join(text for name, text in scripts(files).items() if name != "words.js")
    keys = set(re.findall(r'^  "?([\w.]+)"?:', files["words.js"], re.MULTILINE))
    whole = set(re.findall(r'"([a-z]\w*(?:\.\w+)+)"', rest)) | set(re.findall(r'words\("([\w.]+)"', rest))
    begun = (
        *re.findall(r"`(\w+(?:\.\w+)*\.)\$\{", rest),
        *(f"{kind}." for kind in re.findall(r'pretty\("(\w+)"', rest)),
    )

    assert {key for key in keys if key not in whole and not key.startswith(begun)} == set()
    assert set(re.findall(r'words\("([\w.]+)"', rest)) - keys == set()


def strings(text: str) -> Iterator[str]:
    """The string literals of a module that look like something to be read."""
    code = re.sub(r"(?m)^\s*(//|\*|/\*\*).*$|(?<=[;{},\s])// .*$", "", text)
    for match in re.finditer(r'"((?:[^"\\\n]|\\.)*)"', code):
        before = code[: match.start()].rstrip()
        thrown = before.endswith(("Error(", "#fail(", "OutOfStep("))
        if re.search(r"[A-Z][a-z]+,? [a-z]+|[a-z]{2,} [a-z]{2,}.*[.!?]$", match.group(1)) and not thrown:
            yield match.group(1)


def test_colours_are_named_once(files: Mapping[str, str]) -> None:
    """Light and dark are told apart where the tokens are, at the head of the style sheet, and nowhere else."""
    head, _, body = files["style.css"].partition("\n}\n")

    assert "light-dark(" in head
    assert not re.search(r"#[0-9a-f]{3,8}\b|rgba?\(|light-dark\(", re.sub(r"@media print \{.*", "", body, flags=re.S))
