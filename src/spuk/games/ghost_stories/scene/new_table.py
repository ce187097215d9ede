"""The questions of Ghost Stories before a game: its levels, and the setup by hand."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from spuk.games.ghost_stories.board import COLORS, POWERS
from spuk.games.ghost_stories.cards import INCARNATIONS
from spuk.games.ghost_stories.editions import EDITIONS, LEVELS
from spuk.games.ghost_stories.options import ALLOWED, setup
from spuk.games.ghost_stories.state import ID
from spuk.games.ghost_stories.words import names
from spuk.games.ghost_stories.words.pack import GENTLEST
from spuk.language.catalog import say
from spuk.language.people import capital
from spuk.render.new_table import Choice, Fields, NewTableForm, Question, Slot, SlotGroup, WrongField

_LISTS: Final = ("colors", "powers", "village", "incarnations")
"""Options that have a field for each of their pieces."""


class StoriesForm(NewTableForm):
    """With the setup piece by piece."""

    def seats_about(self, lang: str) -> str:
        return say(lang, "ui.new.seats.about.ghost-stories")

    def questions(self, lang: str) -> tuple[Question, ...]:
        """Levels from gentle to cruel."""
        return tuple(
            question._replace(
                choices=tuple(sorted(question.choices, key=lambda choice: list(LEVELS).index(choice.value))),
                rising="wu-feng",
            )
            if question.id == "level"
            else question
            for question in super().questions(lang)
        )

    def slots(self, lang: str) -> tuple[SlotGroup, ...]:
        return tuple(
            SlotGroup(
                option,
                names.option_name(option, lang),
                say(lang, f"ui.new.about.{option}"),
                _SLOTS[option](lang, allowed[1:]),
            )
            for option, allowed in ALLOWED.items()
            if allowed[0] is None
        )

    def is_field(self, option: str, allowed: Sequence[Any]) -> bool:
        return option not in _LISTS

    def options(self, fields: Fields, players: int) -> dict[str, Any]:
        options = super().options(fields, players)
        if options["five_qi"] and options["level"] != GENTLEST:
            raise WrongField("ui.new.wrong.five_qi")
        if options["first"] is not None and options["first"] >= players:
            raise WrongField("ui.new.wrong.first")
        return options | _set_up(fields, options)

    def tags(self, options: Mapping[str, Any], lang: str) -> list[str]:
        found = super().tags(options, lang)
        return [*found, say(lang, "ui.lobby.option.five_qi")] if options.get("five_qi") else found


FORM: Final = StoriesForm(ID)


# ── the fields of the setup ─────────────────────────────────────────────────────────────────


def _first(lang: str, allowed: Sequence[int]) -> tuple[Slot, ...]:
    choices = tuple(Choice(str(seat), say(lang, "ui.new.seat", number=seat + 1)) for seat in allowed)
    return (Slot("first0", names.option_name("first", lang), choices),)


def _colors(lang: str, allowed: Sequence[str]) -> tuple[Slot, ...]:
    choices = tuple(Choice(color, capital(names.color_name(color, lang))) for color in allowed)
    sides = [capital(names.side_name(side, lang)) for side in names.SIDES]
    return tuple(Slot(f"colors{number}", side, choices) for number, side in enumerate(sides))


def _powers(lang: str, allowed: Sequence[str]) -> tuple[Slot, ...]:
    """Each colour has two."""
    slots = []
    for color in COLORS[:4]:
        own = [power for power in allowed if POWERS.index(power) // 2 == COLORS.index(color)]
        choices = tuple(Choice(power, names.power_name(power, lang)) for power in own)
        label = capital(names.color_name(color, lang))
        slots.append(Slot(f"powers{COLORS.index(color)}", label, choices))
    return tuple(slots)


def _village(lang: str, allowed: Sequence[str]) -> tuple[Slot, ...]:
    choices = tuple(Choice(tile, names.tile_name(tile, lang)) for tile in allowed)
    labels = [capital(names.place_name(place, lang)) for place in range(len(allowed))]
    return tuple(Slot(f"village{place}", label, choices) for place, label in enumerate(labels))


def _incarnations(lang: str, allowed: Sequence[str]) -> tuple[Slot, ...]:
    choices = tuple(Choice(name, names.card_name(INCARNATIONS[name], lang)) for name in allowed)
    return tuple(
        Slot(f"incarnations{number}", say(lang, "ui.new.incarnation", number=number + 1), choices)
        for number in range(4)
    )


_SLOTS: Final[dict[str, Callable[[str, Sequence[Any]], tuple[Slot, ...]]]] = {
    "colors": _colors,
    "powers": _powers,
    "village": _village,
    "first": _first,
    "incarnations": _incarnations,
}


# ── what they mean ──────────────────────────────────────────────────────────────────────────


def _set_up(fields: Fields, options: Mapping[str, Any]) -> dict[str, Any]:
    """The lists of the set-up: what was left to chance is drawn here, so that each list is whole."""
    allowed = ALLOWED
    solo = options["players"] == 1
    colors = _chosen(fields, "colors", 4)
    if solo and EDITIONS[options["edition"]].solo_taoist_is_red and any(colors):
        if colors[0] not in (None, "red"):
            raise WrongField("ui.new.wrong.solo_red")
        colors[0] = "red"
    powers = [power for power in _chosen(fields, "powers", 4) if power is not None]
    if solo and "dance_of_the_twin_winds" in powers:
        raise WrongField("ui.new.wrong.solo_power")
    needed = int(setup(options).incarnations)
    incarnations = [name for name in _chosen(fields, "incarnations", 4) if name is not None]
    if len(incarnations) > needed:
        raise WrongField("ui.new.wrong.incarnations", number=needed)
    return {
        "colors": _filled(colors, allowed["colors"][1:]),
        "powers": powers or None,
        "village": _filled(_chosen(fields, "village", 9), allowed["village"][1:]),
        "incarnations": _filled(
            [*incarnations, *[None] * (needed - len(incarnations))], allowed["incarnations"][1:]
        ),
    }


def _chosen(fields: Fields, name: str, slots: int) -> list[str | None]:
    """What was chosen for each slot; nothing may be there twice."""
    allowed = ALLOWED[name]
    found = [fields.get(f"{name}{slot}") or None for slot in range(slots)]
    named = [value for value in found if value is not None]
    if any(value not in allowed for value in named):
        raise WrongField("ui.new.wrong.option")
    if len(set(named)) < len(named):
        raise WrongField("ui.new.wrong.twice")
    return found


def _filled(chosen: Sequence[str | None], allowed: Sequence[str]) -> list[str] | None:
    """The whole list, the rest drawn; None if all of it is left to the game."""
    if not any(chosen):
        return None
    rest = [value for value in allowed if value not in chosen]
    secrets.SystemRandom().shuffle(rest)
    return [value if value is not None else rest.pop() for value in chosen]
