"""The edition table for players (GS-12): every cell is read from the engine's own table of editions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from spuk.games.ghost_stories.cards import INCARNATIONS
from spuk.games.ghost_stories.editions import EDITIONS, FIVE_QI, HAUNTED_LIMIT, WIN_BONUS, Edition
from spuk.games.ghost_stories.options import Setup, setup
from spuk.games.ghost_stories.words import names
from spuk.language.catalog import say
from spuk.rules.parts import Difference

FIVE_QI_PRINTED: Final = ("de1", "de2", "pl")
"""Rulebooks that print the easier start. Here every edition has it, so the engine has no flag for it."""

BARS_ONE_GREEN_BOARD: Final = "de2"
"""The rulebook whose sentence about green powers our ruling extends. The rule is the same in all editions."""

Cell = tuple[str, dict[str, object]]
"""The id of the text in a cell, without its row, and its values."""


@dataclass(frozen=True)
class Row(Difference):
    """One difference between the rulebooks, and how to read it from an edition."""

    id: str
    rule: str
    cell: Callable[[Edition], Cell]

    def editions(self) -> Iterable[str]:
        """All of them, in the order of the numbered rules."""
        return EDITIONS

    def point(self, lang: str) -> str:
        """What it is about."""
        return say(lang, f"ui.rules.edition.{self.id}", **_named(lang))

    def value(self, edition: str, lang: str) -> str:
        """What an edition says."""
        id, values = self.cell(EDITIONS[edition])
        return say(lang, f"ui.rules.edition.{self.id}.{id}", **_named(lang), **values)


def _named(lang: str) -> dict[str, object]:
    """Printed names and figures for the placeholders in the texts of the table."""
    return {
        "initiation": names.level_name("initiation", lang),
        "nightmare": names.level_name("nightmare", lang),
        "hell": names.level_name("hell", lang),
        "twin_winds": names.power_name("dance_of_the_twin_winds", lang),
        "uncatchable": names.card_name(INCARNATIONS["uncatchable"], lang),
        "forgotten_ones": names.card_name(INCARNATIONS["forgotten_ones"], lang),
        "cemetery": names.tile_name("cemetery", lang),
        "pavilion": names.tile_name("pavilion", lang),
        "temple": names.tile_name("temple", lang),
        "five": FIVE_QI,
    }


def _flag(name: str, yes: str = "yes", no: str = "no") -> Callable[[Edition], Cell]:
    return lambda edition: (yes if getattr(edition, name) else no, {})


def _uncatchable(edition: Edition) -> Cell:
    if edition.uncatchable_seeks_buddha:
        return "seeks", {}
    return ("exposed" if edition.uncatchable_stays_exposed else "stands"), {}


def _win_bonus(edition: Edition) -> Cell:
    if edition.hell_win_bonus == WIN_BONUS:
        return "same", {"bonus": WIN_BONUS}
    return "hell", {"bonus": WIN_BONUS, "more": edition.hell_win_bonus}


def _empty_spaces(edition: Edition) -> Cell:
    bonus = edition.empty_space_bonus
    return ("yes", {"bonus": bonus}) if bonus else ("no", {})


def _further(players: int) -> Callable[[Edition], Cell]:
    """Points for incarnations in order. The last one is the win itself, unless it has its own points."""

    def cell(edition: Edition) -> Cell:
        small = players <= 2
        points = edition.further_incarnations_small_table if small else edition.further_incarnations
        all_score = len(points) == int(_hard_table(edition, players).incarnations)
        return "all" if all_score else "points", {"points": " ".join(f"+{n}" for n in points)}

    return cell


def _deck_counted(edition: Edition) -> Cell:
    """From which end the cards are counted, and when the incarnations come with four players."""
    table = _hard_table(edition, players=4)
    deck, places = int(table.deck), int(table.incarnation_places)
    after = [str(deck - left) for left in range(deck, 0, -1) if places >> left & 1]
    return "bottom" if edition.deck_counted_from_bottom else "top", {"cards": ", ".join(after)}


def _hard_table(edition: Edition, players: int) -> Setup:
    """A table at a level with several incarnations."""
    return setup({"level": "nightmare", "edition": edition.id, "players": players})


def _limits(edition: Edition) -> Cell:
    return "limits", {"first": edition.initiation_haunted_limit, "others": HAUNTED_LIMIT}


ROWS: Final[Mapping[str, Row]] = {
    row.id: row
    for row in (
        Row("haunted_limit", "GS-13.2", _limits),
        Row("black_tao", "GS-3.2", _flag("initiation_black_tao")),
        Row("twin_winds", "GS-8.4", _flag("twin_winds_after_move", "after", "before")),
        Row("uncatchable", "GS-9.2", _uncatchable),
        Row("uncatchable_after", "GS-9.2", _flag("uncatchable_stays_exposed", "exposed", "returns")),
        Row("forgotten_ones", "GS-9.5", _flag("forgotten_ones_forever", "forever", "in_play")),
        Row("overrun", "GS-4.4", _flag("overrun_judged_at_start", "start", "step")),
        Row("overrun_neutral", "GS-4.4", _flag("neutral_overrun_judged_at_start", "start", "step")),
        Row("power_token", "GS-8.9", _flag("power_token_before_own_power", "before", "any")),
        Row("solo_changes", "GS-3.5", _flag("solo_changes")),
        Row("green_neutral", "GS-7.2", lambda e: ("ruling" if e.id == BARS_ONE_GREEN_BOARD else "never", {})),
        Row("dead_power_tokens", "GS-10.1", _flag("dead_lose_power_tokens", "lost", "centre")),
        Row("dead_yin_yang", "GS-6.5", _flag("yin_yang_to_the_dead")),
        Row("five_qi", "GS-3.2", lambda edition: ("yes" if edition.id in FIVE_QI_PRINTED else "no", {})),
        Row("win_bonus", "GS-13.3", _win_bonus),
        Row("empty_spaces", "GS-13.3", _empty_spaces),
        Row("further_incarnations", "GS-13.3", _further(players=4)),
        Row("further_incarnations_small", "GS-13.3", _further(players=2)),
        Row("deck_counted", "GS-3.3", _deck_counted),
        Row("corner_choice", "GS-6.4", _flag("corner_choice_with_tokens", "player", "dice")),
        Row("solo_taoist", "GS-3.5", _flag("solo_taoist_is_red", "red", "any")),
    )
}
"""Every row of the edition table, in the order of the numbered rules."""
