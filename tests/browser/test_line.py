"""The line between page and server: lost, silently dead, taken over by another device."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visit
from tests.browser.tables import at, hot_seat
from tests.browser.visitor import Look, Visitor, axe, fits
from tests.web.live import Live

from spuk.language.catalog import say
from spuk.language.languages import LANGUAGES


def move_away(old: Visitor, new: Visitor) -> None:
    """Move to another device through the pages; the old one does it in another tab."""
    tab = old.context.new_page()
    tab.goto("/me")
    tab.get_by_role("button", name=say(old.look.lang, "ui.me.make_link")).click()
    link = tab.locator("#recovery").input_value()
    tab.close()
    new.open(at(link))
    new.page.get_by_role("button", name=say(new.look.lang, "ui.recover.do")).click()
    new.page.wait_for_selector(".mine")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_of_the_old_device_is_told_and_shows_no_hand(visit: Visit, lang: str) -> None:
    laptop, phone = visit(Look(lang=lang), plain=True), visit(Look("390"))
    hot_seat(laptop, "ghost-stories", ("Ann", "Bob"))
    table = laptop.path()
    move_away(laptop, phone)
    expect(laptop.page).to_have_url(re.compile("/moved$"))
    expect(laptop.page.locator(".refused")).to_contain_text(say(lang, "ui.refused.moved_away"))
    fits(laptop.page)
    axe(laptop.page)
    laptop.shot("moved")
    heard = laptop.tap.bytes_received()
    phone.open(table)
    phone.page.locator("#turn [data-act]").first.click()
    phone.page.wait_for_timeout(500)
    assert laptop.tap.bytes_received() == heard, "the old device hears nothing any more"


# ── lines that die without a word ───────────────────────────────────────────────────────────


@pytest.fixture
def quiet(tmp_path: Path) -> Iterator[Live]:
    """A server whose streams are silent for a long time: heartbeats tell nothing in a test."""
    server = Live(tmp_path, f"sqlite:///{tmp_path}/tables.db", heartbeat_seconds=600)
    yield server
    server.stop()


@pytest.fixture
def lively(tmp_path: Path) -> Iterator[Live]:
    """A server with heartbeats twice a second."""
    server = Live(tmp_path, f"sqlite:///{tmp_path}/tables.db", heartbeat_seconds=0.5)
    yield server
    server.stop()


def act_elsewhere(ann: Visitor) -> str:
    """The same person acts in another tab; the number the table has then."""
    tab = ann.context.new_page()
    tab.goto(ann.path())
    before = tab.locator("#table").get_attribute("data-number")
    tab.locator("#turn [data-act]:not([data-sure])").first.click()
    expect(tab.locator("#table")).not_to_have_attribute("data-number", str(before))
    after = tab.locator("#table").get_attribute("data-number")
    tab.close()
    return str(after)


def at_a_dead_line(visit: Visit, live: Live, lang: str = "en") -> tuple[Visitor, str]:
    """A page whose stream has died without a word while the table moved on; the number it should show."""
    ann = visit(Look(lang=lang), at=live)
    hot_seat(ann, "ghost-stories", ("Ann", "Bob"))
    ann.page.wait_for_function("performance.getEntriesByType('resource').length > 3")
    ann.page.wait_for_timeout(700)  # its stream is open, and has said who is there
    ann.tap.freeze_streams()
    return ann, act_elsewhere(ann)


def test_a_page_whose_heartbeats_stop_gets_a_new_line_by_itself(visit: Visit, lively: Live) -> None:
    ann, number = at_a_dead_line(visit, lively)
    expect(ann.page.locator("#table")).to_have_attribute("data-number", number)
    expect(ann.page.locator("#trouble")).to_have_text(say("en", "ui.frame.back"))


def test_heartbeats_that_come_keep_the_line(visit: Visit, lively: Live) -> None:
    ann = visit(at=lively)
    hot_seat(ann, "ghost-stories", ("Ann", "Bob"))
    ann.page.wait_for_timeout(6000)  # twice as long as a silent line would be given
    assert ann.tap.sent().count("/live?") == 1


@pytest.mark.parametrize(
    "sign",
    [
        "dispatchEvent(new Event('online'))",
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
        "document.dispatchEvent(new Event('visibilitychange'))",
    ],
)
def test_whoever_comes_back_gets_a_new_line_at_once(visit: Visit, quiet: Live, sign: str) -> None:
    ann, number = at_a_dead_line(visit, quiet)
    assert ann.page.locator("#table").get_attribute("data-number") != number, "the line is dead"
    ann.page.wait_for_timeout(3200)
    ann.page.evaluate(sign)
    expect(ann.page.locator("#table")).to_have_attribute("data-number", number)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_press_on_an_old_table_brings_the_fresh_one(visit: Visit, quiet: Live, lang: str) -> None:
    ann, number = at_a_dead_line(visit, quiet, lang)
    ann.page.locator("#turn [data-act]:not([data-sure])").last.click()
    expect(ann.page.locator("#trouble")).to_have_text(say(lang, "ui.refused.stale"))
    expect(ann.page.locator("#table")).to_have_attribute("data-number", number)
    ann.complaints.clear()  # the browser notes the 409


# ── presses ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_double_press_is_one_press_and_nothing_is_said_of_it(visit: Visit, live: Live, lang: str) -> None:
    ann = visit(Look(lang=lang), at=live)
    hot_seat(ann, "ghost-stories", ("Ann", "Bob"))
    before = int(str(ann.page.locator("#table").get_attribute("data-number")))
    ann.page.locator("#turn [data-act]:not([data-sure])").first.evaluate("b => { b.click(); b.click(); }")
    expect(ann.page.locator("#table")).not_to_have_attribute("data-number", str(before))
    ann.page.wait_for_timeout(1000)
    assert ann.tap.sent().count("POST /t/") == ann.tap.sent().count("/act HTTP") == 2
    expect(ann.page.locator("#trouble")).to_be_hidden()


def test_two_presses_on_undo_are_one(visit: Visit, live: Live) -> None:
    ann = visit(at=live)
    hot_seat(ann, "ghost-stories", ("Ann", "Bob"), free_undo="on")
    page = ann.page
    page.locator("#turn [data-act]:not([data-sure])").first.click()
    page.wait_for_selector("#undo:not(:disabled)")
    page.evaluate("() => { const b = document.querySelector('#undo'); b.click(); b.click(); }")
    page.wait_for_selector("#undo:disabled")
    page.wait_for_timeout(500)
    expect(page.locator("#trouble")).to_be_hidden()


def test_a_message_whose_answer_was_lost_is_sent_again_and_appears_once(visit: Visit, live: Live) -> None:
    ann = visit(at=live)
    hot_seat(ann, "ghost-stories", ("Ann", "Bob"))
    page = ann.page
    page.locator("#chat-tool").click()
    page.locator("#say [name=text]").fill("Is anybody there?")
    ann.tap.cut_after(b"/chat HTTP")
    page.locator("#say [name=text]").press("Enter")
    expect(page.locator("#said")).to_contain_text("Is anybody there?")
    page.wait_for_timeout(500)
    if page.locator("#say [name=text]").input_value():  # browsers may repeat a request by themselves
        expect(page.locator("#trouble")).to_have_text(say("en", "ui.frame.failed"))
        page.locator("#say [name=text]").press("Enter")
    expect(page.locator("#say [name=text]")).to_have_value("")
    page.locator("#say [name=text]").fill("Hello?")
    page.locator("#say [name=text]").press("Enter")
    expect(page.locator("#said")).to_contain_text("Hello?")
    assert page.locator("#said").inner_text().count("Is anybody there?") == 1
    assert ann.tap.sent().count("/chat HTTP") == 3, "it was really sent again"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_refusals_are_in_the_language_of_the_page_not_of_the_last_one(
    visit: Visit, live: Live, lang: str
) -> None:
    ann = visit(Look(lang=lang), at=live)
    hot_seat(ann, "ghost-stories", ("Ann", "Bob"))
    table = ann.path()
    other = ann.context.new_page()
    other.goto("/?lang=" + next(known for known in LANGUAGES if known != lang))
    other.close()
    ann.page.evaluate("document.querySelector('#act [name=number]').value = 1")
    ann.page.locator("#turn [data-act]:not([data-sure])").first.click()
    expect(ann.page.locator("#trouble")).to_have_text(say(lang, "ui.refused.stale"))
    assert ann.path() == table
    ann.complaints.clear()


# ── many pictures at once ───────────────────────────────────────────────────────────────────

_HOLD: str = """
window.EventSource = class extends EventSource {
  constructor(...given) {
    super(...given);
    this.addEventListener('table', (event) => { window.held = [this, event.data]; });
  }
};"""
_AT_ONCE: str = """() => new Promise((done) => {
  const [source, data] = window.held, between = [];
  const { port1, port2 } = new MessageChannel();
  let told = 0;
  port1.onmessage = () => between.push(told); // another task of the page
  document.addEventListener('spuk:table', () => {
    told += 1;
    port2.postMessage(0);
    if (told === 4) setTimeout(() => done(between), 100);
  });
  for (let n = 0; n < 4; n++) source.dispatchEvent(new MessageEvent('table', { data }));
})"""


def test_pictures_that_come_at_once_are_shown_in_one_task_each(visit: Visit) -> None:
    ann = visit()
    ann.context.add_init_script(_HOLD)
    hot_seat(ann, "ghost-stories", ("Ann", "Bob"))
    ann.page.locator("#turn [data-act]").first.click()
    ann.page.wait_for_function("() => window.held")
    assert ann.page.evaluate(_AT_ONCE)[:4] == [1, 2, 3, 4], "not all in one task"
