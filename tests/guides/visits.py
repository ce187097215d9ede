"""Going everywhere: every page of a server, the commands of the terminal and the laboratory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.terminal.players import ROOT, environment
from tests.web.house import Guest, House, visit

import spuk
from spuk.games.ghost_stories.tutorial.lesson import STEPS
from spuk.rules.book import rulebooks
from spuk.rules.parts import rules_part

Options = Mapping[str, Mapping[str, Any]]
"""What is played: game → options that are not the usual ones."""


def pages(database: str, lang: str, options: Options) -> dict[str, str]:
    """Every page there is, by its address: with a table of each game in each of its states."""
    found: dict[str, str] = visit(database, lambda house: _look_at_all(house, lang, options))
    return found


async def _look_at_all(house: House, lang: str, options: Options) -> dict[str, str]:
    guest = house.guest("Ann")
    guest.http.headers.update({"accept-language": lang, "accept": "text/html"})
    addresses = ["/", "/games", "/me", "/records", "/recover", "/moved", "/docs", *_rules(), *_lessons()]
    seen = {address: await _get(guest, address) for address in addresses}
    for game, agreed in options.items():
        seen |= await _tables(guest, game, agreed, lang)
    for missing in ("/rules/chess", "/t/nowhere", "/rules/GS-99"):
        answer = await guest.http.get(missing)
        assert answer.status_code == 404, missing
        seen[missing] = answer.text
    return seen


def _rules() -> list[str]:
    """The pages of rules, in each edition."""
    found = ["/rules", "/rules?q=ghost"]
    for game in rulebooks():
        part = rules_part(game)
        found += [f"/rules/{game}", *part.links().values()]
        found += [f"/rules/{game}?edition={edition}" for edition in part.editions()]
    return list(dict.fromkeys(found))


def _lessons() -> list[str]:
    return [f"/tutorial/{number + 1}" for number in range(len(STEPS))]


async def _tables(guest: Guest, game: str, agreed: Mapping[str, Any], lang: str) -> dict[str, str]:
    """The form, the lobby, a game that goes on, and one that is over."""
    form = {f"{name}": str(value) for name, value in agreed.items()} | {"game": game}
    seen = {f"/new?game={game}": await _get(guest, f"/new?game={game}")}
    seen[f"{game}: lobby"] = await _post(guest, "/new", {**form, "seat0": "me", "seat1": "free"})
    seen[f"{game}: wrong order"] = await _post(guest, "/new", {**form, "seat0": "me", "level": "?"}, 422)
    seen[f"{game}: at once"] = await _post(guest, "/play", {"game": game})
    table = await guest.create(
        game, options={**agreed, "players": 2}, seats=[{"who": "me", "name": name} for name in ("Ann", "Bob")]
    )
    state = await guest.post(f"/tables/{table['id']}/start")
    for _ in range(12):
        state = await guest.act(state)
        if not state["asked"]:
            break
    told = await guest.get(f"/tables/{table['id']}", lang=lang)
    seen[f"{game}: api"] = str(told)
    seen[f"{game}: table"] = await _get(guest, f"/t/{table['id']}")
    seen[f"{game}: so far"] = await _get(guest, f"/t/{table['id']}/replay")
    record = spuk.play(game, {**agreed, "players": 2}, "random", 5)
    over = await _post(guest, "/records", {"text": record.to_json()})
    seen[f"{game}: replay"] = over
    listed = await guest.http.get("/games")
    seen[f"{game}: list"] = listed.text
    return seen


async def _get(guest: Guest, address: str) -> str:
    answer = await guest.http.get(address, follow_redirects=True)
    assert answer.status_code == 200, (address, answer.text[-2000:])
    return answer.text


async def _post(guest: Guest, address: str, fields: Mapping[str, str], status: int = 200) -> str:
    answer = await guest.http.post(address, data=dict(fields), follow_redirects=True)
    assert answer.status_code == status, (address, fields, answer.text[-2000:])
    return answer.text


def command(home: Path, *arguments: str, typed: str = "", path: Sequence[Path] = ()) -> str:
    """What `spuk …` prints; packages in `path` are installed."""
    places = [str(place) for place in (ROOT / "src", *path)]
    run = subprocess.run(
        [sys.executable, "-m", "spuk", *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=environment(home, PYTHONPATH=os.pathsep.join(places)),
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, (arguments, run.stderr[-3000:], run.stdout[-2000:])
    return run.stdout
