"""The questions of Ghosts before a game."""

from __future__ import annotations

from typing import Final

from spuk.games.ghosts.state import ID
from spuk.language.catalog import say
from spuk.render.new_table import NewTableForm


class GhostsForm(NewTableForm):
    """Says what happens to hands where several people share a screen."""

    def seats_about(self, lang: str) -> str:
        return say(lang, "ui.new.seats.about.ghosts")


FORM: Final = GhostsForm(ID)
