"""The table of Ghosts as a scene."""

from __future__ import annotations

from typing import Any

import pytest

import spuk
from spuk.games.ghosts.scene import Scene, ToldEvents, draw
from spuk.kernel.seeds import Random
from spuk.language.languages import LANGUAGES

GAME = spuk.game("ghosts")
NAMES = ["Anna", "Kai", "Mei", "Tomek", "Zofia", "Ida"]
MIRROR = "original 4p 0=v1,p2,m3,x,f3 trick=s2,v3,x,v2 turn=0"


def asked(state: spuk.State, lang: str = "en") -> list[dict[str, Any]]:
    return [
        {"action": action, "text": GAME.action_text(action), "words": GAME.words(state, action, lang)}
        for action in state.legal()
    ]


def scene_of(line: str, seat: int | None = 0, lang: str = "en") -> Scene:
    state = GAME.from_text(line)
    own = asked(state, lang) if state.actor == seat else []
    return draw(state.view(seat), NAMES[: state.seats()], lang, asked=own)


def test_every_playable_card_says_what_it_does() -> None:
    tips = {card.card.id: card.tip for card in scene_of(MIRROR).hand}
    assert tips == {
        "v1": "Mirror: 5",
        "p2": "Raise to 7",
        "m3": "8: too high",
        "f3": "8: too high",
        "x": "Stays at 5",
    }


def test_exactly_what_is_legal_can_be_pressed() -> None:
    state = GAME.from_text(MIRROR)
    scene = scene_of(MIRROR)
    buttons = {card.action for card in scene.hand if card.action is not None}
    buttons |= {choice.action for choice in scene.choices}
    assert buttons == set(state.legal())


def test_an_opener_learns_that_mist_does_not_open() -> None:
    scene = scene_of("original 4p 0=f2,s1,s2,x,p3")
    assert {card.card.id: card.tip for card in scene.hand}["x"] == "cannot open"
    assert scene.choices == ()
    assert scene.hint == "Which card do you open with?"


def test_the_same_card_twice_is_two_elements_that_do_the_same() -> None:
    cards = scene_of("original 4p 0=m1,m1,s2,x,p3").hand
    assert [card.id for card in cards[:2]] == ["hand-m1-1", "hand-m1-2"]
    assert cards[0].action == cards[1].action is not None
    assert [card.key for card in cards] == ["1", "2", "3", "4", ""]


def test_who_is_not_asked_has_nothing_to_press() -> None:
    scene = scene_of(MIRROR.replace("turn=0", "turn=1"), 0)
    assert all(card.action is None and card.tip == "" for card in scene.hand)
    assert scene.hint == ""
    assert scene.headline == "Kai’s turn"


def test_a_spectator_sees_no_hand_and_everybody_at_the_table() -> None:
    scene = scene_of(MIRROR, None)
    assert scene.hand == ()
    assert scene.you is None
    assert [place.name for place in scene.others] == NAMES[:4]


def test_the_others_sit_clockwise_from_the_viewer() -> None:
    assert [place.name for place in scene_of(MIRROR, 2).others] == ["Tomek", "Anna", "Kai"]


def test_the_one_to_follow_depends_on_the_direction() -> None:
    def following(line: str) -> list[str]:
        return [place.name for place in scene_of(line).others if place.next]

    assert following(MIRROR) == ["Kai"]
    assert following(f"{MIRROR} direction=back") == ["Tomek"]


def test_the_dial_is_lit_up_to_the_level_and_says_so() -> None:
    scene = scene_of(f"{MIRROR} direction=back")
    assert [segment.on for segment in scene.dial.segments] == [True] * 5 + [False] * 2
    assert scene.dial.back
    assert scene.dial.label == "Fear level 5 of 7; play goes anticlockwise"


