"""Every bot plays every game: legally, reproducibly, and without changing the position it is given."""

from __future__ import annotations

from typing import Any

import spuk
from spuk.kernel.game import CHANCE, OVER, State
from spuk.kernel.record import Record
from spuk.kernel.seeds import Random
from spuk.testing.base import Contract
from spuk.testing.tables import Options, walk


class BotContract(Contract):
    """The game's mind, and what bots make of it."""

    def _decisions(self, table: Options, seed: int, every: int) -> list[State]:
        """Some decisions of a game in which anything legal is played."""
        met = [state.clone() for state in walk(self.game, table, seed=seed) if state.actor >= 0]
        return met[::every]

    def _many_options(self) -> State:
        """A decision with many sensible options."""
        states = self._decisions({}, seed=1, every=1)
        return max(states, key=lambda state: len(state.mind().sensible(state)))

    def test_minds_say_only_legal_actions_and_chances(self, table: Options) -> None:
        for state in self._decisions(table, seed=4, every=9):
            mind, line = state.mind(), state.text()
            sensible = list(mind.sensible(state))
            assert sensible, line
            assert len(set(sensible)) == len(sensible), line
            assert set(sensible) <= set(state.legal()), line
            ratings = list(mind.rate(state, mind.sensible(state)))
            assert len(ratings) == len(sensible), line
            assert all(0.0 <= rating <= 1.0 for rating in ratings), line
            assert 0.0 <= mind.chance(state, state.actor) <= 1.0, line
            assert state.text() == line, "thinking changed the position"

    def test_playing_on_is_sound(self, table: Options) -> None:
        for state in self._decisions(table, seed=5, every=25):
            before = state.text()
            imagined = state.mind().dreams(state, state.actor).next(Random(1))
            state.mind().play_on(imagined, Random(2))
            assert imagined.invariants() == [], before
            assert imagined.text() != before
            assert state.text() == before

    def test_noting_what_comes_of_an_action_changes_nothing(self, table: Options) -> None:
        for before in self._decisions(table, seed=6, every=30):
            mind = before.mind()
            for action in list(mind.sensible(before))[:3]:
                alike, noted = before.clone(), before.clone()
                luck, same = Random(3), Random(3)
                for state in (alike, noted):
                    state.step(action)
                mind.play_on(alike, luck)
                came = list(mind.foresee(before, noted, same))
                assert noted.text() == alike.text(), before.text()
                assert luck.bits() == same.bits(), "other luck was met"
                assert len(set(came)) == len(came), "a consequence is noted once"
                assert all(mind.consequence(before, number).id for number in came)

    def test_a_finished_game_is_judged_by_its_outcome(self, table: Options) -> None:
        *_, state = walk(self.game, table, seed=3)
        outcome = state.outcome()
        assert outcome is not None
        for seat in range(state.seats()):
            share = 1.0 / len(outcome.winners) if seat in outcome.winners else 0.0
            won = float(outcome.won) if self.game.together() else share
            assert state.mind().chance(state, seat) == won

    def test_every_bot_chooses_something_legal(self, bot: str) -> None:
        player, state = spuk.bot(bot, seed=3, playouts=20), self.game.new()
        for _ in range(40):
            while state.actor == CHANCE:
                state.apply(state.legal()[-1])
            if state.actor == OVER:
                return
            before = state.text()
            action = player.choose(state)
            assert action in state.legal()
            assert state.text() == before, "thinking changed the game"
            state.apply(action)

    def test_a_bot_plays_whole_games_and_the_same_ones_from_the_same_seed(self, bot: str) -> None:
        def played() -> list[int]:
            bots: Any = [spuk.bot(bot, seed=seat, playouts=4) for seat in range(2)]
            return spuk.play(self.game, {"players": 2}, bots, seed=8).actions

        actions = played()
        assert actions == played()
        assert Record(self.id, {"players": 2}, actions).replay().actor == OVER

    def test_the_master_tells_the_chance_of_every_sensible_option(self) -> None:
        state, master = self._many_options(), spuk.bot("master", seed=1, playouts=60)
        advice = master.advise(state)  # type: ignore[attr-defined]
        assert sorted(one.action for one in advice) == sorted(state.mind().sensible(state))
        assert all(0.0 <= one.chance <= 1.0 for one in advice)
        assert 0 < sum(one.playouts for one in advice) <= 60
        assert advice[0].playouts == max(one.playouts for one in advice), "the choice was looked at longest"
