"""From what one person is shown of a table to what is drawn: tiles, boards, ghosts, panels."""

from __future__ import annotations

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
from spuk.games.ghost_stories.scene.pieces import Board, Deck, Figure, Scene, Space, Tile
from spuk.games.ghost_stories.scene.rules import POWERS, TILES
from spuk.games.ghost_stories.scene.turn import seat_name, short_name, turn_of
from spuk.games.ghost_stories.scene.turning import Turned, turned_for
from spuk.language.catalog import say, say_number
from spuk.language.people import at_a_table

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
    coming = haunts(view) if t["result"] is None else []
    boards = [_board(board, t, turned, coming, lang) for board in view["boards"]]
    return Scene(
        tiles=tuple(_tile(place, t, turned, coming, lang) for place in view["village"]),
        boards=tuple(boards),
        deck=_deck(view, lang),
        haunted=sum(place["haunted"] for place in view["village"]),
        limit=view["haunted_limit"],
        soon=len({haunt.place for haunt in coming if haunt.turns == 1 and haunt.place}),
        supply=tuple(view["supply"]["tao"].items()),
        qi=view["supply"]["qi"],
        dice=view["dice"],
        drawn=card_from_deck(view["drawn"], view, lang) if view["drawn"] else None,
        alarms=tuple(alarms(view, lang)),
        turn=turn_of(t, found, lang),
        exorcism=exorcism(t, found, lang),
        glows=glowing(found),
        order=tuple(sorted(boards, key=lambda board: BOARDS.index(board.board))),
        end=ending(t, lang),
    )


def _tile(place: View, t: View, turned: Turned, coming: list[Haunt], lang: str) -> Tile:
    view, id = t["view"], place["tile"]
    figures = tuple(
        Figure(board["board"], board["color"], seat_name(t, board["seat"], lang), not board["alive"])
        for board in view["boards"]
        if board["seat"] is not None and board["place"] == place["place"]
    )
    danger = next((haunt.turns for haunt in coming if haunt.place == place["place"]), 0)
    name = words.tile_name(id, lang)
    effect = words.tile_effect(id, lang, solo=changes_solo(view["options"]))
    label = [name, *([say(lang, "ui.table.haunted")] if place["haunted"] else [])]
    label += [figure.name for figure in figures]
    return Tile(
        place=place["place"],
        at=turned.place(place["place"]),
        id=id,
        name=name,
        short=say(lang, f"ui.table.short.{id}"),
        gist=say(lang, f"ui.table.gist.{id}"),
        symbol=opt.tile_symbol(id),
        effect=effect,
        rule=TILES[id],
        haunted=place["haunted"],
        figures=figures,
        danger=danger,
        circle=view["circle"] if id == "circle_of_prayer" else None,
        buddhas=view["supply"]["buddhas"] if id == "temple" else 0,
        tokens=view["centre_tokens"] if place["place"] == 5 else 0,
        label=", ".join(label),
    )


def _board(board: View, t: View, turned: Turned, coming: list[Haunt], lang: str) -> Board:
    view, edition = t["view"], t["view"]["options"]["edition"]
    seat = board["seat"]
    next_turn = turns_until(view, board["board"]) == 1
    return Board(
        board=board["board"],
        side=turned.side(board["board"]),
        color=board["color"],
        seat=seat,
        name=seat_name(t, seat, lang),
        short=short_name(t, seat, lang),
        about=_about(board, t, lang),
        power=words.power_name(board["power"], lang, edition),
        power_symbol=opt.power_symbol(board["power"]),
        power_effect=words.power_effect(board["power"], lang, edition),
        power_rule=POWERS[board["power"]],
        blocked=not board["power_active"],
        borrowed=board["borrowed"],
        alive=board["alive"] or (seat is None and not board["possessed"]),
        possessed=board["possessed"],
        qi=board["qi"],
        hollow=max(0, _start_qi(board, view["options"]) - board["qi"]),
        yin_yang=board["yin_yang"],
        has_yin_yang=seat is not None,
        tao=tuple((color, number) for color, number in board["tao"].items() if number),
        buddhas=board["buddhas"],
        power_tokens=board["power_tokens"],
        spaces=tuple(_space(space, board, view, turned, coming, lang) for space in board["spaces"]),
        now=view["active"] == board["board"] and view["end"] is None,
        overrun=next_turn and is_full(board) and t["result"] is None,
    )


def _start_qi(board: View, options: View) -> int:
    """How many flames a board shows at least: those it had at the start."""
    if board["seat"] is None:
        return int(NEUTRAL_QI)
    return int(FIVE_QI if options["five_qi"] else LEVELS[options["level"]].qi)


def _about(board: View, t: View, lang: str) -> str:
    """What stands under the name of a seat."""
    color = words.color_name(board["color"], lang)
    seat = board["seat"]
    if seat is None:
        return color
    if not board["alive"]:
        return say(lang, "ui.table.dead", color=color)
    if t["seats"][seat]["yours"]:
        return say(lang, "ui.table.you", color=color)
    if t["seats"][seat]["kind"] == "bot":
        return say(lang, "ui.table.bot", color=color)
    return color


def _space(space: View, board: View, view: View, turned: Turned, coming: list[Haunt], lang: str) -> Space:
    ghost = space["ghost"]
    turns = next((haunt.turns for haunt in coming if haunt.space == space["space"]), 0)
    card = None if ghost is None else card_of(ghost, view, lang, _bar(space, view, lang))
    free = "ui.table.buddha_on" if space["buddha"] else "ui.table.empty"
    where = words.space_name(opt.SPACES.index(space["space"]), lang, board["color"])
    return Space(
        space=space["space"],
        number=space["space"][-1],
        at=turned.space(space["space"]),
        color=board["color"],
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
