"""An engine alone, registered without words, rules or anything else: plain defaults everywhere."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from spuk_pig import PACK
from tests.third_party.installed import python_path, run_python
from tests.third_party.test_server import choices, page, play_out, press, started
from tests.web.house import House, visit

import spuk
from spuk.kernel.registry import unregister
from spuk.language.words import words_of
from spuk.testing import GameContract

LANGUAGES = ("en", "de", "pl")
BARE = spuk.GamePack(PACK.game)


class TestBarePig(GameContract):
    pack = BARE


@pytest.fixture
def bare(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[spuk.Game]:
    """The bots of the server, in their processes, have the installed one: the same game."""
    monkeypatch.setenv("PYTHONPATH", python_path(site))
    spuk.register(BARE.game)
    yield BARE.game
    unregister(BARE.id)


def test_ids_are_shown_in_a_readable_form(bare: spuk.Game) -> None:
    state = bare.from_text("2p target=50 scores=0,18 turn=3 total=5 choose")
    words = words_of("pig")
    assert words.title("de") == "Pig"
    assert [bare.words(state, action, "de") for action in state.legal()] == ["Roll", "Hold"]
    assert words.option_name("target", "pl") == "Target"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_of_it_works(bare: spuk.Game, tmp_path: Path, lang: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        for path in ("/", "/new?game=pig", "/rules", "/records"):
            await page(ann, path, lang)
        id = await started(ann, [{"who": "bot", "bot": "monk"}])
        async with asyncio.timeout(60):
            while not (await ann.get(f"/tables/{id}"))["asked"]:
                await asyncio.sleep(0.02)
        html = await page(ann, f"/t/{id}", lang)
        assert "Roll" in html
        assert "Hold" in html
        await press(ann, html, choices(html)[1])
        await play_out(ann, id)
        for path in (f"/t/{id}", f"/t/{id}/replay", "/games", "/"):
            assert "Pig" in await page(ann, path, lang)

    visit(f"sqlite:///{tmp_path}/tables.db", story)


def test_a_game_without_rules_for_players_has_no_page_for_them(bare: spuk.Game, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        assert "/rules/pig" not in await page(ann, "/rules")
        assert "/rules/pig" not in await page(ann, "/")
        await page(ann, "/rules/pig", status=404)

    visit(f"sqlite:///{tmp_path}/tables.db", story)


def test_it_is_in_the_environments_as_well(site: Path) -> None:
    run = run_python(
        site,
        """
import json, pettingzoo, pyspiel, spuk, spuk.envs, spuk.envs.openspiel
from spuk_pig.game import Pig
class Bare(Pig):
    def __init__(self):
        super().__init__()
        self.id = "bare-pig"
spuk.register(Bare())
env = pettingzoo.make("aec", "spuk/BarePig-v1", players=2)
env.reset(seed=1)
print(json.dumps([len(env.possible_agents), "spuk_bare_pig" in pyspiel.registered_names()]))
""",
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == [2, True]
