"""The events of a game tell its whole story: who only listens knows what lies on the table."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from tests.property.players import Steered
from tests.property.tables import GAME, examples, seeds, tables

import spuk
from spuk.games.ghost_stories.actions import space_text
from spuk.games.ghost_stories.board import BOARDS, COLORS


class Listener:
    """A table kept up to date by events alone."""

    def __init__(self, view: dict[str, Any]) -> None:
        boards = view["boards"]
        self.qi = {board["board"]: board["qi"] for board in boards}
        self.tao = {board["board"]: dict(board["tao"]) for board in boards}
        self.place = {board["board"]: board["place"] for board in boards}
        self.yin_yang = {board["board"]: board["yin_yang"] for board in boards}
        self.buddhas_held = {board["board"]: board["buddhas"] for board in boards}
        self.tokens = {board["board"]: board["power_tokens"] for board in boards}
        self.centre = view["centre_tokens"]
        self.circle = view["circle"]
        spaces = [space for board in boards for space in board["spaces"]]
        self.ghosts = {s["space"]: s["ghost"] and s["ghost"]["card"] for s in spaces}
        self.buddhas = {s["space"]: s["buddha"] for s in spaces}
        self.mantra = next((s["space"] for s in spaces if s["ghost"] and s["ghost"]["mantra"]), None)
        self.haunted = {tile["place"] for tile in view["village"] if tile["haunted"]}
        self.deck = view["deck"]["left"]
        self.active = view["active"]
        self.over: str | None = None
        self._cemetery = next(t["place"] for t in view["village"] if t["tile"] == "cemetery")
        self._tokens_of_the_dead_are_lost = view["options"]["edition"] == "de1"

    def hear(self, event: spuk.Event) -> None:
        """One event; what needs no telling has no method."""
        values = dict(event.values)
        for name in ("board", "of"):
            if name in values:
                values[name] = BOARDS[values[name]]
        for name in ("space", "to"):
            if values.get(name, 12) < 12:
                values[name] = space_text(values[name])
        if "color" in values:
            values["color"] = COLORS[values["color"]]
        method = getattr(self, f"_{event.id}", None)
        if method is not None:
            method(**values)

    def _turn_began(self, board: str) -> None:
        self.active = board

    def _tile_haunted(self, place: int, space: str) -> None:
        self.haunted.add(place + 1)

    def _tile_restored(self, place: int) -> None:
        self.haunted.discard(place + 1)

    def _card_drawn(self, card: int, board: str) -> None:
        self.deck -= 1

    def _ghost_placed(self, card: int, space: str) -> None:
        assert self.ghosts[space] is None, "a ghost came onto another"
        self.ghosts[space] = card

    def _ghost_caught_by_buddha(self, card: int, space: str) -> None:
        self._leave(card, space)

    def _ghost_discarded(self, card: int, space: str) -> None:
        self._leave(card, space)

    def _ghost_banished(self, card: int, space: str, board: str) -> None:
        self._leave(card, space)

    def _leave(self, card: int, space: str) -> None:
        assert self.ghosts[space] == card
        self.ghosts[space] = None

    def _ghost_moved(self, card: int, space: str, to: str) -> None:
        self._leave(card, space)
        assert self.ghosts[to] is None
        self.ghosts[to] = card
        if self.mantra == space:
            self.mantra = to

    def _taoist_moved(self, board: str, place: int) -> None:
        self.place[board] = place + 1

    def _qi_lost(self, board: str, left: int) -> None:
        assert left == self.qi[board] - 1
        self.qi[board] = left

    def _qi_gained(self, board: str, left: int) -> None:
        assert left > self.qi[board]
        self.qi[board] = left

    def _taoist_died(self, board: str) -> None:
        """GS-10.1."""
        assert self.qi[board] == 0
        self.tao[board] = dict.fromkeys(self.tao[board], 0)
        self.yin_yang[board] = False
        self.buddhas_held[board] = 0
        if not self._tokens_of_the_dead_are_lost:
            self.centre += self.tokens[board]
        self.tokens[board] = 0
        self.place[board] = self._cemetery

    def _taoist_revived(self, board: str) -> None:
        assert self.place[board] == self._cemetery

    def _tao_gained(self, board: str, color: str) -> None:
        self.tao[board][color] += 1

    def _tao_lost(self, board: str, color: str) -> None:
        self.tao[board][color] -= 1

    _tao_paid = _tao_lost

    def _all_tao_lost(self, board: str) -> None:
        self.tao[board] = dict.fromkeys(self.tao[board], 0)

    def _circle_set(self, color: str) -> None:
        self.circle = color

    def _circle_cleared(self, color: str) -> None:
        assert self.circle == color
        self.circle = None

    def _yin_yang_used(self, board: str) -> None:
        assert self.yin_yang[board]
        self.yin_yang[board] = False

    def _yin_yang_gained(self, board: str) -> None:
        assert not self.yin_yang[board]
        self.yin_yang[board] = True

    def _power_borrowed(self, board: str, of: str) -> None:
        self.tokens[board] -= 1
        self.centre += 1

    def _power_tokens_taken(self, board: str, number: int) -> None:
        self.tokens[board] += number
        self.centre -= number

    def _mantra_placed(self, space: str) -> None:
        self.mantra = space

    def _mantra_back(self) -> None:
        self.mantra = None

    def _buddha_taken(self, board: str) -> None:
        self.buddhas_held[board] += 1

    def _buddha_placed(self, board: str, space: str) -> None:
        self.buddhas_held[board] -= 1
        self.buddhas[space] = True

    def _buddha_back(self, space: str) -> None:
        self.buddhas[space] = False

    def _game_won(self) -> None:
        self.over = "won"

    def _game_lost(self, reason: int) -> None:
        self.over = "lost"


def _seen(view: dict[str, Any]) -> dict[str, Any]:
    """The same facts as a Listener keeps, from the view."""
    listener = Listener(view)
    if view["end"] is not None:
        listener.over = "won" if view["end"]["won"] else "lost"
    return vars(listener)


@examples(40)
@given(tables(), seeds)
def test_who_only_listens_knows_the_table(table: dict[str, Any], seed: int) -> None:
    state, player = GAME.new(**table), Steered(seed, luck=0.6)
    listener: Listener | None = None
    while state.actor != spuk.OVER:
        before, action, events = state.text(), player.choose(state), list[spuk.Event]()
        state.apply(action, events)
        view = state.view(None)
        if listener is None:
            listener = Listener(view) if view["boards"] else None
            continue
        for event in events:
            listener.hear(event)
        assert vars(listener) == _seen(view), f"{GAME.action_text(action)} in {before}: {events}"


@examples(25)
@given(tables(), seeds)
def test_the_numbers_of_events_point_at_things_that_exist(table: dict[str, Any], seed: int) -> None:
    limits = {
        "board": 4, "of": 4, "place": 9, "space": 12, "to": 12, "color": 5, "tile": 9, "card": 66,
        "number": 4, "dice": 5, "face": 6, "left": 21, "reason": 6,
    }  # fmt: skip
    state, player = GAME.new(**table), Steered(seed, luck=0.6)
    while state.actor != spuk.OVER:
        events: list[spuk.Event] = []
        state.apply(player.choose(state), events)
        for event in events:
            for name, value in event.values.items():
                from_the_cemetery = event.id == "tile_haunted" and name == "space" and value == -1
                assert 0 <= value < limits[name] or from_the_cemetery, event
