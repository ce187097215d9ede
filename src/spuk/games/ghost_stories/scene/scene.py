"""From what one person is shown of a table to what is drawn: tiles, boards, ghosts, panels."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from spuk.games.ghost_stories import words
from spuk.games.ghost_stories.board import BOARDS
from spuk.games.ghost_stories.editions import FIVE_QI, LEVELS, NEUTRAL_QI
from spuk.games.ghost_stories.options import changes_solo
from spuk.games.ghost_stories.scene import options as opt
from spuk.games.ghost_stories.scene.cards import card_from_deck, card_of
from spuk.games.ghost_stories.scene.danger import Haunt, alarms, haunts, is_full, turns_until
from spuk.games.ghost_stories.scene.ending import ending
from spuk.games.ghost_stories.scene.exorcism import exorcism
from spuk.games.ghost_stories.scene.groups import glowing
from spuk.games.ghost_stories.scene.keys import with_keys
from spuk.games.ghost_stories.scene.options import options
from spuk.games.ghost_stories.scene.pieces import (
    Board,
    Deck,
    Dice,
    Figure,
    Scene,
    Space,
    Tile,
    Village,
)
from spuk.games.ghost_stories.scene.rules import POWERS, TILES
from spuk.games.ghost_stories.scene.turn import seat_name, short_name, turn_of
from spuk.games.ghost_stories.scene.turning import turned_for
from spuk.language.catalog import say, say_number
from spuk.language.people import at_a_table
from spuk.render.remember import remember

View = dict[str, Any]
_OPPOSITE_EMPTY: Final = "opposite_space_empty_to_exorcise"
_BUDDHA_NEEDED: Final = "buddha_needed_to_exorcise"


def scene(t: View, lang: str) -> Scene:
    """The scene of a table that has started, from `table.view.shown` in this language."""
    with at_a_table():
        return _scene(t, lang)


def _scene(t: View, lang: str) -> Scene:
    view = t["view"]
    turned = turned_for(t)
    found = options(t["asked"]["legal"], view, lang, t["study"]["odds"]) if t["asked"] else []
    found = with_keys(found, turned)
    village = _village({name: view[name] for name in _ALIKE}, _seats(t, lang), t["result"] is not None, lang)
    boards = tuple(_yours(board, lang) if _is_yours(board, t) else board for board in village.boards)
    return Scene(
        **{**vars(village), "boards": boards},
        quarters=turned.quarters,
        turn=turn_of(t, found, lang),
        exorcism=exorcism(t, found, lang),
        glows=glowing(found),
        order=tuple(sorted(boards, key=lambda board: BOARDS.index(board.board))),
        end=ending(t, lang),
    )


_ALIKE: Final = [
    "options",
    "active",
    "village",
    "boards",
    "circle",
    "supply",
    "deck",
    "drawn",
    "dice",
    "centre_tokens",
    "haunted_limit",
    "end",
]
"""The parts of a view that the village is made of: the same for everybody."""
_KEPT_VILLAGES: Final = 256
_KEPT_PIECES: Final = 4096


def _seats(t: View, lang: str) -> list[View]:
    """What of those who play shows on their boards, whoever looks."""
    return [
        {"name": seat_name(t, seat, lang), "short": short_name(t, seat, lang), "bot": about["kind"] == "bot"}
        for seat, about in enumerate(t["seats"])
    ]


@remember(_KEPT_VILLAGES)
def _village(view: View, seats: list[View], over: bool, lang: str) -> Village:
    coming = [] if over else haunts(view)
    return Village(
        tiles=tuple(_tile_at(place, view, seats, coming, lang) for place in view["village"]),
        boards=tuple(_board_of(board, view, seats, over, lang) for board in view["boards"]),
        spaces=tuple(
            _space_of(space, board, view, coming, lang)
            for board in view["boards"]
            for space in board["spaces"]
        ),
        deck=_deck(view, lang),
        haunted=sum(place["haunted"] for place in view["village"]),
        limit=view["haunted_limit"],
        soon=len({haunt.place for haunt in coming if haunt.turns == 1 and haunt.place}),
        supply=tuple(view["supply"]["tao"].items()),
        qi=view["supply"]["qi"],
        dice=_dice(view["dice"]),
        drawn=card_from_deck(view["drawn"], view, lang) if view["drawn"] else None,
        alarms=tuple(alarms(view, lang)),
    )


def _dice(dice: View) -> Dice:
    return Dice(dice["free"], dice["captured"], tuple(dice["rolled"]), tuple(dice["paid"]))


def _tile_at(place: View, view: View, seats: list[View], coming: list[Haunt], lang: str) -> Tile:
    id = place["tile"]
    figures = [
        (board["board"], board["color"], _name(seats, board["seat"], lang), not board["alive"])
        for board in view["boards"]
        if board["seat"] is not None and board["place"] == place["place"]
    ]
    danger = next((haunt.turns for haunt in coming if haunt.place == place["place"]), 0)
    return _tile(
        place["place"],
        id,
        place["haunted"],
        figures,
        danger,
        view["circle"] if id == "circle_of_prayer" else None,
        view["supply"]["buddhas"] if id == "temple" else 0,
        view["centre_tokens"] if place["place"] == 5 else 0,
        changes_solo(view["options"]),
        lang,
    )


@remember(_KEPT_PIECES)
def _tile(
    place: int,
    id: str,
    haunted: bool,
    figures: list[tuple[str, str, str, bool]],
    danger: int,
    circle: str | None,
    buddhas: int,
    tokens: int,
    solo: bool,
    lang: str,
) -> Tile:
    name = words.tile_name(id, lang)
    label = [name, *([say(lang, "ui.table.haunted")] if haunted else []), *(figure[2] for figure in figures)]
    return Tile(
        place=place,
        id=id,
        name=name,
        short=say(lang, f"ui.table.short.{id}"),
        gist=say(lang, f"ui.table.gist.{id}"),
        symbol=opt.tile_symbol(id),
        effect=words.tile_effect(id, lang, solo=solo),
        rule=TILES[id],
        haunted=haunted,
        figures=tuple(Figure(*figure) for figure in figures),
        danger=danger,
        circle=circle,
        buddhas=buddhas,
        tokens=tokens,
        label=", ".join(label),
    )


def _name(seats: list[View], seat: int | None, lang: str) -> str:
    return say(lang, "ui.table.neutral") if seat is None else str(seats[seat]["name"])


def _board_of(board: View, view: View, seats: list[View], over: bool, lang: str) -> Board:
    seat = board["seat"]
    who = {"name": _name(seats, None, lang), "short": say(lang, "ui.table.neutral.short"), "bot": False}
    return _board(
        {name: value for name, value in board.items() if name not in ("spaces", "place")},
        who if seat is None else seats[seat],
        view["options"]["edition"],
        max(0, _start_qi(board, view["options"]) - board["qi"]),
        view["active"] == board["board"] and view["end"] is None,
        turns_until(view, board["board"]) == 1 and is_full(board) and not over,
        lang,
    )


@remember(_KEPT_PIECES)
def _board(board: View, who: View, edition: str, hollow: int, now: bool, overrun: bool, lang: str) -> Board:
    return Board(
        board=board["board"],
        color=board["color"],
        seat=board["seat"],
        name=who["name"],
        short=who["short"],
        about=_about(board, who["bot"], lang),
        power=words.power_name(board["power"], lang, edition),
        power_symbol=opt.power_symbol(board["power"]),
        power_effect=words.power_effect(board["power"], lang, edition),
        power_rule=POWERS[board["power"]],
        blocked=not board["power_active"],
        borrowed=board["borrowed"],
        alive=board["alive"] or (board["seat"] is None and not board["possessed"]),
        possessed=board["possessed"],
        qi=board["qi"],
        hollow=hollow,
        yin_yang=board["yin_yang"],
        has_yin_yang=board["seat"] is not None,
        tao=tuple((color, number) for color, number in board["tao"].items() if number),
        buddhas=board["buddhas"],
        power_tokens=board["power_tokens"],
        now=now,
        overrun=overrun,
    )


def _start_qi(board: View, options: View) -> int:
    """How many flames a board shows at least: those it had at the start."""
    if board["seat"] is None:
        return int(NEUTRAL_QI)
    return int(FIVE_QI if options["five_qi"] else LEVELS[options["level"]].qi)


def _about(board: View, bot: bool, lang: str) -> str:
    """What stands under the name of a seat."""
    color = words.color_name(board["color"], lang)
    if board["seat"] is None:
        return color
    if not board["alive"]:
        return say(lang, "ui.table.dead", color=color)
    return say(lang, "ui.table.bot", color=color) if bot else color


def _is_yours(board: Board, t: View) -> bool:
    return board.seat is not None and board.alive and bool(t["seats"][board.seat]["yours"])


@lru_cache(_KEPT_PIECES)
def _yours(board: Board, lang: str) -> Board:
    """The same board as the one who plays it sees it."""
    return replace(board, about=say(lang, "ui.table.you", color=words.color_name(board.color, lang)))


def _space_of(space: View, board: View, view: View, coming: list[Haunt], lang: str) -> Space:
    turns = next((haunt.turns for haunt in coming if haunt.space == space["space"]), 0)
    kept = {name: space[name] for name in ("space", "buddha", "ghost")}
    bar = "" if space["ghost"] is None else _bar(space, view, lang)
    return _space(kept, board["color"], turns, bar, view["circle"], view["options"]["edition"], lang)


@remember(_KEPT_PIECES)
def _space(
    space: View, color: str, turns: int, bar: str, circle: str | None, edition: str, lang: str
) -> Space:
    ghost = space["ghost"]
    about = {"options": {"edition": edition}, "circle": circle}
    card = None if ghost is None else card_of(ghost, about, lang, bar)
    free = "ui.table.buddha_on" if space["buddha"] else "ui.table.empty"
    where = words.space_name(opt.SPACES.index(space["space"]), lang, color)
    return Space(
        space=space["space"],
        number=space["space"][-1],
        color=color,
        ghost=card,
        buddha=space["buddha"],
        figure=ghost is not None and ghost["figure"] == "stone",
        turns=turns,
        label=say(lang, "ghost.at", ghost=card.name, space=where) if card else say(lang, free, space=where),
    )


def _bar(space: View, view: View, lang: str) -> str:
    """Why the ghost on a space cannot be exorcised now (GS-9.1, GS-9.2); '' if it can."""
    centre, line = space["ghost"]["centre"], space["line"]
    if _OPPOSITE_EMPTY in centre:
        others = [other for board in view["boards"] for other in board["spaces"]]
        opposite = next(other for other in others if other["line"] == line[::-1])
        return words.ability_words("centre", _OPPOSITE_EMPTY, lang) if opposite["ghost"] else ""
    if _BUDDHA_NEEDED in centre and not space["buddha"]:
        return words.ability_words("centre", _BUDDHA_NEEDED, lang, view["options"]["edition"])
    return ""


def _deck(view: View, lang: str) -> Deck:
    deck = view["deck"]
    left, after = deck["left"], deck["incarnations_after"]
    edges = [-1, *after, left]
    packs = [second - first - 1 for first, second in pairwise(edges)]
    soon = after[0] + 1 if after else None
    in_play = sum(
        space["ghost"] is not None and space["ghost"]["incarnation"]
        for board in view["boards"]
        for space in board["spaces"]
    )
    gone = len(deck["banished"])
    fates = ["gone"] * gone + ["here"] * in_play
    fates += ["waits"] * (deck["incarnations"] - len(fates))
    if soon is None:
        told = say(lang, "ui.table.deck.none")
    elif soon == 1:
        told = say(lang, "ui.table.deck.now")
    else:
        told = say_number(lang, "ui.table.deck.soon", soon)
    return Deck(left, tuple(packs), _deck_order(packs, lang), told, tuple(fates))


def _deck_order(packs: list[int], lang: str) -> str:
    """What lies in the deck from the top: packs of ghosts, and an incarnation between each two."""
    found: list[str] = []
    for number, pack in enumerate(packs):
        found += [say(lang, "ui.table.deck.incarnation")] if number else []
        found += [say_number(lang, "ui.table.deck.pack", pack)] if pack else []
    return say(lang, "ui.table.deck.order", packs=", ".join(found) or say(lang, "list.empty"))
