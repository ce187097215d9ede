"""What holds at every step of random games of Pig, compiled and as plain Python alike."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spuk_pig import PACK
from tests.common import random_play
from tests.common.walks import Hasty, walk
from tests.third_party.installed import python_path

import spuk
from spuk.kernel.seeds import Random

GAME = PACK.game
EVENTS = {"rolled": ("seat", "pips"), "held": ("seat", "total", "score"), "lost": ("seat", "total")}
MOST = 20_000
tables = st.fixed_dictionaries(
    {name: st.sampled_from(sorted(values)) for name, values in GAME.options().items()}
)
seeds = st.integers(0, 2**32)
TRACE = """
import hashlib, spuk
from spuk.kernel.playout import playout
game = spuk.game("pig")
print(spuk.compiled)
for seed in range(30):
    options = {"players": 2 + seed % 3, "target": (20, 50, 100)[seed % 3]}
    state, random, digest = game.new(**options), spuk.Random(seed), hashlib.blake2b(digest_size=12)
    while state.actor != spuk.OVER:
        events = []
        legal = state.legal()
        state.apply(state.sample(random) if state.actor == spuk.CHANCE else legal[random.below(2)], events)
        digest.update(f"{state.text()} {state.legal()} {events} {state.view(None)}".encode())
    print(digest.hexdigest(), playout(game.new(**options), spuk.Random(seed)))
for bot in ("novice", "monk", "coward"):
    print(spuk.play("pig", {"target": 50}, [bot, "random"], seed=3).actions)
master = [spuk.bot("master", seed=1, playouts=30), spuk.bot("master", seed=2, playouts=30)]
print(spuk.play("pig", {"target": 50}, master, seed=3).actions)
"""


@pytest.fixture(autouse=True, scope="module")
def _known() -> Any:
    from spuk.kernel.registry import unregister

    spuk.register(PACK)
    yield
    unregister(PACK.id)


@given(tables, seeds)
def test_every_step_is_sound(table: dict[str, Any], seed: int) -> None:
    random_play.invariants_hold(walk(GAME, table, Hasty(seed), MOST))
    random_play.somebody_chooses_until_the_end(walk(GAME, table, Hasty(seed), MOST), fewest=2)
    random_play.chances_are_sound(walk(GAME, table, Hasty(seed), MOST), Random(seed))
    random_play.clones_are_on_their_own(walk(GAME, table, Hasty(seed), MOST), Random(seed))


@given(tables, seeds)
def test_texts_records_and_events_keep_their_promise(table: dict[str, Any], seed: int) -> None:
    random_play.texts_survive(walk(GAME, table, Hasty(seed), MOST), seen=lambda state: state.view(None))
    random_play.a_record_replays(GAME, table, Hasty(seed), seed)
    _, last = random_play.events_keep_their_promise(GAME, table, Hasty(seed), EVENTS)
    assert last.id == "held"


@given(tables, seeds, st.floats(0, 1))
def test_a_position_read_from_text_goes_on_the_same(table: dict[str, Any], seed: int, share: float) -> None:
    random_play.read_and_played_go_on_the_same(GAME, table, Hasty(seed), share)


def test_the_compiled_engine_plays_the_same_games_as_plain_python(site: Path) -> None:
    plain, installed = _trace(site, "1"), _trace(site, "")
    assert plain[0] == "False"
    if os.environ.get("SPUK_EXPECT_COMPILED") == "1":
        assert installed[0] == "True", "SPUK_EXPECT_COMPILED=1, but no compiled modules are installed"
    assert len(plain) == 35
    assert plain[1:] == installed[1:]


def _trace(site: Path, plain: str) -> list[str]:
    run = subprocess.run(
        [sys.executable, "-c", TRACE],
        env={**os.environ, "SPUK_PLAIN": plain, "PYTHONPATH": python_path(site)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()
