"""Writes the tables of features into docs/research.md (`make docs`); a test checks that they are up to date."""

from __future__ import annotations

import re
from pathlib import Path

import spuk
from spuk.envs.core.encoder import Encoder
from spuk.envs.tables import encoder_of

PAGE = Path(__file__).parent / "research.md"


def table(encoder: Encoder) -> str:
    """A row for each block of features."""
    rows = ["| numbers | feature | for each | 0 … | meaning |", "|---|---|---|---|---|"]
    for block in encoder.features.blocks:
        last = block.first + block.size - 1
        numbers = f"{block.first}" if block.size == 1 else f"{block.first}–{last}"
        each = " × ".join(span(row) for row in block.labels)
        rows.append(f"| {numbers} | `{block.name}` | {each} | {block.high} | {block.about} |")
    return "\n".join(rows)


def span(row: tuple[str, ...]) -> str:
    """Labels that count are told in short, names one by one."""
    return f"{row[0]}…{row[-1]}" if all(label.isdigit() for label in row) else ", ".join(row)


def page() -> str:
    """The page with its tables made anew."""
    text = PAGE.read_text(encoding="utf-8")
    for game in re.findall(r"<!-- /([\w-]+) -->", text):
        encoder, version = encoder_of(game), spuk.pack(game).env_version
        head = f"Version {version}, {encoder.width} features, {encoder.actions} actions."
        made = f"<!-- {game} -->\n{head}\n\n{table(encoder)}\n<!-- /{game} -->"
        text = re.sub(rf"<!-- {game} -->.*?<!-- /{game} -->", lambda _: made, text, flags=re.S)  # noqa: B023
    return text


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
