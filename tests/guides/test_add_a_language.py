"""docs/guides/add-a-language.md: a made-up language, and everything there is, seen in it.

Its texts are the English ones in brackets with accents, so that it shows which text comes from where. Some
are left out and some are broken, as happens: then it has to be English, and never an error.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from tests.guides.visits import command, pages

import spuk
from spuk.games.ghost_stories.cards import ROWS
from spuk.games.ghost_stories.tutorial.lesson import FRIENDS
from spuk.games.ghost_stories.words import card_name, power_name, tile_name
from spuk.games.ghost_stories.words.names import PRINTED
from spuk.games.ghosts.game import Ghosts
from spuk.kernel.pack import GamePack
from spuk.kernel.registry import unregister
from spuk.lab import numbers
from spuk.language.catalog import has, say, say_number, texts
from spuk.language.formats import locale_of
from spuk.language.languages import (
    LANGUAGES,
    Language,
    edition_in,
    known_language,
    unregister_language,
)
from spuk.rules.book import book

LEFT_OUT = ("ui.frame.title", "ui.list.points", "action.end", "ghosts.action.take")
"""Nobody has translated these yet."""
ACCENTS = str.maketrans("aeiouyAEIOUY", "àéîõüýÀÉÎÕÜÝ")


def pseudo(text: str) -> str:
    """The text with accents and in brackets; {places} stay."""
    parts = re.split(r"(\{[^}]*\})", text)
    return f"[{''.join(part if part.startswith('{') else part.translate(ACCENTS) for part in parts)}]"


def write_texts(folder: Path) -> None:
    """One file with all texts of the language."""
    made = Catalog(locale="en")
    english = texts("en")
    for id, text in english.singular.items():
        if id not in LEFT_OUT:
            made.add(id, pseudo(text))
    for id, plural in english.plural.items():
        if id not in LEFT_OUT:
            made.add((id, id), tuple(map(pseudo, plural.forms)))
    made.add("name.card.6", "[Zombîé]")
    made.add("name.tile.cemetery", "[Çémétéry]")
    folder.mkdir(parents=True)
    with (folder / "all.po").open("wb") as file:
        write_po(file, made, width=0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the language."""
    made = tmp_path_factory.mktemp("language") / "spuk_xx"
    write_texts(made)
    return made


@pytest.fixture
def xx(folder: Path) -> Iterator[str]:
    """The language, registered with one call."""
    spuk.register_language(Language("xx", "Ẋẋ", editions=("pl",), folder=folder))
    yield "xx"
    unregister_language("xx")


# ── everywhere ──────────────────────────────────────────────────────────────────────────────


