"""The rules pages and the guided first game in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visit
from tests.browser.visitor import Look, axe, fits

from spuk.games.ghost_stories.tutorial.lesson import STEPS, wanted
from spuk.games.ghost_stories.words.names import edition_of
from spuk.language.catalog import say
from spuk.rules.search import search, words_found

PAGES = {
    "rules": "/rules",
    "rules-search": "/rules?q=buddha",
    "rules-stories": "/rules/ghost-stories",
    "rules-ghosts": "/rules/ghosts",
    "rules-editions": "/rules/ghost-stories/editions",
    "rules-two-editions": "/rules/ghost-stories/editions?a=de1&b=en",
    "rules-cards": "/rules/ghost-stories/cards?color=incarnations",
}
LOOKS = [
    Look("360", "light", "de"),
    Look("390", "dark", "pl"),
    Look("1024", "light", "pl"),
    Look("1440", "dark", "en"),
]


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_the_pages_fit_and_can_be_read_by_everyone(visit: Visit, look: Look) -> None:
    ann = visit(look)
    for name, path in PAGES.items():
        page = ann.open(path)
        fits(page)
        if look in (LOOKS[0], LOOKS[-1]):  # both themes; the contents of the others are the same
            axe(page)
        ann.shot(name)


def test_the_search_finds_while_typing(visit: Visit) -> None:
    page = visit().open("/rules/ghost-stories")
    page.get_by_role("searchbox").fill("overrun")
    expect(page.locator(".rule#GS-2\\.2")).to_be_hidden()
    expect(page.locator(".rule#GS-4\\.4")).to_be_visible()
    assert page.evaluate("CSS.highlights.get('found').size") > 0
    page.get_by_role("searchbox").fill("xyzzy")
    expect(page.locator("#found")).to_contain_text("xyzzy")
    page.get_by_role("searchbox").fill("")
    expect(page.locator(".rule#GS-2\\.2")).to_be_visible()


@pytest.mark.parametrize(
    ("lang", "typed"),
    [("en", "exorcsim"), ("en", "cemetry curs"), ("de", "fridhof"), ("de", "uberfult"), ("pl", "cmentaz")],
)
def test_slips_find_with_script_what_they_find_without(visit: Visit, lang: str, typed: str) -> None:
    page = visit(Look(lang=lang)).open("/rules/ghost-stories")
    rules = page.locator(".chapter .rule:visible")

    def shown(query: str) -> set[str]:
        page.locator("#q").fill(query)
        page.wait_for_function("() => document.querySelector('.pages.searching')")
        page.wait_for_timeout(200)  # it waits for the next letter
        return set(rules.evaluate_all("all => all.map(rule => rule.id || rule.closest('.chapter').id)"))

    server = {hit.section.anchor for hit in search(typed, lang, edition_of(lang), ("ghost-stories",))}
    meant = words_found(typed, lang, edition_of(lang), ("ghost-stories",))
    found = shown(typed)
    assert server and server <= found  # tables and pictures of the page have words of their own
    assert found == set.union(*(shown(word) for word in meant)) or " " in typed


def test_on_a_phone_the_first_hit_is_in_sight_while_typing(visit: Visit) -> None:
    page = visit(Look("390")).open("/rules/ghost-stories")
    page.get_by_role("searchbox").fill("cemetery")
    expect(page.locator(".doors")).to_be_hidden()
    expect(page.locator(".chapter .rule:visible").first).to_be_in_viewport()
    box = page.locator(".chapter .rule:visible").first.bounding_box()
    assert box is not None
    assert box["y"] < 844 / 2, "the keyboard covers the lower half"


def test_a_link_to_a_rule_shows_it_even_while_searching(visit: Visit) -> None:
    page = visit().open("/rules/ghost-stories")
    page.get_by_role("searchbox").fill("overrun")
    page.locator('.toc a[href="#GS-2.2"]').click()
    expect(page.locator(".rule#GS-2\\.2")).to_be_in_viewport()


def test_what_was_just_typed_does_not_hide_the_rule_of_a_link_followed_at_once(visit: Visit) -> None:
    page = visit().open("/rules/ghost-stories")
    page.evaluate(
        """() => {
            const field = document.querySelector(".seek input");
            field.value = "overrun";
            field.dispatchEvent(new Event("input"));
            location.hash = "GS-2.2";
        }"""
    )
    page.wait_for_timeout(300)  # longer than typing is waited for
    expect(page.locator(".rule#GS-2\\.2")).to_be_in_viewport()


def test_search_and_cards_without_script(visit: Visit) -> None:
    ann = visit(script=False)
    page = ann.open("/rules/ghost-stories")
    page.get_by_role("searchbox").fill("overrun")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("mark").first).to_be_visible()
    page = ann.open("/rules/ghost-stories/cards")
    page.locator("select[name=color]").select_option("incarnations")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".entry:visible")).to_have_count(10)


def test_cards_are_filtered_while_choosing(visit: Visit) -> None:
    page = visit().open("/rules/ghost-stories/cards")
    page.locator("select[name=ability]").select_option("left-capture_die")
    expect(page.locator("#count")).to_have_text("4")
    page.locator("input[name=name]").fill("heads")
    expect(page.locator(".entry:visible")).to_have_count(2)
    assert "name=heads" in page.url


def test_a_tapped_rule_number_leads_to_its_rule(visit: Visit) -> None:
    page = visit(Look("390")).open("/rules/GS-6.3")
    expect(page.locator("#GS-6\\.3")).to_be_in_viewport()
    assert page.url.endswith("/rules/ghost-stories#GS-6.3")


@pytest.mark.parametrize("look", [Look("390", "dark", "de"), Look("1440", "light", "pl")], ids=str)
def test_the_lesson_is_played_through_on_the_board(visit: Visit, look: Look) -> None:
    ann = visit(look)
    page = ann.open("/tutorial")
    for number, step in enumerate(STEPS, 1):
        expect(page.locator("#guide-title")).to_have_text(step.title(look.lang))
        action = wanted(number - 1)
        if number == len(STEPS):
            break
        if action is None:
            page.get_by_role("link", name=say(look.lang, "ui.tutorial.next"), exact=True).click()
            continue
        glow = page.locator(f'.hit[value="{action}"]:not([data-layer])')
        button = (
            glow if glow.count() == 1 and glow.is_visible() else page.locator(f'#turn .do [value="{action}"]')
        )
        button.first.click()
        page.wait_for_url(f"**/tutorial/{number + 1}*")
    ann.shot("lesson-won")
    fits(page)


def test_the_board_stays_where_it_is_from_step_to_step(visit: Visit) -> None:
    page = visit(Look("390")).open("/tutorial/13")
    tops = []
    for number in (13, 14, 15):
        page.goto(f"/tutorial/{number}")
        tops.append(page.locator("#board").bounding_box())
    assert tops[0] == tops[1] == tops[2]


def test_a_wrong_tap_is_answered_kindly(visit: Visit) -> None:
    ann = visit(Look("390", "light", "en"))
    page = ann.open("/tutorial/5")
    page.locator('#tile-1 .hit[data-layer="elsewhere"]').click()
    expect(page.get_by_role("alert")).to_contain_text("please follow the tutorial")
    expect(page.locator("#guide-title")).to_have_text(STEPS[4].title("en"))
    axe(page)
    ann.shot("lesson-answer")


def test_the_lesson_needs_neither_script_nor_mouse(visit: Visit) -> None:
    page = visit(script=False).open("/tutorial/3")
    button = page.locator("#turn .do button")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#guide-title")).to_have_text(STEPS[3].title("en"))
