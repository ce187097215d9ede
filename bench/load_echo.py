"""The bare FastAPI+SSE echo that bench/load.py compares our server with: python load_echo.py PORT

Whoever posts to a room sends the update for its readers and, on the next line, the answer for himself.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator

import uvicorn
from fastapi import FastAPI, Request
from starlette.responses import Response, StreamingResponse

app = FastAPI()
rooms: dict[str, list[asyncio.Queue[bytes]]] = {}


@app.get("/health")
async def health() -> dict[str, str]:
    """It works."""
    return {}


@app.post("/rooms/{room}")
async def post(room: str, request: Request) -> Response:
    """The update to all who read, the answer back."""
    update, _, answer = (await request.body()).partition(b"\n")
    for queue in rooms.get(room, ()):
        queue.put_nowait(update)
    return Response(answer, media_type="application/json")


@app.get("/rooms/{room}")
async def stream(room: str) -> StreamingResponse:
    """All updates from now on."""
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    rooms.setdefault(room, []).append(queue)

    async def events() -> AsyncIterator[bytes]:
        yield b": hello\n\n"
        while True:
            yield b"data: " + await queue.get() + b"\n\n"

    return StreamingResponse(events(), media_type="text/event-stream")


if __name__ == "__main__":
    port = int(sys.argv[1])
    waits = {"timeout_keep_alive": 75, "timeout_graceful_shutdown": 1}
    uvicorn.run(app, port=port, http="httptools", log_level="error", access_log=False, **waits)
