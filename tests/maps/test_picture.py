"""The picture of a map: known by its first bytes."""

import base64

import pytest
from wardiary_server.maps import picture as module
from wardiary_server.maps.notes import NoMap
from wardiary_server.maps.picture import picture

from tests.kit.vtt import PNG


def coded(data: bytes) -> str:
    return base64.b64encode(data).decode()


@pytest.mark.parametrize(
    ("data", "ending"),
    [(PNG, ".png"), (b"\xff\xd8\xff\xe0" + bytes(9), ".jpg"), (b"RIFF\0\0\0\0WEBPVP8 ", ".webp")],
)
def test_three_kinds_are_known(data: bytes, ending: str) -> None:
    found = picture(coded(data))

    assert found is not None
    assert (found.data, found.ending) == (data, ending)


@pytest.mark.parametrize(
    "text",
    [
        coded(PNG).rstrip("="),
        f"data:image/png;base64,{coded(PNG)}",
        "\n".join(coded(PNG)[n : n + 20] for n in range(0, 99, 20)),
    ],
)
def test_ways_to_write_base64_are_read(text: str) -> None:
    found = picture(text)

    assert found is not None
    assert found.data == PNG


def test_it_has_a_hash_to_be_told_by() -> None:
    found, other = picture(coded(PNG)), picture(coded(PNG + b"x"))

    assert found is not None
    assert other is not None
    assert len(found.sha256) == 64
    assert found.sha256 != other.sha256


def test_a_map_may_have_none() -> None:
    assert picture("") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<svg/>", "no base64"),
        (coded(PNG) + "!", "no base64"),
        ("grüße", "no base64"),
        (coded(b"GIF89a" + bytes(9)), "no PNG, WebP or JPEG"),
        (coded(b"RIFF\0\0\0\0WAVEfmt "), "no PNG, WebP or JPEG"),
    ],
)
def test_what_is_none_is_refused(text: str, said: str) -> None:
    with pytest.raises(NoMap, match=said):
        picture(text)


def test_one_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 50)

    with pytest.raises(NoMap, match="larger than"):
        picture(coded(PNG))
