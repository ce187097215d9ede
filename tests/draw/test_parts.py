"""A page that follows a game part by part shows what a page that is loaded anew shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import product
from typing import Any
from unittest import mock

import pytest

import spuk
from spuk.kernel.seeds import Random
from spuk.language.languages import languages
from spuk.render.html import ENVIRONMENT, say_with
from spuk.render.parts import KEPT, Part, Picture, draw
from spuk.render.table_html import Moment, context, header, inside, picture
from spuk.table import play, seating
from spuk.table.table import PLAYING, Seat, Table
from spuk.table.view import page_eye

PEOPLE = ("ann", "bob", "cid")
MOST = 36
_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)


class Element:
    """A node of a page as small as it gets: enough to put parts in their places."""

    def __init__(self, tag: str, attributes: tuple[tuple[str, str | None], ...] = ()) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element | str] = []

    @property
    def id(self) -> str | None:
        return dict(self.attributes).get("id")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Element) and self.written() == other.written()

    def __hash__(self) -> int:
        return hash(self.written())

    def written(self) -> str:
        inner = "".join(c if isinstance(c, str) else c.written() for c in self.children)
        return f"<{self.tag} {sorted(self.attributes, key=str)}>{inner}</>"

    def all(self) -> Iterator[Element]:
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.all()


class Reader(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.root = Element("root")
        self._open = [self.root]
        self.feed(html)
        self.close()
        assert self._open == [self.root], [element.tag for element in self._open]

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        element = Element(tag, tuple(attrs))
        self._open[-1].children.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self._open[-1].children.append(Element(tag, tuple(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self._open[-1].children.append(data.strip())


def read(html: str) -> Element:
    return Reader(html).root


def put_in(page: Element, parts: dict[str, str]) -> None:
    """What the page of a browser does with the parts it gets."""
    for id, html in parts.items():
        (new,) = read(html).children
        assert isinstance(new, Element)
        assert new.id == id
        (old,) = (element for element in page.all() if element.id == id)
        mine = {element.id: element for element in old.all() if element.id}
        for kept in [element for element in new.all() if ("data-keep", None) in element.attributes]:
            known = mine[kept.id]
            assert known.tag == kept.tag
            kept.attributes, kept.children = known.attributes, known.children
        old.attributes, old.children = new.attributes, new.children


def game_of(game: str, seats: list[Seat], options: dict[str, Any], seed: int) -> Iterator[Table]:
    """A random game; what is asked and answered between the decisions, too."""
    table = Table("t1", now=1.0)
    order = {"game": game, "options": options, "title": "", "chance": "server", "listed": False}
    seating.create(table, PEOPLE[0], {**order, "free_undo": not spuk.game(game).hides()}, seats)
    table.seed = seed
    play.start(table, PEOPLE[0])
    random = Random(seed)
    for step in range(MOST):
        yield table
        if table.status != PLAYING:
            return
        actor, number = table.actor(), table.number
        assert isinstance(actor, int)
        assert table.state is not None
        legal = table.state.legal()
        play.act(table, str(seats[actor].owner), number, legal[int(random.below(len(legal)))])
        if step % 9 == 8 and table.status == PLAYING:
            yield table
            for person in PEOPLE:
                if table.undo is None and person in table.deciding() and play.can_undo(table):
                    play.ask_undo(table, person, table.number)
                    yield table
            for person in PEOPLE:
                if table.undo is not None and person not in table.undo.agreed and person in table.deciding():
                    play.answer_undo(table, person, step % 2 == 0)


def seen(table: Table, person: str | None, lang: str, opened: int | None, there: int) -> dict[str, Any]:
    eye = page_eye(table, person, opened)
    present = {"seats": list(range(there)), "watching": there}
    return context(table, person, eye, lang, lambda *_: {}, present, Moment(table))


GAMES = [
    ("ghost-stories", {"players": 3}, "abc"),
    ("ghost-stories", {"players": 1, "level": "initiation"}, "a"),
    ("ghosts", {"players": 3}, "abc"),
    ("ghosts", {"players": 4}, "aabc"),
]


@pytest.mark.parametrize(("game", "options", "owners"), GAMES)
def test_following_a_game_part_by_part_comes_to_the_same_page(
    game: str, options: dict[str, Any], owners: str
) -> None:
    seats = [Seat(PEOPLE["abc".index(owner)], f"{owner.upper()} <b> & {n}") for n, owner in enumerate(owners)]
    follow(game, options, seats)


def follow(game: str, options: dict[str, Any], seats: list[Seat]) -> None:
    viewers = list(product((*PEOPLE, None), languages(), (None, 0) if len(seats) > len(PEOPLE) else (None,)))
    pages: dict[Any, tuple[Picture, Element]] = {}
    small = 0
    for step, table in enumerate(game_of(game, seats, options, 3)):
        for viewer in viewers[step % 3 :: 3]:  # nobody gets every message
            person, lang, opened = viewer
            now = seen(table, person, lang, opened, step // 20)
            before, page = pages.get(viewer, (None, Element("root")))
            new = picture(now, lang, before)
            changes = None if before is None else new.changes(before)
            whole = read(inside(new) + header(new))
            if changes is None:
                page = whole
            else:
                small += sum(map(len, changes.values())) < len(new.html()) / 2
                put_in(page, changes)
            # Drawn without any memory, for somebody whom nothing was shown before.
            KEPT.clear()
            fresh = picture(seen(table, person, lang, opened, step // 20), lang)
            assert page.written() == whole.written() == read(inside(fresh) + header(fresh)).written()
            pages[viewer] = new, page
    assert small > len(viewers) / 2


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_what_is_kept_for_one_never_shows_another_more_than_they_may_know(lang: str) -> None:
    """Everybody's picture is drawn from a full memory, and again from an empty one: it is the same."""
    seats = [Seat(person, "Same Name") for person in PEOPLE]
    for table in game_of("ghosts", seats, {"players": 3}, 8):
        KEPT.clear()
        alone = {}
        for person in (*PEOPLE, None):
            KEPT.clear()
            alone[person] = picture(seen(table, person, lang, None, 0), lang).html()
        for order in ((*PEOPLE, None), (None, *reversed(PEOPLE))):
            KEPT.clear()
            for person in order:
                assert picture(seen(table, person, lang, None, 0), lang).html() == alone[person]
        if table.status != PLAYING or table.state is None:
            continue
        for seat, person in enumerate(PEOPLE):
            held = table.state.view(seat)["players"][seat]["hand"]
            names = re.findall(r'id="hand-(.*?)-\d+"', alone[person])
            assert names == [card["card"] for card in held]
        assert 'id="hand-' not in alone[None]


def test_a_part_gets_nothing_but_its_id_its_value_and_words() -> None:
    """What is no part of the value cannot reach the HTML."""
    names: set[str] = set()

    class Looking:
        def render(self, **context: Any) -> str:
            names.update(context)
            return "<p id='x'></p>"

    with mock.patch.object(ENVIRONMENT, "get_template", lambda name: Looking()):
        draw(Part("x", "looking.html", ("anything",)), "en")
    assert names == {"id", "value", "part", *say_with("en")}


def test_a_name_cannot_pose_as_a_part() -> None:
    seats = [Seat("ann", "\0turn\0"), Seat("bob", "\0\0people\0\0"), Seat("cid", "Cid")]
    for table in game_of("ghost-stories", seats, {"players": 3}, 1):
        page = read(picture(seen(table, "ann", "en", None, 0), "en").html())
        assert sum(element.id == "turn" for element in page.all()) == 1
        break
