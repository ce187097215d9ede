"""Errors about invalid input, in a form that can be translated."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, final


@final
class Fault:
    """What is wrong: in English where it is raised, with an id for the catalogues (`error.<id>`).

    It is the argument of an ordinary exception: `raise ValueError(Fault("seat", "no seat {seat}", seat=7))`.
    `str` of both is the English sentence; `spuk.language.errors.error_words` gives it in another language.
    Values may be faults, exceptions, or tuples of them, which are translated, too.
    """

    def __init__(self, id: str, english: str, /, **values: object) -> None:
        self.id = id
        self.english = english
        self.values: dict[str, object] = values

    def __str__(self) -> str:
        return self.fill(self.english, str)

    def __repr__(self) -> str:
        return repr(str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        """Faults can be sent between processes."""
        return _fault, (self.id, self.english, self.values)

    def fill(self, text: str, say: Callable[[object], str]) -> str:
        """The text with its values filled in. `say` translates faults and exceptions among them."""
        return text.format_map({name: _in_words(value, say) for name, value in self.values.items()})


def _fault(id: str, english: str, values: dict[str, object]) -> Fault:
    return Fault(id, english, **values)


def _in_words(value: object, say: Callable[[object], str]) -> object:
    if isinstance(value, tuple):
        return "; ".join([say(one) for one in value])
    return say(value) if isinstance(value, (Fault, BaseException)) else value


def not_one_of(name: str, value: object, allowed: Iterable[object]) -> Fault:
    """The fault of a value that is not among those it can be."""
    return Fault(
        "option.value",
        "{name}={value!r}: choose from {allowed}",
        name=name,
        value=value,
        allowed=", ".join(map(str, allowed)),
    )


def not_a_number(name: str, value: object, low: float, high: float) -> Fault:
    """The fault of a text that is no number, or too small or large a one."""
    return Fault(
        "value.number",
        "{name}={value!r}: must be a number from {low} to {high}",
        name=name,
        value=value,
        low=f"{low:g}",
        high=f"{high:g}",
    )


def not_a_line(value: object) -> Fault:
    """The fault of a position that is no text."""
    return Fault("position.line", "a position must be a line of text, not {kind}", kind=type(value).__name__)


def unknown_field(name: str, allowed: Iterable[str]) -> Fault:
    """The fault of a position with a field that there is not."""
    return Fault(
        "position.field",
        "unknown field {name!r}; choose from {allowed}",
        name=name,
        allowed=", ".join(allowed),
    )


def given_twice(name: str, word: str) -> Fault:
    """The fault of a position that says something twice."""
    return Fault("position.twice", "{name} is given twice, the second time as {word!r}", name=name, word=word)


def impossible(problems: Iterable[Fault]) -> Fault:
    """The fault of a position that no game can reach."""
    return Fault("position.impossible", "impossible position: {problems}", problems=tuple(problems))


class IllegalAction(ValueError):
    """An action that is not legal here. The state has not been changed."""


class BrokenText(ValueError):
    """A position, action or record that cannot be read. The message says where and why."""


class OtherRules(BrokenText):
    """Played under another rules revision. Read under ours, it could be a different game."""

    def __init__(self, game: str, found: int, known: int) -> None:
        super().__init__(game, found, known)  # so that it can be sent between processes
        self.game = game
        self.found = found
        """The revision it was played under."""
        self.known = known
        """The revision this Spuk plays."""

    @property
    def newer(self) -> bool:
        """Whether it comes from a newer version of Spuk."""
        return self.found > self.known

    def __str__(self) -> str:
        way_out = "Update Spuk" if self.newer else "Use the version of Spuk it was played with"
        return (
            f"{self.game}: played under rules revision {self.found}, "
            f"but this version of Spuk plays revision {self.known}. {way_out}."
        )
