"""The report: numbers that were worked out by hand, one page that needs nothing else."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.lab.runs import ROOT, simulate, spuk

from spuk.games.ghost_stories.words import names
from spuk.lab import numbers
from spuk.lab.errors import Refused
from spuk.lab.order import Order, read_order
from spuk.lab.report import plots
from spuk.lab.report import write as report
from spuk.lab.report.plots import TOKENS, Dots
from spuk.lab.rows import log_columns
from spuk.lab.stats import Interval, wilson
from spuk.language.catalog import say, texts
from spuk.language.languages import LANGUAGES

PIT, MANTRA, SPIRES, WINDS = (
    "bottomless_pockets",
    "enfeeblement_mantra",
    "dance_of_the_spires",
    "dance_of_the_twin_winds",
)
BASE = {
    **{"seconds": 0.1, "decisions": 50, "rule": "GS-13.1", "reason": "incarnations_banished"},
    **{"qi": 3, "haunted": 1, "dead": 0, "deck": 9, "colors": ["red", "yellow"], "neutral_powers": []},
    **{"incarnations": 1, "incarnations_faced": [], "incarnations_banished": []},
}
HAUNTED = {"reason": "village_haunted", "rule": "GS-13.2"}
DEAD = {"reason": "taoists_dead", "rule": "GS-10.4"}
BOTH = ["nameless", "uncatchable"]


def _game(level: str, won: bool, turns: int, score: int, powers: list[str], **more: Any) -> tuple[str, Any]:
    """A game; a win banished all that came."""
    came = more.pop("came", [])
    cards = {"incarnations_faced": came, "incarnations_banished": came if won else []}
    return level, {"won": won, "turns": turns, "score": score, "powers": powers, **cards, **more}


STORIES = [
    _game("normal", True, 40, 20, [SPIRES, PIT], came=["nameless"]),
    _game("normal", True, 44, 24, [SPIRES, MANTRA], came=["nameless"]),
    _game("normal", False, 30, -10, [SPIRES, PIT], came=["nameless"], **HAUNTED),
    _game("normal", False, 20, -30, [WINDS, PIT], **HAUNTED),
    _game("hell", True, 50, 30, [SPIRES, MANTRA], came=BOTH),
    _game("hell", False, 20, -30, [WINDS, PIT], **DEAD),
    _game("hell", False, 22, -34, [WINDS, MANTRA], **HAUNTED),
    _game("hell", False, 24, -40, [WINDS, PIT], **HAUNTED),
]


def _write(out: Path, order: Order, rows: list[list[Any]]) -> Path:
    out.mkdir(parents=True)
    (out / "order.json").write_text(order.to_json())
    (out / "games.jsonl").write_text("".join(json.dumps([order.tag, *row]) + "\n" for row in rows))
    return out


def stories(out: Path, bots: str = "monk", players: int = 2) -> Path:
    order = read_order("ghost-stories", bots, 4, {"level": "normal,hell", "players": str(players)})
    columns = log_columns(order)
    rows = []
    for number, (level, told) in enumerate(STORIES):
        values = {**BASE, "winners": [*range(players)] if told["won"] else [], **told}
        if players == 1:
            values |= {"powers": [SPIRES], "colors": ["red"]}
        rows.append([0 if level == "normal" else 1, number % 4, *(values[name] for name in columns)])
    return _write(out, order, rows)


def ghosts(
    out: Path, bots: str = "master,monk", seconds: float | None = None, version: str | None = None
) -> Path:
    """Four games of master against monk, who change seats: fear by seat."""
    order = read_order("ghosts", bots, 4, {"players": "2"}, seconds=seconds)
    order = replace(order, version=version or order.version)
    rows = []
    for number, fear in enumerate([(5, 9), (7, 3), (6, 6), (4, 8)]):
        best = min(fear)
        winners = [seat for seat in (0, 1) if fear[seat] == best]
        values = [0.1, 200 + number, True, winners, "fewest_fear", "GH-4.3", best, list(fear), 1]
        rows.append([0, number, *values])
    return _write(out, order, rows)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report on both, in English."""
    base = tmp_path_factory.mktemp("report")
    return report.write([stories(base / "stories"), ghosts(base / "ghosts")], base / "out", "en")