def test_mist_lies_beside_the_pile_and_mirrors_are_known() -> None:
    scene = scene_of(MIRROR)
    assert [(pile.card.id, pile.mirror) for pile in scene.pile] == [
        ("s2", False),
        ("v3", False),
        ("v2", True),
    ]
    assert [pile.card.family for pile in scene.aside] == ["mist"]
    assert scene.pile[-1].tilt == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hidden_cards_dealt_anew_change_nothing(lang: str) -> None:
    state = GAME.from_text(MIRROR)
    for seat in (0, 1, 3):
        scenes = set()
        for seed in range(5):
            other = state.imagine(seat, Random(seed))
            own = asked(other, lang) if other.actor == seat else []
            scenes.add(repr(draw(other.view(seat), NAMES[:4], lang, asked=own)))
        assert len(scenes) == 1


def play(seed: int, lang: str = "en", **options: Any) -> list[Scene]:
    """A whole game as a spectator sees it."""
    state, random, log, scenes = GAME.new(**options), Random(seed), [], []
    names = NAMES[: state.seats()]
    number = 0
    while state.actor != spuk.OVER:
        legal = state.legal()
        action = int(state.sample(random)) if state.actor == spuk.CHANCE else legal[random.below(len(legal))]
        events: list[spuk.Event] = []
        state.apply(action, events)
        number += 1
        told = [state.redact(event, None) for event in events]
        log.append(ToldEvents(number, [{"id": event.id, **event.values} for event in told]))
        scenes.append(draw(state.view(None), names, lang, log=log))
    return scenes


def test_a_whole_game_can_be_drawn_and_its_sheet_adds_up() -> None:
    scenes = play(5, players=3)
    for scene in scenes:
        for row in scene.sheet.rows:
            changes = sum(int(cell.replace("−", "-")) for cell in row.rounds if cell)
            assert row.start + changes == row.fear
    last = scenes[-1]
    assert last.end is not None
    assert last.end.rows[0].won
    assert [row.fear for row in last.end.rows] == sorted(row.fear for row in last.end.rows)
    assert last.log[0].text == "The last round is over"
    assert all(line.text.strip() for line in last.log)
    assert not any("draws" in line.text for line in last.log)


def test_the_end_of_a_round_is_new_until_the_next_ones_first_card_and_can_be_read_for_longer() -> None:
    ends = [scene.round_end for scene in play(5, players=3) if scene.round_end is not None]
    fresh = [end.number for end in ends if not end.old]
    assert {1, 2} <= set(fresh) <= {1, 2, 3}
    assert {end.number for end in ends if end.old} == {1, 2}


def test_the_ring_shows_a_direction_only_where_it_has_an_effect() -> None:
    """GH-3.3"""
    two, three = play(2, players=2), play(2, players=3)
    assert not any(scene.dial.arrows or scene.dial.back for scene in two)
    assert all(scene.dial.arrows for scene in three)
    assert any(scene.dial.back for scene in three)


def test_every_card_that_lies_face_up_is_listed_with_its_player_and_no_other() -> None:
    """GH-3.6"""
    for scene in play(4, players=3):
        up = {card.card.id for card in (*scene.pile, *scene.aside)}
        assert up <= {played.card.id for played in scene.trick}
        assert len(scene.trick) >= len(scene.pile) + len(scene.aside)
        assert all(played.player in NAMES and played.level for played in scene.trick)


def test_taking_the_pile_is_asked_twice_unless_nothing_else_can_be_done() -> None:
    free = scene_of(MIRROR)
    forced = scene_of("original 4p 0=m3,f3,s3 trick=p3,v3 turn=0")
    assert [choice.sure for choice in free.choices] == [True]
    assert [choice.sure for choice in forced.choices] == [False]


@pytest.mark.parametrize("players", [2, 6])
def test_any_number_of_players(players: int) -> None:
    last = play(1, "pl", players=players)[-1]
    assert len(last.others) == players


def test_cards_and_starters_that_people_enter_are_called_by_their_names() -> None:
    starter = GAME.from_text("original 3p 0= 1= 2= phase=starter")
    scene = draw(starter.view(0), NAMES[:3], "en", asked=asked(starter))
    assert [choice.words for choice in scene.choices][1] == "Kai starts the first round"
    dealing = GAME.from_text("original 3p 0= 1= 2= phase=deal")
    scene = draw(dealing.view(0), NAMES[:3], "en", asked=asked(dealing))
    assert scene.choices[0].words == "Mummy 1"
    assert scene.choices[0].card is not None
    assert scene.hint == "Which card was drawn?"
