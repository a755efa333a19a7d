"""One session on the full screen, and whatever happens, the terminal is given back as it was."""

from __future__ import annotations

import asyncio

from ..exits import Ended, Exit
from .app import Full


async def play(app: Full) -> Exit:
    """Runs the application on this terminal. Raises `Ended`; a cancellation ends it as well."""
    running = asyncio.create_task(app.run_async(), name="full screen")
    try:
        code = await asyncio.shield(running)
    except asyncio.CancelledError:
        app.exit()
        await running
        raise
    if app.end is not None:
        raise app.end
    if app.fault:
        raise Ended(Exit.FAULT, "The full screen has a fault, and what is above says where. `--plain` does without it.")
    return code if code is not None else Exit.OK
