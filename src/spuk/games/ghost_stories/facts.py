"""What is worth counting in a finished game of Ghost Stories (for the laboratory)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypedDict, cast, get_type_hints

from spuk.games.ghost_stories.board import COLORS, POWERS
from spuk.games.ghost_stories.cards import ALL_INCARNATIONS, FIRST_INCARNATION, INCARNATIONS
from spuk.games.ghost_stories.state import REASONS, State
from spuk.kernel import bits
from spuk.kernel.game import State as KernelState

_NAMES: Final = {card: name for name, card in INCARNATIONS.items()}
_COLORS: Final = frozenset(COLORS)
_POWERS: Final = frozenset(POWERS)
_ENDS: Final = frozenset(REASONS[1:])


class Facts(TypedDict):
    """The columns of one game; per seat where it is a list of colours or powers."""

    turns: int
    qi: int
    """The players' total Qi."""
    haunted: int
    """Haunted tiles."""
    dead: int
    """Dead Taoists."""
    deck: int
    """Cards left in the deck."""
    colors: list[str]
    powers: list[str]
    """The power each player's board shows."""
    neutral_powers: list[str]
    """The powers of the boards without a player (GS-3.4)."""
    incarnations: int
    """How many incarnations the deck was built with (GS-3.3)."""
    incarnations_faced: list[str]
    """Those that came into play. Nobody knows which ones were deeper in the deck, because cards are drawn
    lazily.
    """
    incarnations_banished: list[str]


COLUMNS: Final[dict[str, Any]] = get_type_hints(Facts)


def facts(state: KernelState) -> Facts:
    """The facts of a game that is over."""
    s = cast(State, state)
    boards = list(s.setup.board_of_seat)
    others = [board for board in range(4) if board not in boards]
    return {
        "turns": int(s.turn),
        "qi": sum(s.qi[board] for board in boards),
        "haunted": int(bits.count(s.haunted)),
        "dead": sum(1 for board in boards if s.qi[board] == 0),
        "deck": int(s.deck),
        "colors": [COLORS[s.colors[board]] for board in boards],
        "powers": [POWERS[s.powers[board]] for board in boards],
        "neutral_powers": [POWERS[s.powers[board]] for board in others],
        "incarnations": int(s.setup.incarnations),
        "incarnations_faced": _names(int(ALL_INCARNATIONS & ~s.unseen_incarnations)),
        "incarnations_banished": _names(int(s.banished)),
    }


def _names(found: int) -> list[str]:
    first = int(FIRST_INCARNATION)
    return [_NAMES[first + bit] for bit in range(10) if found >> bit & 1]


def plausible(values: Mapping[str, Any], seats: int) -> bool:
    """Whether these could be the facts and the end of a game: everything they name exists."""
    return (
        len(values["powers"]) == len(values["colors"]) == seats
        and _COLORS.issuperset(values["colors"])
        and _POWERS.issuperset(values["powers"])
        and _POWERS.issuperset(values["neutral_powers"])
        and INCARNATIONS.keys() >= {*values["incarnations_faced"], *values["incarnations_banished"]}
        and (values["reason"], values["rule"]) in _ENDS
        and len(values["winners"]) == (seats if values["won"] else 0)
    )
