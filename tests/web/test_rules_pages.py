"""The pages of rules: there in every language, searchable, comparable, every link leading somewhere."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest
from tests.web.house import USUAL

from spuk.games.ghost_stories.board import POWERS, TILES
from spuk.games.ghost_stories.editions import EDITIONS
from spuk.games.ghost_stories.words import names
from spuk.language.languages import LANGUAGES
from spuk.render.static_files import static_files
from spuk.rules.book import book, rule_numbers, rulebooks
from spuk.server.app import make_app

PAGES = (
    "/rules",
    "/rules?q=buddha",
    "/rules/ghost-stories",
    "/rules/ghost-stories?edition=de1",
    "/rules/ghosts",
    "/rules/ghosts?q=mist",
    "/rules/ghost-stories/editions",
    "/rules/ghost-stories/editions?a=de1&b=pl",
    "/rules/ghost-stories/cards",
)


class Page(HTMLParser):
    """What a page has: ids, links, symbols, visible words; open tags must be closed."""

    VOID = ("meta", "link", "input", "br", "use", "path", "rect")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.symbols: set[str] = set()
        self.open: list[str] = []
        self.words = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        have = dict(attrs)
        assert "style" not in have
        assert not any(name.startswith("on") for name in have)
        if have.get("id"):
            self.ids.append(have["id"] or "")
        if tag == "a":
            self.links.append(have.get("href") or "")
        if tag == "use":
            self.symbols.add((have["href"] or "").rpartition("#")[2])
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def visit(sqlite: str, tour: Callable[[httpx.AsyncClient], Awaitable[Any]]) -> Any:
    """Run some visits to a server in this process. Rules need no database: it is never opened."""

    async def run() -> Any:
        app = make_app(replace(USUAL, database_url=sqlite))
        transport = httpx.ASGITransport(app, client=("1.2.3.4", 1))
        headers = {"accept": "text/html"}
        guest = httpx.AsyncClient(transport=transport, base_url="http://spuk.test", headers=headers)
        async with guest:
            return await tour(guest)

    return asyncio.run(run())


def read(sqlite: str, path: str, lang: str = "en", status: int = 200) -> str:
    async def look(guest: httpx.AsyncClient) -> str:
        answer = await guest.get(path, headers={"accept-language": lang})
        assert answer.status_code == status, answer.text
        return answer.text

    text: str = visit(sqlite, look)
    return text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_whole_in_every_language(sqlite: str, path: str, lang: str) -> None:
    text = read(sqlite, path, lang)
    page = Page(text)
    assert f'<html lang="{lang}"' in text
    assert len(page.ids) == len(set(page.ids))
    sprite = static_files().files["symbols.svg"].plain.decode()
    assert {id for id in page.symbols if f'id="{id}"' not in sprite} == set()
    assert not re.search(r"\{[a-z]+:|\*\*|ui\.rules|None|Run\(", page.words)
    assert len(text) < 250_000


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_link_within_the_rules_leads_somewhere(sqlite: str, lang: str) -> None:
    async def tour(guest: httpx.AsyncClient) -> None:
        anchors: dict[str, set[str]] = {}
        pages = {}
        for path in PAGES:
            pages[path] = Page((await guest.get(path, params={"lang": lang})).text)
            anchors.setdefault(path.partition("?")[0], set()).update(pages[path].ids)
        for path, page in pages.items():
            for link in page.links:
                target, _, anchor = link.partition("#")
                target = (target or path).partition("?")[0]
                if target.startswith("/rules") and anchor:
                    assert anchor in anchors[target], (path, link)
                elif target.startswith("/rules"):
                    assert target in anchors, (path, link)

    visit(sqlite, tour)


@pytest.mark.parametrize("game", list(rulebooks()))
def test_every_rule_number_is_an_anchor_and_has_a_short_address(sqlite: str, game: str) -> None:
    async def tour(guest: httpx.AsyncClient) -> None:
        ids = set(Page((await guest.get(f"/rules/{game}")).text).ids)
        chapters = [chapter.anchor for chapter in book(game, "en").chapters]
        for number in [*rule_numbers(game), *chapters]:
            assert number in ids
            answer = await guest.get(f"/rules/{number}")
            assert (answer.status_code, answer.headers["location"]) == (307, f"/rules/{game}#{number}")

    visit(sqlite, tour)


def test_a_rule_or_a_game_that_is_not_there_is_a_page_that_says_so(sqlite: str) -> None:
    assert "No results for “GS-99.1”" in read(sqlite, "/rules/GS-99.1", status=404)
    assert "Nic nie znaleziono: „GH-6”" in read(sqlite, "/rules/GH-6", "pl", status=404)
    assert 'href="/"' in read(sqlite, "/rules/chess", status=404)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_search_works_on_the_server_and_marks_what_it_found(sqlite: str, lang: str) -> None:
    word = {"en": "BUDDH", "de": "buddh", "pl": "BUDDY"}[lang]
    text = read(sqlite, f"/rules/ghost-stories?q={word}", lang)
    assert text.count("<mark>") > 5
    assert 'id="GS-6.7"' in text
    assert 'id="GS-2.2"' not in text


def test_search_finds_numbers_and_is_safe(sqlite: str) -> None:
    assert 'id="GS-6.3"' in read(sqlite, "/rules/ghost-stories?q=6.3")
    assert "/rules/ghosts#GH-3.3" in read(sqlite, "/rules?q=mirror")
    odd = read(sqlite, "/rules?q=%3Cscript%3E%22x%22")
    assert "<script>" not in odd.replace("<script src", "")
    assert "“&lt;script&gt;" in odd
    assert read(sqlite, "/rules?q=" + "a" * 101, status=422)


def test_the_rules_follow_the_edition(sqlite: str) -> None:
    first = unescape(read(sqlite, "/rules/ghost-stories?edition=de1", "de"))
    second = unescape(read(sqlite, "/rules/ghost-stories?edition=de2", "de"))
    assert "Reiter der Winde" in first
    assert "Reiter der Winde" not in second
    assert names.power_effect("dance_of_the_twin_winds", "de", "de1") in first
    assert names.ability_words("left", "group_block_power", "de", "de1") in first
    unknown = Page(read(sqlite, "/rules/ghost-stories?edition=none", "de")).words
    assert unknown == Page(read(sqlite, "/rules/ghost-stories", "de")).words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_tiles_and_powers_are_on_the_page_with_their_effects(sqlite: str, lang: str) -> None:
    words = Page(read(sqlite, "/rules/ghost-stories", lang)).words
    for tile in TILES:
        assert names.tile_name(tile, lang) in words
        assert names.tile_effect(tile, lang) in words
    for power in POWERS:
        assert names.power_name(power, lang, names.edition_of(lang)) in words
        assert names.power_effect(power, lang, names.edition_of(lang)) in words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_picture_that_stands_for_words_is_read_aloud(sqlite: str, lang: str) -> None:
    page = read(sqlite, "/rules/ghost-stories", lang)
    label = re.escape(names.thing_name("curse_die", lang))
    assert len(re.findall(rf'<svg class="in" role="img" aria-label="{label}">', page)) == 2


def test_the_search_shows_the_edition_of_the_language(sqlite: str) -> None:
    found = Page(read(sqlite, "/rules?q=Zwillingswinde+gegangen", "de")).words
    assert "Nachdem du gegangen bist" in found


def test_editions_side_by_side(sqlite: str) -> None:
    every = Page(read(sqlite, "/rules/ghost-stories/editions")).words
    assert all(names.edition_name(edition, "en") in every for edition in EDITIONS)
    two = read(sqlite, "/rules/ghost-stories/editions?a=en&b=pl&only=1")
    assert len(re.findall(r'<tr class="differs">', two)) == len(re.findall(r'<th scope="row">', two)) == 5
    same = read(sqlite, "/rules/ghost-stories/editions?a=en&b=en")
    assert same.count('scope="row"') == 21


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("", 65),
        ("?color=red", 12),
        ("?color=incarnations", 10),
        ("?ability=centre-haunter", 21),
        ("?name=vampire", 3),
        ("?name=57", 1),
        ("?color=black&ability=left-capture_die", 3),
        ("?name=nobody", 0),
    ],
)
def test_the_gallery_shows_the_cards_that_were_asked_for(sqlite: str, query: str, number: int) -> None:
    text = read(sqlite, f"/rules/ghost-stories/cards{query}")
    entries = re.findall(r'<li id="card-\d+"[^>]*>', text)
    assert len(entries) == 65
    assert sum(" hidden" not in entry for entry in entries) == number
    assert f'<span id="count">{number}</span>' in text