def tree(page: Path) -> ElementTree.Element:
    """The page as a tree: it is well-formed."""
    return ElementTree.fromstring(page.read_text(encoding="utf-8").replace("<!DOCTYPE html>", ""))


def rows(page: Path, caption: str) -> dict[str, list[str]]:
    """The rows of a table by their first cell; a heading comes before the names of the rows below it."""
    (table,) = [table for table in tree(page).iter("table") if table.findtext("caption") == caption]
    found: dict[str, list[str]] = {}
    group = ""
    for row in table.findall("tbody/tr"):
        first, *cells = (" ".join(cell.itertext()) for cell in row)
        if not cells:
            group = f"{first} / "
        else:
            found[group + first] = cells
    return found


# ── Ghost Stories, by hand ──────────────────────────────────────────────────────────────────
# Wilson's interval for 3 of 8 is 13.7–69.4, 2 of 4: 15.0–85.0, 1 of 4: 4.6–69.9, 3 of 4: 30.1–95.4,
# 0 of 4: 0.0–49.0, 4 of 5: 37.6–96.4, 1 of 5: 3.6–62.4, 1 of 1: 20.7–100.0.


def test_the_win_rate_of_every_combination(page: Path) -> None:
    assert rows(page, "Win rate by level, players and edition") == {
        "Normal": ["50.0% 15.0–85.0", "4"],
        "Hell": ["25.0% 4.6–69.9", "4"],
    }


def test_the_win_rate_by_power_side(page: Path) -> None:
    assert rows(page, "Win rate by power") == {
        "Bottomless Pockets": ["20.0% 3.6–62.4", "1", "5", "yellow"],
        "Enfeeblement Mantra": ["66.7% 20.8–93.9", "2", "3", "yellow"],
        "Dance of the Spires": ["75.0% 30.1–95.4", "3", "4", "red"],
        "Dance of the Twin Winds": ["0.0% 0.0–49.0", "0", "4", "red"],
    }


def test_incarnations_count_only_where_they_came(page: Path) -> None:
    assert rows(page, "Incarnations") == {
        "Uncatchable": ["100.0% 20.7–100.0", "100.0% 20.7–100.0", "1"],
        "Nameless": ["75.0% 30.1–95.4", "75.0% 30.1–95.4", "4"],
    }


def test_the_reasons_for_defeat_name_their_rule(page: Path) -> None:
    assert rows(page, "Why games were lost") == {
        "Too many village tiles are haunted.": ["80.0% 37.6–96.4", "4", "GS-13.2"],
        "All Taoists are dead.": ["20.0% 3.6–62.4", "1", "GS-10.4"],
    }


def test_length_and_score(page: Path) -> None:
    turns = rows(page, "Game length")
    # All: 20 20 22 24 30 40 44 50, mean 31.25, standard deviation 11.877.
    assert turns["all"] == ["31.2 23.0–39.5", "24", "20–50", "8"]
    assert turns["won"][1:] == ["44", "40–50", "3"]
    assert turns["lost"][1:] == ["22", "20–30", "5"]
    assert turns["Hell"][1:] == ["22", "20–50", "4"]
    score = rows(page, "Score")
    assert score["won"][0].startswith("24.7 ")
    # Lost: −10 −30 −30 −34 −40, squares about the mean 508.8, so ± 1.96 · √(508.8 / 4 / 5) = 9.89.
    assert score["lost"] == ["−28.8 −38.7 to −18.9", "−30", "−40 to −10", "5"]


