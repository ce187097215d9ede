"""The page: one self-contained file, light and dark, for print and phones."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Final

from spuk.lab.report.parts import Chapter, Headline, Plot, Section, Table
from spuk.lab.report.plots import TOKENS
from spuk.language.catalog import say
from spuk.version import VERSION

_LONG: Final = 24
Drawn = Mapping[str, str]
"""SVG texts by plot."""


def page(chapters: Sequence[Chapter], sources: Section, drawn: Drawn, lang: str) -> str:
    """The whole page. It is well-formed, so machines can read it, too."""
    title = say(lang, "ui.lab.report.title")
    style = (files("spuk.lab.report") / "page.css").read_text(encoding="utf-8")
    body = "".join(_chapter(chapter, drawn) for chapter in chapters) + _section(sources, drawn, "h2")
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        '<meta name="color-scheme" content="light dark"/>\n'
        f"<title>Spuk · {escape(title)}</title>\n<style>\n{style}</style>\n</head>\n"
        f'<body>\n<header><p class="mark">Spuk {VERSION}</p><h1>{escape(title)}</h1></header>\n'
        f"<main>\n{body}</main>\n</body>\n</html>\n"
    )


def _chapter(chapter: Chapter, drawn: Drawn) -> str:
    figures = "".join(map(_headline, chapter.headlines))
    sections = "".join(_section(section, drawn, "h3") for section in chapter.sections)
    return f'<h2>{escape(chapter.title)}</h2>\n<dl class="figures">{figures}</dl>\n{sections}'


def _headline(figure: Headline) -> str:
    note = f'<dd class="note">{escape(figure.note)}</dd>' if figure.note else ""
    return f"<div><dt>{escape(figure.label)}</dt><dd>{escape(figure.number)}</dd>{note}</div>"


def _section(section: Section, drawn: Drawn, heading: str) -> str:
    about = f'<p class="about">{escape(section.about)}</p>\n' if section.about else ""
    plots = "".join(_plot(plot, drawn[plot.name], section.title) for plot in section.plots)
    tables = "".join(map(_table, section.tables))
    sides = "".join(f"<div>{side}</div>" for side in (plots, tables) if side)
    kind = "sides" if plots and tables and not section.wide else "below"
    return (
        f"<section>\n<{heading}>{escape(section.title)}</{heading}>\n{about}"
        f'<div class="{kind}">{sides}</div>\n</section>\n'
    )


def _plot(plot: Plot, svg: str, title: str) -> str:
    """A plot has a caption if it shows something other than the title of its section says."""
    caption = f"<figcaption>{escape(plot.alt)}</figcaption>" if plot.alt != title else ""
    return f"<figure>{inline(plot.name, svg, plot.alt)}{caption}</figure>\n"


def inline(name: str, svg: str, alt: str) -> str:
    """An SVG file as part of the page: its colours follow the page, and its ids are unique."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'(url\(|href=")#', rf"\1#{name}-", svg)
    svg = re.sub(r'<svg [^>]*?viewBox="([^"]*)"[^>]*>', _opening(alt), svg, count=1, flags=re.DOTALL)
    svg = re.sub(r"font: ([0-9.]+)px [^;\"]+", r"font: \1px var(--body)", svg)
    for color, token in TOKENS.items():
        svg = svg.replace(color, f"var({token})")
    return svg.strip()


def _opening(alt: str) -> str:
    space = "http://www.w3.org/2000/svg"
    link = "http://www.w3.org/1999/xlink"
    return (
        rf'<svg xmlns="{space}" xmlns:xlink="{link}" viewBox="\1" role="img" '
        f'aria-label="{escape(alt)}">'.replace("\\", "\\\\").replace("\\\\1", "\\1")
    )


def _table(table: Table) -> str:
    head = "".join(
        f'<th scope="col"{_side(number, table)}>{_text(text)}</th>' for number, text in enumerate(table.head)
    )
    rows = "".join(f"<tr>{_cells(row, table)}</tr>\n" for row in table.rows)
    caption = escape(table.caption)
    return (
        f'<div class="scroll" role="region" aria-label="{caption}" tabindex="0"><table>'
        f'<caption class="sr">{caption}</caption>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{rows}</tbody></table></div>\n"
    )


def _cells(row: Sequence[str] | str, table: Table) -> str:
    if isinstance(row, str):
        return f'<th scope="rowgroup" class="group" colspan="{len(table.head)}">{escape(row)}</th>'
    first = f'<th scope="row"{_side(0, table, row[0])}>{escape(row[0])}</th>'
    rest = (f"<td{_side(number, table, text)}>{_text(text)}</td>" for number, text in enumerate(row[1:], 1))
    return first + "".join(rest)


def _text(text: str) -> str:
    first, _, small = text.partition("\n")
    return escape(first) + (f"<br/><small>{escape(small)}</small>" if small else "")


def _side(column: int, table: Table, text: str = "") -> str:
    """Align numbers to the right; break long texts."""
    if column >= table.words:
        return ' class="n"'
    return ' class="long"' if len(text) > _LONG else ""
