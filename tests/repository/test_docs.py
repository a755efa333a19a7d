"""What a user reads is in step with the code, and its links lead somewhere."""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from subprocess import CompletedProcess

LINK = re.compile(r"(?<!!)\[[^\]]+\]\((?!https?:|mailto:)([^)\s]+)\)")
PAGES = {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"} | {
    f"docs/{page}.md"
    for page in ("architecture", "cases", "maps", "operating", "protocol", "rulebooks", "rules", "scenarios")
}


def test_the_generated_docs_are_in_step(root: Path, run: Callable[..., CompletedProcess[str]]) -> None:
    done = run(sys.executable, "tools/docs.py", "--check")

    assert done.returncode == 0, done.stdout


def test_every_page_is_there(tracked: Mapping[Path, str]) -> None:
    assert {str(path) for path, text in tracked.items() if text.strip()} >= PAGES


def test_every_link_leads_somewhere(root: Path, tracked: Mapping[Path, str]) -> None:
    broken = [
        f"{path}: {target}"
        for path, text in tracked.items()
        if path.suffix == ".md"
        for target in LINK.findall(without_code(text))
        if not leads_somewhere(root / path, target)
    ]

    assert not broken


def leads_somewhere(page: Path, target: str) -> bool:
    """Whether the file that a link names is there, and in it the heading, if it names one."""
    file, _, heading = target.partition("#")
    there = (page.parent / file) if file else page
    if not there.exists():
        return False
    return not heading or (there.is_file() and heading in anchors(there.read_text(encoding="utf-8")))


def anchors(text: str) -> Iterator[str]:
    """The names by which a page's headings can be linked to, and those that it gives by hand."""
    for heading in re.findall(r"^#+ +(.+?) *$", without_code(text), re.MULTILINE):
        words = re.sub(r"[^\w\- ]", "", heading.lower())
        yield words.replace(" ", "-")
    yield from re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text)


def without_code(text: str) -> str:
    """A page without its fenced blocks, in which nothing is a link or a heading."""
    return re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.DOTALL | re.MULTILINE)


def test_what_people_are_told_to_type_exists(root: Path, run: Callable[..., CompletedProcess[str]]) -> None:
    """In the blocks that people copy from, every `make` names a target, and every command of ours a subcommand."""
    lines = [line for page in PAGES if page.endswith(".md") for line in copied(root / page)]
    targets = {word for line in lines for word in re.findall(r"^make ([a-z]+)", line)}
    commands = {words for line in lines for words in re.findall(r"^(wardiary(?:-server)?) ([a-z]+)", line)}

    assert targets <= set(re.findall(r"^([a-z]+):", (root / "Makefile").read_text(), re.MULTILINE))
    for program, subcommand in sorted(commands):
        done = run(Path(sys.executable).parent / program, subcommand, "--help")
        assert done.returncode == 0, f"{program} {subcommand}: {done.stdout}"


def copied(page: Path) -> Iterator[str]:
    """The lines of a page's fenced blocks, without a prompt and the folder of the program."""
    for block in re.findall(r"^```.*?\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
        yield from (re.sub(r"^ *(\$ )?(\.venv/bin/)?", "", line) for line in block.splitlines())
