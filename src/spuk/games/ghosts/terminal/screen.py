"""The whole screen: fear level, pile, players, the own hand, what has happened, and the question.

It is based on a view (`state.view(seat)`), so it can only contain what that seat may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from rich.text import Text

import spuk
from spuk.games.ghosts.cards import HIGHEST_LEVEL
from spuk.games.ghosts.terminal import signs
from spuk.games.ghosts.terminal.cards import card_cell, chip
from spuk.games.ghosts.words import (
    action_words,
    edition_name,
    effect_words,
    player_name,
    turn_words,
)
from spuk.language.catalog import say, say_number
from spuk.terminal import look
from spuk.terminal.bots import HUMAN
from spuk.terminal.cells import Cell, beside, draw, flow, shorten
from spuk.terminal.lines import bar, first_that_fits, fold, in_a_row, log_lines
from spuk.terminal.numbered import columns
from spuk.terminal.table import Data, Scene

GAME: Final = spuk.game("ghosts")
MOST: Final = int(HIGHEST_LEVEL)
DIAL: Final = 20
TOP: Final = 14
CARD: Final = 16
SEAT: Final = 22
"""Columns, where there is room for them."""
WITH_GAPS: Final = 14
"""Seats narrower than this have no gaps between them."""


def table_lines(scene: Scene) -> list[Text]:
    """Everything but the question, in the first size that fits."""
    view = scene.view()
    if view["end"] is not None:
        return [headline(scene, view), *seat_lines(scene, view, 4), *log_lines(scene.news, scene.width, 4)]
    sizes = [partial(_roomy, scene, view, log) for log in (8, 3)]
    sizes += [partial(_small, scene, view, log) for log in (6, 3, 1)]
    return first_that_fits([*sizes, partial(_tight, scene, view)], scene.room)


def _roomy(scene: Scene, view: Data, log: int) -> list[Text]:
    return [
        headline(scene, view),
        *middle_lines(view, scene.lang, scene.width),
        *seat_lines(scene, view, 4),
        *hand_lines(scene, view),
        *log_lines(scene.news, scene.width, log),
    ]


def _small(scene: Scene, view: Data, log: int) -> list[Text]:
    """For small terminals: the middle without boxes, low seats."""
    return [
        headline(scene, view),
        *_middle_in_a_row(view, scene.lang, scene.width),
        *seat_lines(scene, view, 2),
        *hand_lines(scene, view),
        *log_lines(scene.news, scene.width, log),
    ]


def _tight(scene: Scene, view: Data) -> list[Text]:
    """For the smallest: the hand is a row of chips."""
    lang, width = scene.lang, scene.width
    cards = [chip(card, lang) for card in _hand(view)]
    title = [Text(_hand_title(view, lang))] if cards else []
    return [
        headline(scene, view),
        *_middle_in_a_row(view, lang, width),
        *seat_lines(scene, view, 2),
        *flow([*title, *cards], width),
        *log_lines(scene.news, width, 1),
    ]


def _middle_in_a_row(view: Data, lang: str, width: int) -> list[Text]:
    level = Text.assemble(say(lang, "ui.ghosts.level"), " ", dial(view), " ", _level(view, lang))
    facts = in_a_row([level, *[Text(fact) for fact in _facts(view, lang)]], width)
    return [*facts, *flow(_row(view, lang, width), width)]


def headline(scene: Scene, view: Data) -> Text:
    """What is being played, and which round it is."""
    lang, options = scene.lang, view["options"]
    parts = [
        say(lang, "ui.ghosts.title"),
        say(lang, "ui.ghosts.round", n=view["round"], total=options["rounds"]),
        edition_name(options["edition"], lang),
    ]
    return bar(shorten(f" {' · '.join(parts)}", scene.width), scene.width)


# ── the middle ──────────────────────────────────────────────────────────────────────────────


def middle_lines(view: Data, lang: str, width: int) -> list[Text]:
    """The dial, the top ghost, and the pile with all there is to know about it."""
    boxes = [draw(_dial_cell(view, lang), DIAL, 4)]
    top = next((card for card in view["trick"][::-1] if card["family"]), None)
    if top is not None:
        boxes.append(draw(card_cell(top, lang, TOP - 2), TOP, 4))
    rest = width - DIAL - (TOP if top is not None else 0)
    boxes.append(draw(_pile_cell(view, lang, rest - 2), rest, 4))
    return beside(boxes)


def level_style(level: int) -> str:
    """Gold, then coral, then ghostfire."""
    return look.LANTERN if level <= 3 else look.CORAL if level <= 5 else look.GHOSTFIRE


def dial(view: Data, gap: str = "") -> Text:
    """Seven places, filled up to the fear level."""
    signs = [(look.FULL if place <= view["level"] else look.FREE, place) for place in range(1, MOST + 1)]
    full = [Text(sign, level_style(place) if place <= view["level"] else look.FAINT) for sign, place in signs]
    return Text(gap).join(full)


def _level(view: Data, lang: str) -> Text:
    text = say(lang, "ui.ghosts.level_of", n=view["level"], most=MOST)
    return Text(text, style=f"bold {level_style(view['level'])}")


def _dial_cell(view: Data, lang: str) -> Cell:
    places = Text(" ").join(
        Text(str(n), style=f"bold {level_style(n)}" if n == view["level"] else look.FAINT)
        for n in range(1, MOST + 1)
    )
    return Cell(
        title=Text(f" {say(lang, 'ui.ghosts.level')} ", style=f"bold {look.INK}"),
        lines=[
            Text.assemble("  ", _level(view, lang)),
            Text.assemble("  ", dial(view, " ")),
            Text.assemble("  ", places),
        ],
        frame=look.DOUBLE,
        edge=level_style(view["level"]),
        ground=look.NIGHT,
    )


def _pile_cell(view: Data, lang: str, width: int) -> Cell:
    room = width - 1
    row = flow(_row(view, lang, room), room)[:1]
    lines = [*row, *[Text(shorten(fact, room), style=look.INK) for fact in _facts(view, lang)]]
    return Cell(
        title=Text(f" {say(lang, 'ui.ghosts.pile')} ", style=f"bold {look.INK}"),
        lines=[Text.assemble(" ", line) for line in lines],
        frame=look.ROUND,
        edge=look.WOOD,
        ground=look.NIGHT,
    )


def _row(view: Data, lang: str, width: int) -> list[Text]:
    """The ghosts of the trick in the order played; of a long one only the last."""
    chips: list[Text] = []
    family: str | None = None
    for card in view["trick"]:
        if card["family"]:
            chips.append(chip(card, lang, mirror=card["family"] == family))
            family = card["family"]
    if not chips:
        who = player_name(view["turn"], lang)
        return [Text(say(lang, "ui.ghosts.pile_empty", player=who))] if view["phase"] == "play" else []
    while sum(one.cell_len + 1 for one in chips) > width:
        chips = [Text("…"), *chips[2 if chips[0].plain == "…" else 1 :]]
    return chips


def _facts(view: Data, lang: str) -> list[str]:
    """Mist next to the pile, the direction and who is next, the draw pile."""
    found: list[str] = []
    mist = sum(card["family"] is None for card in view["trick"])
    if mist:
        found.append(f"{look.MIST} {say_number(lang, 'ui.ghosts.mist_beside', mist)}")
    found.append(_direction(view, lang))
    found.append(say_number(lang, "ui.ghosts.draw_pile", view["pile"]))
    return found


def _direction(view: Data, lang: str) -> str:
    on = view["direction"] > 0
    way = say(lang, "ui.ghosts.clockwise" if on else "ui.ghosts.anticlockwise")
    words = f"{signs.CLOCKWISE if on else signs.ANTICLOCKWISE} {way}"
    if view["phase"] != "play":
        return words
    after = (view["turn"] + view["direction"]) % len(view["players"])
    return f"{words}, {say(lang, 'ui.ghosts.next', player=player_name(after, lang))}"


# ── the players ─────────────────────────────────────────────────────────────────────────────


def seat_lines(scene: Scene, view: Data, height: int) -> list[Text]:
    """Everyone around the table, clockwise from the left; arrows show the direction of play."""
    number = len(view["players"])
    column, gap = min(SEAT, (scene.width - number + 1) // number), True
    if column < WITH_GAPS:
        column, gap = scene.width // number, False
    boxes = [
        draw(seat_cell(scene, view, player, column - 2, height), column, height, closed=height > 2)
        for player in view["players"]
    ]
    if height <= 2:
        return beside(boxes, " " if gap else "")
    arrow = " " if view["end"] else "›" if view["direction"] > 0 else "‹"
    between = [Text(arrow if gap and row == 2 else " " * gap, style=look.ACCENT) for row in range(height + 2)]
    return [between[row].join(line) for row, line in enumerate(zip(*boxes, strict=True))]


def seat_cell(scene: Scene, view: Data, player: Data, width: int, height: int) -> Cell:
    """One player: total fear, fear this round, number of cards, and name."""
    lang, seat = scene.lang, player["seat"]
    active = view["end"] is None and seat == view["turn"]
    own = seat == view["seat"]
    winner = view["end"] is not None and seat in view["end"]["winners"]
    mark = look.ACTIVE if active else look.STAR if winner else ""
    fear = Text(say(lang, "ui.ghosts.fear", n=player["fear"]), style=f"bold {look.INK}")
    gained = say(lang, "ui.ghosts.gained", n=player["gained"])
    lines = [
        fear,
        Text(gained, style=look.GHOSTFIRE if player["gained"] else look.FAINT),
        held(player),
        Text(_who(scene, seat), style=look.LANTERN if own else look.FAINT),
    ]
    if height <= 2:
        lines = [fear, Text.assemble((f"+{player['gained']} ", look.GHOSTFIRE), held(player))]
    return Cell(
        title=Text(
            _fit(f" {mark}{player_name(seat, lang)} ", width - 1),
            style=f"bold {look.LANTERN if own else look.INK}",
        ),
        lines=[Text.assemble(" ", line) for line in lines],
        frame=look.DOUBLE if active else look.ROUND,
        edge=f"bold {look.LANTERN}" if active or winner else look.FAINT,
        ground=look.NIGHT,
    )


def _fit(title: str, width: int) -> str:
    """A title gives up its blanks before any letter."""
    return title if len(title) <= width else shorten(title.strip(), width)


def held(player: Data) -> Text:
    """The backs of the cards in a hand, those known to be mist as mist, and their number."""
    known = player["known_mist"]
    backs = Text(look.MIST * known, style=signs.FAMILY["mist"].text)
    backs.append(signs.CARD * (player["cards"] - known), style=look.INK)
    return backs.append(f" {player['cards']}" if player["cards"] else "–", style=look.FAINT)


def _who(scene: Scene, seat: int) -> str:
    if seat == scene.seat:
        return say(scene.lang, "ui.ghosts.you")
    companion = seat < len(scene.players) and scene.players[seat] != HUMAN
    return say(scene.lang, "ui.computer") if companion else ""


# ── the hand ────────────────────────────────────────────────────────────────────────────────


def _hand(view: Data) -> list[Data]:
    """The viewer's cards, while they matter."""
    if view["seat"] is None or view["phase"] not in ("play", "refill", "reshuffle"):
        return []
    cards: list[Data] = view["players"][view["seat"]]["hand"]
    return cards


