"""Tables of results, critical injuries for one: a few plain rows of our own, which a scenario may replace (D74).

One die, and what its face brings: a text that everybody reads, and any of death, damage, a condition, Stress and lost
turns. Above the last row counts the last, below the first the first, so that a number can be added to the die.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wardiary_server.game.events import ConditionChanged, Remarked, StatusChanged
from wardiary_server.game.frame.harm import hurt, lose_turns
from wardiary_server.game.resolver import Context, roll
from wardiary_server.game.rulebook import Flaw, Rule
from wardiary_server.game.state import Game, ResultRow, ResultTable

from .strain import gain_stress

CRITICAL, RESPONSE, PANIC = "critical", "stress_response", "panic"

NAMES: Mapping[str, str] = {
    CRITICAL: "critical injuries: rolled for whoever a hit brings to health 0",
    RESPONSE: "Stress Responses, with the Stress added: after a 1 on a stress die; a condition `panic` is panic",
    PANIC: "panic, with the Stress added: as each turn begins; a row that brings nothing is the end of it",
}
"""Every table of results, and when it is read."""

BUNDLED: Mapping[str, ResultTable] = {
    CRITICAL: ResultTable(
        CRITICAL,
        (
            ResultRow(1, 1, "a bad knock, and nothing that lasts"),
            ResultRow(2, 2, "shaken to the bone", stress=1),
            ResultRow(3, 3, "a wound that bleeds", condition="bleeding"),
            ResultRow(4, 4, "a leg that carries nobody", condition="lamed"),
            ResultRow(5, 5, "a blow to the head", condition="concussed", turns=1),
            ResultRow(6, 6, "a wound that nobody survives", lethal=True),
        ),
    ),
    RESPONSE: ResultTable(
        RESPONSE,
        (
            ResultRow(1, 3, "a deep breath, and on"),
            ResultRow(4, 4, "a cry that helps nobody", stress=1),
            ResultRow(5, 5, "hands that tremble", condition="trembling"),
            ResultRow(6, 6, "eyes on every shadow", condition="jumpy"),
            ResultRow(7, 7, "frozen to the spot", turns=1),
            ResultRow(8, 8, "it is all too much", condition=PANIC),
        ),
    ),
    PANIC: ResultTable(
        PANIC,
        (
            ResultRow(1, 4, "the worst of it is over"),
            ResultRow(5, 5, "staring at nothing", turns=1),
            ResultRow(6, 6, "screaming", stress=1, turns=1),
            ResultRow(7, 7, "down on the floor, hands over the head", condition="prone", turns=1),
            ResultRow(8, 8, "running into whatever stands there", damage=1, turns=1),
            ResultRow(9, 9, "a dead faint", turns=2),
        ),
    ),
}
"""What is read where the scenario has no such table."""


def table_of(ctx: Context, name: str) -> ResultTable:
    """A table: the scenario's own, else the bundled one."""
    return ctx.game.tables.get(name) or BUNDLED[name]


def row_of(table: ResultTable, number: int) -> ResultRow:
    """What a number brings, also one beyond the table's ends."""
    rows = sorted(table.rows, key=lambda row: row.first)
    return next((row for row in rows if number <= row.last), rows[-1])


def roll_on(ctx: Context, unit: str, name: str, reason: str, *, add: int = 0, purpose: str = "") -> Rule[ResultRow]:
    """A unit rolls the table's die, and `add` is added to it: the row, of which nothing has come yet."""
    sides = table_of(ctx, name).sides
    (face,) = yield from roll(rule=name, reason=reason, unit=unit, dice=1, sides=sides, purpose=purpose)
    return row_of(table_of(ctx, name), face + add)


def befall(ctx: Context, unit: str, row: ResultRow, why: str, kind: str = "") -> Rule[None]:
    """All that a row brings. Its condition is kept under `kind`, so that what heals that kind finds it."""
    yield Remarked(text=f"{ctx.game.units[unit].name}, {why}: {row.text}.", unit=unit)
    if row.damage:
        yield from hurt(ctx, unit, row.damage, why)
    if row.condition:
        condition = f"{kind}:{row.condition}" if kind else row.condition
        now = ctx.game.units[unit].conditions.get(condition, 0)
        yield ConditionChanged(unit=unit, condition=condition, value=now + row.amount, why=why)
    if row.stress:
        yield from gain_stress(ctx, unit, row.stress, why)
    yield from lose_turns(ctx, unit, row.turns, why)
    status = "dead" if row.lethal else row.status
    if status and ctx.game.units[unit].status in ("ready", "down") and ctx.game.units[unit].status != status:
        yield StatusChanged(unit=unit, status=status)


# ---------------------------------------------------------------------------------------------- what cannot be played


def bad_tables(game: Game) -> Iterator[Flaw]:
    """Faces that no row has, and faces that two have."""
    for table in game.tables.values():
        if table.id in NAMES:
            yield from bad_table(table)


def bad_table(table: ResultTable) -> Iterator[Flaw]:
    """What is wrong with one table: from face 1 to the die's last, or to the last row's, each has to be in one row."""
    hint = "Each row says from which face to which."
    for row in table.rows:
        if row.last < row.first:
            text = f"The table {table.id} has a row from {row.first} to {row.last}: the other way round."
            yield Flaw("tables", table.id, text, hint)
    for face in range(1, max([table.sides, *(row.last for row in table.rows)]) + 1):
        rows = sum(row.first <= face <= row.last for row in table.rows)
        if rows != 1:
            many = f"{rows} rows for" if rows else "no row for"
            yield Flaw("tables", table.id, f"The table {table.id} has {many} the number {face}.", hint)
