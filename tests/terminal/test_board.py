"""The drawn table: everything is on it, and it fits, whatever the position, language and width."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.text import Text
from tests.terminal.players import LANGUAGES

import spuk
from spuk.games.ghost_stories.terminal import signs
from spuk.games.ghost_stories.terminal.board import board_lines
from spuk.games.ghost_stories.terminal.choices import choice_lines, ordered
from spuk.games.ghost_stories.terminal.ending import end_lines
from spuk.games.ghost_stories.terminal.guide import about_lines, guide_lines
from spuk.games.ghost_stories.terminal.screen import LAYOUTS, question_lines, table_lines
from spuk.games.ghost_stories.words import card_name, tile_effect, tile_name
from spuk.kernel.seeds import Random, derive
from spuk.language.catalog import say
from spuk.terminal import look
from spuk.terminal.cells import shorten, wrap
from spuk.terminal.session import Told
from spuk.terminal.table import Scene
from spuk.terminal.tables import table_of

WIDTHS = (80, 100, 120, 160)
GAME = spuk.game("ghost-stories")
TABLE = table_of("ghost-stories")


def positions(players: int, seed: int, every: int = 25) -> list[tuple[spuk.State, list[str]]]:
    """Positions of a random game in which somebody decides, and the end, each with its last news."""
    state = GAME.new(players=players, level=("initiation", "normal", "nightmare", "hell")[seed % 4])
    random = Random(derive(seed, "board test"))
    log: list[Told] = []
    found: list[tuple[spuk.State, list[str]]] = []
    number = 0
    while state.actor != spuk.OVER:
        number += 1
        legal = state.legal()
        action = int(state.sample(random)) if state.actor == spuk.CHANCE else legal[random.below(len(legal))]
        events: list[spuk.Event] = []
        state.apply(action, events)
        log += [Told(event, TABLE.teller("de")(state, event)) for event in events]
        if number % every == 0 and state.actor >= 0:
            found.append((state.clone(), TABLE.story(log[-12:], "de")))
    return [*found, (state, TABLE.story(log[-12:], "de"))]


POSITIONS = [pair for seed in range(8) for pair in positions(1 + seed % 4, seed)]


def printed(lines: list[Text], width: int) -> list[str]:
    console = Console(width=width, record=True, file=io.StringIO(), force_terminal=True)
    for line in lines:
        console.print(line, soft_wrap=True, highlight=False)
    return console.export_text().rstrip("\n").split("\n")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", WIDTHS)
def test_no_line_is_longer_than_the_screen(lang: str, width: int) -> None:
    for state, news in POSITIONS:
        lines = [
            *table_lines(Scene(state, lang, width, news=news)),
            *choice_lines(state, lang, width),
            *end_lines(state, lang, width),
        ]
        assert max(line.cell_len for line in lines) <= width, state.text()
        assert max(len(line) for line in printed(lines, width)) <= width, state.text()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("height", [4, 3, 2, 1])
def test_every_tile_ghost_taoist_and_seat_is_on_the_table(lang: str, width: int, height: int) -> None:
    for state, _ in POSITIONS:
        view = state.view(None)
        lines = board_lines(view, lang, width, height=height, closed=height == 4)
        text = "\n".join(printed(lines, width))
        for place in view["village"]:
            assert f" {place['place']} " in text
            assert _beginning(tile_name(place["tile"], lang), height) in text
        for board in view["boards"]:
            assert f"{signs.code(lang, board['board'])} " in text
            for space in board["spaces"]:
                assert f" {signs.code(lang, space['space'])} " in text
                if space["ghost"]:
                    assert _beginning(card_name(space["ghost"]["card"], lang), height) in text
        assert text.count(signs.TAOIST) == sum(board["alive"] for board in view["boards"])


def _beginning(name: str, height: int) -> str:
    """What even the narrowest box shows of a name."""
    return name.split(maxsplit=1)[0][: 12 if height > 2 else 6]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [80, 120])
def test_question_and_choices_are_visible_together_with_the_village(lang: str, width: int) -> None:
    for terminal in (28, 36, 45, 60):
        for state, news in POSITIONS:
            scene = Scene(state, lang, width, news=news)
            below = [*question_lines(scene), *choice_lines(state, lang, width), Text(), Text()]
            scene.room = terminal - len(below)
            lines = table_lines(scene)
            village = len(board_lines(state.view(None), lang, width, height=1, closed=False))
            assert len(lines) + len(below) <= max(terminal, village + 1 + len(below))


def test_a_small_terminal_gets_the_village_without_legend_and_long_log() -> None:
    state, news = POSITIONS[5]
    sizes = [
        len(table_lines(Scene(state, "en", 80, news=news, room=room))) for room in (60, 38, 33, 27, 20, 5)
    ]
    assert sizes == sorted(sizes, reverse=True)
    assert all(size <= room for size, room in zip(sizes, (60, 38, 33, 27, 20, 99), strict=True))
    assert len(LAYOUTS) == 7


@pytest.mark.parametrize("lang", LANGUAGES)
def test_haunted_tiles_are_marked_without_any_colour(lang: str) -> None:
    state = GAME.from_text("village=cAH/SBn/PWT")
    clean = GAME.from_text("village=CAH/SBN/PWT")
    text, other = ("\n".join(printed(board_lines(s.view(None), lang, 80), 80)) for s in (state, clean))
    assert text.count("▓▓ ") == 2
    assert "▒▒▒" in text
    assert "▒" not in other


@pytest.mark.parametrize(
    ("line", "sign"),
    [
        ("N2=38", "○ haunts in 2"),
        ("N2=38!", "● haunts next"),
        ("N2=38 circle=r", " R  r "),
        ("N=red/spires W=yellow/mantra N2=38m", "≈"),
        ("E1=b", "◎ Buddha"),
        ("N1=36", "✗ Dance of"),
        ("N=red/0qi", "† dead"),
        ("2p", "neutral"),
        ("E1=58", "RRGGBBYY"),
    ],
)
def test_what_lies_on_the_table_can_be_read_from_letters_and_signs(line: str, sign: str) -> None:
    view = GAME.from_text(line).view(None)
    assert sign in "\n".join(printed(board_lines(view, "en", 80), 80))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_letters_of_the_colours_differ(lang: str) -> None:
    assert len({signs.letter(lang, color) for color in look.PAINT}) == len(look.PAINT)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_choices_are_numbered_and_ending_the_turn_is_the_last(lang: str) -> None:
    for state, _ in POSITIONS:
        legal = state.legal()
        assert sorted(ordered(legal)) == sorted(legal)
        if 0 in legal:
            assert ordered(legal)[-1] == 0
        text = "\n".join(line.plain for line in choice_lines(state, lang, 80))
        assert all(f"{number:>3} " in text for number in range(1, len(legal) + 1))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_fits_and_explains_every_place_and_ghost(lang: str) -> None:
    state, _ = POSITIONS[-2]
    view = state.view(None)
    codes = [str(place) for place in range(1, 10)]
    codes += [f"{board}{rest}" for board in "NESW" for rest in ("", "1", "2", "3")]
    for code in codes:
        lines = about_lines(view, code, lang, 80)
        assert lines
        assert max(line.cell_len for line in lines) <= 80
    assert about_lines(view, "X9", lang, 80) == []
    assert max(line.cell_len for line in guide_lines("de2", lang, 80)) <= 80


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_victory_is_told_with_its_reason_and_score(lang: str) -> None:
    state = GAME.from_text("en normal 2p end=incarnations_banished banished=57 deck=4")
    text = "\n".join(line.plain for line in end_lines(state, lang, 80))
    assert say(lang, "ui.won") in text
    assert "(GS-13.1)" in text
    assert "+10" in text


def test_help_follows_the_edition() -> None:
    texts = {
        edition: "".join(line.plain for line in TABLE.guide({"edition": edition}, "en", 400))
        for edition in ("en", "de1", "de2")
    }
    assert len(set(texts.values())) == 3
    assert "end of the game: all powers are blocked" in texts["de1"]


def test_before_a_ghost_is_placed_it_is_explained() -> None:
    state = next(s for s, _ in positions(3, 1, every=1) if s.view(None)["drawn"] and s.actor >= 0)
    text = "\n".join(line.plain for line in question_lines(Scene(state, "en", 80)))
    assert card_name(state.view(None)["drawn"], "en") in text.split("\n")[1]


def test_asking_for_help_says_what_it_would_do() -> None:
    state = GAME.from_text("N=red/@9 turn=N")
    text = " ".join(line.plain.strip() for line in choice_lines(state, "en", 80))
    assert tile_effect("tea_house", "en") in text


def test_names_are_shortened_with_an_ellipsis() -> None:
    assert shorten("Kräuterhändlers", 14) == "Kräuterhändle…"
    assert wrap("Pavillon der Himmlischen Winde", 14, 3) == ["Pavillon der", "Himmlischen", "Winde"]
    assert wrap("Pavillon der Himmlischen Winde", 14, 2) == ["Pavillon der", "Himmlischen W…"]
    assert wrap("Tea House of old", 9, 1) == ["Tea Hous…"]