def hand_lines(scene: Scene, view: Data) -> list[Text]:
    """The viewer's cards; below those that may be played, their number and effect."""
    cards = _hand(view)
    if not cards:
        return []
    lang, width = scene.lang, min(CARD, scene.width // 5)
    numbers = _numbers(view)
    boxes = []
    for card in cards:
        action = GAME.action(f"play:{card['card']}")
        playable = action in numbers or not numbers
        box = draw(card_cell(card, lang, width - 2, playable=playable), width, 2)
        effect = look.BLOCKED if numbers else ""
        if action in numbers:
            effect = f"{numbers[action]} {effect_words(scene.state, action, lang)}"
        label = Text(shorten(effect, width).center(width), style="bold" if playable else look.QUIET)
        boxes.append([*box, label])
    return [Text(_hand_title(view, lang), style=look.ACCENT), *beside(boxes)]


def _hand_title(view: Data, lang: str) -> str:
    return say(lang, "ui.ghosts.hand", player=player_name(view["seat"], lang))


def _numbers(view: Data) -> dict[int, int]:
    """The number of each card that may be played now."""
    order = ordered([choice["action"] for choice in view["legal"]])
    return {action: number + 1 for number, action in enumerate(order) if is_card(action)}


# ── question and choices ────────────────────────────────────────────────────────────────────


def is_card(action: int) -> bool:
    """The action plays a card."""
    return GAME.action_text(action).startswith("play:")


def ordered(legal: Sequence[int]) -> list[int]:
    """Cards as they are in the hand, everything else after them."""
    return [a for a in legal if is_card(a)] + [a for a in legal if not is_card(a)]


def question_lines(scene: Scene) -> list[Text]:
    """Who has to decide what."""
    return [Text(), *fold(Text(turn_words(scene.state, scene.lang), style=look.ACCENT), scene.width)]


def choice_lines(scene: Scene) -> list[Text]:
    """The numbered choices, one a line."""
    legal = ordered([choice["action"] for choice in scene.view()["legal"]])
    words = [action_words(scene.state, action, scene.lang) for action in legal]
    return columns(1, words, scene.width) if words else []
