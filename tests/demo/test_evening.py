"""The demo, as anybody runs it; and that it notices when something is wrong."""

from __future__ import annotations

import re

import pytest
from wardiary_server.demo import evening, play, script


async def test_the_evening_ends_well_and_is_the_same_each_time() -> None:
    """Every family of rules, a SIGKILL with dice still to be rolled, an undo that is agreed, and the proof."""
    stories: list[list[str]] = []
    for _ in range(2):
        story: list[str] = []
        result: list[str] = []
        assert await play(story.append, result.append) == 0, result
        stories.append([re.sub(r"port \d+", "port", line) for line in story])
        (last,) = result
        assert re.fullmatch(
            r"demo: \d+ entries; the view hashes of all 3 clients equal the server's \([0-9a-f]{16}\); "
            r"the export verified: an unbroken chain, \d+ rolls .* again, \d+ typed from real dice\.",
            last,
        )
    assert stories[0] == stories[1]
    assert any("SIGKILL" in line for line in stories[0])


async def test_a_line_that_goes_otherwise_than_it_must_fails_the_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in ("red: move vega bridge", "red! not_yours: say hello", "kill"):
        monkeypatch.setattr(evening, "steps", lambda wrong=wrong: script.steps(wrong))
        result: list[str] = []
        assert await play(lambda _: None, result.append) == 1
        assert result[0].startswith("demo: FAILED.")


async def test_a_rule_that_never_came_into_play_fails_the_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening, "steps", lambda: script.steps("red: say hello"))
    result: list[str] = []
    assert await play(lambda _: None, result.append) == 1
    assert "never came into play" in result[0]
