"""Ghosts in the browser: whole games by clicking, hidden hands, a shared device, the replay."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.measure import nothing_was_pushed_about, watch
from tests.browser.player import Player, play_on, play_to_the_end
from tests.browser.visitor import Look, Visitor, axe, fits

from spuk.games.ghosts.words import KINDS
from spuk.kernel.seeds import Random
from spuk.language.catalog import say

NOVICE = {"who": "bot", "bot": "novice"}
LOOKS = [
    Look("1440", "dark", "en"),
    Look("1024", "light", "pl"),
    Look("390", "light", "de"),
    Look("360", "dark", "pl"),
]
Json = dict[str, Any]


def api(visitor: Visitor, method: str, path: str, body: Any = None) -> Json:
    """What a program with this browser's cookie is answered."""
    answer = visitor.context.request.fetch(
        f"/api/v1{path}", method=method, data=body, headers={"content-type": "application/json"}
    )
    assert answer.ok, answer.text()
    found: Json = answer.json()
    return found


def lay_table(ann: Visitor, *seats: Json, rounds: int = 3, **order: Any) -> str:
    """A table that has started, unless seats are free."""
    options = {"players": len(seats), "rounds": rounds}
    made = api(ann, "POST", "/tables", {"game": "ghosts", "options": options, "seats": seats, **order})
    if all(seat["who"] != "nobody" for seat in seats):
        api(ann, "POST", f"/tables/{made['id']}/start")
    return str(made["id"])


def me(name: str) -> Json:
    return {"who": "me", "name": name}


def pair(visit: Visit, *more: Json, size: str = "390") -> tuple[Visitor, Visitor, str]:
    """Two browsers at a table with bots; small ones, which are drawn quickly."""
    ann, bob = visit(Look(size)), visit(Look("390", "light", "de"), plain=True)
    id = lay_table(ann, me("Ann"), {"who": "nobody"}, *more)
    bob.open("/")
    api(bob, "PUT", f"/tables/{id}/seats/1", me("Bob"))
    api(ann, "POST", f"/tables/{id}/start")
    return ann, bob, id


BUTTONS = "#table button[name=action]"


def clicker(visitor: Visitor, seed: int = 1) -> Player:
    """Somebody who clicks any card or button that glows."""
    return Player(visitor, seed, board=True)


def let_a_program_finish(ann: Visitor, id: str) -> None:
    """Play a game to its end, quicker than by clicking."""
    random = Random(3)
    for _ in range(5000):
        state = api(ann, "GET", f"/tables/{id}")
        if state["status"] != "playing":
            return
        if state["asked"]:
            legal = state["asked"]["legal"]
            order = {"number": state["number"], "action": legal[random.below(len(legal))]["action"]}
            api(ann, "POST", f"/tables/{id}/actions", order)
        else:
            ann.page.wait_for_timeout(20)
    raise AssertionError("the game does not end")


# ── a whole game ────────────────────────────────────────────────────────────────────────────


def test_two_browsers_and_bots_play_a_whole_game_by_clicking(visit: Visit) -> None:
    ann, bob, id = pair(visit, NOVICE, NOVICE, NOVICE, NOVICE, size="1440")
    for visitor in (ann, bob):
        watch(visitor)
        visitor.open(f"/t/{id}")
    players = clicker(ann, 1), clicker(bob, 2)
    play_to_the_end(*players, seconds=600)
    for visitor in (ann, bob):
        nothing_was_pushed_about(visitor)
    assert sum(player.clicks for player in players) > 20
    result = api(ann, "GET", f"/tables/{id}")["result"]
    for seat, visitor in enumerate((ann, bob)):
        title = visitor.page.locator("#end-title")
        won = "ui.cards.end.won" if seat in result["winners"] else "ui.cards.end.lost"
        expect(title).to_have_text(say(visitor.look.lang, won))
        visitor.shot("ghosts-end")
        axe(visitor.page)
    ann.page.locator("#game-over form button").click()
    ann.page.wait_for_url(re.compile(rf"/t/(?!{re.escape(id)})"))


def test_digits_play_cards(visit: Visit) -> None:
    ann = visit()
    id = lay_table(ann, me("Ann"), NOVICE)
    page = ann.open(f"/t/{id}")
    for _ in range(4):
        page.wait_for_selector(BUTTONS)
        before = clicker(ann).number()
        key = page.locator("[data-key]").first.get_attribute("data-key")
        page.keyboard.press(str(key))
        page.wait_for_function("n => Number(document.getElementById('table').dataset.number) > n", arg=before)


