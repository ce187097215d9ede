"""Flat action spaces: a game's verbs and their targets as small, stable ints with short names."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, final

from spuk.kernel.errors import BrokenText, Fault


class Verb(NamedTuple):
    """A row of an action space: actions base … base + size - 1."""

    name: str
    base: int
    size: int
    target: Callable[[int], str] | None
    """The text for an offset; None for a verb without a target."""


@final
class ActionSpace:
    """All actions of a game. New verbs are only ever added at the end, so records stay valid."""

    def __init__(self) -> None:
        self.verbs: list[Verb] = []
        self._verb_of: list[Verb] = []
        self._by_text: dict[str, int] = {}

    def verb(self, name: str, size: int, target: Callable[[int], str] | None = None) -> int:
        """Add a verb. Returns the number of its first action."""
        base = len(self._verb_of)
        verb = Verb(name, base, size, target)
        self.verbs.append(verb)
        self._verb_of += [verb] * size
        for action in range(base, base + size):
            self._by_text[self.text(action)] = action
        return base

    def __len__(self) -> int:
        return len(self._verb_of)

    def verb_of(self, action: int) -> Verb:
        """The verb an action belongs to."""
        if not 0 <= action < len(self._verb_of):
            last = len(self._verb_of) - 1
            raise BrokenText(
                Fault(
                    "action.number",
                    "{action} is not an action; actions are 0…{last}",
                    action=action,
                    last=last,
                )
            )
        return self._verb_of[action]

    def text(self, action: int) -> str:
        """The short name of an action: `verb` or `verb:target`."""
        verb = self.verb_of(action)
        if verb.target is None:
            return verb.name
        return f"{verb.name}:{verb.target(action - verb.base)}"

    def action(self, text: str) -> int:
        """The action with this short name."""
        if text in self._by_text:
            return self._by_text[text]
        name = text.partition(":")[0]
        for verb in self.verbs:
            if verb.name == name:
                targets = [self.text(verb.base + offset) for offset in range(verb.size)]
                allowed = ", ".join(targets)
                raise BrokenText(
                    Fault(
                        "action.target",
                        "{text!r} is not an action; choose from {allowed}",
                        text=text,
                        allowed=allowed,
                    )
                )
        names = ", ".join(verb.name for verb in self.verbs)
        raise BrokenText(
            Fault(
                "action.verb", "{text!r} is not an action; actions begin with {verbs}", text=text, verbs=names
            )
        )

    def why_illegal(self, action: object, legal: list[int], who: Fault) -> Fault:
        """Why an action is not legal, and what is."""
        if not legal:
            return Fault("illegal.over", "the game is over: there are no legal actions")
        allowed = ", ".join(f"{a} ({self.text(a)})" for a in legal)
        if isinstance(action, int) and not isinstance(action, bool) and 0 <= action < len(self):
            return Fault(
                "illegal.now",
                "{action} ({name}) is not legal now; legal actions of {who}: {allowed}",
                action=action,
                name=self.text(action),
                who=who,
                allowed=allowed,
            )
        return Fault(
            "illegal.unknown",
            "{action!r} is not an action of this game (0…{last}); legal actions of {who}: {allowed}",
            action=action,
            last=len(self) - 1,
            who=who,
            allowed=allowed,
        )


def actor_fault(seat: int) -> Fault:
    """Who has to act, for the messages above: a seat, or chance (a negative number)."""
    return Fault("actor.chance", "chance") if seat < 0 else Fault("actor.seat", "seat {seat}", seat=seat)
