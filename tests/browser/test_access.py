"""Playing by ear and by keyboard: what is announced, where the focus goes, and what stays as it was."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.player import Player
from tests.browser.tables import hot_seat, lay_table, sit_down
from tests.browser.visitor import Look, Visitor, axe

from spuk.language.catalog import say

GAMES = ("ghost-stories", "ghosts")
PLACES = ("turn-title", "hand", "round-title", "end-title")
"""From where one goes on: nothing happens if Enter is pressed there."""


def heard(page: Page) -> list[str]:
    """All that a screen reader was given to say."""
    return page.locator("#news p").all_inner_texts()


def wait_to_hear(page: Page, more_than: int) -> str:
    """The next announcement."""
    page.wait_for_function("n => document.querySelectorAll('#news p').length > n", arg=more_than)
    return heard(page)[-1]


def focused(page: Page) -> str:
    """The id of what has the focus."""
    return str(page.evaluate("document.activeElement.id || document.activeElement.tagName"))


def act_with_enter(page: Page) -> None:
    """Take the first choice in words, as somebody who tabs to it does."""
    before = page.locator("#table").get_attribute("data-number")
    page.locator("#turn button[name=action]:visible, #hand button").first.focus()
    page.keyboard.press("Enter")
    if page.locator("#table .sure").count():
        page.keyboard.press("Enter")
    page.wait_for_function("n => document.getElementById('table').dataset.number !== n", arg=before)


def quick_game(visitor: Visitor, game: str) -> Page:
    page = visitor.open("/")
    page.locator(f"button[name=game][value={game}]").click()
    page.wait_for_selector("#turn[data-mine=yes]")
    return page


def two_at_a_table(visit: Visit, *looks: Look) -> tuple[Player, Player]:
    """Two people at a table of Ghost Stories; the one who is asked first comes first."""
    ann, bob = (visit(look) for look in looks or (Look(), Look()))
    link = lay_table(ann, seats=("me", "free", "none", "none"))
    sit_down(bob, link, 1, "Bob")
    ann.page.locator(".begin button").click()
    players = Player(ann, 1), Player(bob, 2)
    for player in players:
        player.page.wait_for_selector("main[data-status=playing]")
    ann.page.wait_for_function("() => document.querySelector('#turn [data-act], #turn:not(.mine)')")
    return players if players[0].may_act() else players[::-1]


def chat(player: Player, text: str) -> None:
    player.page.evaluate(
        """text => {
            document.querySelector('#say [name=text]').value = text;
            document.querySelector('#say').requestSubmit();
        }""",
        text,
    )


# ── what is announced ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
@pytest.mark.parametrize("game", GAMES)
def test_what_happened_and_what_is_asked_is_announced(visit: Visit, game: str, lang: str) -> None:
    ann = visit(Look(lang=lang))
    page = quick_game(ann, game)
    expect(page.get_by_role("log", name=say(lang, "ui.table.news"))).to_be_attached()
    for _ in range(3):
        page.wait_for_selector("#turn[data-mine=yes]")
        page.wait_for_timeout(500)  # what was announced so far
        before = len(heard(page))
        act_with_enter(page)
        page.wait_for_selector("#turn[data-mine=yes], main[data-status=finished]")
        page.wait_for_timeout(500)
        told = " ".join(heard(page)[before:])
        assert "." in told, "nothing was announced"
        asks = page.locator("#turn").get_attribute("data-asks") or ""
        assert asks and asks.rstrip(".") in told
        assert page.locator("#turn-title").inner_text() in asks


def test_those_who_wait_hear_who_decides_and_what_was_done(visit: Visit) -> None:
    acting, waiting = two_at_a_table(visit)
    before = len(heard(waiting.page))
    acting.act()
    wait_to_hear(waiting.page, before)
    waiting.page.wait_for_timeout(600)
    told = " ".join(heard(waiting.page)[before:])
    assert told.count(".") >= 1 and "undefined" not in told


def test_that_something_is_asked_twice_is_announced_and_does_not_expire(visit: Visit) -> None:
    ann = visit()
    ann.page.clock.install()
    hot_seat(ann, "ghost-stories", ("Ann", "Bob"))
    page, player = ann.page, Player(ann, 3)
    for _ in range(30):
        if page.locator("#turn [data-sure]:visible").count():
            break
        player.act()
        page.clock.fast_forward(1000)
    end = page.locator("#turn [data-sure]").first
    end.focus()
    page.keyboard.press("Enter")
    page.clock.fast_forward(500)
    assert heard(page)[-1].endswith(say("en", "ui.table.sure_end") + ".")
    page.clock.fast_forward(120_000)
    expect(end).to_have_text(say("en", "ui.table.sure_end"))
    page.keyboard.press("Escape")  # no, after all
    expect(end).not_to_have_text(say("en", "ui.table.sure_end"))
    number = player.number()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")  # that was not meant: it asks no longer
    expect(page.locator("#table .sure")).to_have_count(0)
    assert player.number() == number


# ── where the focus goes ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES)
def test_after_an_action_the_focus_is_on_the_heading_of_what_is_asked(visit: Visit, game: str) -> None:
    ann = visit()
    page = quick_game(ann, game)
    for _ in range(5):
        page.wait_for_selector("#turn[data-mine=yes]")
        act_with_enter(page)
        assert focused(page) in PLACES
        before = page.locator("#table").get_attribute("data-number")
        page.keyboard.press("Enter")  # once too often: nothing happens
        page.wait_for_selector("#turn[data-mine=yes]")
        assert focused(page) in PLACES, before
        if page.locator("#read:visible").count():
            page.locator("#read").click()


def test_the_focus_never_rests_on_a_button_that_means_something_else(visit: Visit) -> None:
    ann = visit()
    hot_seat(ann, "ghost-stories", ("Ann", "Bob"))
    page = ann.page
    for _ in range(8):
        page.wait_for_selector("#turn[data-mine=yes]")
        first = page.locator("#turn button[name=action]:visible").first
        first.focus()
        before = page.locator("#table").get_attribute("data-number")
        # Somebody acts elsewhere: on a second screen of the same person.
        page.evaluate(
            "() => document.querySelector('#act').requestSubmit(document.querySelector('#turn [data-act]'))"
        )
        page.wait_for_function("n => document.getElementById('table').dataset.number !== n", arg=before)
        assert focused(page) == "turn-title"


# ── what stays as it was ────────────────────────────────────────────────────────────────────


def test_somebody_elses_message_or_reload_leaves_everything_as_it_is(visit: Visit) -> None:
    acting, other = two_at_a_table(visit)
    page = acting.page
    for _ in range(40):
        if page.locator("details.fold").count() and acting.may_act():
            break
        for player in (acting, other):
            if player.may_act():
                player.act()
    fold = page.locator("details.fold").first
    fold.locator("summary").click()
    inside = fold.locator("button").first
    inside.focus()
    button = focused(page)
    page.evaluate("document.querySelector('#hint').innerHTML = '<p>advice</p>'")
    page.evaluate("document.querySelector('#say [name=text]').value = 'half a sen'")
    page.evaluate("document.querySelector('#turn').scrollTop = 40")
    scrolled = page.evaluate("document.querySelector('#turn').scrollTop")
    number = acting.number()
    chat(other, "hello")
    page.wait_for_function("n => Number(document.getElementById('table').dataset.number) > n", arg=number)
    other.page.reload()
    other.page.wait_for_selector("#turn")
    page.wait_for_timeout(1000)  # somebody came: that is shown after a moment
    assert fold.get_attribute("open") is not None
    expect(inside).to_be_visible()
    assert focused(page) == button
    expect(page.locator("#hint")).to_have_text("advice")
    expect(page.locator("#say [name=text]")).to_have_value("half a sen")
    assert page.evaluate("document.querySelector('#turn').scrollTop") == scrolled


# ── keys ────────────────────────────────────────────────────────────────────────────────────


def with_a_closed_fold(visit: Visit) -> Player:
    """Somebody who is asked, with a section of choices that is closed."""
    ann = visit()
    hot_seat(ann, "ghost-stories", ("Ann", "Bob"))
    player = Player(ann, 2)
    for _ in range(40):
        if ann.page.locator("details.fold").count():
            return player
        player.act()
    raise AssertionError("there was nothing to open")


def keys_of(page: Page) -> dict[str, str]:
    """The keys that the page shows, and what they take."""
    found: dict[str, str] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('#table [aria-keyshortcuts]')]
            .map(b => [b.getAttribute('aria-keyshortcuts'), b.id]))"""
    )
    return found


