"""Pig as a game of Spuk: its options, and positions from text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from spuk import BrokenText, Game, State
from spuk_pig.state import ID, SPACE, Position

OPTIONS: Final[Mapping[str, Sequence[Any]]] = {"players": (2, 3, 4), "target": (100, 50, 20)}
"""Every option with its allowed values, the default first."""
_LINE: Final = re.compile(
    r"(?P<players>[2-4])p target=(?P<target>\d{1,3}) scores=(?P<scores>\d{1,4}(,\d{1,4}){1,3}) "
    r"turn=(?P<turn>[1-9]\d{0,8}) total=(?P<total>\d{1,9}) (?P<phase>roll|choose|over)"
)


class Pig(Game):
    """Two to four players, one die: roll again or hold."""

    def __init__(self) -> None:
        super().__init__(ID, SPACE)

    def options(self) -> Mapping[str, Sequence[Any]]:
        return OPTIONS

    def new(self, **options: Any) -> Position:
        agreed = {**self.defaults(), **options}
        for name, value in agreed.items():
            if name not in OPTIONS:
                raise ValueError(f"no option is called {name!r}; the options are {', '.join(OPTIONS)}")
            if type(value) is not int or value not in OPTIONS[name]:
                raise ValueError(f"{name}={value!r}: allowed are {', '.join(map(str, OPTIONS[name]))}")
        return Position(agreed["target"], [0] * agreed["players"])

    def from_text(self, line: str) -> Position:
        found = _LINE.fullmatch(line) if isinstance(line, str) else None
        if found is None:
            example = "2p target=100 scores=0,18 turn=3 total=5 choose"
            raise BrokenText(f"this is no position of Pig, such as {example!r}: {str(line)[:80]!r}")
        scores = [int(score) for score in found["scores"].split(",")]
        if len(scores) != int(found["players"]) or int(found["target"]) not in OPTIONS["target"]:
            raise BrokenText(f"a score for each player and a target of {OPTIONS['target']}, please: {line!r}")
        turn, total = int(found["turn"]), int(found["total"])
        state = Position(int(found["target"]), scores, turn, total, found["phase"] == "choose")
        problems = state.invariants()
        if state.phase() != found["phase"]:
            problems.append(f"phase: the game is at {state.phase()!r}")
        if problems:
            raise BrokenText("this position cannot be: " + "; ".join(problems))
        return state

    def columns(self) -> Mapping[str, Any]:
        return {"turns": int, "points": list[int]}

    def facts(self, state: State) -> Mapping[str, Any]:
        ended = cast(Position, state)
        return {"turns": ended.turn, "points": list(ended.scores)}

    def plausible(self, values: Mapping[str, Any], seats: int) -> bool:
        turns_are_sound = (values["turns"] - 1) % seats == values["winners"][0]
        return bool(len(values["winners"]) == 1 and len(values["points"]) == seats and turns_are_sound)
