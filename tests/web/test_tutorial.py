"""The guided first game through its pages, without script: played through in every language."""

from __future__ import annotations

import re
from html import unescape

import httpx
import pytest

from spuk.games.ghost_stories.tutorial.lesson import STEPS, moments, wanted
from spuk.language.catalog import say
from spuk.language.languages import LANGUAGES
from spuk.render.static_files import static_files

from .test_rules_pages import Page, read, visit

LAST = len(STEPS)


def buttons(text: str) -> list[int]:
    """The actions that can be tapped."""
    return [int(action) for action in re.findall(r'form="act" name="action" value="(\d+)"', text)]


def glowing(text: str) -> set[int]:
    """The actions that glow on the board."""
    hits = re.findall(r'<button class="hit[^"]*" form="act" name="action" value="(\d+)"([^>]*)>', text)
    return {int(action) for action, more in hits if "data-layer" not in more}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lesson_is_played_through_without_script(sqlite: str, lang: str) -> None:
    async def play(guest: httpx.AsyncClient) -> int:
        page, number = await guest.get("/tutorial"), 1
        while number < LAST:
            step = STEPS[number - 1]
            text = unescape(page.text)
            assert step.text(lang) in text
            assert Page(page.text).ids.count("turn") == 1
            if step.wanted:
                action = wanted(number - 1)
                assert action in buttons(page.text)
                page = await guest.post(f"/tutorial/{number}", data={"action": str(action)})
                assert page.status_code == 303
                assert page.headers["location"] == f"/tutorial/{number + 1}#turn"
            else:
                assert f'href="/tutorial/{number + 1}"' in page.text
            number += 1
            page = await guest.get(f"/tutorial/{number}")
        assert say(lang, "ui.tutorial.won.title") in unescape(page.text)
        assert 'action="/play"' in page.text
        return number

    async def tour(guest: httpx.AsyncClient) -> int:
        guest.headers["accept-language"] = lang
        return await play(guest)

    assert visit(sqlite, tour) == LAST


@pytest.mark.parametrize("number", range(1, LAST + 1))
def test_nothing_glows_but_what_is_asked_for(sqlite: str, number: int) -> None:
    text = read(sqlite, f"/tutorial/{number}")
    action = wanted(number - 1)
    assert glowing(text) <= {action}
    if STEPS[number - 1].wanted.partition(":")[0] in (
        "place",
        "move",
        "help",
        "buddha",
        "exorcise",
        "cleanse",
    ):
        assert glowing(text) == {action}
    state = moments()[number - 1].state
    if action is not None:
        assert set(buttons(text)) == set(state.legal())
    page = Page(text)
    sprite = static_files().files["symbols.svg"].plain.decode()
    assert {id for id in page.symbols if f'id="{id}"' not in sprite} == set()
    assert len(page.ids) == len(set(page.ids))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_another_tap_is_answered_kindly_and_changes_nothing(sqlite: str, lang: str) -> None:
    number = next(n for n, step in enumerate(STEPS, 1) if step.id == "move")
    other = next(a for a in moments()[number - 1].state.legal() if a != wanted(number - 1))

    async def tour(guest: httpx.AsyncClient) -> str:
        guest.headers["accept-language"] = lang
        answer = await guest.post(f"/tutorial/{number}", data={"action": str(other)})
        assert answer.headers["location"] == f"/tutorial/{number}?tapped={other}#turn"
        return (await guest.get(answer.headers["location"])).text

    text = unescape(visit(sqlite, tour))
    assert STEPS[number - 1].why(lang) in text
    assert STEPS[number - 1].text(lang) in text
    assert 'role="alert"' in text


@pytest.mark.parametrize("action", ["", "x", "-1", "999999999999", "0", "77 "])
def test_nonsense_is_answered_kindly_too(sqlite: str, action: str) -> None:
    async def tour(guest: httpx.AsyncClient) -> str:
        answer = await guest.post("/tutorial/5", data={"action": action})
        assert answer.status_code == 303
        page = await guest.get(answer.headers["location"])
        assert page.status_code == 200
        return page.text

    assert say("en", "ui.tutorial.impossible") in unescape(visit(sqlite, tour))


def test_steps_that_are_not_there(sqlite: str) -> None:
    for number in ("0", str(LAST + 1), "x"):
        read(sqlite, f"/tutorial/{number}", status=422)


def test_the_lesson_leaves_no_trace(sqlite: str) -> None:
    async def tour(guest: httpx.AsyncClient) -> None:
        await guest.post("/tutorial/3", data={"action": "157"})
        assert not guest.cookies

    visit(sqlite, tour)
