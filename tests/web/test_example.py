"""The example bot plays a whole game over the API, and is short."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.web.live import Live, started

BOT = Path(__file__).parents[2] / "examples" / "my_bot.py"


def test_the_example_has_under_60_lines() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) < 60


def test_the_example_plays_whole_games(tmp_path: Path) -> None:
    live = Live(tmp_path, f"sqlite:///{tmp_path}/t.db")
    try:
        done = subprocess.run(
            [sys.executable, BOT, live.url], check=True, capture_output=True, text=True, timeout=240
        )
        assert "winners:" in done.stdout
        with live.client() as http:
            (table,) = http.get("/tables", params={"which": "finished"}).json()["tables"]
            assert table["seats"][0]["name"] == "My bot"
            # At a table of somebody else it takes a seat and waits for the start.
            seats = [{"who": "bot", "bot": "random"}]
            order = {"options": {"players": 2}, "seats": seats}
            other = http.post("/tables", json=order).json()["id"]
            command = [sys.executable, str(BOT), live.url, other, "1"]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as playing:
                while http.get(f"/tables/{other}").json()["seats"][1]["kind"] == "free":
                    assert playing.poll() is None
                started(http, other)
                assert "My seats: [1]" in playing.communicate(timeout=240)[0]
    finally:
        live.stop()
