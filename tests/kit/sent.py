"""What a page costs before it is there: bytes on the wire, and time until something is painted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import CDPSession

from .browser import Device


@dataclass
class Sent:
    """What a page was sent: bytes on the wire with their heads, bodies unpacked, what a socket brought, and whence."""

    packed: int = 0
    plain: int = 0
    told: int = 0
    paths: list[str] = field(default_factory=list)

    @property
    def bytes(self) -> int:
        """All that came."""
        return self.packed + self.told


async def sent(device: Device) -> Sent:
    """Counts from now on what a device's page is sent, as the browser itself counts it."""
    found = Sent()
    cdp = await device.context.new_cdp_session(device.page)

    def asked(event: Any) -> None:
        found.paths.append(urlsplit(event["request"]["url"]).path)

    def unpacked(event: Any) -> None:
        found.plain += event["dataLength"]

    def came(event: Any) -> None:
        found.packed += round(event["encodedDataLength"])

    def told(event: Any) -> None:
        found.told += len(event["response"]["payloadData"].encode())

    cdp.on("Network.requestWillBeSent", asked)
    cdp.on("Network.dataReceived", unpacked)
    cdp.on("Network.loadingFinished", came)
    cdp.on("Network.webSocketFrameReceived", told)
    await cdp.send("Network.enable")
    return found


_PAINTED = """() => new Promise((done) => {
  const seen = (list) => {
    const first = list.getEntriesByName("first-contentful-paint")[0];
    if (first) done([first.startTime, document.querySelectorAll("wd-join button, wd-join input").length]);
  };
  new PerformanceObserver(seen).observe({ type: "paint", buffered: true });
})"""


async def painted(device: Device, address: str, slowed: int = 1) -> float:
    """Milliseconds from asking for an address until something is to be read on the screen: the first screen, whole."""
    cdp = await device.context.new_cdp_session(device.page)
    await cdp.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    await device.page.goto(address)
    first, parts = await device.page.evaluate(_PAINTED)
    assert parts, "what is painted first is not the first screen"
    return float(first)


async def work_to_paint(device: Device, address: str) -> float:
    """Milliseconds of processor time that the page's own thread has taken when the first screen is painted.

    It is the time of the thread, not of the clock: what else runs on the machine counts for little.
    """
    cdp = await device.context.new_cdp_session(device.page)
    await cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = await _worked(cdp)
    await painted(device, address)
    return (await _worked(cdp) - before) * 1000


async def _worked(cdp: CDPSession) -> float:
    """Seconds of all tasks until now."""
    found = await cdp.send("Performance.getMetrics")
    return float(next(one["value"] for one in found["metrics"] if one["name"] == "TaskDuration"))