def test_the_figures_at_the_top(page: Path) -> None:
    shown = [" ".join(div.itertext()) for div in tree(page).iter("div") if div.find("dt") is not None]
    assert shown[:3] == ["games 8", "win rate, all combinations 37.5% 13.7–69.4", "median turns 24"]
    assert shown[4:6] == ["games 4", "shared wins 25.0% 4.6–69.9"]


def test_games_of_one_player_say_nothing_about_powers(tmp_path: Path) -> None:
    """GS-3.5 gives them all the same one."""
    alone, two = stories(tmp_path / "alone", players=1), stories(tmp_path / "two")
    both = report.write([alone, two], tmp_path / "both", "en")
    assert rows(both, "Win rate by power")["Dance of the Spires"] == ["75.0% 30.1–95.4", "3", "4", "red"]
    turns = rows(both, "Game length")
    assert list(turns) == [
        f"{who} / {which}" for who in ("1 player", "2 players") for which in ("all", "won", "lost")
    ]
    assert turns["1 player / all"][-1] == turns["2 players / all"][-1] == "8", "more players need fewer turns"
    shown = [" ".join(div.itertext()) for div in tree(both).iter("div") if div.find("dt") is not None]
    assert [text.split()[0] for text in shown] == ["games", "win", "average"], "no median of turns"
    only = report.write([alone], tmp_path / "only", "en")
    assert "Win rate by power" not in [table.findtext("caption") for table in tree(only).iter("table")]
    assert not (only.parent / "powers.png").exists()


def test_every_line_up_has_a_chapter_of_its_own(tmp_path: Path) -> None:
    runs = [stories(tmp_path / bots, bots) for bots in ("monk", "novice")]
    page = report.write([*runs, ghosts(tmp_path / "ghosts")], tmp_path / "out", "en")
    chapters = [element.text for element in tree(page).iterfind("body/main/h2")]
    assert chapters == [
        "Ghost Stories",
        "Ghost Stories · monk",
        "Ghost Stories · novice",
        "Ghosts · master, monk (0.5 s per decision)",
    ]
    shown = [" ".join(div.itertext()) for div in tree(page).iter("div") if div.find("dt") is not None]
    assert shown[:3] == ["games 16", "games 8", "win rate, all combinations 37.5% 13.7–69.4"]
    assert shown.count("games 8") == 2
    assert set(rows(page, "Win rate by level, players and edition")) == {
        *("monk / Normal", "monk / Hell", "novice / Normal", "novice / Hell"),
    }
    assert rows(page, "Win rate by power · novice")["Dance of the Spires"][2] == "4"
    drawn = {path.stem for path in page.parent.glob("*.svg")}
    own = ("powers", "incarnations", "reasons", "turns", "score")
    assert {f"{name}-{number}" for name in own for number in (1, 2)} | {"combinations"} <= drawn
    ids = re.findall(r'\bid="([^"]+)"', page.read_text(encoding="utf-8"))
    assert len(ids) == len(set(ids))


# ── Ghosts, by hand ─────────────────────────────────────────────────────────────────────────
# Master sits 0, 1, 0, 1 and has fear 5, 3, 6, 8; monk has 9, 7, 6, 4. Master wins 1 + 1 + ½ of 4:
# Wilson's centre is (0.625 + 0.4802) / 1.9604 = 0.5638, its half (0.0586 + 0.0600)^½ · 0.9998 = 0.3443.


def test_the_win_share_of_every_bot_and_seat(page: Path) -> None:
    assert rows(page, "Win share by bot") == {
        "master": ["62.5% 21.9–90.8", "50.0%", "4", "5.5"],
        "monk": ["37.5% 9.2–78.1", "50.0%", "4", "6.5"],
    }
    seats = rows(page, "Win share by bot and seat")
    assert {name: cells[0].split()[0] for name, cells in seats.items()} == {
        "2 players · master / 1": "75.0%",
        "2 players · master / 2": "50.0%",
        "2 players · monk / 1": "50.0%",
        "2 players · monk / 2": "25.0%",
    }


