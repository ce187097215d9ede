"""What those at a table are called on the pages."""

from __future__ import annotations

import re

import pytest
from tests.web.house import House, visit

from spuk.games.ghost_stories.words.names import taoist_name
from spuk.kernel.seeds import Random
from spuk.language.catalog import say
from spuk.table.people import nameless, names_of
from spuk.table.table import Seat


@pytest.mark.parametrize(("lang", "name"), [("en", "Player 2"), ("de", "Spieler 2"), ("pl", "Gracz 2")])
def test_who_has_no_name_is_a_player_in_the_language_of_whoever_looks(lang: str, name: str) -> None:
    seats = [Seat("somebody", "Ada"), Seat(None, nameless(1))]
    assert names_of([vars(seat) for seat in seats], lang) == ["Ada", name]


def test_bots_of_a_kind_are_numbered_and_people_keep_their_names() -> None:
    monk = Seat(None, "monk", "monk")
    seats = [monk, Seat("somebody", "Ada", "master"), monk, Seat()]
    first, ada, second, free = names_of([vars(seat) for seat in seats], "en")
    assert ada == "Ada"  # a master plays for her
    assert free == ""
    assert first != second


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_a_player_is_called_the_same_everywhere(sqlite: str, lang: str) -> None:
    """By name, with the colour beside it; nobody is "the yellow Taoist" in one place and "Ann" in another."""

    async def story(house: House) -> None:
        ann = house.guest()
        seats = [{"who": "me", "name": "Ann"}, {"who": "me"}, {"who": "me", "name": "Cy"}]
        table = await ann.create(options={"players": 3, "level": "initiation"}, seats=seats)
        state = await ann.post(f"/tables/{table['id']}/start")
        random = Random(3)
        for _ in range(60):
            if state["status"] != "playing":
                break
            if state["asked"]:
                await ann.act(state, random)
            state = await ann.get(f"/tables/{table['id']}", lang=lang)
        page = (await ann.http.get(f"/t/{table['id']}", params={"lang": lang})).text
        replay = (await ann.http.get(f"/t/{table['id']}/replay", params={"lang": lang})).text
        log = await ann.get(f"/tables/{table['id']}/log", lang=lang)
        words = " ".join(line for update in log["updates"] for line in update.get("words", ()))
        colors = {board["seat"]: board["color"] for board in state["view"]["boards"]}
        second = say(lang, "ui.lobby.player", number=2)
        for text in (page, replay, words):
            assert f"Ann ({say(lang, 'color.' + colors[0])})" in text
            assert f"{second} ({say(lang, 'color.' + colors[1])})" in text
            for seat in (0, 1, 2):
                assert not re.search(re.escape(taoist_name(colors[seat], lang)), text, re.I)

    visit(sqlite, story)
