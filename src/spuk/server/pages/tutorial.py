"""Tutorials (`spuk.render.tutorial`): their pages and the actions on them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import RedirectResponse

from spuk.render.tutorial import Tutorial, address, tutorials
from spuk.server.language import language_of
from spuk.server.pages.forms import fields_of
from spuk.server.pages.frame import render
from spuk.table.errors import NotThere, WrongRequest

router = APIRouter(prefix="/tutorial")

Tapped = Annotated[int | None, Query(ge=0, le=10_000)]
"""An action that was tried and is not the requested one."""


@router.get("")
async def begin(request: Request) -> Response:
    """The first step of the first game that has a tutorial."""
    return _show(request, _first(), "1", None)


@router.get("/{where}")
async def step(request: Request, where: str, tapped: Tapped = None) -> Response:
    """A step of the first game's tutorial, or the beginning of another game's."""
    if where in tutorials():
        return _show(request, where, "1", None)
    return _show(request, _first(), where, tapped)


@router.get("/{game}/{number}")
async def step_of(request: Request, game: str, number: str, tapped: Tapped = None) -> Response:
    """A step of any game's tutorial."""
    return _show(request, game, number, tapped)


@router.post("/{number}")
async def act(request: Request, number: str) -> Response:
    """Do something: the requested action leads to the next step, any other gets a friendly reply."""
    return await _act(request, _first(), number)


@router.post("/{game}/{number}")
async def act_in(request: Request, game: str, number: str) -> Response:
    """The same in any game's tutorial."""
    return await _act(request, game, number)


def _first() -> str:
    first = next(iter(tutorials()), None)
    if first is None:
        raise NotThere("No game here has a tutorial.")
    return first


def _found(game: str, number: str) -> tuple[Tutorial, int]:
    tutorial = tutorials().get(game)
    if tutorial is None:
        raise NotThere("This game has no tutorial.")
    if not number.isdecimal() or len(number) > 4 or not 1 <= int(number) <= tutorial.steps:
        refused = WrongRequest(f"The steps of this tutorial are 1 to {tutorial.steps}.", code="wrong_fields")
        refused.status = 422
        raise refused
    return tutorial, int(number)


async def _act(request: Request, game: str, number: str) -> Response:
    tutorial, at = _found(game, number)
    action = (await fields_of(request)).get("action", "")
    if action == str(tutorial.wanted(at)):
        return RedirectResponse(f"{address(game)}/{at + 1}#turn", 303)
    tried = action if action.isdecimal() and len(action) < 5 else "0"
    return RedirectResponse(f"{address(game)}/{at}?tapped={tried}#turn", 303)


def _show(request: Request, game: str, number: str, tapped: int | None) -> Response:
    tutorial, at = _found(game, number)
    template, context = tutorial.page(at, tapped, language_of(request))
    return render(request, template, **context)