def test_no_key_takes_a_choice_that_cannot_be_seen(visit: Visit) -> None:
    player = with_a_closed_fold(visit)
    page, number = player.page, player.number()
    shown = keys_of(page)
    hidden = page.locator("details.fold .chips [data-key]").evaluate_all("all => all.map(b => b.id)")
    assert hidden and not set(hidden) & set(shown.values())
    for key in "0123456789":
        if key not in shown:
            page.keyboard.press(key)
    page.wait_for_timeout(300)
    assert player.number() == number
    page.keyboard.press("y" if "Y" in shown else "m")  # now they can be seen
    opened = keys_of(page)
    assert set(hidden) & set(opened.values())


def test_a_key_keeps_its_meaning_from_turn_to_turn_and_ending_it_has_its_own(visit: Visit) -> None:
    player = with_a_closed_fold(visit)
    page = player.page
    meant: dict[str, set[str]] = {}
    for _ in range(16):
        for choice in page.locator("#turn [data-act][aria-keyshortcuts]").all():
            what = page.evaluate(
                "id => document.getElementById(id)?.dataset.pieces || ''", choice.get_attribute("id")
            )
            key = choice.get_attribute("aria-keyshortcuts") or ""
            if what.startswith("tile-") and key.isdigit():
                meant.setdefault(key, set()).add(what)
        end = page.locator("#turn [data-act][data-sure]")
        if end.count():
            assert end.first.get_attribute("aria-keyshortcuts") == "E"
            expect(end.first).to_have_attribute("data-n", "E")  # and shows it
        if player.over():
            break
        player.act()
    assert len(meant) > 3
    assert all(len(tiles) == 1 for tiles in meant.values()), meant


