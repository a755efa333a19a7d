"""Every question and its answer."""

from pathlib import Path

import pytest
from kit.link import seated
from kit.net import serving
from wardiary_cli.client import Client
from wardiary_cli.questions import TOO_FAST, Questions, Refusal
from wardiary_protocol.messages import Accepted, Rejected


def test_the_client_asks_all_of_them() -> None:
    assert issubclass(Client, Questions)


def test_a_refusal_carries_code_and_sentence() -> None:
    refusal = Refusal(Rejected("q1", "no_such_entry", "There is no entry 9 yet.", 3))

    assert (refusal.code, str(refusal)) == ("no_such_entry", "There is no entry 9 yet.")


async def test_refused_questions_say_why(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, seated(table, "red") as red:
        for code, question in {
            "no_such_entry": red.look(999),
            "not_closed": red.proof(),
            "no_such_unit": red.offers("nobody"),
            "not_allowed": red.ask_seat("blue"),
            "no_such_knock": red.admit("k9"),
        }.items():
            with pytest.raises(Refusal) as refused:
                await question
            assert refused.value.code == code


async def test_an_older_line_may_be_named_and_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, seated(table, "red") as red:
        await red.command({"do": "move", "unit": "vega", "to": "b"})
        undone = await red.command({"do": "undo", "node": red.scene.cursor})
        assert not isinstance(undone, Rejected)
        await red.reached(undone.seq)

        answer = await red.command({"do": "move", "unit": "vega", "to": "b"}, line=0)

        assert isinstance(answer, Rejected)
        assert answer.code == "old_line"


async def test_what_was_too_much_at_once_is_asked_again_a_moment_later(tmp_path: Path) -> None:
    async with serving(tmp_path, rate=20.0, burst=3, questions=40.0, question_burst=3) as table:
        waited: list[float] = []

        async def pause(seconds: float) -> None:
            waited.append(seconds)
            table.later(seconds)

        async with seated(table, "red", pause=pause) as red:
            answers = [await red.command({"do": "say", "text": f"number {n}"}) for n in range(30)]
            looked = [await red.look(1) for _ in range(30)]

        assert all(isinstance(answer, Accepted) for answer in answers)
        assert len(looked) == 30
        assert waited
        assert set(waited) == {TOO_FAST}
        assert table.room.state.seq == answers[-1].seq == answers[0].seq + 29