def test_line_ups_of_ghosts_are_not_mixed(tmp_path: Path) -> None:
    """Who wins against monks says nothing about winning against novices."""
    thinking = ghosts(tmp_path / "thinking", seconds=0.2)
    page = report.write(
        [thinking, ghosts(tmp_path / "at once", "monk,novice"), ghosts(tmp_path / "g")],
        tmp_path / "out",
        "en",
    )
    chapters = [element.text for element in tree(page).iterfind("body/main/h2")]
    lineups = ["master, monk (0.2 s per decision)", "monk, novice", "master, monk (0.5 s per decision)"]
    assert chapters == ["Ghosts", *(f"Ghosts · {lineup}" for lineup in lineups)]
    assert rows(page, "Win share by bot · monk, novice")["monk"][0] == "62.5% 21.9–90.8"
    assert rows(page, "Win share by bot · master, monk (0.2 s per decision)")["monk"][0] == "37.5% 9.2–78.1"
    compared = rows(page, "Win share by bot and table")
    assert len(compared) == 6
    assert [cells[0].split()[0] for name, cells in compared.items() if name.endswith("/ monk")] == [
        "37.5%",
        "37.5%",
        "62.5%",
    ]
    drawn = {path.stem for path in page.parent.glob("*.svg")}
    assert drawn == {f"{name}-{number}" for name in ("bots", "seats-2", "fear") for number in (1, 2, 3)}


def test_companions_that_have_learned_more_are_another_line_up(tmp_path: Path) -> None:
    runs = [ghosts(tmp_path / version, version=version) for version in ("0.1.0+aaaa", "0.1.0+bbbb")]
    page = report.write(runs, tmp_path / "out", "en")
    chapters = [element.text for element in tree(page).iterfind("body/main/h2")]
    assert [str(chapter).rpartition(" ")[2] for chapter in chapters[1:]] == ["0.1.0+aaaa)", "0.1.0+bbbb)"]


def test_a_bot_against_itself_tells_nothing_about_winning(tmp_path: Path) -> None:
    page = report.write([ghosts(tmp_path / "g", "monk")], tmp_path / "out", "en")
    assert tree(page).findtext("body/main/h2") == "Ghosts · monk"
    captions = [table.findtext("caption") for table in tree(page).iter("table")]
    assert "Win share by bot" not in captions
    assert rows(page, "Win share by bot and seat")["2 players · monk / 1"][:2] == ["62.5% 21.9–90.8", "50.0%"]


def test_fear_at_the_end(page: Path) -> None:
    assert rows(page, "Final fear")["master"][1:] == ["5", "3–8"]
    assert rows(page, "Final fear")["monk"][1:] == ["6", "4–9"]


def test_where_the_numbers_come_from(page: Path) -> None:
    found = rows(page, "Data sources")
    assert [cells[:3] for cells in found.values()] == [
        ["monk", "bot defaults", "8 / 8"],
        ["master, monk", "0.5 s per decision", "4 / 4"],
    ]
    assert list(found) == ["stories", "ghosts"]
    assert str(page.parent.parent) not in page.read_text(encoding="utf-8"), "nobody's folders on the page"


# ── the page ────────────────────────────────────────────────────────────────────────────────


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag in ("script", "iframe", "link", "img", "object")
        links = ("src", "href", "xlink:href", "srcset")
        self.found += [value or "" for name, value in attrs if name in links]


def test_the_page_asks_nobody_for_anything(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = _Links()
    links.feed(text)
    assert links.scripts == 0
    assert links.found
    assert all(link.startswith("#") for link in links.found)
    assert all(link.startswith("#") for link in re.findall(r"url\(([^)]*)\)", text))
    assert "@import" not in text
    known = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}  # names, not places
    assert set(re.findall(r"https?://[^\s\"'<)]+", text)) == known


def test_every_id_is_there_once_and_every_reference_finds_its_id(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids)) > 100
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', text)) <= set(ids)


