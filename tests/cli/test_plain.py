"""The plain form: what is typed, done with a real server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from kit import game, unit
from kit.link import Paper, Pauses, Relay, code_of, link, seated, soon
from kit.net import Table, serving
from msgspec.structs import replace
from wardiary_cli.address import Address
from wardiary_cli.client import Client
from wardiary_cli.exits import Ended, Exit
from wardiary_cli.plain import Plain
from wardiary_cli.seats import Seats
from wardiary_protocol.messages import PATH
from wardiary_server.game.state import Clock, Seat


@asynccontextmanager
async def at(table: Table, seat: str, folder: Path, **options: object) -> AsyncIterator[Paper]:
    """Somebody at a terminal, who leaves at the end."""
    paper, client = Paper(), Client(Address(table.url), token=await table.seat(seat))
    plain = Plain(client, paper, Seats(folder), **options)  # type: ignore[arg-type]
    running = asyncio.create_task(plain.run())
    try:
        await paper.until(f"You hold the seat {seat.title()}")
        yield paper
        paper.end()
        assert await soon(running) is Exit.OK
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await client.aclose()


async def piped(table: Table, seat: str, folder: Path, *lines: str) -> tuple[str, Exit]:
    """What a script of lines shows, and how it ends."""
    paper = Paper(*lines, scripted=True)
    client = Client(Address(table.url), token=await table.seat(seat))
    try:
        exit = await soon(Plain(client, paper, Seats(folder)).run())
    finally:
        await client.aclose()
    return paper.text, exit


async def test_two_players_play(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "games") as table,
        at(table, "red", tmp_path) as red,
        at(table, "blue", tmp_path) as blue,
    ):
        red.type("move vega b")
        await blue.until("Vega moves from a to b.")
        blue.type("mov rook c", "say your go")
        await red.until('" Blue: your go')
        red.type("undo")
        await blue.until("** Red proposes: take back")
        blue.type("agree")
        await red.until(" < Undone: ")
        await red.until("no longer counts: entry")
        assert table.room.state.game.units["rook"].zone == "d"


async def test_a_player_says_what_they_are_called(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "games") as table,
        at(table, "red", tmp_path) as red,
        at(table, "blue", tmp_path) as blue,
    ):
        red.type("name Ada", "say hello", "who")
        await blue.until("Red is Ada now.")
        await blue.until("Red (Ada): hello")
        await red.until("Red              Ada              here (you)")
        red.type("name")
        await blue.until("Red is Red again.")


async def test_the_same_words_look_ask_and_read_back(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, at(table, "red", tmp_path) as red:
        red.type("move vega b", "look", "look 1", "what", "what vega", "log 2", "who", "help", "help undo")
        await red.until("undo  ")

        assert "b -> a, c\n    Vega: Red" in red.text
        assert "As it was after entry 1:" in red.text
        assert "a -> b\n    Vega: Red" in red.text[red.text.index("As it was") :]
        assert "Your go: Vega." in red.text
        assert "  move vega TO" in red.text
        assert "not now: begin vega. Vega's turn is on already." in red.text
        assert "Red              Red              here (you)" in red.text


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("move rook c", "! Rook is not yours to command. (not_yours)"),
        ("mvoe vega b", "! There is no word 'mvoe'. Did you mean move"),
        ("move vega x", "! There is no zone 'x'."),
        ("look 99", "! There is no entry 99 yet."),
        ("what nobody", "! There is no unit 'nobody'."),
        ("admit", "! Nobody asks for a seat."),
        ("seat blue", "! You hold the seat Red already."),
        ("retype", "! You have given no answer lately"),
        ('do {"do": "fly"}', "! There is no command 'fly' in this game."),
        ('do {"do": 36893488147419103232}', "! "),
        ("help fly", "There is no help on 'fly'."),
    ],
)
async def test_what_cannot_be_is_said_and_the_game_goes_on(tmp_path: Path, line: str, why: str) -> None:
    async with serving(tmp_path / "games") as table, at(table, "red", tmp_path) as red:
        red.type(line)
        await red.until(why)
        red.type("say still here")
        await red.until("still here")


async def test_a_script_is_done_line_by_line_and_ends_with_the_input(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table:
        text, exit = await piped(table, "red", tmp_path, "move vega b", "", "move vega c", "end", "look")

    assert exit is Exit.OK
    assert text.index("> move vega b") < text.index("Vega moves from a to b.") < text.index("> move vega c")
    assert "Vega moves from b to c." in text
    assert text.index("> look") < text.rindex("c -> b")


async def test_a_script_with_a_refused_line_goes_on_and_ends_with_1(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table:
        text, exit = await piped(table, "red", tmp_path, "move vega nowhere", "say on", "quit", "say never")

    assert exit is Exit.FAULT
    assert "Red: on" in text
    assert "never" not in text


async def test_what_is_typed_without_a_connection_waits_for_it(tmp_path: Path) -> None:
    pauses = Pauses()
    async with serving(tmp_path / "games") as table, Relay(table.server.port) as relay:
        paper = Paper()
        client = Client(Address(f"ws://127.0.0.1:{relay.port}{PATH}"), token=await table.seat("red"), pause=pauses)
        running = asyncio.create_task(Plain(client, paper, Seats(tmp_path)).run())
        await paper.until("You hold")
        relay.cut()
        await pauses.wanted()
        await paper.until("-- No connection")
        paper.type("say are you there?")
        await paper.until("(kept until the connection is back)")
        assert table.room.state.seq == client.replica.seq
        pauses.let()
        await paper.until('" Red: are you there?')
        paper.end()
        assert await soon(running) is Exit.OK
        await client.aclose()


async def test_without_a_connection_leaving_waits_for_nothing(tmp_path: Path) -> None:
    paper = Paper()
    async with serving(tmp_path / "games") as table:
        client = Client(Address(table.url), token=await table.seat("red"), pause=Pauses())
        running = asyncio.create_task(Plain(client, paper, Seats(tmp_path)).run())
        await paper.until("You hold")
    await paper.until("-- No connection")
    paper.type("say anyone?", "quit")

    assert await soon(running) is Exit.OK
    await client.aclose()


async def test_a_seat_that_is_taken_back_ends_the_session_with_a_sentence(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, at(table, "referee", tmp_path) as referee:
        paper, client = Paper(), Client(Address(table.url), token=await table.seat("red"))
        running = asyncio.create_task(Plain(client, paper, Seats(tmp_path)).run())
        await paper.until("You hold")
        referee.type("vacate red")
        with pytest.raises(Ended, match="taken back") as ended:
            await soon(running)
        await client.aclose()

    assert ended.value.exit is Exit.TAKEN_BACK


async def test_a_spectator_asks_and_is_admitted(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, at(table, "blue", tmp_path) as blue:
        paper, client = Paper(), Client(link(table, code=code_of(table)))
        running = asyncio.create_task(Plain(client, paper, Seats(tmp_path), name="Ada").run())
        await paper.until("Free seats: red and referee. `seat SEAT` asks for one.")
        paper.type("seat", "seat re")
        await paper.until("! 're' may be red or referee.")
        paper.type("seat red")
        await blue.until("** Ada asks for the seat Red. Type `admit` or `deny`.")
        paper.type("seat referee")
        await paper.until("! You have asked for a seat already.")
        blue.type("admit ada")
        await paper.until("You hold the seat Red")
        paper.type("move vega b")
        await blue.until("Vega moves from a to b.")
        paper.end()
        assert await soon(running) is Exit.OK
        await client.aclose()


async def test_with_a_seat_named_a_spectator_asks_at_once_and_may_be_turned_away(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, at(table, "blue", tmp_path) as blue:
        paper = Paper(scripted=True)
        client = Client(link(table, code=code_of(table)))
        running = asyncio.create_task(Plain(client, paper, Seats(tmp_path), seat="red").run())
        await blue.until("** Somebody asks for the seat Red.")
        blue.type("deny")

        assert await soon(running) is Exit.FAULT
        assert "! You were not let in. (turned_away)" in paper.text
        await client.aclose()


async def test_a_form_is_filled_in_and_a_fault_in_one_part_loses_nothing(tmp_path: Path) -> None:
    """Three rolls wait for one seat; one is mistyped, one has the wrong face: the third is given, two wait on."""
    units = [unit(name, "a") for name in ("vega", "nova", "juno")] + [unit("rook", "a", "blue")]
    options = {"frame.order": "initiative", "frame.dice": "typed"}
    start = game("a", units, clock=Clock(), options=options)
    async with (
        serving(tmp_path / "games", start) as table,
        at(table, "red", tmp_path) as red,
        at(table, "blue", tmp_path) as blue,
    ):
        red.type("ready")
        await red.until("Red is ready.")
        blue.type("ready")
        await red.until("** You are asked 3 things:")
        red.type("answer 12 / x / 7")
        await red.until("! 2: 'x' is no face of a die.")
        await red.until("! 1: 1 face of 1 to 10 is asked for ")
        await red.until("** You are asked 2 things:")
        red.type("answer 3 / 4")
        await blue.until("** You are asked: Rook")
        blue.type("answer server")
        await blue.until("Round 1 begins.")


async def test_for_somebody_who_is_away_one_answer_after_another_is_proposed(tmp_path: Path) -> None:
    """Else the second proposal would take the place of the first."""
    units = [unit("vega", "a"), unit("nova", "a"), unit("rook", "a", "blue")]
    start = game("a", units, clock=Clock(), options={"frame.order": "initiative", "frame.dice": "typed"})
    start = replace(start, seats={**start.seats, "green": Seat("green", "Green", "blue")})
    async with serving(tmp_path / "games", start, away=60.0) as table:
        red = await table.player("red")
        await red.accepted("ready")
        async with at(table, "blue", tmp_path) as blue, at(table, "green", tmp_path) as green:
            blue.type("ready")
            await blue.until("** You are asked: Rook")
            blue.type("5")
            await red.leave()
            await blue.until("Red is away.")
            table.later(61)
            blue.type("answer 4 / 6")
            await blue.until("! The others have to agree to that first.")
            await green.until("** Blue proposes: answer for Red")
            green.type("agree")
            await blue.until("answers for Red.")
            blue.type("answer 6")
            await green.until("** Blue proposes: answer for Red", times=2)
            green.type("agree")
            await green.until("Round 1 begins.")


async def test_an_answer_is_given_and_given_again(tmp_path: Path) -> None:
    units = [unit("vega", "a"), unit("rook", "a", "blue")]
    options = {"frame.order": "initiative", "frame.dice": "typed", "frame.undo": "free"}
    start = game("a", units, clock=Clock(), options=options)
    async with (
        serving(tmp_path / "games", start) as table,
        at(table, "red", tmp_path) as red,
        at(table, "blue", tmp_path) as blue,
    ):
        red.type("ready")
        await red.until("Red is ready.")
        blue.type("ready")
        await red.until("** You are asked: Vega, initiative: 1 die of 10")
        red.type("12")
        await red.until("! 1 face of 1 to 10 is asked for Vega (initiative); 12 is no face of that die.")
        red.type("7")
        await red.until("[Red, ")
        red.type("retype")
        await red.until("** You are asked: Vega, initiative: 1 die of 10", times=2)
        assert "`roll same` for 7, typed before" in red.text
        red.type("roll same")
        await blue.until("** You are asked: Rook")
        blue.type("roll server")
        await blue.until("Round 1 begins.")


async def test_names_are_completed(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seated(table, "red") as client:
        plain = Plain(client, Paper(), Seats(tmp_path))

        assert {"move", "look", "undo"} <= set(plain.doing.completions("mo"))
        assert {"vega", "rook", "a", "d1"} <= set(plain.doing.completions("move v"))


async def test_with_stay_the_end_of_the_input_ends_nothing(tmp_path: Path) -> None:
    paper = Paper("say hello", scripted=True)
    async with serving(tmp_path / "games") as table:
        client = Client(Address(table.url), token=await table.seat("red"), once=True)
        running = asyncio.create_task(Plain(client, paper, Seats(tmp_path), stay=True).run())
        await paper.until('" Red: hello')
        assert not running.done()
    with pytest.raises(Ended, match="No connection"):
        await soon(running)
    await client.aclose()


async def test_whoever_sits_down_before_play_begins_salts_the_dice_once(tmp_path: Path) -> None:
    """So that nobody, the server's owner among them, can have chosen how they fall."""
    start = game("a - b", [unit("vega", "a"), unit("rook", "b", "blue")], clock=Clock())
    async with serving(tmp_path / "games", start) as table:
        for _ in range(2):
            text, _ = await piped(table, "red", tmp_path, "who")
        assert list(table.room.state.table.salts) == ["red"]
        assert text.count("adds salt to the dice") <= 1
        await piped(table, "referee", tmp_path, "ready")
        await piped(table, "blue", tmp_path, "who")
        assert list(table.room.state.table.salts) == ["red"], "not once play has begun"
