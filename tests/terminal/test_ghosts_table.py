"""The drawn table of Ghosts: everything one may know is on it, nothing else is, and it fits."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text
from tests.terminal.players import LANGUAGES

import spuk
from spuk.games.ghosts.cards import FAMILIES
from spuk.games.ghosts.terminal import signs
from spuk.games.ghosts.terminal.screen import dial, ordered
from spuk.games.ghosts.words import KINDS, card_name, player_name
from spuk.kernel.seeds import Random, derive
from spuk.language.catalog import say
from spuk.language.words import words_of
from spuk.terminal import look
from spuk.terminal.session import Told
from spuk.terminal.table import Scene
from spuk.terminal.tables import table_of

WIDTHS = (80, 100, 120, 160)
ROOMS = (None, 20, 14, 5)
GAME = spuk.game("ghosts")
TABLE = table_of("ghosts")


def scenes(players: int, seed: int, every: int = 9) -> list[Scene]:
    """What whoever has to decide sees, now and then in a random game; and the end."""
    state = GAME.new(players=players)
    random = Random(derive(seed, "ghosts table test"))
    found: list[Scene] = []
    log: list[tuple[spuk.State, spuk.Event]] = []
    seats = ["human", *["random"] * (players - 1)]
    number = 0
    while state.actor != spuk.OVER:
        legal = state.legal()
        chance = state.actor == spuk.CHANCE
        action = int(state.sample(random)) if chance else legal[int(random.below(len(legal)))]
        events: list[spuk.Event] = []
        state.apply(action, events)
        log += [(state.clone(), event) for event in events]
        number += 1
        if state.actor != spuk.CHANCE and (number % every == 0 or state.actor == spuk.OVER):
            seat = int(state.actor) if state.actor >= 0 else None
            told = [_told(after, event, seat) for after, event in log[-15:]]
            found.append(Scene(state.clone(), "de", 80, seat, None, TABLE.story(told, "de"), seats))
    return found


def _told(state: spuk.State, event: spuk.Event, seat: int | None) -> Told:
    known = state.redact(event, seat)
    return Told(known, TABLE.teller("de")(state, known))


SCENES = [scene for players in range(2, 7) for scene in scenes(players, players)]


def looked_at(scene: Scene, lang: str, width: int, room: int | None = None) -> Scene:
    return Scene(scene.state, lang, width, scene.seat, room, scene.news, scene.players)


def everything(scene: Scene) -> list[Text]:
    lines = [*TABLE.screen(scene), *TABLE.ending(scene)]
    if scene.state.actor >= 0:
        lines += [*TABLE.question(scene), *TABLE.choices(scene)]
    return lines


def text_of(lines: list[Text]) -> str:
    return "\n".join(line.plain for line in lines)


def dealt(scenes: list[Scene], *case: tuple[Any, Sequence[Any]]) -> list[Scene]:
    """Every third scene, another third for the next value of each of these: drawing takes long.

    Every combination of values draws many scenes of each number of players, and every scene is drawn with
    every value in some combination.
    """
    return scenes[sum(values.index(value) for value, values in case) % 3 :: 3]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", WIDTHS)
def test_no_line_is_longer_than_the_screen(lang: str, width: int) -> None:
    for room in ROOMS:
        for scene in dealt(SCENES, (lang, LANGUAGES), (width, WIDTHS), (room, ROOMS)):
            lines = everything(looked_at(scene, lang, width, room))
            assert max(line.cell_len for line in lines) <= width, scene.state.text()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_screen_says_all_that_everyone_knows(lang: str) -> None:
    rooms = (None, 16, 5)
    for room in rooms:
        for scene in dealt(SCENES, (lang, LANGUAGES), (room, rooms)):
            view = scene.view()
            text = text_of(TABLE.screen(looked_at(scene, lang, 80, room)))
            total = view["options"]["rounds"]
            assert say(lang, "ui.ghosts.round", n=view["round"], total=total) in text
            for player in view["players"]:
                assert player_name(player["seat"], lang) in text
                assert say(lang, "ui.ghosts.fear", n=player["fear"]) in text
                assert f"+{player['gained']}" in text
                if player["cards"]:
                    assert f" {player['cards']}" in text
            if view["end"] is None:
                assert say(lang, "ui.ghosts.level_of", n=view["level"], most=7) in text
                way = "clockwise" if view["direction"] > 0 else "anticlockwise"
                assert say(lang, f"ui.ghosts.{way}") in text
                assert str(view["pile"]) in text
                assert f"{look.ACTIVE}{player_name(view['turn'], lang)}" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_on_the_table_is_cut_short_at_eighty_columns(lang: str) -> None:
    for scene in SCENES:
        lines = TABLE.screen(looked_at(scene, lang, 80))
        # Only a very long pile shows its last cards alone.
        assert not [line.plain for line in lines if re.search(r"\w…", line.plain)]


def test_only_the_own_hand_is_drawn() -> None:
    for scene in SCENES:
        view = scene.view()
        text = text_of(TABLE.screen(Scene(scene.state, "en", 80, scene.seat)))
        shown = set(re.findall(r"[┏┌][━┄] ([MFSVWP][123]|▒▒) ", text))
        top = next((c for c in view["trick"][::-1] if c["family"]), None)
        own = view["players"][scene.seat]["hand"] if scene.seat is not None else []
        allowed = {_sign(card) for card in [*own, *([top] if top else [])]}
        assert shown <= allowed
        if scene.seat is not None and view["phase"] == "play":
            assert {_sign(card) for card in own} <= shown


def _sign(card: dict[str, object]) -> str:
    return "▒▒" if card["family"] is None else str(card["card"]).upper()


def test_a_spectator_sees_no_hand() -> None:
    for scene in SCENES:
        text = text_of(TABLE.screen(Scene(scene.state, "en", 80, None)))
        assert "Your hand" not in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_can_be_read_without_colour(lang: str) -> None:
    letters = {say(lang, f"ui.ghosts.letter.{family}") for family in FAMILIES}
    assert len(letters) == 6
    names = {card_name(kind, lang) for kind in KINDS}
    assert len(names) == 19
    state = GAME.from_text("original 4p 0=m1,f2,s3,x,p1 trick=v2,v1,x")
    text = text_of(TABLE.screen(Scene(state, lang, 80, 0)))
    for family, value in (("mummy", 1), ("frankie", 2), ("skeleton", 3), ("pumpkin", 1)):
        assert f" {say(lang, f'ui.ghosts.letter.{family}')}{value} " in text
    assert f"{signs.HEAD} {signs.HEAD} {signs.HEAD}" in text
    assert card_name("x", lang) in text
    vampire = say(lang, "ui.ghosts.letter.vampire")
    assert f" {vampire}1{signs.MIRROR} " in text
    assert "■ ■ □ □ □ □ □" in text


def test_the_dial_fills_up_to_the_level() -> None:
    for level in range(8):
        assert dial({"level": level}).plain == "■" * level + "□" * (7 - level)


def test_the_number_under_a_card_is_the_number_of_its_choice() -> None:
    state = GAME.from_text("original 4p 0=m1,f2,s3,x,p1 trick=v3,m3")
    scene = Scene(state, "en", 80, 0)
    text = text_of(TABLE.screen(scene))
    choices = text_of(TABLE.choices(scene))
    assert [GAME.action_text(a) for a in ordered(state.legal())] == ["play:m1", "play:p1", "play:x", "take"]
    assert "1 mirror: 6" in text
    assert "2 raise to 7" in text
    assert "3 stays at 6" in text
    assert text.count(look.BLOCKED) == 2
    assert "  4 Take the pile and 1 fear" in choices


def test_cards_known_to_be_mist_are_drawn_as_mist() -> None:
    state = GAME.from_text(
        "original 3p 0=f1,f1,f1,s1,s1 1=x,x,x,x 2=m1,m1,m1,m2,m2 known=0,4,0 trick=x turn=2"
    )
    assert "▒▒▒▒ 4" in text_of(TABLE.screen(Scene(state, "en", 80, 0)))


def test_a_small_terminal_gets_less_of_the_table() -> None:
    for scene in SCENES:
        if scene.view()["end"] is None:
            sizes = [len(TABLE.screen(looked_at(scene, "en", 80, room))) for room in (40, 22, 17, 14, 9)]
            assert sizes == sorted(sizes, reverse=True)
            assert sizes[-1] <= 11


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_end_names_the_winners_and_everybodys_fear(lang: str) -> None:
    state = GAME.from_text("original 5p fear=4,2,7,2,9 round=3 phase=ended")
    text = text_of(TABLE.ending(Scene(state, lang, 80)))
    assert "(GH-4.3)" in text
    assert text.count(look.STAR) == 2
    for seat, fear in enumerate((4, 2, 7, 2, 9)):
        assert re.search(rf"{player_name(seat, lang)} +{fear}  {look.FULL * fear}$", text, re.M)
    assert text.index(f"{look.STAR} {player_name(1, lang)}") < text.index(f"  {player_name(0, lang)}")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_fits_and_says_that_saved_games_hold_all_hands(lang: str) -> None:
    lines = TABLE.guide({"edition": "amigo2022"}, lang, 80)
    assert max(line.cell_len for line in lines) <= 80
    flat = re.sub(r"\s+", " ", text_of(lines))
    assert say(lang, "ui.ghosts.help.secret") in flat
    assert say(lang, "ghosts.edition.amigo2022") in flat


def test_colours_of_the_families_are_seven() -> None:
    assert len({tao.fill for tao in signs.FAMILY.values()}) == 7
    console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", width=80)
    for line in TABLE.screen(SCENES[0]):
        console.print(line)


def test_chapters_of_a_record_are_its_rounds() -> None:
    record = spuk.play("ghosts", {"players": 2, "rounds": 3}, "random", seed=1)
    words = words_of("ghosts")
    chapters = [words.chapter(state) for state in record.states()]
    assert chapters == sorted(chapters)
    assert set(chapters) == {1, 2, 3}
