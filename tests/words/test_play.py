"""Whatever comes up in a game can be said: random play over every edition, table and level."""

from __future__ import annotations

import re
from itertools import product

import pytest
from tests.words import ghosts_tour, tour

import spuk
from spuk.games.ghost_stories.editions import EDITIONS, LEVELS
from spuk.games.ghost_stories.words import action_words, event_words, turn_words
from spuk.games.ghosts import words as ghosts
from spuk.kernel.seeds import Random
from spuk.language.languages import LANGUAGES

GAME = spuk.game("ghost-stories")
LEAKED_ID = re.compile(r"\b(action|ability|ask|event|ghosts|power|reason|stage|tile|turn|ui)\.\w")


def check(text: str) -> None:
    """A line that a person can read."""
    assert text, "nothing said"
    assert text == text.strip(), text
    assert not re.search(r"[{}]|  |\bNone\b", text), text
    assert not LEAKED_ID.search(text), text


def check_line(text: str) -> None:
    check(text)
    assert text[0].isupper() or text[0].isdigit(), text


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", (1, 2, 3, 4))
@pytest.mark.parametrize("edition", EDITIONS)
def test_everything_in_a_random_game_can_be_said(edition: str, players: int, level: str) -> None:
    state = GAME.new(edition=edition, players=players, level=level)
    random = Random(players)
    step = 0
    while state.actor != spuk.OVER:
        lang = list(LANGUAGES)[step % len(LANGUAGES)]
        check_line(turn_words(state, lang))
        legal = state.legal()
        for action in legal:
            check_line(action_words(state, action, lang))
        chance = state.actor == spuk.CHANCE
        action = int(state.sample(random)) if chance else legal[int(random.below(len(legal)))]
        events: list[spuk.Event] = []
        state.apply(action, events)
        for event in events:
            for spoken in LANGUAGES:
                check_line(event_words(state, event, spoken))
        step += 1
    for lang in LANGUAGES:
        check_line(turn_words(state, lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_there_is_can_be_said(lang: str) -> None:
    for text in tour.things(lang):
        check(text)
    for text in (*tour.actions(lang), *tour.events(lang), *tour.questions(lang)):
        check_line(text)
    for text in ghosts_tour.things(lang):
        check(text)
    for text in (*ghosts_tour.actions(lang), *ghosts_tour.events(lang), *ghosts_tour.questions(lang)):
        check_line(text)


@pytest.mark.parametrize("edition", ["original", "amigo2022"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_everything_in_a_random_game_of_ghosts_can_be_said(players: int, edition: str) -> None:
    state = spuk.game("ghosts").new(players=players, edition=edition)
    random = Random(players)
    step = 0
    while state.actor != spuk.OVER:
        lang = list(LANGUAGES)[step % len(LANGUAGES)]
        check_line(ghosts.turn_words(state, lang))
        legal = state.legal()
        said = [ghosts.action_words(state, action, lang) for action in legal]
        assert len(set(said)) == len(legal)
        for text in said:
            check_line(text)
        chance = state.actor == spuk.CHANCE
        action = int(state.sample(random)) if chance else legal[int(random.below(len(legal)))]
        events: list[spuk.Event] = []
        state.apply(action, events)
        for event, seat in product(events, (None, *range(players))):
            check_line(ghosts.event_words(state, state.redact(event, seat), lang))
        step += 1
    for lang in LANGUAGES:
        check_line(ghosts.turn_words(state, lang))


def test_different_choices_of_one_question_have_different_words() -> None:
    random = Random(7)
    for players in (2, 4):
        state = GAME.new(edition="de2", players=players)
        while state.actor != spuk.OVER:
            if state.actor == spuk.CHANCE:
                state.step(state.sample(random))
                continue
            legal = state.legal()
            said = {action_words(state, action, "de") for action in legal}
            assert len(said) == len(legal)
            state.step(legal[int(random.below(len(legal)))])
