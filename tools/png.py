"""Makes a screenshot small: a PNG of at most 256 colours, each pixel one byte.

A screen of flat areas and text has few colours that matter: the 256 that it has most of are kept, and any other, which
lies on the edge of a letter, becomes the nearest of them. The browser that took the picture reads it again, which it
does far quicker than Python; the file is put together here.
"""

from __future__ import annotations

import base64
import struct
import zlib

from playwright.async_api import Page

INDEXED = """async (png) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const { width, height } = image;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const pixels = new Uint32Array(canvas.getImageData(0, 0, width, height).data.buffer);
  const count = new Map();
  for (const one of pixels) count.set(one, (count.get(one) ?? 0) + 1);
  const all = [...count].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([one]) => one);
  const kept = all.slice(0, 256), parts = (one) => [one & 255, (one >> 8) & 255, (one >> 16) & 255];
  const far = (a, b) => parts(a).reduce((sum, part, n) => sum + (part - parts(b)[n]) ** 2, 0);
  const nearest = (one) => kept.reduce((best, other, n) => (far(one, other) < far(one, kept[best]) ? n : best), 0);
  const index = new Map(all.map((one, n) => [one, n < 256 ? n : nearest(one)]));
  const rows = Uint8Array.from(pixels, (one) => index.get(one));
  const text = [];
  for (let at = 0; at < rows.length; at += 8192) text.push(String.fromCharCode(...rows.subarray(at, at + 8192)));
  return { width, height, colours: kept.flatMap(parts), rows: btoa(text.join("")) };
}"""


async def small(page: Page, png: bytes) -> bytes:
    """The same picture with fewer colours. `page` is any that is open."""
    found = await page.evaluate(INDEXED, base64.b64encode(png).decode())
    width, height, rows = found["width"], found["height"], base64.b64decode(found["rows"])
    lines = b"".join(b"\0" + rows[at : at + width] for at in range(0, len(rows), width))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", header), (b"PLTE", bytes(found["colours"])), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


def chunk(kind: bytes, data: bytes) -> bytes:
    """One part of a PNG file: its length, its kind, what is in it, and a sum over both."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
