"""The start page and what is round the table: made, joined, found again, in every language and size."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visit
from tests.browser.tables import at, lay_table
from tests.browser.visitor import Look, Visitor, axe, fits
from tests.web.live import Live

import spuk
from spuk.language.catalog import say
from spuk.language.languages import LANGUAGES

LOOKS = [
    Look("1440", "dark", "en"),
    Look("1024", "light", "pl"),
    Look("390", "light", "de"),
    Look("360", "dark", "pl"),
]
PAGES = (
    "/",
    "/new?game=ghost-stories",
    "/new?game=ghosts",
    "/games",
    "/me",
    "/records",
    "/recover",
    "/nowhere",
)
FIRST_PAGE = 200_000


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_every_page_fits_the_screen_and_has_no_serious_fault(visit: Visit, look: Look) -> None:
    ann = visit(look)
    for path in PAGES:
        page = ann.open(path)
        assert page.locator("html").get_attribute("lang") == look.lang
        fits(page)
        axe(page)
        ann.shot(f"page{re.sub('[^a-z]+', '-', path)}".rstrip("-"), whole=True)
    ann.complaints = [said for said in ann.complaints if "404" not in said]  # /nowhere


def test_the_first_page_is_small(visit: Visit) -> None:
    ann = visit()
    ann.open("/").wait_for_load_state("networkidle")
    received = ann.tap.bytes_received()
    assert 10_000 < received <= FIRST_PAGE, f"{received} bytes"


@pytest.mark.parametrize("game", spuk.games())
def test_one_click_begins_a_game_with_companions(visit: Visit, game: str) -> None:
    ann = visit(Look("390"))
    page = ann.open("/")
    page.locator(f"button[name=game][value={game}]").click()
    expect(page.locator("body.at-table.playing")).to_be_visible()
    page.wait_for_selector("#table")
    page.goto("/")
    expect(page.locator(".going .entry")).to_have_count(1)


def test_the_language_follows_the_browser_and_the_switch_is_kept(visit: Visit) -> None:
    ann = visit(Look(lang="pl"))
    page = ann.open("/")
    expect(page.locator("h1")).to_have_text(say("pl", "ui.start.title"))
    page.locator("#menu > summary").click()
    page.get_by_role("link", name="Deutsch").click()
    expect(page.locator("h1")).to_have_text(say("de", "ui.start.title"))
    page.goto("/games")
    expect(page.locator("h1")).to_have_text(say("de", "ui.mine.title"))


# ── a new table, and those who come ─────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", spuk.games())
def test_two_browsers_meet_at_a_table_by_link_and_begin(visit: Visit, game: str) -> None:
    ann, bob = visit(), visit(Look("390", "light", "de"))
    link = lay_table(ann, game, listed="off")
    expect(ann.page.locator(".begin")).to_contain_text("1 seat is still open")
    bob.open(at(link))
    bob.page.locator("#sit-1").fill("Bob")
    axe(bob.page)
    fits(bob.page)
    bob.shot(f"lobby-guest-{game}")
    bob.page.get_by_role("button", name=say("de", "ui.lobby.sit")).click()
    expect(bob.page.locator("#stool-1")).to_contain_text("Bob")
    expect(ann.page.locator("#stool-1")).to_contain_text("Bob")
    expect(ann.page.locator("#stool-1 .here")).to_be_visible()
    axe(ann.page)
    ann.shot(f"lobby-{game}")
    ann.page.get_by_role("button", name=say("en", "ui.lobby.start")).click()
    for visitor in (ann, bob):
        expect(visitor.page.locator(".lobby")).to_have_count(0)
        assert "/t/" in visitor.path()


def test_the_link_to_watch_gives_no_seat_and_without_a_link_there_is_no_table(visit: Visit) -> None:
    ann, eve, mallory = visit(), visit(), visit()
    lay_table(ann, listed="off")
    watch = ann.page.locator("#link-watch").input_value()
    eve.open(at(watch))
    expect(eve.page.locator(".begin")).to_have_text(re.compile(say("en", "ui.lobby.guest_only")))
    expect(eve.page.locator("[name=who][value=me]")).to_have_count(0)
    expect(eve.page.locator("#link-join")).to_have_count(0)
    mallory.open(at(watch).partition("?")[0])
    expect(mallory.page.locator(".refused")).to_contain_text(say("en", "ui.refused.not_there"))
    mallory.complaints.clear()


def test_a_pasted_link_leads_to_the_table(visit: Visit) -> None:
    ann, bob = visit(), visit()
    link = lay_table(ann, listed="off")
    page = bob.open("/")
    page.locator("#link").fill(link)
    page.locator("#link").press("Enter")
    expect(page.locator(".lobby")).to_be_visible()
    page.goto("/")
    page.locator("#link").fill("what is this")
    page.locator("#link").press("Enter")
    expect(page.locator(".refused")).to_be_visible()
    bob.complaints.clear()


def test_an_open_table_is_found_in_the_list_and_a_seat_goes_to_a_companion(visit: Visit) -> None:
    ann, bob = visit(), visit()
    lay_table(ann, seats=("me", "free", "free"))
    number = ann.path().rpartition("/")[2]
    page = bob.open("/")
    page.locator(f'a[href="/t/{number}"]').click()
    page.locator("#sit-form-1 button").click()
    expect(page.locator("#stool-1")).to_contain_text(say("en", "ui.lobby.player", number=2))
    ann.page.locator("#give-2").select_option("monk")
    ann.page.locator("#stool-2 .give button").click()
    for visitor in (ann, bob):
        expect(visitor.page.locator("#stool-2")).to_contain_text(say("en", "ui.bot.monk"))
    bob.page.locator("#stool-1 .quiet").click()
    expect(ann.page.locator("#stool-1")).to_contain_text(say("en", "ui.lobby.free"))


def test_two_people_on_one_screen_need_no_lobby(visit: Visit) -> None:
    ann = visit(Look("390"))
    page = ann.open("/new?game=ghosts")
    for seat, who in enumerate(("me", "me", "monk", "none", "none", "none")):
        page.locator(f"#seat{seat}").select_option(who)
    page.locator("#name0").fill("Ann")
    page.locator("#name1").fill("Bob")
    page.locator(".go button").click()
    expect(page.locator("body.at-table.playing")).to_be_visible()
    expect(page.locator("#table")).to_contain_text("Ann")


def test_every_option_can_be_chosen_and_what_does_not_fit_is_said(visit: Visit) -> None:
    ann = visit()
    page = ann.open("/new?game=ghost-stories")
    page.locator("[name=five_qi]").check()
    page.locator("[name=level][value=hell]").check(force=True)
    page.locator("#title").fill("Friday night")
    page.locator(".by-hand > summary").click()
    page.locator("[name=village4]").select_option("tea_house")
    page.locator("[name=incarnations0]").select_option(index=1)
    page.locator(".go button").click()
    expect(page.get_by_role("alert")).to_have_text(say("en", "ui.new.wrong.five_qi"))
    expect(page.locator("#title")).to_have_value("Friday night")
    expect(page.locator("[name=village4]")).to_have_value("tea_house")
    axe(page)
    page.locator("[name=five_qi]").uncheck()
    page.locator(".go button").click()
    expect(page.locator(".lobby")).to_contain_text("Friday night")
    expect(page.locator(".tags")).to_contain_text(say("en", "ui.lobby.option.by_hand"))
    ann.complaints.clear()  # the browser notes the refused form


# ── keyboard, and no script ─────────────────────────────────────────────────────────────────


def press_tab_to(visitor: Visitor, selector: str, most: int = 80) -> None:
    """Go there with the Tab key alone; what has the focus must be visible."""
    page = visitor.page
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            box = page.locator(selector).first.bounding_box()
            assert box is not None
            return
    raise AssertionError(f"Tab does not reach {selector}")


def test_a_table_is_laid_and_begun_with_the_keyboard_alone(visit: Visit) -> None:
    ann = visit()
    page = ann.open("/")
    press_tab_to(ann, 'a[href="/new?game=ghosts"]')
    page.keyboard.press("Enter")
    page.wait_for_url("**/new?game=ghosts")
    press_tab_to(ann, "#seat1")
    page.keyboard.type("companion: monk")
    press_tab_to(ann, "[name=rounds]")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[name=rounds][value='4']")).to_be_checked()
    press_tab_to(ann, ".go button")
    page.keyboard.press("Enter")
    expect(page.locator("body.at-table.playing")).to_be_visible()


def test_everything_works_without_script(visit: Visit) -> None:
    ann, bob = visit(script=False), visit(script=False)
    link = lay_table(ann)
    page = bob.open(at(link))
    page.locator("#sit-1").fill("Bob")
    page.locator("#sit-form-1 button").click()
    expect(page.locator("#stool-1")).to_contain_text("Bob")
    ann.page.reload()
    ann.page.get_by_role("button", name=say("en", "ui.lobby.start")).click()
    expect(ann.page.locator("body.at-table.playing")).to_be_visible()
    ann.open("/me")
    ann.page.locator("#name").fill("Anna")
    ann.page.locator("#name").press("Enter")
    expect(ann.page.locator("#name")).to_have_value("Anna")


# ── one's own ───────────────────────────────────────────────────────────────────────────────


def test_a_link_moves_somebody_to_another_device(visit: Visit) -> None:
    laptop, phone = visit(), visit(Look("390"))
    lay_table(laptop)
    page = laptop.open("/me")
    page.get_by_role("button", name=say("en", "ui.me.make_link")).click()
    link = page.locator("#recovery").input_value()
    phone.open(at(link))
    phone.page.get_by_role("button", name=say("en", "ui.recover.do")).click()
    expect(phone.page.locator(".mine .entry")).to_have_count(1)
    laptop.open("/games")
    expect(laptop.page.locator(".refused")).to_contain_text(say("en", "ui.refused.moved_away"))
    laptop.open("/games")
    expect(laptop.page.locator(".empty").first).to_be_visible()
    laptop.complaints.clear()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_refused_is_said_in_friendly_words(visit: Visit, lang: str) -> None:
    ann = visit(Look(lang=lang))
    ann.open("/t/there-is-no-such-table")
    expect(ann.page.locator(".refused")).to_contain_text(say(lang, "ui.refused.not_there"))
    ann.complaints.clear()


@pytest.mark.parametrize("game", spuk.games())
def test_a_record_is_brought_along_and_a_finished_game_stands_in_the_list(visit: Visit, game: str) -> None:
    ann = visit(Look("390", "light"))
    record = spuk.play(game, {"players": 2}, ["monk"], 5)
    page = ann.open("/records")
    page.locator("#text").fill("nonsense")
    page.get_by_role("button", name=say("en", "ui.records.look")).click()
    expect(page.get_by_role("alert")).to_be_visible()
    file = {"name": "game.json", "mimeType": "application/json", "buffer": record.to_json().encode()}
    page.locator("#file").set_input_files(file)
    page.get_by_role("button", name=say("en", "ui.records.look")).click()
    page.wait_for_url("**/t/**")
    page.goto("/games")
    expect(page.locator(".past .entry")).to_have_count(1)
    fits(page)
    axe(page)
    with page.expect_download() as download:
        page.get_by_role("link", name=say("en", "ui.mine.record")).click()
    kept = json.loads(download.value.path().read_text())
    assert kept["actions"] == record.actions
    ann.complaints.clear()  # the refused form


def test_a_record_that_is_not_over_is_played_on(visit: Visit) -> None:
    ann = visit()
    record = spuk.play("ghosts", {"players": 3}, ["monk"], 7)
    record.actions, record.players = record.actions[:20], ["human", "monk", "monk"]
    page = ann.open("/records")
    page.locator("#text").fill(record.to_json())
    page.get_by_role("button", name=say("en", "ui.records.play_on")).click()
    expect(page.locator("body.at-table.playing")).to_be_visible()


def test_the_score_sheet_counts_games(visit: Visit, live: Live) -> None:
    ann = visit()
    ann.open("/")
    ann.page.locator("button[name=game][value=ghost-stories]").click()
    expect(ann.page.locator("body.at-table.playing")).to_be_visible()
    table = ann.path().rpartition("/")[2]
    # Giving up is the quickest end.
    answer = ann.context.request.post(f"/api/v1/tables/{table}/resign")
    assert answer.ok, answer.text()
    page = ann.open("/games")
    expect(page.locator(".sheet-of tbody tr")).to_have_count(1)
    expect(page.locator(".sheet-of tbody td").first).to_have_text("1")
    expect(page.locator(".past .end")).to_contain_text(say("en", "ui.list.given_up"))
    axe(page)
