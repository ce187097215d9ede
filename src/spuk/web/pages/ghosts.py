"""The table of Ghosts: from what somebody is shown to its scene."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spuk.draw.ghosts import Cover, Scene, Told, cover, draw
from spuk.words.catalog import say


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
        log=[Told(at, events) for at, events in seen["history"]],
        hands=seen.get("hands", ()),
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


def names_of(seats: Sequence[Mapping[str, Any]], lang: str) -> list[str]:
    """What those at the table are called; several bots of a kind are numbered."""
    wanted = [
        say(lang, f"ui.cards.bot.{seat['bot']}")
        if seat["kind"] == "bot" and not seat["handed_over"]
        # A person keeps his name while a bot plays for him.
        else seat["name"]
        for seat in seats
    ]
    several = {name for name, number in Counter(wanted).items() if number > 1}
    found: Counter[str] = Counter()
    names = []
    for name in wanted:
        found[name] += 1
        names.append(say(lang, "ui.cards.bot.again", name=name, n=found[name]) if name in several else name)
    return names
