"""What a follower is shown as things happen."""

from kit import unit
from kit.skirmish import play
from kit.terminal import scene
from wardiary_cli.news import News
from wardiary_cli.scene import Scene
from wardiary_protocol.messages import Line, Told
from wardiary_server.game.state import Clock


def told(seq: int, text: str = "", kind: str = "game", parent: int = -1) -> Told:
    return Told(seq, kind, 0, "red", (Line("x", text or f"entry {seq}"),), parent if parent >= 0 else seq - 1)


def test_nothing_is_shown_twice() -> None:
    news = News()
    news.begin(scene(play("hall", unit("vega", "hall"))), 4)

    assert len(news.entries([told(3), told(4), told(5)])) == 1
    assert news.entries([told(5)]) == []
    assert news.shown == 5


def test_a_rewind_names_the_entries_that_go_and_that_come_again() -> None:
    news = News()
    news.begin(scene(play("hall", unit("vega", "hall"))), 4)  # the game stands at entry 1, seats were taken since
    news.learn([told(1, parent=0)])

    rows = news.entries(
        [told(5, parent=1), told(6), told(7), told(8, kind="rewind", parent=5), told(9, kind="rewind", parent=7)]
    )

    texts = [row.text.strip() for row in rows]
    assert "no longer counts: entries 6 and 7" in texts
    assert "counts again: entries 6 and 7" in texts


def test_a_question_is_shown_once_and_again_when_it_is_asked_again() -> None:
    game = play("hall", unit("vega", "hall", items=("rifle",)), unit("moth", "hall", "blue"), typed=True)
    news = News()
    news.begin(scene(game), game.state.seq)

    game.act("red", "attack", "vega", weapon="rifle", target="moth")
    assert news.changed(scene(game))[0].text == "** You are asked 2 things:"
    game.do("blue", {"do": "say", "text": "go on"})
    assert news.changed(scene(game)) == []
    answer = game.answer("red", 1, 1, 1, 1, 1)
    assert news.changed(scene(game)) == []
    game.undo("referee", "retype", answer=answer.seq)
    assert sum("You are asked" in row.text for row in news.changed(scene(game))) == 1


def test_a_form_whose_numbers_change_is_shown_again() -> None:
    """One of two requests is answered whole: what waits on has other numbers now."""

    def view(*roots: int) -> Scene:
        part = {"kind": "roll", "seat": "red", "dice": 1, "sides": 6, "reason": "x"}
        requests = {str(root): {"root": root, "opened": root, "parts": {"0": part, "1": part}} for root in roots}
        return Scene({"requests": requests}, "red", "player")

    news = News()
    news.begin(view(3, 5), 5)

    assert news.changed(view(3, 5)) == []
    assert [row.text[:6] for row in news.changed(view(5))[1:3]] == ["   1  ", "   2  "]


def test_ones_go_is_told_when_it_comes() -> None:
    clock = Clock(phase="play", round=1, side="blue")
    game = play(
        "hall", unit("vega", "hall"), unit("rook", "hall"), unit("moth", "hall", "blue"),
        options={"frame.order": "alternate"}, clock=clock,
    )  # fmt: skip
    red, blue = News(), News()
    red.begin(scene(game), 4)
    blue.begin(scene(game, "blue"), 4)

    game.act("blue", "pass", "moth")

    assert [row.text for row in red.changed(scene(game))] == ["** Your go: Vega and Rook."]
    assert blue.changed(scene(game, "blue")) == []


def test_a_proposal_and_the_end_are_told() -> None:
    game = play("hall - cargo", unit("vega", "hall"), unit("moth", "cargo", "blue"))
    news = News()
    game.act("red", "move", "vega", to="cargo")
    game.act("blue", "move", "moth", to="hall")
    news.begin(scene(game, "blue"), game.state.seq)

    game.undo("red")
    assert any("Type `agree` or `refuse`" in row.text for row in news.changed(scene(game, "blue")))
    game.do("referee", {"do": "ref_hurt", "unit": "moth", "amount": 5})
    assert any(row.text.startswith("** The game is over. Red wins") for row in news.changed(scene(game, "blue")))


def test_who_comes_and_who_leaves_is_told_but_typing_is_not() -> None:
    news = News()
    news.begin(scene(play("hall", unit("vega", "hall"), unit("moth", "hall", "blue"))), 4)

    rows = news.presence({"red": "here", "blue": "here"}, {"red": "away", "blue": "away"})
    assert [row.text for row in rows] == ["-- Blue is away."]
    assert news.presence({"blue": "here"}, {"blue": "typing"}) == []
    assert [row.text for row in news.presence({}, {"blue": "here"})] == ["-- Blue is here."]
