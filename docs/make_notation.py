"""Writes the tables of actions into the notation pages (`make docs`); a test checks that they are up to date."""

from __future__ import annotations

from pathlib import Path

from spuk.games.ghost_stories.actions import SPACE as STORIES
from spuk.games.ghosts.actions import SPACE as GHOSTS
from spuk.kernel.actions import ActionSpace

STORIES_MEANINGS = {
    "end": "end the turn",
    "move": "move to an adjacent place (Dance of the Spires: to any)",
    "help": "ask the villager of your tile for help",
    "exorcise": "exorcise the ghosts next to your tile",
    "buddha": "place a Buddha on an empty space next to your tile",
    "yinyang": "spend the Yin-Yang to use the tile at that place",
    "cleanse": "spend the Yin-Yang to turn the haunted tile at that place back over",
    "pockets": "Bottomless Pockets: take a token",
    "mantra": "put the Mantra on the ghost there, or move it there",
    "twin": "Dance of the Twin Winds: move the Taoist of that board …",
    "carry": "… to that place",
    "borrow": "use a Power token for the power of that neutral board",
    "retake": "take that many Power tokens from the centre tile (after `end`)",
    "place": "place the drawn ghost there",
    "reroll": "the Gods' Favorite: reroll these dice, numbered in the order rolled",
    "recurse": "the Gods' Favorite: reroll the Curse die, or keep it",
    "weaken": "the colour the Mantra takes from a many-coloured incarnation",
    "banish": "which ghosts to banish: none, the one on the first space next to the tile (in the order N1…W3), the second, both",
    "pay": "pay a token of that board's Taoist in that colour",
    "take": "take a token from the supply",
    "discard": "discard a token",
    "qi": "take a Qi as reward",
    "yy": "take the Yin-Yang back as reward",
    "giveqi": "an incarnation's Qi goes to that board's Taoist",
    "giveyy": "an incarnation's Yin-Yang goes to that board's Taoist",
    "loseqi": "that board's Taoist takes a possessed board's Qi loss",
    "revive": "Cemetery: that board's Taoist returns",
    "restore": "Taoist Altar: turn that tile back over",
    "expel": "Sorcerer: discard the ghost there",
    "watch": "Night Watchman: move the figures of that board back to their cards",
    "circle": "Circle of Prayer: put that token there",
    "blow": "Pavilion: move the ghost from there …",
    "blowto": "… to there",
    "lift": "Pavilion: move the Taoist of that board …",
    "liftto": "… to that place",
    "skip": "Pavilion: skip this part",
    "roll": "chance: a Tao die shows that face",
    "curse": "chance: the Curse die shows that face",
    "draw": "chance: that card is drawn",
    "tile": "chance, setup: the next place gets that tile",
    "board": "chance, setup: the next board gets that colour",
    "side": "chance, setup: the next board shows that side (0 or 1)",
    "first": "chance, setup: that seat begins",
}


GHOSTS_MEANINGS = {
    "play": "play a card",
    "take": "take the pile and 1 fear, and open the next trick",
    "keep": "keep a hand of only mist",
    "reshuffle": "reshuffle a hand of only mist into the pile and draw five new cards",
    "giveback": "give back that much fear at the end of a round without new fear",
    "draw": "chance: the seat whose turn it is draws that card",
    "starter": "chance: that seat starts the first round",
}

PAGES: dict[str, tuple[ActionSpace, dict[str, str]]] = {
    "notation.md": (STORIES, STORIES_MEANINGS),
    "notation-ghosts.md": (GHOSTS, GHOSTS_MEANINGS),
}


def table(space: ActionSpace, meanings: dict[str, str]) -> str:
    """The verbs as a Markdown table."""
    rows = ["| actions | numbers | meaning |", "|---|---|---|"]
    for verb in space.verbs:
        last = verb.base + verb.size - 1
        names, numbers = f"`{space.text(verb.base)}`", f"{verb.base}"
        if verb.size > 1:
            names, numbers = f"{names} … `{space.text(last)}`", f"{numbers}–{last}"
        rows.append(f"| {names} | {numbers} | {meanings[verb.name]} |")
    return "\n".join(rows)


def page(name: str) -> str:
    """A page with its table made anew."""
    head, rest = (Path(__file__).parent / name).read_text(encoding="utf-8").split("<!-- verbs -->")
    tail = rest.split("<!-- /verbs -->")[1]
    return f"{head}<!-- verbs -->\n{table(*PAGES[name])}\n<!-- /verbs -->{tail}"


if __name__ == "__main__":
    for name in PAGES:
        (Path(__file__).parent / name).write_text(page(name), encoding="utf-8")
