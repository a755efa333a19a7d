"""What is told to people begins and ends as a sentence."""

import pytest
from wardiary_protocol.sentences import sentence


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("the north door is sealed", "The north door is sealed."),
        ("Vega is not yours to command.", "Vega is not yours to command."),
        ("no unit 'vegga'. Did you mean 'vega'?", "No unit 'vegga'. Did you mean 'vega'?"),
        ("12.5, 3 is in no zone!", "12.5, 3 is in no zone!"),
        ("ärger", "Ärger."),
        ("", ""),
    ],
)
def test_a_text_begins_and_ends_as_a_sentence(text: str, told: str) -> None:
    assert sentence(text) == told
    assert sentence(told) == told
