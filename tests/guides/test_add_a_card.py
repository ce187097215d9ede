"""docs/guides/add-a-card.md: a made-up ghost is one row of `ghost_cards.csv`, and is there everywhere.

The cards are read when the engine starts, so this is tried with a copy of the sources, as plain Python.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from typing import Any

import pytest
from tests.terminal.players import ROOT, environment

CLERK = "6,yellow,YYB,lose_qi,haunter,reward_tao,Night Clerk,Nachtbeamter,"
"""Costs a Qi when it arrives, haunts, gives a Tao token; it has no Polish name."""
LOOK = """
import asyncio, json
import httpx, spuk
from spuk.games.ghost_stories.words import card_effects, card_name
from spuk.server.app import make_app
from spuk.server.settings import Settings

game = spuk.game("ghost-stories")
state = game.from_text("en normal 4p turn=N:yin")
qi = state.view(None)["boards"][0]["qi"]
for action in ("draw:6", "place:W1"):
    state.apply(game.action(action))

async def page():
    app = make_app(Settings(database_url="sqlite:///never-opened.db", host_names="spuk.test"))
    transport = httpx.ASGITransport(app, client=("1.2.3.4", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://spuk.test") as guest:
        return (await guest.get("/rules/ghost-stories/cards?name=clerk")).text

print(json.dumps({
    "compiled": spuk.compiled,
    "names": {lang: card_name(6, lang) for lang in spuk.languages()},
    "effects": card_effects(6, "en"),
    "qi": [qi, state.view(None)["boards"][0]["qi"]],
    "text": state.text(),
    "again": game.from_text(state.text()).text(),
    "invariants": state.invariants(),
    "odds": [str(spuk.exorcism_odds(ghosts).all) for ghosts in ([6], ["yyb"])],
    "over": spuk.play(game, {"players": 2}, "novice", 4).replay().actor == spuk.OVER,
    "page": asyncio.run(page()),
}))
"""


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What there is to see of the card."""
    sources = tmp_path_factory.mktemp("sources")
    shutil.copytree(ROOT / "src/spuk", sources / "spuk", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    cards = sources / "spuk/games/ghost_stories/ghost_cards.csv"
    rows = cards.read_text(encoding="utf-8")
    cards.write_text(re.sub("^6,.*$", CLERK, rows, flags=re.MULTILINE), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-c", LOOK],
        capture_output=True,
        encoding="utf-8",
        env=environment(sources, PYTHONPATH=str(sources), SPUK_PLAIN="1"),
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    found: dict[str, Any] = json.loads(run.stdout)
    assert not found["compiled"]
    return found


def test_it_has_a_name_in_every_language(seen: dict[str, Any]) -> None:
    assert seen["names"] == {"en": "Night Clerk", "de": "Nachtbeamter", "pl": "Night Clerk"}


def test_it_does_what_its_stones_say(seen: dict[str, Any]) -> None:
    before, after = seen["qi"]
    assert after == before - 1
    assert len(seen["effects"]) == 3
    assert seen["over"]


def test_it_is_in_positions_and_odds(seen: dict[str, Any]) -> None:
    assert "W1=6" in seen["text"]
    assert seen["again"] == seen["text"]
    assert seen["invariants"] == []
    assert len(set(seen["odds"])) == 1


def test_it_is_in_the_gallery(seen: dict[str, Any]) -> None:
    assert "<h2>Night Clerk</h2>" in seen["page"]
    assert '<span id="count">1</span>' in seen["page"]
