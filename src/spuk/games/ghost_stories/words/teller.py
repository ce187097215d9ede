"""The names of everything on the table in one position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from spuk.games.ghost_stories import steps
from spuk.games.ghost_stories.board import FACING
from spuk.games.ghost_stories.dice import PAID
from spuk.games.ghost_stories.state import State
from spuk.games.ghost_stories.words import names
from spuk.kernel.game import State as KernelState
from spuk.language.catalog import say, say_number
from spuk.language.people import person_at


class Teller:
    """The names of what is where in a position, in one language."""

    def __init__(self, state: KernelState, lang: str) -> None:
        self.state: Final = cast("State", state)
        self.lang: Final = lang

    def say(self, id: str, /, **values: object) -> str:
        """A text of the catalogue."""
        return say(self.lang, id, **values)

    def say_number(self, id: str, n: int, /, **values: object) -> str:
        """A text of the catalogue in the plural form for n."""
        return say_number(self.lang, id, n, **values)

    # ── the work that waits ─────────────────────────────────────────────────────────────────

    def step(self) -> str:
        """The name of the step on top of the stack."""
        return steps.NAMES[self.state.stack[-1] & 255]

    def pending(self, step: str) -> int:
        """The number that the step on top of the stack carries; it must be the step named."""
        if self.step() != step:
            raise ValueError(f"{step!r} is not the current decision; it is {self.step()!r}")
        return int(self.state.stack[-1] >> 8)

    # ── names ───────────────────────────────────────────────────────────────────────────────

    def taoist(self, board: int, case: str = "") -> str:
        """The Taoist of a board: the player's name if known, otherwise the colour."""
        seats = [int(other) for other in self.state.setup.board_of_seat]
        person = person_at(seats.index(board)) if board in seats else ""
        if person:
            return names.person_name(person, self.state.colors[board], self.lang, case)
        return names.taoist_name(self.state.colors[board], self.lang, case)

    def board(self, board: int, form: str = "") -> str:
        """A board, by colour and side."""
        return names.board_name(board, self.lang, self.state.colors[board], form)

    def who(self, board: int) -> str:
        """The living Taoist of a board, or the board itself if there is none."""
        return self.taoist(board) if self.state.living(board) else self.board(board, "the")

    def whose_roll(self, board: int) -> str:
        """The board the Curse die is rolled for, in brackets."""
        return names.board_color(self.state.colors[board], self.lang)

    def space(self, space: int, form: str = "") -> str:
        """A ghost space."""
        return names.space_name(space, self.lang, self.state.colors[space // 3], form)

    def ghost(self, space: int) -> str:
        """The name of the ghost on a space."""
        return names.card_name(self.state.ghosts[space], self.lang)

    def ghost_at(self, space: int) -> str:
        """The ghost on a space and its place; only the place, if the ghost is gone."""
        if not self.state.ghosts[space]:
            return self.space(space)
        return self.say("ghost.at", ghost=self.ghost(space), space=self.space(space))

    def facing(self, chosen: int) -> str:
        """The ghosts next to the active Taoist: bit 0 for the first space, bit 1 for the second.

        Two with the same name are told apart by their places.
        """
        spaces = FACING[self.state.at[self.state.active]]
        shown = [self.ghost(space) for space in spaces if self.state.ghosts[space]]
        name = self.ghost if len(set(shown)) == len(shown) else self.ghost_at
        return self.all([name(space) for bit, space in enumerate(spaces) if chosen >> bit & 1])

    def all(self, items: Sequence[str]) -> str:
        """Up to two things in a row."""
        if len(items) == 2:
            return self.say("list.two", first=items[0], second=items[1])
        return items[0] if items else self.say("list.empty")

    def faces(self, mask: int = -1) -> str:
        """The dice that have been rolled, or those in a mask."""
        dice = [face for face in self.state.dice if face < PAID]
        shown = [names.face_name(face, self.lang) for i, face in enumerate(dice) if mask >> i & 1]
        return ", ".join(shown) or self.say("list.empty")

    def tile(self, place: int) -> str:
        """The tile at a place."""
        return names.tile_name(self.state.village[place], self.lang)

    def tile_name(self, tile: int) -> str:
        """A tile, wherever it is."""
        return names.tile_name(tile, self.lang)

    def to(self, place: int) -> str:
        """The destination of someone going to a place."""
        return names.tile_to(self.state.village[place], self.lang)

    def power(self, power: int) -> str:
        """A power, with its name in the current edition."""
        return names.power_name(power, self.lang, self.state.setup.edition.id)

    def token(self, color: int) -> str:
        """A Tao token."""
        return names.tao_name(color, self.lang)

    def face(self, face: int) -> str:
        """What a Tao die shows."""
        return names.face_name(face, self.lang)

    def curse(self, face: int) -> str:
        """What the Curse die shows."""
        return names.curse_name(face, self.lang)

    def card(self, card: int) -> str:
        """A ghost or incarnation."""
        return names.card_name(card, self.lang)

    def color(self, color: int) -> str:
        """A colour as a label."""
        return names.color_name(color, self.lang)
