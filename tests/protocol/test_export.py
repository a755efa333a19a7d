"""An export is read whole, in order and to its end, or it is said what is wrong with it."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wardiary_protocol.export import FORMAT, BadExport, End, Export, Header, Line, encode
from wardiary_protocol.messages import Told
from wardiary_protocol.proof import START, Row, add
from wardiary_protocol.verify import verify_rows


def log(length: int) -> list[Row]:
    rows: list[Row] = []
    head = START
    for n in range(length):
        body = msgspec.msgpack.encode({"kind": "table", "events": [{"t": "said", "text": f"{n} £"}]})
        rows.append(add("g", head, b"%016d" % n, body))
        head = rows[-1].head
    return rows


def lines(rows: list[Row], secrets: object = None) -> list[bytes]:
    """The file of a game, line by line."""
    return [
        encode(Header(game="g", title="Überfall", head=len(rows), audience="operator")),
        *(encode(Line.of(row)) for row in rows),
        encode(End(len(rows), rows[-1].hash if rows else None, secrets)),
    ]


@given(st.integers(0, 5))
def test_what_was_written_is_read(length: int) -> None:
    rows = log(length)
    export = Export(lines(rows, {"dice": "secret"}))
    assert export.header == Header(game="g", title="Überfall", head=length, audience="operator")
    assert export.end is None
    assert list(export.rows()) == rows
    assert export.end is not None
    assert export.end.secrets == {"dice": "secret"}
    assert verify_rows("g", Export(lines(rows)).rows()).entries == length


def test_the_lines_are_as_they_are_published() -> None:
    (row,) = log(1)
    text = [msgspec.json.decode(line) for line in lines([row])]
    assert text[0] == {
        "wardiary": 1,
        "game": "g",
        "title": "Überfall",
        "epoch": "",
        "audience": "operator",
        "head": 1,
        "exported_by": "",
    }
    assert list(text[1]) == ["seq", "id", "body", "hash"]
    assert list(text[2]) == ["end", "hash"]


def test_a_players_view_can_be_replayed_and_not_verified() -> None:
    told = [Told(seq=seq, kind="game", at=5, changes=[(["units"], {})], hash="00") for seq in (1, 2, 5)]
    file = [encode(Header(game="g", head=5)), *(encode(Line(t.seq, told=t)) for t in told), encode(End(5))]
    assert [msgspec.convert(line.told, Told) for line in Export(file)] == told
    with pytest.raises(BadExport, match="can be replayed, not verified"):
        list(Export(file, "view.jsonl").rows())


@given(st.integers(0, 4), st.integers(1, 200))
def test_a_file_that_was_cut_off_says_so(line: int, bytes_left: int) -> None:
    """Wherever it was cut, between lines or within one."""
    whole = lines(log(4), {"dice": "secret"})
    cut = [*whole[: line + 1], whole[line + 1][: min(bytes_left, len(whole[line + 1]) - 2)]]
    with pytest.raises(BadExport, match=r"^copy\.jsonl was cut off in line \d\.$"):
        list(Export(cut, "copy.jsonl"))
    with pytest.raises(BadExport, match=rf"^copy\.jsonl was cut off: it has {line} of 4 entries and no last line\.$"):
        list(Export(whole[: line + 1], "copy.jsonl"))


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"hello\n", b"\xff\xfe", b"[]\n", b"{}\n", b'{"wardiary":"1"}\n', b"[" * 9999]
)
def test_another_file_is_no_export(content: bytes) -> None:
    with pytest.raises(BadExport, match=r"notes\.txt is no export of a wardiary game\.$"):
        Export([content] if content else [], "notes.txt")


def test_a_newer_format_is_refused_by_name() -> None:
    with pytest.raises(BadExport, match=rf"newer wardiary \(format {FORMAT + 1}, and this one knows {FORMAT}\)"):
        Export([b'{"wardiary": 2, "gone": true}\n'])


def test_what_does_not_fit_together_is_said() -> None:
    first, *entries, end = lines(log(3))
    for spoiled, why in [
        ([first, entries[1], entries[0], entries[2], end], "out of order: in line 3 entry 1 comes after entry 2"),
        ([first, entries[0], entries[0], *entries, end], "out of order"),
        ([first, *entries[:2], end], "not whole: it ends at entry 2 and should have 3"),
        ([first, *entries, encode(End(4))], "not whole"),
        ([first, *entries, encode(End(3, b"x" * 32))], "contradicts itself: its last line has another hash"),
        ([first, *entries, end, end], "goes on after its last line"),
        ([first, b"nonsense\n", *entries, end], "cannot be read in line 2"),
        ([first, b'{"seq":1,"id":"?"}\n', *entries[1:], end], "cannot be read in line 2"),
        ([b'{"wardiary":1}\n', *entries, end], "cannot be read in line 1"),
    ]:
        with pytest.raises(BadExport, match=why):
            list(Export(spoiled))
