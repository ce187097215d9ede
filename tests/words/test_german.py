"""German typography: quotes, dashes, ellipses, and blanks that do not break before % and in z. B."""

from __future__ import annotations

import re

import pytest
from tests.words.test_catalogues import COMMAND
from tests.words.test_glossary import spoken

WRONG = {
    "quotes are „…“": r"[\"”«»]|“(?=\w)|(?<!\w)'|'(?!\w|\])",
    "an apostrophe is ’": r"\w'\w",
    "a dash is –": r" - |\d-\d",
    "an ellipsis is …": r"\.\.\.",
    "a no-break space stands before %": r"[\d }]%|\d %",
    "a no-break space stands in z. B.": r"z\. ?B\.",
    "twice is 2-mal": r"\d Mal\b",
}


@pytest.mark.parametrize("rule", WRONG)
def test_every_text_is_set_as_german_is(rule: str) -> None:
    texts = {id: COMMAND.sub("", text) for id, text in spoken("de").items()}
    found = {id: text for id, text in texts.items() if re.search(WRONG[rule], text)}
    assert found == {}


def test_what_is_set_wrong_is_noticed() -> None:
    wrong = ('"so"', "geht's", "ja - nein", "wart ...", "26 %", "z. B. so", "2 Mal")
    for text, rule in zip(wrong, WRONG.values(), strict=True):
        assert re.search(rule, text), text
