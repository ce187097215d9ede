"""The table of Ghosts: from what somebody is shown to its scene."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spuk.games.ghosts.scene import Cover, Scene, ToldEvents, cover, draw
from spuk.table.people import names_of


@dataclass(frozen=True)
class GhostsPage:
    """What the templates of Ghosts get."""

    scene: Scene
    cover: Cover | None


def draw_ghosts(seen: Mapping[str, Any], lang: str) -> GhostsPage:
    """The scene of a table; `history` is in it, as far as this person may know it."""
    names = names_of(seen["seats"], lang)
    asked = seen["asked"]
    scene = draw(
        seen["view"],
        names,
        lang,
        bots=[] if "past" in seen else [seat["bot"] or "" for seat in seen["seats"]],
        asked=asked["legal"] if asked else (),
        log=[ToldEvents(at, events) for at, events in seen["history"]],
        hands=[view["players"][seat]["hand"] for seat, view in enumerate(seen.get("views", ()))],
    )
    return GhostsPage(scene, _cover(seen, names, lang))


def _cover(seen: Mapping[str, Any], names: Sequence[str], lang: str) -> Cover | None:
    """One of several people at this device has to decide, and has not said that he is there."""
    actor = seen["actor"]
    if seen["status"] != "playing" or actor not in seen["your_seats"] or seen["seat"] == actor:
        return None
    if seen["seats"][actor]["bot"] is not None:
        return None
    return cover(names[actor], f"/t/{seen['id']}?as={actor}", lang)
