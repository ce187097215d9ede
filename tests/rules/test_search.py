"""Finding rules by number and by words."""

from __future__ import annotations

import pytest

from spuk.rules.book import rule_numbers, rulebooks
from spuk.rules.parts import rules_part
from spuk.rules.search import fold, marked, search, section_lines, words_found, words_of


def found(query: str, lang: str = "en") -> list[str]:
    return [hit.section.anchor for hit in search(query, lang, "en")]


def test_a_number_finds_its_rule_first() -> None:
    for game in rulebooks():
        for number in rule_numbers(game):
            assert found(number)[0] == number
            assert found(number.lower())[0] == number
    assert found("6.3")[0] == "GS-6.3"


def test_a_chapter_number_finds_all_its_rules() -> None:
    assert {"GS-6.1", "GS-6.2", "GS-6.9"} <= set(found("GS-6"))


@pytest.mark.parametrize(
    ("query", "lang", "first"),
    [
        ("tea house", "en", "GS-11.9"),
        ("TEEHAUS", "de", "GS-11.9"),
        ("uberfullt", "de", "GS-4.4"),
        ("krag modlitewny", "pl", "GS-11.7"),
        ("lustro", "pl", "GH-3.3"),
        ("mirror", "en", "GH-3.3"),
        ("bodenlose", "de", "GS-8.1"),
        ("gemischt", "de", "GS-3.3"),
    ],
)
def test_words_find_their_rule_without_capitals_and_accents(query: str, lang: str, first: str) -> None:
    assert found(query, lang)[0] == first


def test_all_words_must_be_there() -> None:
    assert set(found("curse qi")) < set(found("curse"))
    assert found("curse xyzzy") == []
    assert found("   ") == []


def test_only_one_game_if_asked() -> None:
    assert all(hit.game == "ghosts" for hit in search("ghost", "en", "en", ("ghosts",)))


def test_the_edition_is_searched_with_its_own_names() -> None:
    assert next(h.section.anchor for h in search("Reiter der Winde", "de", "de1")) == "GS-8.7"
    assert found("Reiter der Winde", "de") == []


def test_folding_keeps_the_length() -> None:
    for text in ("Łódź", "weiß", "Fluch-Würfel ‚“”", "İstanbul ﬁne ½", "日本"):
        assert len(fold(text)) == len(text)


def test_marking_gives_back_the_text_with_the_words_marked() -> None:
    parts = marked("Die Hütte der Hexe", words_of("hutte hex"))
    assert "".join(text for text, _ in parts) == "Die Hütte der Hexe"
    assert [text for text, yes in parts if yes] == ["Hütte", "Hex"]
    assert marked("as it is", []) == [("as it is", False)]


def test_odd_queries_do_no_harm() -> None:
    for query in ("(((", "\\", "a" * 500, "\0", "<b>", "%", "*", " ".join("abcdefghijklm")):
        assert isinstance(found(query), list)


@pytest.mark.parametrize(
    ("typed", "meant", "lang"),
    [
        ("exorcsim", "exorcism", "en"),  # two letters swapped
        ("cemetry", "cemetery", "en"),  # one missing
        ("incarnaton", "incarnation", "en"),
        ("fridhof", "friedhof", "de"),
        ("bodenlsoe", "bodenlose", "de"),
        ("uberfult", "überfüllt", "de"),
        ("cmentaz", "cmentarz", "pl"),
        ("klatwaa", "klątwa", "pl"),
    ],
)
def test_a_slip_finds_what_was_meant(typed: str, meant: str, lang: str) -> None:
    assert found(typed, lang)[:1] == found(meant, lang)[:1] != []


def test_what_is_spelled_as_in_the_rules_finds_nothing_else() -> None:
    for hit in search("haunter", "en", "en"):
        assert "haunter" in fold(
            " ".join([hit.title, *section_lines(rules_part(hit.game), hit.section, "en", "en")])
        )


def test_nonsense_finds_nothing_and_short_words_are_taken_at_their_word() -> None:
    assert found("qzxwvkj") == []
    assert found("qxz") == []


def test_what_was_meant_is_what_is_marked() -> None:
    assert words_found("exorcsim", "en", "en") == ["exorcism", "exorcisms"]
    assert words_found("Exorcism", "en", "en") == ["exorcism"]