def test_letter_keys_can_be_switched_off_and_stay_off(visit: Visit) -> None:
    ann = visit()
    page = quick_game(ann, "ghosts")
    assert keys_of(page)
    page.locator("#menu > summary").click()
    page.get_by_label(say("en", "ui.table.set.keys")).uncheck()
    page.reload()
    page.wait_for_selector("#turn[data-mine=yes]")
    assert not {key for key, id in keys_of(page).items() if id.startswith(("hand", "act"))}
    number = page.locator("#table").get_attribute("data-number")
    for key in ("1", "2", "3", "c", "?"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    assert page.locator("#table").get_attribute("data-number") == number
    expect(page.locator("#keys")).to_be_hidden()
    expect(page.locator("#chat")).to_be_hidden()
    expect(page.locator("#hand kbd").first).to_be_hidden()


# ── chat ────────────────────────────────────────────────────────────────────────────────────


def test_new_messages_are_counted_and_announced_on_a_phone(visit: Visit) -> None:
    ann, bob = two_at_a_table(visit, Look("390"), Look("390"))
    page = ann.page
    tab = page.locator(".tabs [data-tab=chat]")
    before = len(heard(page))
    chat(bob, "hello there")
    expect(tab).to_have_attribute("data-unread", "1")
    assert "hello there" in wait_to_hear(page, before)
    chat(bob, "again")
    expect(tab).to_have_attribute("data-unread", "2")
    expect(page.get_by_role("button", name=say("en", "ui.table.unread", n=2))).to_be_visible()
    page.reload()
    expect(tab).to_have_attribute("data-unread", "2")
    tab.click()
    expect(tab).not_to_have_attribute("data-unread", "2")
    page.reload()
    expect(tab).not_to_have_attribute("data-unread", "2")


def test_your_turn_is_one_key_away_from_the_chat(visit: Visit) -> None:
    acting, _ = two_at_a_table(visit)
    page = acting.page
    to_turn = page.locator("#to-turn")
    expect(to_turn).to_be_hidden()
    page.keyboard.press("c")
    expect(page.locator("#say [name=text]")).to_be_focused()
    expect(to_turn).to_be_visible()
    page.keyboard.type("see you")
    page.keyboard.press("Escape")
    expect(page.locator("#turn-title")).to_be_focused()
    page.keyboard.press("c")
    expect(page.locator("#say [name=text]")).to_have_value("see you")
    to_turn.click()
    expect(page.locator("#turn-title")).to_be_focused()


# ── faults that a program can find ──────────────────────────────────────────────────────────

PAGES = (
    "/",
    "/new?game=ghost-stories",
    "/new?game=ghosts",
    "/games",
    "/me",
    "/records",
    "/recover",
    "/rules",
    "/rules/ghost-stories",
    "/rules/ghosts",
    "/tutorial/1",
    "/tutorial/5",
)


AXE_LOOKS = [Look("1440", "dark", "en"), Look("390", "light", "de")]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("look", AXE_LOOKS, ids=str)
def test_axe_finds_nothing_at_a_table_and_in_its_replay(visit: Visit, look: Look, game: str) -> None:
    ann = visit(look)
    page = quick_game(ann, game)
    axe(page)
    Player(ann, 1).act()
    if page.locator("details.fold").count():
        page.locator("details.fold > summary").first.click()
    for tab in ("chat", "seats", "turn"):
        page.evaluate("tab => document.querySelector(`button[data-tab=${tab}]`).click()", tab)
        axe(page)
    axe(ann.open(f"{ann.path()}/replay"))


@pytest.mark.parametrize("look", AXE_LOOKS, ids=str)
def test_axe_finds_nothing_on_any_other_page(visit: Visit, look: Look) -> None:
    ann = visit(look)
    lay_table(ann)  # a lobby
    axe(ann.page)
    for path in PAGES:
        axe(ann.open(path))