def test_everything_works_without_script(visit: Visit) -> None:
    ann = visit(script=False)
    id = lay_table(ann, me("Ann"), NOVICE)
    page = ann.open(f"/t/{id}")
    for _ in range(3):
        reload_until_asked(page)
        page.locator(BUTTONS).first.click()
        expect(page.locator("#table")).to_be_visible()


def test_without_script_a_page_asks_before_the_pile_is_taken_and_the_replay_offers_nothing_dead(
    visit: Visit,
) -> None:
    ann = visit(script=False)
    id = lay_table(ann, me("Ann"), NOVICE)
    page = ann.open(f"/t/{id}")
    for _ in range(40):
        reload_until_asked(page)
        take = page.locator("button[data-sure][name=action]")
        if take.count():
            break
        page.locator(BUTTONS).first.click()
    number = api(ann, "GET", f"/tables/{id}")["number"]
    take.click()
    expect(page.locator("h1")).to_contain_text("Take the pile")
    assert api(ann, "GET", f"/tables/{id}")["number"] == number
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("#table")).to_be_visible()
    assert api(ann, "GET", f"/tables/{id}")["number"] > number
    page = ann.open(f"/t/{id}/replay")
    expect(page.locator("#play")).to_be_hidden()


def test_what_a_round_came_to_can_be_read_while_bots_play_on(visit: Visit) -> None:
    ann = visit(Look("390"))
    id = lay_table(ann, me("Ann"), NOVICE, NOVICE, NOVICE)
    page, player = ann.open(f"/t/{id}"), clicker(ann)
    over = page.locator("#round-news")
    # Whether it is there is asked in the same breath as the click: a card of the next round would close it.
    click = """() => {
        const button = document.querySelector('#hand button, #turn button[name=action]');
        const number = document.getElementById('table').dataset.number;
        if (document.querySelector('.over.round')) return false;
        if (button && window.clicked !== number) { window.clicked = number; button.click(); }
        return true;
    }"""
    for _ in range(1000):
        if not page.evaluate(click):
            break
        page.wait_for_timeout(50)
    while page.locator("#round-over .give").count():
        page.locator("#round-over .give button").last.click()
        page.wait_for_timeout(300)
    page.wait_for_selector("#turn[data-mine=yes]")
    expect(over).to_be_visible()
    page.locator("[data-read]").click()
    expect(over).to_be_hidden()
    player.act()
    expect(over).to_be_hidden()


def reload_until_asked(page: Page) -> None:
    for _ in range(300):
        if page.locator(BUTTONS).count():
            return
        page.wait_for_timeout(100)
        page.reload()
    raise AssertionError("nothing is asked of us")


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_the_table_fits_every_screen(visit: Visit, look: Look) -> None:
    ann = visit(look)
    id = lay_table(ann, me("Bartholomäus"), NOVICE, NOVICE, NOVICE, NOVICE, NOVICE)
    page = ann.open(f"/t/{id}")
    player = clicker(ann)
    for turn in range(6):
        page.wait_for_selector(BUTTONS)
        if turn % 3 == 2:
            fits(page)
            axe(page)
            ann.shot(f"ghosts-{turn}")
        player.act()
    page.goto(f"/t/{id}/replay")
    fits(page)
    axe(page)
    ann.shot("ghosts-replay")


def test_cards_move_and_a_tap_ends_it(visit: Visit) -> None:
    ann = visit(reduced_motion="no-preference")
    id = lay_table(ann, me("Ann"), NOVICE, NOVICE)
    page = ann.open(f"/t/{id}")
    player = clicker(ann)
    for _ in range(8):
        page.wait_for_selector(BUTTONS)
        player.act()
        page.mouse.click(5, 300)
    expect(page.locator(".flying")).to_have_count(0)


# ── hidden hands ────────────────────────────────────────────────────────────────────────────


