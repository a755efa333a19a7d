"""The pictures beneath boards, each at the name that its bytes give it: whoever sees a game knows the name of its
picture, and nobody can guess one. A picture never changes, so a browser asks for it once.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from pathlib import Path

from websockets.datastructures import Headers
from websockets.http11 import Response

KINDS = {"png": "image/png", "jpg": "image/jpeg", "webp": "image/webp"}
FOLDER = "/picture/"
_PATH = re.compile(rf"{FOLDER}([0-9a-f]{{64}}\.({'|'.join(KINDS)}))")


def is_picture(path: str) -> bool:
    """Whether a path is one of a picture, whether there is one or not."""
    return path.startswith(FOLDER)


class Pictures:
    """Those of a folder; none where there is no folder. One is read when it is asked for."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def answer(self, path: str) -> Response | None:
        """The response for a path, or None where no picture lies there."""
        found = _PATH.fullmatch(path)
        if found is None or self._folder is None:
            return None
        try:
            data = (self._folder / found[1]).read_bytes()
        except OSError:
            return None
        headers = {
            "Content-Type": KINDS[found[2]],
            "Content-Length": str(len(data)),
            "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "private, max-age=31536000, immutable",
            "Connection": "close",
        }
        return Response(HTTPStatus.OK, HTTPStatus.OK.phrase, Headers(headers), data)
