"""How much memory a server keeps of games that are over: after 200, and after 2,000.

    python bench/memory.py                (about four minutes; --help for what can be changed)

A real server on a fresh SQLite file. One client plays game after game, both seats of Ghosts and four of Ghost
Stories in turn, looks at the page and the replay of each, and resigns after some actions (`--actions 0`:
plays to the end). The goal: after 2,000 games at most a tenth more than after 200.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.load_client import megabytes
from tests.web.live import Live

GAMES = (("ghosts", 2), ("ghost-stories", 4))


def play(http: httpx.Client, pages: httpx.Client, number: int, actions: int) -> None:
    """One game, from the table to the replay."""
    game, players = GAMES[number % len(GAMES)]
    seats = [{"who": "me", "name": f"Ann {seat}"} for seat in range(players)]
    made = http.post("/tables", json={"game": game, "options": {"players": players}, "seats": seats}).json()
    path = f"/tables/{made['id']}"
    state: dict[str, Any] = http.post(f"{path}/start").json()
    done = 0
    while state["asked"] and (not actions or done < actions):
        legal = state["asked"]["legal"]
        action = legal[(number + done) % len(legal)]["action"]
        state = http.post(f"{path}/actions", json={"number": state["number"], "action": action}).json()
        done += 1
    pages.get(f"/t/{made['id']}").raise_for_status()
    if state["status"] != "finished":
        state = http.post(f"{path}/resign").json()
    assert state["status"] == "finished", state
    pages.get(f"/t/{made['id']}/replay").raise_for_status()


def main() -> None:
    """Measure."""
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--first", type=int, default=200)
    read.add_argument("--games", type=int, default=2000)
    read.add_argument("--actions", type=int, default=12, help="0: to the end")
    read.add_argument("--out", type=Path)
    given = read.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        live = Live(Path(folder), f"sqlite:///{folder}/t.db", tables_per_person=1_000_000)
        try:
            found = _measure(live, given.first, given.games, given.actions)
        finally:
            live.stop()
    if given.out:
        given.out.parent.mkdir(parents=True, exist_ok=True)
        given.out.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def _measure(live: Live, first: int, games: int, actions: int) -> dict[str, float]:
    found: dict[str, float] = {"start": round(megabytes(live.process), 1)}
    began = time.perf_counter()
    with live.client() as http:
        pages = httpx.Client(base_url=live.url, timeout=60, cookies=http.cookies)
        pages.cookies = http.cookies
        for number in range(1, games + 1):
            play(http, pages, number, actions)
            if number == first or number % (games // 10) == 0:
                found[str(number)] = round(megabytes(live.process), 1)
                print(f"{number:6} games  {found[str(number)]:7.1f} MB  {time.perf_counter() - began:5.0f} s")
    ratio = found[str(games)] / found[str(first)]
    print(f"{games} games against {first}: {ratio:.3f} of the memory")
    return {**found, "ratio": round(ratio, 3)}


if __name__ == "__main__":
    main()
