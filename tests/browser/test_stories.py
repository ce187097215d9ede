"""Ghost Stories at the page: whole games, several screens, lost servers, taking back, keys, languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visit
from tests.browser.measure import nothing_was_pushed_about, watch
from tests.browser.player import Player, play_to_the_end
from tests.browser.scenes import at_moment
from tests.browser.tables import at, hot_seat, lay_table, sit_down
from tests.browser.visitor import Look, axe, fits
from tests.web.live import Live

import spuk
from spuk.language.catalog import say
from spuk.language.languages import LANGUAGES


def test_two_browsers_and_bots_play_a_whole_game(visit: Visit) -> None:
    ann, bob = visit(Look("1440", "dark", "en")), visit(Look("390", "light", "de"))
    for visitor in (ann, bob):
        watch(visitor)
    link = lay_table(ann, seats=("me", "free", "novice", "monk"), listed="off")
    sit_down(bob, link, 1, "Bob")
    ann.page.locator(".begin button").click()
    players = Player(ann, 1, board=True), Player(bob, 2)
    for player in players:
        player.page.wait_for_selector("main[data-status=playing]")
    play_to_the_end(*players)
    for player in players:
        nothing_was_pushed_about(player.visitor)
        expect(player.page.locator("#turn .end")).to_be_visible()
        assert player.clicks > 3
        axe(player.page)
    expect(ann.page.locator(".score")).to_be_visible()
    ann.shot("stories-end")
    bob.shot("stories-end")


def test_two_people_share_one_screen(visit: Visit) -> None:
    ann = visit(Look("1024", "light", "pl"))
    hot_seat(ann, "ghost-stories", ("Ann", "Bob"))
    player = Player(ann, 4)
    turns = set()
    for _ in range(60):
        if player.over() or len(turns) == 2:
            break
        turns.add(ann.page.locator("#turn h2").inner_text())
        player.act()
    assert len(turns) == 2 or player.over(), turns


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_speaks_every_language_and_has_no_serious_fault(visit: Visit, lang: str) -> None:
    ann = visit(Look("390" if lang == "pl" else "1024", "light" if lang == "de" else "dark", lang))
    page = ann.open("/")
    page.locator("button[name=game][value=ghost-stories]").click()
    page.wait_for_selector("#turn[data-mine=yes]")
    assert page.locator("html").get_attribute("lang") == lang
    expect(page.locator("#turn h2")).to_contain_text(
        say(lang, "ui.table.your_turn", name=say(lang, "ui.lobby.player", number=1))
    )
    fits(page)
    axe(page)
    player = Player(ann)
    for _ in range(4):
        if player.may_act():
            player.act()
    axe(page)


# ── what goes wrong ─────────────────────────────────────────────────────────────────────────


def test_a_killed_server_is_waited_for_and_the_game_goes_on(visit: Visit, own_live: Live) -> None:
    ann = visit(at=own_live)
    hot_seat(ann, "ghost-stories", ("Ann", "Bob"))
    player = Player(ann, 3)
    player.act()
    seen = ann.page.locator("#turn h2").inner_text()
    own_live.kill()
    expect(ann.page.locator("#trouble")).to_have_text(say("en", "ui.frame.lost"))
    own_live.start()
    expect(ann.page.locator("#trouble")).to_be_hidden()
    assert ann.page.locator("#turn h2").inner_text() == seen
    number = player.number()
    player.act()
    assert player.number() > number


def test_a_line_that_was_cut_heals_and_brings_what_was_missed(visit: Visit) -> None:
    ann, bob = visit(), visit()
    link = lay_table(ann, seats=("me", "free", "none", "none"), level="initiation")
    sit_down(bob, link, 1, "Bob")
    ann.page.locator(".begin button").click()
    players = Player(ann, 1), Player(bob, 2)
    for player in players:
        player.page.wait_for_selector("main[data-status=playing]")
    acting, waiting = players if players[0].may_act() else players[::-1]
    waiting.visitor.tap.cut()
    expect(waiting.page.locator("#trouble")).to_have_text(say("en", "ui.frame.lost"))
    acting.act()
    waiting.visitor.tap.mend()
    expect(waiting.page.locator("#trouble")).to_be_hidden()
    expect(waiting.page.locator("#table")).to_have_attribute("data-number", str(acting.number()))


def test_what_is_decided_can_be_taken_back(visit: Visit) -> None:
    ann = visit()
    hot_seat(ann, "ghost-stories", ("Ann", "Bob"), free_undo="on")
    player = Player(ann, 5)
    before = ann.page.locator("#board").inner_html()
    player.act()
    assert ann.page.locator("#board").inner_html() != before
    number = player.number()
    ann.page.locator("#undo").click()
    ann.page.wait_for_function("n => Number(document.getElementById('table').dataset.number) > n", arg=number)
    assert _plain(ann.page.locator("#board").inner_html()) == _plain(before)


def _plain(html: str) -> str:
    """Without what passes: classes of motion, what the pointer points at."""
    html = re.sub(r' (data-n|aria-pressed)="[^"]*"', "", html)
    html = re.sub(r'class="([^"]*)"', lambda found: str(sorted(_lasting(found[1]))), html)
    return re.sub(r"\s+", " ", html)


def _lasting(classes: str) -> set[str]:
    return set(classes.split()) - {"meant", "sure"}


def test_taking_back_is_asked_for_and_answered(visit: Visit) -> None:
    ann, bob = visit(), visit(Look("390"))
    link = lay_table(ann, seats=("me", "free", "none", "none"), free_undo="on")
    sit_down(bob, link, 1, "Bob")
    ann.page.locator(".begin button").click()
    players = Player(ann, 1), Player(bob, 2)
    for player in players:
        player.page.wait_for_selector("main[data-status=playing]")
    acting, other = players if players[0].may_act() else players[::-1]
    acting.act()
    acting.page.locator("#undo").click()
    expect(acting.page.locator(".request")).to_be_visible()
    other.page.locator(".request button[value=yes]").click()
    expect(acting.page.locator(".request")).to_have_count(0)
    assert acting.may_act()


# ── keys ────────────────────────────────────────────────────────────────────────────────────


def test_a_turn_is_played_with_the_keyboard_alone(visit: Visit) -> None:
    ann = visit()
    hot_seat(ann, "ghost-stories", ("Ann", "Bob"))
    page, player = ann.page, Player(ann)
    first = page.locator("#turn h2").inner_text()
    presses = 0
    while page.locator("#turn h2").inner_text() == first and not player.over():
        assert presses < 60, "a turn does not last for ever"
        before = player.number()
        # The first that is no fold: those only open what they hold.
        key = page.locator("#turn [data-act][data-n]").first.get_attribute("data-n")
        page.keyboard.press(str(key))
        if page.locator("#turn .sure").count():
            page.keyboard.press(str(key))
        page.wait_for_function("n => Number(document.getElementById('table').dataset.number) > n", arg=before)
        presses += 1
    assert presses > 1
    if not player.over():
        page.keyboard.press("?")
        expect(page.locator("#keys")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#keys")).to_be_hidden()


def test_a_decision_is_reached_with_tab_and_taken_with_enter(visit: Visit) -> None:
    ann = visit()
    hot_seat(ann, "ghost-stories", ("Ann", "Bob"))
    page, player = ann.page, Player(ann)
    before = player.number()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('#table button[name=action]')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_timeout(60)
    if page.locator(".sure").count():
        page.keyboard.press("Enter")
    page.wait_for_function("n => Number(document.getElementById('table').dataset.number) > n", arg=before)


def test_the_tokens_of_a_crowded_seat_do_not_cover_each_other_on_a_phone(visit: Visit) -> None:
    ann = visit(Look("360"))
    at_moment("ghost-stories", {"players": 4}, crowded)(ann)
    seats = ann.page.evaluate(
        """() => [...document.querySelectorAll('.seat')]
            .map(seat => [seat, ...seat.querySelectorAll('.own > *')]
            .map(e => e.getBoundingClientRect()).map(b => [b.left, b.top, b.right, b.bottom]))"""
    )
    assert max(len(boxes) for boxes in seats) > 5
    for seat, *boxes in seats:
        for number, one in enumerate(boxes):
            assert one[2] <= seat[2] + 1 and one[3] <= seat[3] + 3, "it leaves its seat"
            for other in boxes[:number]:
                apart = one[0] >= other[2] or one[2] <= other[0] or one[1] >= other[3] or one[3] <= other[1]
                assert apart, f"{one} covers {other}"


def crowded(state: spuk.State) -> bool:
    """Somebody holds five kinds of tokens."""
    boards = state.view(None)["boards"]
    return any(
        sum(n > 0 for n in board["tao"].values()) + bool(board["power_tokens"]) + bool(board["buddhas"]) > 4
        for board in boards
    )


# ── those who look on ───────────────────────────────────────────────────────────────────────


def test_whoever_looks_on_sees_the_game_and_no_buttons(visit: Visit) -> None:
    ann, eve = visit(), visit(Look("390"))
    lay_table(ann, seats=("me", "monk", "none", "none"), listed="off", lobby=False)
    ann.page.wait_for_selector("#turn")
    watch = ann.context.request.get(f"/api/v1/tables/{ann.path().rpartition('/')[2]}/links").json()["watch"]
    page = eve.open(at(watch))
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#table button[name=action]")).to_have_count(0)
    ann.page.wait_for_selector("#turn[data-mine=yes]")
    Player(ann).act()
    expect(page.locator("#table")).to_have_attribute("data-number", re.compile(r"\d+"))


def test_whoever_gives_up_sees_the_end_at_once(visit: Visit) -> None:
    ann = visit(Look("390", "dark", "en"))
    page = ann.open("/")
    page.locator("button[name=game][value=ghost-stories]").click()
    page.wait_for_selector("#turn[data-mine=yes]")
    page.locator(".tabs [data-tab=seats]").click()
    give_up = page.locator("#people form[action$=resign] button")
    give_up.click()
    expect(give_up).to_have_class(re.compile("sure"))  # it asks first
    give_up.click()
    expect(page.locator("#turn .end")).to_be_visible()
    expect(page.locator("#people")).to_be_hidden()


def test_a_table_without_script_shows_all_its_parts(visit: Visit) -> None:
    ann = visit(Look("390", "dark", "en"), script=False)
    page = ann.open("/")
    page.locator("button[name=game][value=ghost-stories]").click()
    for part in ("#board", "#turn", "#people", "#chat", "#log"):
        expect(page.locator(part)).to_be_visible()
    expect(page.locator(".tabs")).to_be_hidden()
    fits(page)