def test_plots_follow_the_theme_of_the_page(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    style, _, body = text.partition("</style>")
    assert [color for color in TOKENS if color in body] == []
    assert set(re.findall(r"#[0-9a-f]{6}\b", body)) == set(), "a colour that no token stands for"
    for token in TOKENS.values():
        assert style.count(f"{token}:") == 2, "once for dark, once for light"


def test_a_table_that_is_too_wide_shows_that_there_is_more(page: Path) -> None:
    style = page.read_text(encoding="utf-8").partition("</style>")[0]
    assert re.search(r"\.scroll \{[^}]*local,[^}]*var\(--more\)[^}]* scroll", style)
    assert style.count("--more:") == 2, "once for dark, once for light"


def test_tables_and_plots_can_be_heard(page: Path) -> None:
    root = tree(page)
    assert root.get("lang") == "en"
    for table in root.iter("table"):
        assert table.findtext("caption")
        assert all(cell.get("scope") == "col" for cell in table.findall("thead/tr/th"))
        assert all(row[0].get("scope") in ("row", "rowgroup") for row in table.findall("tbody/tr"))
    drawn = list(root.iter("{http://www.w3.org/2000/svg}svg"))
    assert len(drawn) == 9
    assert all(plot.get("role") == "img" and plot.get("aria-label") for plot in drawn)
    headings = [element.tag for element in root.iter() if re.fullmatch(r"h\d", element.tag)]
    assert headings[0] == "h1"
    assert set(headings) == {"h1", "h2", "h3"}


def test_marks_at_the_ends_of_the_axis_are_drawn_whole() -> None:
    ends = [Dots("a", [wilson(0, 20), wilson(20, 20)]), Dots("b", [])]
    for figure in (
        plots.panels(["1", "2"], {"": ends}, "en", "players", "win rate"),
        plots.dots(["1", "2"], ends, "en", "share"),
    ):
        (axes,) = figure.axes
        assert [line.get_clip_on() for line in axes.lines] == [False, False]
        figure.draw_without_rendering()
        assert axes.get_position().width > 0.6, "marks take no room from the plot"


def test_what_rounds_to_zero_has_no_minus() -> None:
    assert numbers.between(Interval(2.5, -0.04, 5.0), "de") == "0,0–5,0"
    assert numbers.between(Interval(2.5, -0.06, 5.0), "de") == "−0,1 bis 5,0"
    assert [numbers.whole(-0.3, lang) for lang in LANGUAGES] == ["0", "0", "0"]
    assert numbers.decimal(-1234.0, "en") == "−1,234.0"


def test_every_plot_is_there_as_png_and_svg(page: Path) -> None:
    names = {"combinations", "powers", "incarnations", "reasons", "turns", "score", "bots", "seats-2", "fear"}
    assert {path.stem for path in page.parent.glob("*.png")} == names
    assert {path.stem for path in page.parent.glob("*.svg")} == names
    for path in page.parent.glob("*.png"):
        assert path.read_bytes().startswith(b"\x89PNG")
    for path in page.parent.glob("*.svg"):
        assert ElementTree.parse(path).getroot().tag.endswith("svg")


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_the_report_speaks_every_language(tmp_path: Path, lang: str) -> None:
    found = report.write([stories(tmp_path / "s"), ghosts(tmp_path / "g")], tmp_path / "out", lang)
    body = tree(found).find("body")
    assert body is not None
    text = " ".join(" ".join(body.itertext()).split())
    expected = {
        "de": ("Laborbericht", "37,5 %", "Woran Partien verloren gingen", "Hölle", "In zu vielen Dorf"),
        "pl": ("Raport z symulacji", "37,5%", "Przyczyny porażek", "piekielny", "Zbyt wiele kafli"),
    }[lang]
    for words in expected:
        assert words in text
    svg_styles = "*{stroke-linejoin: round; stroke-linecap: butt}"
    assert not re.search(r"\bui\.|Win rate|games|[{}]", text.replace(svg_styles, ""))


def test_german_has_one_word_for_levels_and_one_for_playouts() -> None:
    every = [form for forms in texts("de").forms().values() for form in forms]
    assert [text for text in every if re.search(r"\bGrad\b|Schwierigkeitsgrad|Probespiel", text)] == []
    assert names.option_name("level", "de") in say("de", "ui.lab.report.combinations")


# ── the command ─────────────────────────────────────────────────────────────────────────────


def test_from_simulate_to_report(tmp_path: Path) -> None:
    runs = [tmp_path / "one", tmp_path / "two"]
    for seed, out in enumerate(runs):
        asked = ("--bots", "random", "--games", "6", "--level", "all", "--seed", str(seed))
        assert simulate(out, *asked).returncode == 0
    done = spuk("report", *map(str, runs), "--lang", "en")
    assert done.returncode == 0, done.stderr
    page = runs[0] / "report" / "report.html"
    assert done.stdout.strip() == f"Saved: {page}"
    assert "games 48" in [" ".join(div.itertext()) for div in tree(page).iter("div")]


def test_what_cannot_be_reported_is_refused(tmp_path: Path) -> None:
    nothing = spuk("report", str(tmp_path), "--lang", "en")
    assert nothing.returncode == 2
    assert nothing.stderr.strip() == say("en", "ui.lab.no_results", path=tmp_path)
    order = read_order("ghosts", "random", 4, {})
    empty = _write(tmp_path / "empty", order, [])
    with pytest.raises(Refused, match="contains no finished games yet"):
        report.write([empty], tmp_path / "out", "en")
    twin = ghosts(tmp_path / "twin")
    with pytest.raises(Refused, match="contain the same games"):
        report.write([ghosts(tmp_path / "first"), twin], tmp_path / "out", "en")
    asked = {"level": "all", "players": "4"}
    more = _write(tmp_path / "more", read_order("ghost-stories", "monk", 9, asked, records=True), [])
    part = read_order("ghost-stories", "monk", 2, {"level": "hell"})
    assert part.overlaps(Order.from_json((more / "order.json").read_text()))
    assert part.overlaps(read_order("ghost-stories", "monk,monk", 2, {"level": "hell"}, seconds=1.0))
    assert not part.overlaps(read_order("ghost-stories", "monk,novice", 2, {"level": "hell"}))
    assert not part.overlaps(replace(part, seed=1))
    assert not part.overlaps(read_order("ghost-stories", "monk", 2, {"level": "normal"}))
    (twin / "order.json").write_text("{}")
    with pytest.raises(Refused, match=r"Cannot read .*: not an order"):
        report.write([twin], tmp_path / "out", "en")


def test_a_directory_named_twice_counts_once(tmp_path: Path) -> None:
    out = ghosts(tmp_path / "g")
    page = report.write([out, tmp_path / "x" / ".." / "g"], tmp_path / "out", "en")
    assert rows(page, "Win share by bot")["master"][2] == "4"


def test_without_matplotlib_a_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "find_spec", lambda name: None)
    with pytest.raises(Refused) as refused:
        report.write([ghosts(tmp_path / "g")], tmp_path / "out", "en")
    assert refused.value.words("en") == 'Plots need matplotlib: pip install "spuk[lab]"'


def test_a_report_is_the_same_every_time(tmp_path: Path) -> None:
    out = stories(tmp_path / "s")
    found = [report.write([out], tmp_path / name, "en").read_text() for name in ("a", "b")]
    assert found[0] == found[1]


def test_the_commands_of_the_readme_work(tmp_path: Path) -> None:
    """With few games and quick bots, and in another place."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^spuk ((?:simulate|report) .*)$", readme, flags=re.M)
    assert len(commands) == 3
    for command in commands:
        quick = re.sub(r"--games \d+", "--games 1", command).replace("--bots monk", "--bots random")
        quick = re.sub(r"--playouts \d+", "--playouts 5", quick).replace("runs/", f"{tmp_path}/")
        done = spuk(*quick.split())
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "report" / "report.html").exists()