def test_every_page_is_there_in_it(xx: str, sqlite: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # nothing in the catalogue is left out silently
        seen = pages(sqlite, xx, {"ghost-stories": {}, "ghosts": {}})
    assert len(seen) > 60
    for address, text in seen.items():
        assert re.search(r"\[[^\]]*[àéîõüý]", unescape(text)), address
        if text.startswith("<!"):
            assert '<html lang="xx"' in text, address
            assert ">Ẋẋ</a>" in text, address
            assert not re.search(r"\b(ui|event|action|ghosts)\.[a-z_]+\.[a-z_]+\b", unescape(text)), address
        if not address.startswith(("/rules", "/docs")):  # rules texts and the API are English here
            assert english_in(text) == set(), address


class Words(HTMLParser):
    """All that a page shows or has read aloud."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {value for name, value in attrs if name in ("aria-label", "title", "alt") and value}

    def handle_data(self, data: str) -> None:
        self.found.add(data.strip())


def english_in(page: str) -> set[str]:
    """What is in no catalogue, and no name: words that somebody has written into a template."""
    known = {"Spuk", *NAMES, *(language.name for language in LANGUAGES.values())}
    known |= {say("en", id) for id in LEFT_OUT if id in texts("en").singular}
    told = {text for text in Words(page).found if "[" not in text and re.search("[A-Za-z]{3}", text)}
    left = {part for text in told for part in text.split(", ")} - known
    return {text for text in left if not re.fullmatch(r"−?\d+ points", text)}


NAMES = {
    *(row["name_en"] for row in (*PRINTED.values(), *ROWS)),
    *FRIENDS,
    *("Ann", "Bob"),
    *("Tab", "Enter", "Esc"),
}


def test_the_other_languages_are_not_disturbed_by_it(xx: str) -> None:
    every = [form for lang in ("en", "de") for forms in texts(lang).forms().values() for form in forms]
    assert not any(re.match(r"\[.*[àéîõüý].*\]$", form) for form in every)


def test_terminal_and_laboratory_speak_it_when_its_package_is_installed(folder: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    install(site, folder)
    typed = "?\n1\n1\n2\n1\n1\nlog\nq\n"
    arguments = {
        "stories": ("play", "--players", "2", "--seed", "1"),
        "ghosts": ("play", "--game", "ghosts", "--seed", "1"),
        "menu": ("play",),
        "rules": ("rules", "GS-12"),
        "search": ("rules", "ghost"),
        "odds": ("odds", "rr", "--tokens", "r"),
        "simulate": ("simulate", "--out", str(tmp_path / "run"), "--games", "4", "--bots", "random"),
        "report": ("report", str(tmp_path / "run"), "--out", str(tmp_path / "report")),
    }
    for what, given in arguments.items():
        told = command(tmp_path, *given, "--lang", "xx", typed=typed, path=[site])
        assert re.search(r"\[[^\]]*[àéîõüý]", told), (what, told)
    (report,) = (tmp_path / "report").glob("*.html")
    assert pseudo("Ghost Stories") in report.read_text(encoding="utf-8")


def install(site: Path, folder: Path) -> None:
    """What pip would do with a package that names its language in an entry point."""
    (site / "spuk_xx").mkdir(parents=True)
    (site / "spuk_xx" / "all.po").write_bytes((folder / "all.po").read_bytes())
    (site / "spuk_xx" / "__init__.py").write_text(
        "from importlib.resources import files\nfrom spuk import Language\n"
        "LANGUAGE = Language('xx', 'Ẋẋ', editions=('pl',), folder=files('spuk_xx'))\n",
        encoding="utf-8",
    )
    about = site / "spuk_xx-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: spuk-xx\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[spuk.languages]\nxx = spuk_xx:LANGUAGE\n")


# ── what it lacks ───────────────────────────────────────────────────────────────────────────


def test_what_it_lacks_is_said_in_english(xx: str) -> None:
    for id in LEFT_OUT[:1]:
        assert say(xx, id) == say("en", id)
        assert has(xx, id)
    assert say_number(xx, "ui.list.points", 2) == say_number("en", "ui.list.points", 2)
    assert book("ghosts", xx).opening == book("ghosts", "en").opening


def test_printed_names_come_from_its_catalogue_or_are_english(xx: str) -> None:
    assert card_name(6, xx) == "[Zombîé]"
    assert tile_name("cemetery", xx) == "[Çémétéry]"
    assert card_name(7, xx) == card_name(7, "en")
    assert power_name("heavenly_gust", xx, "de1") == power_name("heavenly_gust", "en")


def test_a_language_without_anything_is_english(sqlite: str) -> None:
    spuk.register_language(Language("qq", "Qq"))
    try:
        seen = pages(sqlite, "qq", {"ghost-stories": {}, "ghosts": {}})
        assert '<html lang="qq"' in seen["/"]
        assert say("qq", "ui.start.about") in unescape(seen["/"])
    finally:
        unregister_language("qq")


def test_a_broken_translation_is_left_out_with_a_warning(tmp_path: Path) -> None:
    made = Catalog(locale="en")
    made.add("ui.saved", "{who} …")
    made.add("ui.frame.back", "{")
    made.add("ui.frame.title", "Spük")
    with (tmp_path / "some.po").open("wb") as file:
        write_po(file, made)
    spuk.register_language(Language("qq", "Qq", folder=tmp_path))
    try:
        with pytest.warns(UserWarning, match="other placeholders than in English"):
            assert say("qq", "ui.saved", path="x") == say("en", "ui.saved", path="x")
        assert say("qq", "ui.frame.back") == say("en", "ui.frame.back")
        assert say("qq", "ui.frame.title") == "Spük"
    finally:
        unregister_language("qq")


# ── its row ─────────────────────────────────────────────────────────────────────────────────


def test_its_edition_its_numbers_and_its_plural_forms_come_with_it(tmp_path: Path) -> None:
    made = "\n".join(
        [
            'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"',
            '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);\\n"\n',
            'msgid "ui.list.points"\nmsgid_plural "ui.list.points"',
            'msgstr[0] "one"\nmsgstr[1] "both"\nmsgstr[2] "{n} in all"\n',
        ]
    )
    (tmp_path / "few.po").write_text(made, encoding="utf-8")
    spuk.register_language(Language("qq", "Qq", ("none", "de1"), locale="de-CH", folder=tmp_path))
    try:
        assert [say_number("qq", "ui.list.points", n) for n in (1, 2, 5)] == ["one", "both", "5 in all"]
        assert edition_in("qq", ("en", "de1", "de2")) == "de1"
        assert edition_in("qq", ("en", "pl")) == "en"
        assert numbers.whole(12345, "qq") == "12’345"
    finally:
        unregister_language("qq")


def test_a_rules_text_can_come_with_the_language(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "ghosts.md").write_text("# Gĥosts\n\nHello.\n\n## One\n\n### Two\n\nThree.\n")
    spuk.register_language(Language("qq", "Qq", folder=tmp_path))
    try:
        assert book("ghosts", "qq").title == "Gĥosts"
        assert book("ghosts", "qq").chapters[0].sections[0].anchor == "GH-1.1"
    finally:
        unregister_language("qq")
    with pytest.raises(ValueError, match="choose from en, de, pl"):
        book("ghosts", "qq")


def test_browsers_and_terminals_ask_for_languages_in_many_ways(xx: str) -> None:
    assert known_language(None, "fr", "XX-yy", "de") == "xx"
    assert known_language("pl_PL.UTF-8") == "pl"
    assert known_language("C.UTF-8", "") is None
    assert locale_of(xx) == "en"


# ── texts of games ──────────────────────────────────────────────────────────────────────────


def test_the_texts_of_a_game_are_there_as_soon_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when the catalogues were read before."""
    assert not has("en", "dummy.title")
    place = tmp_path / "dummy_game" / "locale" / "en"
    place.mkdir(parents=True)
    (place.parents[1] / "__init__.py").write_text("")
    (place / "dummy.po").write_text('msgid "dummy.title"\nmsgstr "Dummy"\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "dummy_game", raising=False)
    game = Ghosts()
    game.id = "dummy"
    try:
        spuk.register(GamePack(game, package="dummy_game"))
        assert say("en", "dummy.title") == "Dummy"
        assert say("de", "dummy.title") == "Dummy"
    finally:
        unregister("dummy")
    assert not has("en", "dummy.title")
