"""The guided first game: the real table in a prepared game. Where somebody is stands in the address alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request, Response
from starlette.responses import RedirectResponse

import spuk
from spuk.games.ghost_stories.rules import lesson
from spuk.games.ghost_stories.rules.lesson import STEPS
from spuk.games.ghost_stories.scene import Scene, scene
from spuk.language.catalog import say
from spuk.server.language import language_of
from spuk.server.pages.forms import fields_of
from spuk.server.pages.frame import render
from spuk.table.table import FINISHED, PLAYING, Seat, Table
from spuk.table.view import eye_of, shown, study

router = APIRouter(prefix="/tutorial")

_LEARNER: Final = "learner"
"""Whoever takes the lesson; nobody is asked for a name."""
_ELSEWHERE: Final = "elsewhere"
"""The layer of what is legal but not asked for: it can be tapped, but does not glow."""

Number = Annotated[int, Path(ge=1, le=len(STEPS))]
"""A step, counted from 1."""
Tapped = Annotated[int | None, Query(ge=0, le=10_000)]
"""An action that was tried and is not the one asked for."""


@router.get("")
async def begin(request: Request) -> Response:
    """The first step."""
    return _show(request, 1, None)


@router.get("/{number}")
async def step(request: Request, number: Number, tapped: Tapped = None) -> Response:
    """One step of the lesson."""
    return _show(request, number, tapped)


@router.post("/{number}")
async def act(request: Request, number: Number) -> Response:
    """Do something: what is asked for leads on, anything else is answered kindly."""
    action = (await fields_of(request)).get("action", "")
    if action == str(lesson.wanted(number - 1)):
        return RedirectResponse(f"/tutorial/{number + 1}#turn", 303)
    tried = action if action.isdecimal() and len(action) < 5 else "0"
    return RedirectResponse(f"/tutorial/{number}?tapped={tried}#turn", 303)


def _show(request: Request, number: int, tapped: int | None) -> Response:
    lang = language_of(request)
    moment, step = lesson.moments()[number - 1], STEPS[number - 1]
    table = _table(moment.state, number, lang)
    seen = {**shown(table, _LEARNER, eye_of(table, _LEARNER), lang), "study": study(table, lang)}
    drawn = scene(seen, lang)
    wanted = lesson.wanted(number - 1)
    options = [option for group in drawn.turn.groups for option in group.options]
    return render(
        request,
        "tutorial/step.html",
        t=seen,
        scene=_only(drawn, wanted),
        beside="tutorial/guide.html",
        step=step,
        number=number,
        total=len(STEPS),
        wanted=next((option for option in options if option.action == wanted), None),
        others=[option for option in options if option.action != wanted],
        happened=moment.lines(lang),
        answer=_answer(moment.state, step, tapped, lang),
    )


def _table(state: spuk.State, number: int, lang: str) -> Table:
    """A table that is in no log: the prepared position with the learner and three friends."""
    seats = [Seat(owner=_LEARNER, name=say(lang, "ui.tutorial.you"))]
    seats += [Seat(name=name, bot="monk") for name in lesson.FRIENDS]
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
    """The scene in which nothing glows but what is asked for; all else on the board answers taps."""
    glows = {}
    for piece, options in drawn.glows.items():
        meant = [replace(option, layer="", step=False) for option in options if option.action == wanted]
        if meant or not piece.startswith("supply-"):
            glows[piece] = meant or [replace(options[0], layer=_ELSEWHERE)]
    return replace(drawn, glows=glows, turn=replace(drawn.turn, layers=()))


def _answer(state: spuk.State, step: lesson.Step, tapped: int | None, lang: str) -> str:
    """What the guide says to somebody who tried something else."""
    if tapped is None:
        return ""
    if state.actor < 0 or tapped not in state.legal():
        return say(lang, "ui.tutorial.impossible")
    tried = spuk.game(lesson.GAME).words(state, tapped, lang)
    return f"{say(lang, 'ui.tutorial.wrong', tapped=tried)} {step.why(lang)}"
