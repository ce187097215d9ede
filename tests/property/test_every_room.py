"""Nothing in the rules is dead code: over a fixed set of games, every verb, event, step and ending is met.

If a change of the rules moves the games, a rare thing may go missing here without being unreachable:
then add a position to LATE that leads to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from tests.property.players import Steered
from tests.property.tables import EDITIONS, GAME, every_table

import spuk
from spuk.games.ghost_stories.actions import VERBS
from spuk.games.ghost_stories.board import POWERS, TILES
from spuk.games.ghost_stories.cards import INCARNATIONS
from spuk.games.ghost_stories.events import EVENTS
from spuk.games.ghost_stories.state import REASONS
from spuk.games.ghost_stories.steps import NAMES

# One line per incarnation near the end of the game, and rooms that are seldom entered.
LATE = [
    *(f"{edition} initiation {players}p 5qi N1={card} E2=1 N=tao:yk"
      for edition in EDITIONS for card, players in zip(range(56, 66), (1, 2, 3, 4) * 3, strict=False)),
    "en normal 4p N=yellow/mantra/@1 N1=58 E2=1",
    "en normal 4p N=yellow/mantra/@1 N1=65 E2=1",
    "pl normal 3p E=0qi centre=1 N=@1 village=CAH/SBN/PWT N1=12",
    "de1 normal 4p N=0qi E=@1/1qi village=CAH/SBN/PWT turn=E",
    "de2 normal 2p E=0qi W=0qi N1=11 N2=22 E1=33 E2=44 turn=N",
    "en normal 4p N1=56 deck=2",
    "en normal 4p N=0qi S=0qi E=@1 village=CAH/SBN/PWT turn=E",
    "de2 normal 4p N1=b N2=b incarnations=uncatchable deck=11 turn=W",
    "en normal 4p N=0qi S=0qi E=@1 village=CAH/SBN/PWT turn=E",
    "de2 normal 4p N1=b N2=b incarnations=uncatchable deck=11 turn=W",
    "de1 initiation 4p village=cAH/sBN/pWT N1=9! turn=W",
    "de2 initiation 3p village=cAH/sBN/pWT N1=9! turn=S",
]  # fmt: skip


class Seen:
    """What came up in the games."""

    def __init__(self) -> None:
        self.verbs: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        self.steps: Counter[str] = Counter()
        self.endings: Counter[str] = Counter()
        self.drawn: Counter[int] = Counter()
        self.banished: Counter[int] = Counter()
        self.helps: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        self.rooms: Counter[str] = Counter()

    def play(self, state: spuk.State, player: Steered) -> None:
        """One game to its end."""
        while state.actor != spuk.OVER:
            self._look(state)
            action, events = player.choose(state), list[spuk.Event]()
            self.verbs[GAME.action_text(action).partition(":")[0]] += 1
            state.apply(action, events)
            for event in events:
                self._hear(event)
        outcome = state.outcome()
        assert outcome is not None
        self.endings[outcome.reason] += 1
        solo = state.setup.players == 1
        self.rooms[f"{'solo ' if solo else ''}{'won' if outcome.won else 'lost'}"] += 1
        self.rooms[f"{state.setup.edition.id} {'won' if outcome.won else 'lost'}"] += 1

    def _look(self, state: spuk.State) -> None:
        """The work that waits. A few steps never wait; what they leave behind shows them."""
        waiting = [NAMES[frame & 255] for frame in state.stack]
        self.steps.update(waiting)
        if "discard" in waiting:
            self.steps["grouptao"] += 1  # only it makes Taoists discard
        for power in range(8):
            self.used[POWERS[power]] += state.used >> power & 1
        self.rooms["all powers gone for good"] += state.powers_gone
        self.rooms["Uncatchable exposed"] += state.exposed
        self.rooms["possessed board"] += min(state.qi) == 0 and len(state.powers) == 4

    def _hear(self, event: spuk.Event) -> None:
        self.events[event.id] += 1
        if event.id == "turn_began":
            self.steps["begin"] += 1
        elif event.id == "figure_on_stone":
            self.steps["haunters"] += 1
        elif event.id == "card_drawn":
            self.drawn[event.values["card"]] += 1
        elif event.id == "ghost_banished":
            self.banished[event.values["card"]] += 1
        elif event.id == "help_asked":
            self.helps[TILES[event.values["tile"]]] += 1


@pytest.fixture(scope="module")
def seen() -> Seen:
    """All games, played once."""
    found = Seen()
    for state, player in _games():
        found.play(state, player)
    return found


def _games() -> Iterator[tuple[spuk.State, Steered]]:
    for number, table in enumerate(every_table()):
        for luck in (0.2, 0.9):
            yield GAME.new(**table), Steered(1000 + number, luck)
    for number, line in enumerate(LATE):
        for luck in (0.5, 0.95, 1.0):
            yield GAME.from_text(line), Steered(number, luck)


def _never(expected: object, counted: Counter) -> list[object]:
    return [one for one in expected if not counted[one]]


def test_every_verb_is_used(seen: Seen) -> None:
    assert _never([verb.name for verb in VERBS], seen.verbs) == []


def test_every_event_happens(seen: Seen) -> None:
    assert _never(EVENTS, seen.events) == []


def test_every_step_is_entered(seen: Seen) -> None:
    assert _never(NAMES, seen.steps) == []


def test_every_ending_comes_about(seen: Seen) -> None:
    assert _never([reason for reason, rule in REASONS if rule], seen.endings) == []


def test_every_card_is_drawn_and_banished(seen: Seen) -> None:
    assert _never(range(1, 66), seen.drawn) == []
    assert _never(range(1, 66), seen.banished) == []
    assert len(INCARNATIONS) == 10


def test_every_villager_is_asked(seen: Seen) -> None:
    assert _never(TILES, seen.helps) == []


def test_every_power_is_used(seen: Seen) -> None:
    assert _never(POWERS, seen.used) == []


def test_every_rare_room_is_entered(seen: Seen) -> None:
    rooms = ["won", "lost", "solo won", "solo lost", "possessed board"]
    rooms += ["all powers gone for good", "Uncatchable exposed"]
    rooms += [f"{edition} {end}" for edition in EDITIONS for end in ("won", "lost")]
    assert _never(rooms, seen.rooms) == []
