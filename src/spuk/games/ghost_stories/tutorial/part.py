"""The tutorial of Ghost Stories: the real table in a prepared game."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from markupsafe import Markup

import spuk
from spuk.games.ghost_stories.scene.pieces import Scene
from spuk.games.ghost_stories.tutorial import lesson
from spuk.games.ghost_stories.tutorial.lesson import STEPS
from spuk.language.catalog import say
from spuk.render.parts import Part, Picture
from spuk.render.table_html import drawn, study
from spuk.render.tutorial import Tutorial, TutorialPage, address
from spuk.table import bots
from spuk.table.table import FINISHED, PLAYING, Seat, Table
from spuk.table.view import eye_of, shown

_LEARNER: Final = "learner"
"""The player of the tutorial, who is not asked for a name."""
_ELSEWHERE: Final = "elsewhere"
"""The layer of legal actions that are not requested: they can be tapped, but do not glow."""


class StoriesTutorial(Tutorial):
    """An evening that ends well."""

    @property
    def steps(self) -> int:
        return len(STEPS)

    def wanted(self, number: int) -> int | None:
        return lesson.wanted(number - 1)

    def page(self, number: int, tapped: int | None, lang: str) -> TutorialPage:
        moment, step = lesson.moments()[number - 1], STEPS[number - 1]
        table = _table(moment.state, number, lang)
        seen = {**shown(table, _LEARNER, eye_of(table, _LEARNER), lang), "study": study(table, lang)}
        context = drawn(seen, lang)
        scene: Scene = context["scene"]
        wanted = self.wanted(number)
        options = [option for group in scene.turn.groups for option in group.options]
        context |= {
            "scene": _only(scene, wanted),
            "here": address(lesson.GAME),
            "step": step,
            "number": number,
            "total": len(STEPS),
            "wanted": next((option for option in options if option.action == wanted), None),
            "others": [option for option in options if option.action != wanted],
            "happened": moment.lines(lang),
            "answer": _answer(moment.state, step, tapped, lang),
        }
        outermost, parts = context["board"].parts(context, lang)
        guide = Part("turn", "ghost_stories/tutorial/guide.html", context, fixed=False)
        beside = [guide if part.id == guide.id else part for part in parts]
        inside = Markup(Picture(outermost, beside, lang).html())  # made by templates
        return TutorialPage("ghost_stories/tutorial/step.html", {**context, "inside": inside})


def _table(state: spuk.State, number: int, lang: str) -> Table:
    """A table without a log: the prepared position with the player and three friends."""
    seats = [Seat(owner=_LEARNER, name=say(lang, "ui.tutorial.you"))]
    seats += [Seat(name=name, bot=bots.USUAL) for name in lesson.FRIENDS]
    outcome = state.outcome()
    return Table(
        id="tutorial",
        number=number,
        game=lesson.GAME,
        options=state.view(None)["options"],
        status=PLAYING if outcome is None else FINISHED,
        seats=tuple(seats),
        state=state,
    )


def _only(drawn: Scene, wanted: int | None) -> Scene:
    """The scene in which only the requested action glows; everything else on the board answers taps."""
    glows = {}
    for piece, options in drawn.glows.items():
        meant = [replace(option, layer="", step=False) for option in options if option.action == wanted]
        if meant or not piece.startswith("supply-"):
            glows[piece] = meant or [replace(options[0], layer=_ELSEWHERE)]
    return replace(drawn, glows=glows, turn=replace(drawn.turn, layers=()))


def _answer(state: spuk.State, step: lesson.Step, tapped: int | None, lang: str) -> str:
    """The reply to someone who tried another action."""
    if tapped is None:
        return ""
    if state.actor < 0 or tapped not in state.legal():
        return say(lang, "ui.tutorial.impossible")
    tried = spuk.game(lesson.GAME).words(state, tapped, lang)
    return f"{say(lang, 'ui.tutorial.wrong', tapped=tried)} {step.why(lang)}"


TUTORIAL: Final = StoriesTutorial()
