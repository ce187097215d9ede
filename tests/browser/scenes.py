"""Twelve named scenes, each in three sizes, written to out/shots for people to look at one by one.

A scene of a game is a moment of a game that bots played: the record up to there is brought along and played
on, with whoever has to decide at this screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from tests.browser.tables import lay_table
from tests.browser.visitor import Visitor

import spuk

SIZES: Final = ("1440", "1024", "390")
_SEEDS: Final = 60
Moment = Callable[[spuk.State], bool]
Options = Mapping[str, Any]


@dataclass(frozen=True)
class Scene:
    """Something worth a look."""

    name: str
    arrange: Callable[[Visitor], None]
    """Brings somebody there."""
    theme: str = "dark"
    lang: str = "en"


# ── moments of games ────────────────────────────────────────────────────────────────────────


def bring(visitor: Visitor, record: spuk.Record, then: str) -> str:
    """A record as a table, to look at or to play on; its path."""
    visitor.context.request.post("/me/name", form={"name": "Anna"})
    answer = visitor.context.request.post("/records", form={"text": record.to_json(), "then": then})
    assert answer.ok, answer.text()
    return answer.url.removeprefix(visitor.tap.url)


def at_moment(game: str, options: Options, moment: Moment) -> Callable[[Visitor], None]:
    """Play on from the first such moment of the first game that has one."""

    def arrange(visitor: Visitor) -> None:
        page = visitor.open(bring(visitor, _until(game, tuple(options.items()), moment), "play"))
        page.wait_for_selector("#turn[data-mine=yes]")

    return arrange


def after_the_end(
    game: str, options: Options, *, replay: bool = False, won: bool = True
) -> Callable[[Visitor], None]:
    """A finished game, or its replay somewhere in the middle."""

    def arrange(visitor: Visitor) -> None:
        path, _, _ = bring(visitor, _finished(game, tuple(options.items()), won), "look").partition("/replay")
        visitor.open(f"{path}/replay?step=40" if replay else path).wait_for_selector("#table")

    return arrange


def _games(game: str, options: Options) -> Iterator[spuk.Record]:
    return (spuk.play(game, options, ["monk"], seed) for seed in range(_SEEDS))


@cache
def _until(game: str, options: tuple[tuple[str, Any], ...], moment: Moment) -> spuk.Record:
    for record in _games(game, dict(options)):
        for number, state in enumerate(record.states()):
            if state.actor >= 0 and moment(state):
                players = ["human" if seat == state.actor else "monk" for seat in range(state.seats())]
                return spuk.Record(game, record.options, record.actions[:number], None, players)
    raise AssertionError("no game has this moment")


@cache
def _finished(game: str, options: tuple[tuple[str, Any], ...], won: bool) -> spuk.Record:
    for record in _games(game, dict(options)):
        outcome = record.replay().outcome()
        if outcome is not None and outcome.won == won:
            return record
    raise AssertionError("no game ends like this")


def _legal(state: spuk.State, action: str) -> bool:
    return spuk.game("ghost-stories").action(action) in state.legal()


def _ghosts_of(view: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [s["ghost"] for board in view["boards"] for s in board["spaces"] if s["ghost"] is not None]


def arrival(state: spuk.State) -> bool:
    """A ghost has to be placed, and some are there already."""
    view = state.view(None)
    names = [spuk.game("ghost-stories").action_text(action) for action in state.legal()]
    return bool(names) and names[0].startswith("place") and len(_ghosts_of(view)) > 4


def two_ghosts(state: spuk.State) -> bool:
    """Both ghosts of a corner can be exorcised."""
    if not _legal(state, "exorcise"):
        return False
    view = state.view(None)
    here = next(board["place"] for board in view["boards"] if board["board"] == view["active"])
    lines = [s["line"][0] for board in view["boards"] for s in board["spaces"] if s["ghost"] is not None]
    return lines.count(here) == 2


def danger(state: spuk.State) -> bool:
    """Two tiles are haunted, the third loses."""
    view = state.view(None)
    haunted = sum(tile["haunted"] for tile in view["village"])
    return haunted == 2 and len(_ghosts_of(view)) > 5 and _legal(state, "end")


def wu_feng(state: spuk.State) -> bool:
    """An incarnation is on a board."""
    return any(ghost["incarnation"] for ghost in _ghosts_of(state.view(None))) and _legal(state, "end")


def full_hand(state: spuk.State) -> bool:
    """Something lies on the pile, and several cards can be played."""
    return len(state.legal()) > 3 and len(state.view(None)["trick"]) > 1


# ── pages ───────────────────────────────────────────────────────────────────────────────────


def _open(path: str) -> Callable[[Visitor], None]:
    def arrange(visitor: Visitor) -> None:
        visitor.open(path)

    return arrange


def _lobby(visitor: Visitor) -> None:
    lay_table(visitor, seats=("me", "free", "master", "free"), names=("Anna",), level="nightmare")


def _start_page(visitor: Visitor) -> None:
    """With games under way and tables to join."""
    lay_table(visitor, seats=("me", "free", "monk"), names=("Anna",))
    at_moment("ghosts", {"players": 4}, full_hand)(visitor)
    visitor.open("/")


def _my_games(visitor: Visitor) -> None:
    """Finished games, two of them one's own."""
    for seed in range(2):
        bring(visitor, spuk.play("ghost-stories", {"players": 3}, ["monk"], seed), "look")
    for game in spuk.games():
        table = bring(visitor, _last_decision(game), "play").removeprefix("/t/")
        for _ in range(60):
            state = visitor.context.request.get(f"/api/v1/tables/{table}").json()
            if state["status"] == "finished":
                break
            if state["asked"] is None:
                visitor.page.wait_for_timeout(100)
                continue
            order = {"number": state["number"], "action": state["asked"]["legal"][0]["action"]}
            visitor.context.request.post(f"/api/v1/tables/{table}/actions", data=order)
    visitor.open("/games")


def _last_decision(game: str) -> spuk.Record:
    """A game of bots before its last decision, which is left to a person."""
    record = spuk.play(game, {"players": 2}, ["monk"], 3)
    deciding = [
        (number, int(state.actor)) for number, state in enumerate(record.states()) if state.actor >= 0
    ]
    number, seat = deciding[-1]
    players = ["human" if other == seat else "monk" for other in range(2)]
    return spuk.Record(game, record.options, record.actions[:number], None, players)


HARD: Final = {"players": 4, "level": "nightmare"}
SCENES: Final = (
    Scene("01-start", _start_page),
    Scene("02-new-table", _open("/new?game=ghost-stories"), "light", "de"),
    Scene("03-lobby", _lobby, "dark", "pl"),
    Scene("04-arrival", at_moment("ghost-stories", {"players": 4}, arrival), "dark", "de"),
    Scene("05-exorcism", at_moment("ghost-stories", {"players": 3}, two_ghosts), "light", "en"),
    Scene("06-danger", at_moment("ghost-stories", {"players": 2}, danger), "dark", "pl"),
    Scene("07-wu-feng", at_moment("ghost-stories", HARD, wu_feng), "dark", "en"),
    Scene("08-ending", after_the_end("ghost-stories", {"players": 4, "level": "initiation"}), "light", "de"),
    Scene("09-replay", after_the_end("ghost-stories", HARD, replay=True, won=False), "dark", "pl"),
    Scene("10-hand", at_moment("ghosts", {"players": 5}, full_hand), "dark", "de"),
    Scene("11-my-games", _my_games, "light", "pl"),
    Scene("12-rules", _open("/rules/ghost-stories"), "light", "en"),
)
