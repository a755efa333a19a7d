"""Dark and light."""

import pytest
from textual.color import Color
from wardiary_cli.full.themes import DARK, LIGHT, is_light, theme_for


@pytest.mark.parametrize(("said", "light"), [("15;0", False), ("0;15", True), ("0;default;7", True), ("", False)])
def test_the_terminal_says_which(said: str, light: bool) -> None:
    assert is_light({"COLORFGBG": said}) is light


def test_somebody_who_says_decides() -> None:
    assert theme_for("dark", {"COLORFGBG": "0;15"}) is DARK
    assert theme_for("light", {}) is LIGHT
    assert theme_for("", {"COLORFGBG": "0;15"}) is LIGHT


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_every_colour_can_be_read_on_its_background(theme: object) -> None:
    """WCAG AA: 4.5 to 1."""
    for name in ("primary", "secondary", "accent", "warning", "error", "success", "foreground"):
        assert contrast(getattr(theme, name), getattr(theme, "background")) >= 4.5, name  # noqa: B009


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in Color.parse(colour).normalized
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
