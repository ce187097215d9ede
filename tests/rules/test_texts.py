"""The rules for players against the law: nothing missing, the same in every language, names as printed."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from spuk.games.ghost_stories.board import POWERS, TILES
from spuk.games.ghost_stories.editions import EDITIONS
from spuk.games.ghost_stories.rules.editions import ROWS
from spuk.games.ghost_stories.rules.figures import abilities, card, cards, figure_words, levels
from spuk.games.ghost_stories.scene import rules
from spuk.games.ghost_stories.words import names
from spuk.games.ghosts.rules.part import trick
from spuk.language.languages import LANGUAGES
from spuk.rules.blocks import Book, Differences, Figure, Line, Points, Section
from spuk.rules.book import _rules_of_things, book, rule_numbers, rulebooks, source
from spuk.rules.inline import MARK, Names
from spuk.rules.parts import rules_part
from spuk.rules.search import section_lines

LAW = Path(__file__).parents[2] / "docs/rules"
EVERY = [(game, lang) for game in rulebooks() for lang in LANGUAGES]


def law_numbers(game: str) -> list[str]:
    text = (LAW / f"{game}.md").read_text(encoding="utf-8")
    return re.findall(r"^- (G[SH]-\d+(?:\.\d+)?) ", text, re.MULTILINE)


def law_table() -> dict[str, dict[str, str]]:
    """The edition table of the law: point → edition → what it says."""
    text = (LAW / "ghost-stories.md").read_text(encoding="utf-8")
    lines = [line for line in text.split("## 12")[1].split("## 13")[0].splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[0]: dict(zip(rows[0][1:], row[1:], strict=True)) for row in rows[2:]}


def lines_of(section: Section) -> list[Line]:
    found = [section.title]
    for block in section.blocks:
        if isinstance(block, Points):
            found += block.items
        elif not isinstance(block, Figure | Differences):
            found.append(block.line)
    return found


@pytest.mark.parametrize(("game", "lang"), EVERY)
def test_every_rule_of_the_law_has_a_section_in_every_language(game: str, lang: str) -> None:
    told = {number for section in book(game, lang).sections() for number in section.numbers}
    assert len(law_numbers(game)) > 10
    assert [number for number in law_numbers(game) if number not in told] == []


@pytest.mark.parametrize(("game", "lang"), EVERY)
def test_no_section_tells_a_rule_that_the_law_does_not_have(game: str, lang: str) -> None:
    law = set(law_numbers(game))
    for chapter in book(game, lang).chapters:
        for section in chapter.sections:
            assert set(section.numbers) <= law
            assert section.anchor.startswith(f"{chapter.anchor}.")
            assert section.blocks, f"{section.anchor} says nothing"


def test_every_language_tells_as_many_worked_examples_as_the_law() -> None:
    law = (LAW / "ghost-stories.md").read_text(encoding="utf-8").split("## 14")[1]
    wanted = len(re.findall(r"^\d+\. ", law, re.MULTILINE))
    for lang in LANGUAGES:
        examples = book("ghost-stories", lang).chapters[-1].blocks[0]
        assert isinstance(examples, Points)
        assert len(examples.items) == wanted


def shape(text: Book) -> list[object]:
    """What must be the same in every language: sections, kinds of blocks, figures, icons, links, numbers."""
    return [
        (
            section.numbers,
            [
                (type(block).__name__, block if isinstance(block, Figure | Differences) else None)
                for block in section.blocks
            ],
            sorted(run.symbol for line in lines_of(section) for run in line if run.symbol),
            sorted(run.rule for line in lines_of(section) for run in line if run.rule),
        )
        for section in text.sections()
    ]


@pytest.mark.parametrize("game", list(rulebooks()))
def test_all_languages_tell_the_same_section_by_section(game: str) -> None:
    english = shape(book(game, "en"))
    for lang in LANGUAGES:
        for told, wanted in zip(shape(book(game, lang)), english, strict=True):
            assert told == wanted


@pytest.mark.parametrize("game", list(rulebooks()))
def test_all_languages_use_the_same_numbers_from_the_tables(game: str) -> None:
    def used(lang: str) -> list[str]:
        return sorted(mark["id"] for mark in MARK.finditer(source(game, lang)) if mark["kind"] == "n")

    assert used("en") == used("de") == used("pl")
    assert set(used("en")) == set(rules_part(game).numbers)


@pytest.mark.parametrize(("game", "lang"), EVERY)
def test_every_link_leads_to_a_rule_that_is_there(game: str, lang: str) -> None:
    text = book(game, lang)
    anchors = {number for section in text.sections() for number in section.numbers}
    anchors |= {chapter.anchor for chapter in text.chapters}
    for section in text.sections():
        for line in lines_of(section):
            assert {run.rule for run in line if run.rule} <= anchors


@pytest.mark.parametrize(("game", "lang"), EVERY)
def test_names_in_sentences_are_the_printed_ones_declined(game: str, lang: str) -> None:
    words = Names(rules_part(game), lang, "en", {})
    for mark in MARK.finditer(source(game, lang)):
        if mark["form"] and mark["kind"] not in ("to", "icon"):
            printed = words.printed(mark["kind"], mark["id"])
            for told, wanted in zip(mark["form"].split(), printed.split(), strict=True):
                assert told[:2] == wanted[:2], mark[0]
                assert abs(len(told) - len(wanted)) <= 3, mark[0]


# ── icons ───────────────────────────────────────────────────────────────────────────────────


def icons(game: str, lang: str) -> list[re.Match[str]]:
    return [mark for mark in MARK.finditer(source(game, lang)) if mark["kind"] == "icon"]


@pytest.mark.parametrize(("game", "lang"), EVERY)
def test_every_icon_stands_beside_what_it_shows_or_has_words_of_its_own(game: str, lang: str) -> None:
    text = source(game, lang)
    for mark in icons(game, lang):
        if not mark["form"]:
            before, after = text[: mark.start()], text[mark.end() :]
            assert re.search(r"(?:\n|\n- |[\w.,}] )$", before), mark[0]
            assert re.match(r" (?:\w|[+−]\d|\*\*\w|\{)", after), mark[0]


@pytest.mark.parametrize("game", list(rulebooks()))
def test_an_icon_has_words_in_all_languages_or_in_none(game: str) -> None:
    def told(lang: str) -> list[tuple[str, bool]]:
        return sorted((mark["id"], mark["form"] is not None) for mark in icons(game, lang))

    assert told("en") == told("de") == told("pl")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_icon_has_the_same_words_everywhere_and_the_printed_ones_if_there_are_any(lang: str) -> None:
    words: dict[str, set[str]] = {}
    for game in rulebooks():
        for mark in icons(game, lang):
            if mark["form"]:
                words.setdefault(mark["id"], set()).add(mark["form"])
    assert set(words) == {"haunter", "curse-die", "dice-immune"}
    assert all(len(forms) == 1 for forms in words.values())
    assert words["curse-die"] == {names.thing_name("curse_die", lang)}


# ── what was wrong once ─────────────────────────────────────────────────────────────────────


def told(number: str, lang: str) -> str:
    """All that a rule says to players."""
    sections = book("ghost-stories", lang, names.edition_of(lang)).sections()
    (section,) = (section for section in sections if number in section.numbers)
    return " ".join(section_lines(rules_part("ghost-stories"), section, lang, names.edition_of(lang)))


@pytest.mark.parametrize(
    ("number", "lang", "right", "wrong"),
    [
        ("GS-3.5", "en", "the red Taoist or a random one", "You are the red Taoist"),
        ("GS-3.5", "de", "der rote oder ein zufälliger Taoist", "Du bist der rote Taoist"),
        ("GS-3.5", "pl", "czerwonym albo losowym taoistą", "Grasz czerwonym taoistą"),
        ("GS-6.4", "en", "if the dice alone are enough, or if it needs no symbols", "at least as many"),
        ("GS-6.4", "de", "für den die Würfel allein reichen, muss gehen", "indestens so viele"),
        ("GS-6.4", "pl", "na którego wystarczą same kości, musi odejść", "co najmniej tyle"),
        ("GS-8", "pl", "nie jest nawiedzona ani moc nie jest zablokowana", "a moc zablokowana"),
        ("GS-8.2", "en", "move the Mantra in all editions", ""),
        ("GS-8.2", "de", "Versetzen darfst du die Schriftrolle in allen Ausgaben", ""),
        ("GS-8.2", "pl", "Zwój można przekładać we wszystkich wydaniach", ""),
        ("GS-8.9", "en", "the publisher’s FAQ", ""),
        ("GS-8.9", "de", "die FAQ des Verlags", ""),
        ("GS-8.9", "pl", "nie jest nawiedzona ani jej moc nie jest zablokowana", "a jej moc zablokowana"),
        ("GS-8.9", "pl", "FAQ wydawcy", ""),
        ("GS-11.3", "pl", "za każdą ściankę weź znacznik", "w każdym wyrzuconym kolorze"),
        ("GS-11.4", "en", "1 Qi in all editions", ""),
        ("GS-11.4", "de", "in allen Ausgaben 1 Qi", ""),
        ("GS-11.4", "pl", "1 znacznik qi we wszystkich wydaniach", ""),
        ("GS-12", "en", "in your language", "English"),
        ("GS-12", "de", "in eurer Sprache", "englische"),
        ("GS-12", "pl", "w waszym języku", "angielsk"),
        ("GS-13.3", "en", "Incarnations left there do not count", "each card left"),
        ("GS-13.3", "de", "Inkarnationen im Stapel zählen nicht", "jede Karte im Stapel"),
        ("GS-13.3", "pl", "Wcielenia w talii się nie liczą", "każdą kartę w talii"),
    ],
)
def test_what_was_corrected_stays_corrected(number: str, lang: str, right: str, wrong: str) -> None:
    assert right in told(number, lang)
    assert not wrong or wrong not in told(number, lang)


@pytest.mark.parametrize(
    ("lang", "ghosts"), [("en", "Ghost cards"), ("de", "Geisterkarten"), ("pl", "Karty duchów")]
)
def test_the_score_sheet_counts_the_ghosts_left_in_the_deck(lang: str, ghosts: str) -> None:
    assert names.score_words("deck", lang).startswith(ghosts)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_of_tiles_and_powers_stand_in_no_sentence_as_plain_text(lang: str) -> None:
    words = Names(rules_part("ghost-stories"), lang, "en", {})
    text = MARK.sub("", source("ghost-stories", lang))
    for kind, ids in (("tile", TILES), ("power", POWERS)):
        for id in ids:
            assert words.printed(kind, id) not in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_tile_power_and_incarnation_has_a_rule_of_its_own(lang: str) -> None:
    figures = [
        block for section in book("ghost-stories", lang).sections() for block in section.blocks
        if isinstance(block, Figure)
    ]  # fmt: skip
    assert {f.id for f in figures if f.kind == "tile"} == set(TILES)
    assert {f.id for f in figures if f.kind == "power"} == set(POWERS)
    assert {int(f.id) for f in figures if f.kind == "card"} >= set(range(56, 66))
    assert all(figure_words(f, lang) for f in figures if f.kind in ("tile", "power", "card", "abilities"))


@pytest.mark.parametrize(("game", "lang"), EVERY)
def test_quotes_apostrophes_and_dashes_are_typographic(game: str, lang: str) -> None:
    marks = {"en": "“”’", "de": "„“’", "pl": "„”’"}[lang]
    text = source(game, lang)
    assert not re.search(r"[\"'`´]| - |\.\.\.", text)
    assert set(re.findall("[“”„‚‘’«»]", text)) <= set(marks)
    assert not re.search(r"[^\n ]  ", text)


def test_every_rule_that_the_pages_and_the_engine_name_can_be_looked_up() -> None:
    known = {number for game in rulebooks() for number in rule_numbers(game)}
    known |= {chapter.anchor for game in rulebooks() for chapter in book(game, "en").chapters}
    sources = Path(__file__).parents[2] / "src/spuk"
    places: dict[str, str] = {}
    for path in (*sources.rglob("*.py"), *sources.rglob("*.html")):
        for number in re.findall(r"\bG[SH]-\d+(?:\.\d+)?", path.read_text(encoding="utf-8")):
            places[number] = path.name
    assert len(places) > 50
    assert {number: place for number, place in places.items() if number not in known} == {}


def test_the_table_names_the_same_rules_for_tiles_and_powers() -> None:
    told = _rules_of_things(source("ghost-stories", "en"))
    assert {id: told["tile", id] for id in TILES} == rules.TILES
    assert {id: told["power", id] for id in POWERS} == rules.POWERS


def test_rule_numbers_are_in_order() -> None:
    for game in rulebooks():
        keys = [tuple(int(part) for part in number.split("-")[1].split(".")) for number in rule_numbers(game)]
        assert all(one < other for one, other in pairwise(keys))


def test_an_unknown_game_or_language_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="choose from ghost-stories, ghosts"):
        book("chess", "en")
    with pytest.raises(ValueError, match="choose from"):
        book("ghosts", "fr")


# ── cards and levels ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_cards_are_shown_with_all_they_do(lang: str) -> None:
    shown = cards(lang)
    assert [each.number for each in shown] == list(range(1, 66))
    assert sum(each.incarnation for each in shown) == 10
    assert all(each.resistance and each.name and all(a.words for a in each.abilities) for each in shown)
    assert len(abilities(lang)) == 23


def test_a_card_follows_the_edition() -> None:
    words = {edition: [a.words for a in card(57, "en", edition).abilities] for edition in EDITIONS}
    assert words["en"] == words["pl"] == words["de1"] != words["de2"]


def test_levels_in_figures() -> None:
    told = levels("en", "de1")
    assert [level.qi for level in told] == [4, 3, 3, 3]
    assert [level.haunted_limit for level in told] == [4, 3, 3, 3]
    assert [level.incarnations for level in told] == ["1", "1", "3–4", "3–4"]
    assert [level.yin_yang for level in told] == [True, True, True, False]


def test_the_example_of_ghosts_in_pictures() -> None:
    told = [(each.player, each.family, each.value, each.level, each.mirror) for each in trick("en")]
    assert told == [
        ("Ida", "vampire", 3, 3, False),
        ("Leo", "mist", 0, 3, False),
        ("Ana", "swamp", 2, 5, False),
        ("Ida", "swamp", 3, 5, True),
        ("Ana", "pumpkin", 1, 6, False),
        ("Leo", "pumpkin", 3, 6, True),
    ]


# ── the edition table ───────────────────────────────────────────────────────────────────────

POINTS = {
    "haunted tiles that lose the game: Initiation / other levels": ["haunted_limit"],
    "extra black Tao at Initiation (solo too)": ["black_tao"],
    "Twin Winds moves the other Taoist": ["twin_winds"],
    "Uncatchable and the Buddha": ["uncatchable"],
    "Forgotten Ones": ["forgotten_ones"],
    "overrun judged": ["overrun", "overrun_neutral"],
    "Power token": ["power_token"],
    "solo changes to Cemetery and Pavilion": ["solo_changes"],
    "green powers on a neutral board's rolls": ["green_neutral"],
    "dead Taoist's Power tokens": ["dead_power_tokens"],
    "incarnation's Yin-Yang to a dead Taoist": ["dead_yin_yang"],
    "5-Qi variant printed": ["five_qi"],
    "Uncatchable: afterwards": ["uncatchable_after"],
    "win bonus": ["win_bonus"],
    "+2 per empty ghost space": ["empty_spaces"],
    "further incarnations (Nightmare, Hell)": ["further_incarnations", "further_incarnations_small"],
    "Nightmare and Hell deck counted from": ["deck_counted"],
    "corner: dice and tokens could banish either, not both": ["corner_choice"],
    "the lone Taoist": ["solo_taoist"],
}
"""Each row of the law's table with the rows that tell it to players."""
SAYS_THE_SAME = {
    "as pl": "10, Hell 20",
    "any time": "any time in Yang",
    "same as en": "Buddha to the Temple when banished",
    "Buddha to the Temple when banished; moved off, the Buddha stays": "Buddha to the Temple when banished",
    "no (not stated)": "no",
    "no (offered all the same)": "no",
}
"""Cells of the law that say in other words what another cell of their row says."""


