"""The line between page and server: lost, silently dead, taken over by another device."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visit
from tests.browser.tables import at, hot_seat
from tests.browser.visitor import Look, Visitor, axe, fits

from spuk.words.catalog import LANGUAGES, say


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
