"""The tutorial: a prepared position, and a script of what is asked, rolled, drawn and played.

Nothing exists besides the script: `states` plays it through the real rules, so it cannot contain an action
that the rules do not allow.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import spuk
from spuk.games.ghost_stories.cards import INCARNATIONS
from spuk.games.ghost_stories.words import event_words, names
from spuk.language.catalog import has, say
from spuk.language.people import at_a_table

GAME: Final = "ghost-stories"
FRIENDS: Final = ("Mei", "Kai", "Lin")
"""Who plays red, blue and green."""
_EVENING: Final = (
    "en initiation 4p village=TWC/BPH/SAN N=yellow/pockets E=red/spires "
    "S=blue/gust W=green/mountain turn=N:yin"
)
_MIDNIGHT: Final = (
    "en initiation 4p village=TWc/BPH/SAN N=yellow/pockets/3qi/tao:k/-yy/@5 E=red/spires/2qi/tao:r/-yy/@6 "
    "S=blue/gust/3qi/tao:y/@2 W=green/mountain/1qi/tao:g/-yy/@7 circle=y N3=7 E1=41 W2=29 "
    "gone=5,6,16,18,28,32,39,40,43 deck=11 count=33 turn=N:yin"
)
_CARDS: Final = {"restless": 5, "devourer": 43, "zombie": 6, "lord": INCARNATIONS["vampire_lord"]}
_TILES: Final = ("temple", "tea_house", "pavilion")


@dataclass(frozen=True)
class Step:
    """The text, the requested action, and what follows automatically."""

    id: str
    wanted: str = ""
    """The requested action; empty if there is only something to read."""
    then: str = ""
    """What chance and the friends do afterwards, action by action."""
    jump: str = ""
    """The position in which it continues, for a step that is only read."""
    rule: str = ""
    """Where to read more."""

    def title(self, lang: str) -> str:
        """The heading of the guide."""
        return say(lang, f"ui.tutorial.{self.id}.title", **_named(lang))

    def text(self, lang: str) -> str:
        """What the guide says."""
        return say(lang, f"ui.tutorial.{self.id}.text", **_named(lang))

    def why(self, lang: str) -> str:
        """Why only this action, for someone who tried another one."""
        id = f"ui.tutorial.{self.id}.why"
        return say(lang, id, **_named(lang)) if has(lang, id) else ""


STEPS: Final = (
    Step("village", rule="GS-1.1"),
    Step("goal", then="draw:5", rule="GS-13.2"),
    Step("arrive", "place:N1", rule="GS-5.2"),
    Step("card", rule="GS-4.1"),
    Step("move", "move:4", rule="GS-6.1"),
    Step("help", "help", rule="GS-6.2"),
    Step(
        "end1",
        "end",
        then=(
            "draw:40 place:E2 move:6 exorcise roll:r roll:w roll:g curse:blank end "
            "draw:18 place:S2 move:8 exorcise roll:b roll:g roll:w curse:tao end "
            "draw:28 place:W1 move:7 exorcise roll:g roll:w roll:b roll:g end draw:43"
        ),
        rule="GS-6.7",
    ),
    Step("step2", "place:E1", rule="GS-4.1"),
    Step("move2", "move:1", rule="GS-6.3"),
    Step("fight", "exorcise", then="roll:b roll:g roll:r", rule="GS-6.3"),
    Step("buddha", "buddha:W3", rule="GS-6.7"),
    Step(
        "end2",
        "end",
        then=(
            "draw:39 place:E2 exorcise roll:r roll:k roll:w curse:blank end "
            "draw:16 place:S1 move:9 exorcise roll:b roll:w roll:g end draw:32 place:W3 end draw:6"
        ),
        rule="GS-5.3",
    ),
    Step("haunted", "place:N2", rule="GS-4.1"),
    Step("power", "pockets:y", rule="GS-8.1"),
    Step("again", "exorcise", then="roll:w roll:r roll:b", rule="GS-6.3"),
    Step("pay", "banish:first", rule="GS-6.4"),
    Step("yinyang", "cleanse:1", rule="GS-6.6"),
    Step("skip", jump=_MIDNIGHT, then="draw:64", rule="GS-3.3"),
    Step("wufeng", "place:N2", rule="GS-9"),
    Step("gather", "move:2", rule="GS-6.4"),
    Step("last", "exorcise", then="roll:y roll:w roll:b", rule="GS-6.3"),
    Step("friend", "banish:first", rule="GS-6.4"),
    Step("reward", "giveqi:W", rule="GS-6.5"),
    Step("reward2", "giveyy:N", rule="GS-6.5"),
    Step("won", rule="GS-13.1"),
)
_TOLD: Final = (
    "ghost_banished",
    "ghost_caught_by_buddha",
    "tile_haunted",
    "tile_restored",
    "figure_on_stone",
    "buddha_taken",
    "buddha_placed",
    "curse_rolled",
    "exorcism_failed",
    "tao_paid",
    "qi_lost",
    "all_tao_lost",
    "card_drawn",
)
"""Events worth a line in the guide."""


@dataclass(frozen=True)
class Moment:
    """The position at a step, and what has happened since the step before."""

    state: spuk.State
    happened: tuple[tuple[spuk.State, spuk.Event], ...]

    def lines(self, lang: str) -> list[str]:
        """What has happened, in words."""
        with at_a_table():
            return [event_words(state, event, lang) for state, event in self.happened if event.id in _TOLD]


@cache
def moments() -> tuple[Moment, ...]:
    """The lesson played through, step by step."""
    game = spuk.game(GAME)
    state = game.from_text(_EVENING)
    found = [Moment(state.clone(), ())]
    for step in STEPS[:-1]:
        happened: list[tuple[spuk.State, spuk.Event]] = []
        state = game.from_text(step.jump) if step.jump else state
        for name in f"{step.wanted} {step.then}".split():
            events: list[spuk.Event] = []
            state.apply(game.action(name), events)
            now = state.clone()
            happened += [(now, event) for event in events]
        found.append(Moment(state.clone(), tuple(happened)))
    return tuple(found)


def wanted(number: int) -> int | None:
    """The action requested by a step."""
    step = STEPS[number]
    return spuk.game(GAME).action(step.wanted) if step.wanted else None


def _named(lang: str) -> dict[str, object]:
    """The names for the placeholders in the guide's texts."""
    found: dict[str, object] = {tile: names.tile_name(tile, lang) for tile in _TILES}
    found |= {f"to_{tile}": names.tile_to(tile, lang) for tile in _TILES}
    found |= {name: names.card_name(card, lang) for name, card in _CARDS.items()}
    found |= dict(zip(("red", "blue", "green"), FRIENDS, strict=True))
    found["circle"] = names.tile_name("circle_of_prayer", lang)
    found["pockets"] = names.power_name("bottomless_pockets", lang)
    return found