def test_every_difference_of_the_law_is_in_the_table_for_players() -> None:
    assert list(law_table()) == list(POINTS)
    assert sorted(id for ids in POINTS.values() for id in ids) == sorted(ROWS)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("point", list(POINTS))
def test_editions_that_differ_in_the_law_differ_in_the_table(point: str, lang: str) -> None:
    if point.startswith("further incarnations"):
        return  # told in words there; the next test has the figures
    law = {edition: SAYS_THE_SAME.get(cell, cell) for edition, cell in law_table()[point].items()}
    shown = {
        edition: [ROWS[id].value(edition, lang) for id in POINTS[point] if id != "overrun_neutral"]
        for edition in EDITIONS
    }
    for one in EDITIONS:
        for other in EDITIONS:
            assert (law[one] == law[other]) == (shown[one] == shown[other]), (point, one, other)


def test_the_points_of_further_incarnations() -> None:
    assert set(ROWS["further_incarnations"].values("en").values()) == {"+2 +4 +6"}
    small = ROWS["further_incarnations_small"].values("en")
    last_too = "+2 +4 +6 (the last one scores too)"
    assert small == {"de1": "+4 +6", "de2": last_too, "en": "+2 +4", "pl": "+2 +4"}


@pytest.mark.parametrize(
    ("row", "flag", "texts"),
    [
        ("deck_counted", "deck_counted_from_bottom", ("bottom", "top")),
        ("corner_choice", "corner_choice_with_tokens", ("player", "dice")),
        ("solo_taoist", "solo_taoist_is_red", ("red", "any")),
    ],
)
def test_the_table_shows_what_the_flags_of_the_engine_say(
    row: str, flag: str, texts: tuple[str, str]
) -> None:
    for edition in EDITIONS.values():
        assert ROWS[row].cell(edition)[0] == texts[not getattr(edition, flag)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_tells_after_how_many_cards_incarnations_come(lang: str) -> None:
    told = ROWS["deck_counted"].values(lang)
    for edition in ("de1", "de2", "en"):
        assert "10, 21, 32, 43" in told[edition]
    assert "15, 26, 37, 48" in told["pl"]


def test_every_difference_is_told_at_its_rule() -> None:
    told = {
        row: section.anchor
        for section in book("ghost-stories", "en").sections()
        for block in section.blocks
        if isinstance(block, Differences)
        for row in block.rows
        if section.anchor == ROWS[row].rule
    }
    assert set(told) == set(ROWS)
