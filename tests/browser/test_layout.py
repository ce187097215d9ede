"""Room for everything: phones either way up, pages at 200 and 400 %, fingers, forced colours, motion."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.player import Player
from tests.browser.scenes import at_moment, bring, full_hand, two_ghosts
from tests.browser.visitor import Look, Visitor, axe, fits

import spuk

SMALL: Final = ("667", "640", "360-low", "320")
FINGER: Final = 44
SENTENCE: Final = 24
"""What WCAG 2.5.8 asks of links within a text."""
LONGEST: Final = 5000
"""Milliseconds that something may move without a button to stop it (WCAG 2.2.2)."""
CHOICES: Final = 190
"""Pixels for what may be done, of which one can see three rows at least."""
_BOX: Final = "e => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom] }"
_REACH: Final = """e => {
    const b = e.getBoundingClientRect(), x = (b.left + b.right) / 2, y = (b.top + b.bottom) / 2;
    const is = (x, y) => e.contains(document.elementFromPoint(x, y));
    const far = (dx, dy) => {
        let n = 0;
        while (n < 60 && is(x + dx * (n + 1), y + dy * (n + 1))) n++;
        return n;
    };
    return is(x, y) ? [far(-1, 0) + far(1, 0) + 1, far(0, -1) + far(0, 1) + 1] : [0, 0];
}"""
_MOTION: Final = """() => document.getAnimations()
    .map((a) => [a.animationName || a.transitionProperty || '', a.effect.getComputedTiming().endTime])"""

stories = at_moment("ghost-stories", {"players": 3}, two_ghosts)
cards = at_moment("ghosts", {"players": 5}, full_hand)


def box(page: Page, css: str) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    left, top, right, bottom = page.locator(css).first.evaluate(_BOX)
    return left, top, right, bottom


def apart(page: Page, one: str, other: str) -> None:
    """Two parts of a page do not lie on each other."""
    a, b = box(page, one), box(page, other)
    assert a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 1 or b[3] <= a[1] + 1, (one, a, other, b)


def reach(page: Page, css: str) -> list[int]:
    """How wide and high the area is in which a finger finds something."""
    element = page.locator(css).locator("visible=true").first
    element.scroll_into_view_if_needed()
    found: list[int] = element.evaluate(_REACH)
    return found


# ── room ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("size", SMALL)
def test_ghost_stories_has_room_for_board_and_choices_on_small_screens(visit: Visit, size: str) -> None:
    ann = visit(Look(size))
    stories(ann)
    page = ann.page
    fits(page)
    left, _, right, _ = box(page, "#board")
    assert right - left >= 290
    apart(page, "#board", "#turn")
    _, from_top, _, to = box(page, "#turn")
    height = page.viewport_size["height"] if page.viewport_size else 0
    if size == "320":  # one below the other, and the page scrolls
        assert page.evaluate("document.documentElement.scrollHeight") >= to
    else:
        assert min(to, height) - from_top >= CHOICES
    ann.shot("small-stories")


@pytest.mark.parametrize("size", SMALL)
def test_the_hand_of_ghosts_covers_neither_pile_nor_dial_on_small_screens(visit: Visit, size: str) -> None:
    ann = visit(Look(size, lang="de"))
    cards(ann)
    page = ann.page
    fits(page)
    left, top, right, bottom = box(page, "#dial")
    assert right - left >= 150 and bottom - top >= 150
    for one, other in (("#hand", "#dial"), ("#hand", "#turn"), ("#dial", "#turn"), (".ring", "#dial")):
        apart(page, one, other)
    ann.shot("small-ghosts")


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_the_button_of_the_first_game_is_on_the_screen_of_a_low_phone(visit: Visit, lang: str) -> None:
    page = visit(Look("360-low", lang=lang)).open("/tutorial/5")
    for step in (1, 3, 5, 8):
        page.goto(f"/tutorial/{step}")
        _, top, _, bottom = box(page, ".guide .do .act")
        assert top >= 0 and bottom <= 640, f"step {step}: {top} to {bottom}"


def test_taoists_do_not_cover_the_token_in_the_circle_of_prayer(visit: Visit) -> None:
    ann = visit(Look("390"))
    stories(ann)
    page = ann.page
    page.evaluate(
        """() => { const tile = document.querySelector('.tile'), who = tile.querySelector('.who');
        tile.classList.add('stood');
        who.innerHTML = '<span class="man"><svg></svg></span>'.repeat(4);
        tile.insertAdjacentHTML('beforeend', '<span class="tao red on" id="in-circle"></span>'); }"""
    )
    apart(page, "#in-circle", ".tile .who")


# ── the table of Ghosts ─────────────────────────────────────────────────────────────────────


def new_round(state: spuk.State) -> bool:
    """The second round has begun, and nobody has played a card."""
    view = state.view(None)
    return view["round"] == 2 and view["phase"] == "play" and not view["trick"] and len(state.legal()) > 1


@pytest.mark.parametrize("size", ["1440", "390", "360-low", "667"])
def test_news_of_a_round_cover_neither_pile_nor_dial_and_can_be_read_again(visit: Visit, size: str) -> None:
    ann = visit(Look(size, lang="de"))
    at_moment("ghosts", {"players": 4}, new_round)(ann)
    page = ann.page
    news = page.locator("#round-news")
    expect(news).to_be_visible()
    for part in ("#dial", "#hand", "#turn"):
        apart(page, "#round-news .panel", part)
    ann.shot("ghosts-news")
    page.locator("#hand button").first.click()
    page.wait_for_selector("#pile .ghostcard")
    expect(news).to_be_visible()
    page.locator("[data-read]").click()
    expect(news).to_be_hidden()
    page.locator("[data-reread]").click()
    expect(news).to_be_visible()


def test_all_cards_of_the_trick_can_be_looked_at(visit: Visit) -> None:
    ann = visit(Look("390"))
    cards(ann)
    page = ann.page
    shown = page.locator("#trick li")
    expect(page.locator("#trick")).to_be_hidden()
    page.locator(".look").click()
    expect(page.locator("#trick")).to_be_visible()
    assert shown.count() == page.locator("#pile .ghostcard, #aside .ghostcard").count()
    expect(shown.first).to_contain_text("Fear level")
    fits(page)
    axe(page)
    ann.shot("ghosts-trick")
    page.locator("#trick > button").click()
    expect(page.locator("#trick")).to_be_hidden()


def mist(state: spuk.State) -> bool:
    """Mist lies beside the pile."""
    return len(state.legal()) > 2 and any(card["family"] is None for card in state.view(None)["trick"])


@pytest.mark.parametrize("size", ["390", "360-low", "667"])
def test_nothing_covers_what_is_said_of_the_mist(visit: Visit, size: str) -> None:
    ann = visit(Look(size, lang="de"))
    at_moment("ghosts", {"players": 4}, mist)(ann)
    label = ann.page.locator("#aside > span")
    apart(ann.page, "#aside > span", "#hand")
    left, top, right, bottom = box(ann.page, "#aside > span")
    assert bottom - top < 48, "so many lines are too many"
    for x, y in ((left + 3, top + 3), (right - 3, bottom - 3), ((left + right) / 2, (top + bottom) / 2)):
        assert label.evaluate(f"e => e.contains(document.elementFromPoint({x}, {y}))")


def test_a_ring_that_turns_does_not_make_the_page_wider(visit: Visit) -> None:
    ann = visit(Look("390"), reduced_motion="no-preference")
    cards(ann)
    for degrees in (0, 30, 45):
        ann.page.evaluate(f"() => {{ document.getElementById('way').style.rotate = '{degrees}deg' }}")
        assert ann.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


# ── fingers ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("size", ["390", "360-low", "667"])
def test_fingers_find_what_can_be_tapped(visit: Visit, size: str) -> None:
    ann = visit(Look(size))
    stories(ann)
    page = ann.page
    wide, high = page.locator(".yyb").first.evaluate(
        f"""e => {{
            const button = document.createElement('button');
            button.className = 'hit';
            e.append(button);
            return ({_REACH})(button);
        }}"""
    )
    assert wide >= FINGER and high >= FINGER, f"Yin-Yang: {wide} x {high}"
    for css in (".choices .act", "#ask-hint", "#menu > summary", ".tile > .glow > .hit:not([data-layer])"):
        wide, high = reach(page, css)
        assert wide >= FINGER and high >= FINGER, f"{css}: {wide} x {high}"
    page.locator("#menu > summary").click()
    for css in ("#menu a.item", "#menu .choice a", "#menu label.item"):
        wide, high = reach(page, css)
        assert wide >= FINGER and high >= FINGER, f"{css}: {wide} x {high}"


def test_fingers_find_rule_links(visit: Visit) -> None:
    ann = visit(Look("390"))
    record = next(r for r in _games() if (outcome := r.replay().outcome()) is not None and outcome.reason)
    path, _, _ = bring(ann, record, "look").partition("/replay")
    page = ann.open(path)
    page.wait_for_selector("a.rule")
    wide, high = reach(page, "a.rule")
    assert wide >= SENTENCE and high >= SENTENCE, f"{wide} x {high}"


def _games() -> list[spuk.Record]:
    return [spuk.play("ghost-stories", {"players": 2}, ["monk"], seed) for seed in range(3)]


# ── forced colours ──────────────────────────────────────────────────────────────────────────


def test_haunted_pips_and_dice_are_told_apart_in_forced_colours(visit: Visit) -> None:
    ann = visit(Look("1440"), forced_colors="active")
    stories(ann)
    page = ann.page
    looks = page.evaluate(
        """() => ['pip', 'pip on', 'pip next'].map((look) => {
            const e = document.querySelector('dl .pip').cloneNode(true);
            e.className = look;
            document.querySelector('dl dd').append(e);
            const drawn = getComputedStyle(e.querySelector('svg')).visibility;
            return [getComputedStyle(e).backgroundColor, getComputedStyle(e).borderStyle, drawn].join();
        })"""
    )
    assert len(set(looks)) == 3, looks
    die = page.locator(".tray .die").first.evaluate(
        "e => [getComputedStyle(e).forcedColorAdjust, getComputedStyle(e.querySelector('svg')).color]"
    )
    assert die == ["none", "rgb(74, 64, 48)"]
    ann.shot("forced-colours")


# ── motion ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("arrange", [stories, cards], ids=["stories", "ghosts"])
def test_nothing_moves_longer_than_five_seconds(visit: Visit, arrange: Any) -> None:
    ann: Visitor = visit(reduced_motion="no-preference")
    arrange(ann)
    moving = ann.page.evaluate(_MOTION)
    assert moving, "nothing moves at all"
    too_long = [(name, end) for name, end in moving if end is None or end > LONGEST]
    assert not too_long


def test_the_log_keeps_the_place_of_who_reads_and_shows_the_latest_to_all_others(visit: Visit) -> None:
    ann: Visitor = visit()
    cards(ann)
    page = ann.page
    top = "() => document.getElementById('cards-log').scrollTop"
    assert page.evaluate(top) == 0
    player = Player(ann, 1, board=True)
    more = "e => e.scrollHeight - e.clientHeight"
    while page.locator("#cards-log").evaluate(more) < 200:
        player.act()
        page.wait_for_selector("#turn[data-mine=yes]")
    page.wait_for_function("() => document.getElementById('cards-log').scrollTop === 0")
    latest = page.locator("#cards-log > li").first
    expect(latest).to_be_in_viewport()
    page.evaluate("() => { document.getElementById('cards-log').scrollTop = 150 }")
    read = page.locator("#cards-log > li").nth(4)
    id, before = read.get_attribute("id"), box(page, "#cards-log > li:nth-child(5)")[1]
    for _ in range(3):
        page.wait_for_selector("#turn[data-mine=yes]")
        player.act()
    assert abs(box(page, f"#{id}")[1] - before) < 10, "the line that was read has moved"
    assert page.evaluate(top) > 150


# ── the replay ──────────────────────────────────────────────────────────────────────────────


def test_the_button_that_plays_a_game_again_shows_play_and_then_pause(visit: Visit) -> None:
    ann = visit()
    page = ann.open(bring(ann, _games()[0], "look"))
    button = page.locator("#play")
    shown = "e => [...e.querySelectorAll('svg')].filter((s) => s.getBoundingClientRect().width)"
    symbol = f"({shown})(e).map((s) => s.firstElementChild.getAttribute('href').split('#')[1])"
    page.wait_for_selector("#play:visible")
    assert button.evaluate(f"e => {symbol}") == ["play"]
    button.click()
    assert button.evaluate(f"e => {symbol}") == ["pause"]
