"""The guided first game: every step's action is legal, leads to the next step, and is explained."""

from __future__ import annotations

import pytest

import spuk
from spuk.games.ghost_stories.events import EVENTS
from spuk.games.ghost_stories.tutorial.lesson import FRIENDS, GAME, STEPS, Step, moments, wanted
from spuk.language.languages import LANGUAGES
from spuk.rules.book import book, rule_numbers

NUMBERS = range(len(STEPS))
ACTIONS = spuk.game(GAME)


def test_the_lesson_can_be_played_through_and_is_won() -> None:
    assert len(moments()) == len(STEPS)
    outcome = moments()[-1].state.outcome()
    assert outcome is not None
    assert outcome.won
    assert all(moment.state.outcome() is None for moment in moments()[:-1])


@pytest.mark.parametrize("number", [n for n in NUMBERS if STEPS[n].wanted])
def test_what_a_step_asks_for_is_legal_and_leads_to_the_next_step(number: int) -> None:
    state = moments()[number].state.clone()
    assert state.actor == 0  # the learner
    action = wanted(number)
    assert action in state.legal()
    assert len(state.legal()) > 1  # it is a choice, so that it can be shown
    state.apply(action)
    for name in STEPS[number].then.split():
        state.apply(ACTIONS.action(name))
    assert state.text() == moments()[number + 1].state.text()


@pytest.mark.parametrize("number", [n for n in NUMBERS[:-1] if not STEPS[n].wanted])
def test_what_is_only_read_leads_on_without_a_decision_of_the_learner(number: int) -> None:
    step, state = STEPS[number], moments()[number].state.clone()
    if step.jump:
        state = ACTIONS.from_text(step.jump)
    for name in step.then.split():
        assert state.actor != 0
        state.apply(ACTIONS.action(name))
    assert state.text() == moments()[number + 1].state.text()


def test_no_position_of_the_lesson_is_broken() -> None:
    for moment in moments():
        assert moment.state.invariants() == []
        assert ACTIONS.from_text(moment.state.text()).text() == moment.state.text()


def test_looking_at_a_moment_changes_nothing() -> None:
    before = [moment.state.text() for moment in moments()]
    for lang in LANGUAGES:
        for moment in moments():
            moment.lines(lang)
    assert [moment.state.text() for moment in moments()] == before


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
def test_every_step_is_told_in_every_language(step: Step, lang: str) -> None:
    assert step.title(lang)
    assert 30 < len(step.text(lang)) < 480
    assert bool(step.why(lang)) == bool(step.wanted)


def test_the_lesson_shows_all_it_should_teach() -> None:
    seen = {event.id for moment in moments() for _, event in moment.happened}
    wanted_events = {
        *("card_drawn", "ghost_placed", "taoist_moved", "help_asked", "buddha_taken", "buddha_placed"),
        *("figure_on_stone", "tile_haunted", "tile_restored", "ghost_caught_by_buddha", "exorcism_failed"),
        *("ghost_banished", "tao_paid", "yin_yang_used", "yin_yang_gained", "qi_gained", "curse_rolled"),
    }
    assert wanted_events <= set(EVENTS)
    assert wanted_events <= seen
    verbs = {step.wanted.partition(":")[0] for step in STEPS}
    assert {"place", "move", "help", "end", "exorcise", "buddha", "pockets", "banish", "cleanse"} <= verbs


def test_every_step_leads_to_a_rule_that_is_there() -> None:
    known = {*rule_numbers(GAME), *(chapter.anchor for chapter in book(GAME, "en").chapters)}
    assert {step.rule for step in STEPS} <= known


@pytest.mark.parametrize("lang", LANGUAGES)
def test_friends_are_told_by_their_names(lang: str) -> None:
    assert all(name in STEPS[0].text(lang) for name in FRIENDS)
