"""What people read about a game, in every language."""

from __future__ import annotations

from spuk.kernel.game import CHANCE, OVER, Event
from spuk.kernel.seeds import Random
from spuk.language.words import words_of
from spuk.testing.base import Contract
from spuk.testing.tables import choose, walk


class WordsContract(Contract):
    """Actions, events, turns, options and endings."""

    def test_every_legal_action_has_words_of_its_own(self, lang: str) -> None:
        for players in self.game.options()["players"]:
            for state in walk(self.game, {"players": players}, seed=8):
                words = [self.game.words(state, action, lang) for action in state.legal()]
                assert all(_is_readable(word) for word in words), words
                if state.actor != CHANCE:  # cards may bear the same name
                    assert len(set(words)) == len(words), f"two actions read the same: {words}"

    def test_everything_that_happens_can_be_told(self, lang: str) -> None:
        words, random, state = words_of(self.id), Random(6), self.game.new()
        while state.actor != OVER:
            assert _is_readable(words.turn_words(state, lang))
            assert words.chapter_name(words.chapter(state), lang)
            events: list[Event] = []
            state.apply(choose(state, random), events)
            assert all(_is_readable(words.event_words(state, event, lang)) for event in events)
        outcome = state.outcome()
        assert outcome is not None
        assert _is_readable(words.turn_words(state, lang))
        assert _is_readable(words.ending(outcome, lang))
        assert _is_readable(words.reason_words(outcome.reason, lang))
        assert words.score_words(outcome.score, lang)
        assert all(words.player_name(state, seat, lang) for seat in range(state.seats()))

    def test_every_consequence_has_words_of_its_own(self, lang: str) -> None:
        words = words_of(self.id)
        for state in [state.clone() for state in walk(self.game, {}, seed=9) if state.actor >= 0][::15]:
            mind, after = state.mind(), state.clone()
            after.step(mind.sensible(state)[0])
            came = [mind.consequence(state, number) for number in mind.foresee(state, after, Random(2))]
            for you in (None, int(state.actor)):
                told = [words.consequence_words(state, one, lang, you) for one in came]
                assert all(_is_readable(one) for one in told), told
                assert len(set(told)) == len(told), f"two consequences read the same: {told}"
            assert not came or _is_readable(words.horizon_words(state, lang)), "how far the futures reach"

    def test_the_game_and_its_options_have_names(self, lang: str) -> None:
        words = words_of(self.id)
        assert _is_readable(words.title(lang))
        assert _is_readable(words.summary(self.game.defaults(), lang))
        for option, values in self.game.options().items():
            assert _is_readable(words.option_name(option, lang))
            named = [words.value_name(option, value, lang) for value in values if value is not None]
            assert all(named)
            assert len(set(named)) == len(named), f"two values read the same: {named}"


def _is_readable(text: str) -> bool:
    return any(letter.isalpha() for letter in text)
