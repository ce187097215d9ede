"""The harness itself: it sees what it is there to see."""

from __future__ import annotations

import pytest
from tests.browser.conftest import Visit
from tests.browser.visitor import axe


def test_the_tap_hears_everything_both_ways(visit: Visit) -> None:
    ann = visit(plain=True)
    ann.open("/api/v1/health?who=Ann+Onym")
    assert '"status":"ok"' in ann.tap.received()
    assert "who=Ann Onym" in ann.tap.sent()
    assert ann.tap.bytes_received() > 100


def test_a_line_that_was_cut_works_again_when_it_is_mended(visit: Visit) -> None:
    ann = visit()
    page = ann.open("/")
    ask = "fetch('/api/v1/health').then(answer => answer.status, () => 'cut')"
    assert page.evaluate(ask) == 200
    ann.tap.cut()
    assert page.evaluate(ask) == "cut"
    ann.tap.mend()
    assert page.evaluate(ask) == 200


def test_requests_to_other_hosts_and_errors_of_the_page_are_noticed(visit: Visit) -> None:
    ann = visit()
    page = ann.open("/")
    page.evaluate("fetch('https://example.org/x').catch(() => 0)")
    page.evaluate("setTimeout(() => { throw new Error('oh') }, 0)")
    page.wait_for_timeout(300)
    stopped_by_the_policy = any("Content Security Policy" in said for said in ann.complaints)
    assert ann.outside == ["https://example.org/x"] or stopped_by_the_policy
    assert any("oh" in said for said in ann.complaints)
    ann.outside.clear()
    ann.complaints.clear()


def test_axe_finds_what_is_wrong(visit: Visit) -> None:
    page = visit().open("/")
    axe(page)
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<button></button>')")
    with pytest.raises(AssertionError, match="button-name"):
        axe(page)