def test_the_other_hand_is_never_in_a_browsers_traffic(visit: Visit) -> None:
    ann, bob, id = pair(visit, NOVICE)
    for visitor in (ann, bob):
        visitor.open(f"/t/{id}")
    players = clicker(ann, 1), clicker(bob, 2)
    play_on(*players, clicks=24)
    bob.open(f"/t/{id}/replay?step=3")
    bob.page.keyboard.press("End")
    bob.page.wait_for_timeout(300)
    heard = bob.tap.received()
    own = [
        KINDS[event["card"]]
        for update in api(bob, "GET", f"/tables/{id}/log")["updates"]
        for event in update.get("events", ())
        if event["id"] == "card_drawn" and "card" in event
    ]
    assert set(re.findall(r"hand-([a-z0-9]+)-\d", heard)) <= set(own)
    assert '"card_drawn","seat":1' in heard
    assert not re.search(r'"card_drawn","seat":[02],"card"', heard)
    view = api(ann, "GET", f"/tables/{id}")["view"]
    assert view["players"][0]["hand"] is not None
    # Nothing that was open at any time: no cards but those on the pile and in the own hand.
    assert 'class="open"' not in heard


# ── several people at one device ────────────────────────────────────────────────────────────

WATCH = """
window.seen = [];
const look = () => {
  const cover = document.getElementById("cover"), cards = document.querySelectorAll("#hand .card");
  if (cards.length) window.seen.push(cover ? "hand under the cover" : "hand");
};
new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
document.addEventListener("DOMContentLoaded", look);
"""


@pytest.mark.parametrize("look", [Look("1024", "light", "pl"), Look("390", "dark", "de")], ids=str)
def test_a_shared_device_is_handed_over_with_the_hand_covered(visit: Visit, look: Look) -> None:
    ann = visit(look)
    ann.context.add_init_script(WATCH)
    id = lay_table(ann, me("Ann"), me("Bob"), NOVICE)
    page = ann.open(f"/t/{id}")
    player = clicker(ann)
    names = ("Ann", "Bob")
    handed = 0
    for _ in range(10):
        page.wait_for_selector(f"#i-am, {BUTTONS}")
        actor = api(ann, "GET", f"/tables/{id}")["actor"]
        if page.locator("#i-am").count():
            handed += 1
            assert page.locator("#hand .card").count() == 0
            expect(page.locator("#i-am")).to_have_text(
                say(look.lang, "ui.cards.handover.button", player=names[actor])
            )
            if handed == 2:
                fits(page)
                axe(page)
                ann.shot("ghosts-cover")
            page.locator("#i-am").click()
            page.wait_for_selector(BUTTONS)
        assert "hand under the cover" not in page.evaluate("window.seen")
        player.act()
        assert "hand under the cover" not in page.evaluate("window.seen")
    assert handed >= 4


# ── looking back ────────────────────────────────────────────────────────────────────────────


def test_a_game_is_looked_at_again_judged_saved_and_played_on(visit: Visit) -> None:
    ann = visit()
    id = lay_table(ann, me("Ann"), NOVICE, NOVICE, NOVICE)
    let_a_program_finish(ann, id)
    page = ann.open(f"/t/{id}")
    page.locator("#game-over a[href$=replay]").click()
    slider, place = page.locator("#slider"), page.locator("#place")
    last = int(slider.get_attribute("max") or 0)

    def at(step: int) -> None:
        expect(place).to_have_text(say("en", "ui.replay.step", n=step, total=last))

    at(0)
    page.wait_for_load_state()  # from now on the script listens
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        page.keyboard.press(key)
        at(step)
    slider.fill("12")
    at(12)
    expect(page.locator("#past-log a[aria-current]").first).to_be_visible()
    page.locator("#past-log a").nth(30).click()
    address = page.url
    page.reload()
    assert page.url == address
    page.locator("#play").click()
    page.wait_for_function("was => document.getElementById('slider').value > was", arg=slider.input_value())
    page.locator("#play").click()
    page.locator("#judge").click()
    page.wait_for_selector("#chances .chart")
    with page.expect_download() as saved:
        page.locator("a[download]").click()
    assert saved.value.suggested_filename.endswith(".json")
    slider.fill("9")
    at(9)
    cards = page.locator("#hand .card").count()
    page.locator(".fork summary").click()
    ann.shot("ghosts-fork")
    page.locator("#fork-go").click()
    page.wait_for_url(re.compile(rf"/t/(?!{re.escape(id)})[\w-]+$"))
    expect(page.locator("#hand .card")).to_have_count(cards)
    page.wait_for_selector(BUTTONS)
    clicker(ann).act()
