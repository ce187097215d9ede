"""The catalogues: the same ids in every language, complete, well-formed and all in use."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.pofile import read_po
from tests.words import ghosts_tour, page_tour, tour, ui_tour
from tests.words.test_errors import faults

from spuk.games.ghost_stories import steps
from spuk.games.ghost_stories.actions import VERBS
from spuk.games.ghost_stories.board import COLORS, CURSE_FACES, POWERS, TILES
from spuk.games.ghost_stories.editions import EDITIONS, LEVELS
from spuk.games.ghost_stories.events import EVENTS
from spuk.games.ghost_stories.options import ALLOWED
from spuk.games.ghost_stories.state import NOBODY, STAGES, STEPS
from spuk.games.ghost_stories.words import actions, events, names, turn
from spuk.games.ghosts import words as ghosts
from spuk.games.ghosts.actions import SPACE as GHOSTS_SPACE
from spuk.games.ghosts.cards import FAMILIES
from spuk.games.ghosts.events import EVENTS as GHOSTS_EVENTS
from spuk.games.ghosts.options import ALLOWED as GHOSTS_ALLOWED
from spuk.games.ghosts.options import EDITIONS as GHOSTS_EDITIONS
from spuk.language import catalog
from spuk.language.catalog import has, say, say_number
from spuk.language.languages import LANGUAGES

SOURCES = Path(catalog.__file__).parents[1]
COMMAND = re.compile(r'pip install "spuk\[\w+\]"')
"""To be pasted into any shell as it is: without the quotes, zsh takes the brackets for a pattern."""
PLURAL_FORMS = {"en": 2, "de": 2, "pl": 3}

Texts = dict[str, tuple[str, ...]]
"""Id → its text, or its plural forms."""


ALL: dict[str, Texts] = {lang: catalog.texts(lang).forms() for lang in LANGUAGES}


@cache
def placeholders(text: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@cache
def needed() -> set[str]:
    """Ids that the tables of the game ask for. Some verbs and events have variants instead."""
    ids = {f"event.{id}" for id in EVENTS} | {f"option.{id}" for id in ALLOWED}
    ids |= {f"reason.{id}" for id in tour.ENDINGS} | {f"edition.{id}" for id in EDITIONS}
    ids |= {f"tile.{id}.effect" for id in TILES} | {f"tile.{id}.to" for id in TILES}
    ids |= {f"power.{id}.effect" for id in POWERS} | {f"level.{id}.about" for id in LEVELS}
    ids |= {f"ability.{stone}.{ability}" for stone, ability in tour.ABILITIES}
    ids |= {f"score.{id}" for id in tour.score_sheet(tour.read(tour.CORNER))}
    ids |= {f"stage.{id}" for id in STAGES} | {f"curse.{id}" for id in CURSE_FACES}
    ids |= {f"color.{id}" for id in COLORS} | {f"face.{id}" for id in COLORS}
    ids |= {f"ask.{step}" for step in asking_steps()}
    for verb in VERBS:
        variants = {"recurse": (".no", ".yes"), "skip": (".ghost", ".taoist")}
        ids |= {f"action.{verb.name}{variant}" for variant in variants.get(verb.name, ("",))}
    return ids | needed_for_ghosts()


def needed_for_ghosts() -> set[str]:
    ids = {f"event.{id}" for id in GHOSTS_EVENTS} | {f"option.{id}" for id in GHOSTS_ALLOWED}
    ids |= {f"reason.{id}" for id in ghosts_tour.ENDINGS} | {f"edition.{id}" for id in GHOSTS_EDITIONS}
    ids |= {f"card.{id}" for id in (*FAMILIES, "mist")} | {f"family.{id}" for id in FAMILIES}
    ids |= {f"ask.{'draw' if id in ('deal', 'refill') else id}" for id in ghosts_tour.ASKING}
    for verb in GHOSTS_SPACE.verbs:
        variants = {"play": (".open", ".raise", ".mirror", ".mist")}
        ids |= {f"action.{verb.name}{variant}" for variant in variants.get(verb.name, ("",))}
    letters = {f"ui.ghosts.letter.{id}" for id in FAMILIES}
    return {f"ghosts.{id}" for id in ids} | letters


def asking_steps() -> set[str]:
    return {name for number, name in enumerate(steps.NAMES) if STEPS[number].needs != NOBODY}


def problems(all_texts: dict[str, Texts]) -> list[str]:
    """All that is wrong with the catalogues, in words."""
    ids = set().union(*all_texts.values()) | needed()
    return [line for id in sorted(ids) for line in problems_of(id, all_texts)]


def problems_of(id: str, all_texts: dict[str, Texts]) -> list[str]:
    """All that is wrong with one text that is needed."""
    found = [f"{lang}: {id} is missing" for lang, known in all_texts.items() if id not in known]
    plural = any(len(known.get(id, ())) > 1 for known in all_texts.values())
    for lang, forms in ((lang, known[id]) for lang, known in all_texts.items() if id in known):
        found += [f"{lang}: {id} is empty" for form in forms if not form or form != form.strip()]
        if len(forms) != (PLURAL_FORMS[lang] if plural else 1):
            found.append(f"{lang}: {id} has {len(forms)} forms")
        # Only a form that stands for the number 1 alone may do without {n}.
        wanted = placeholders(all_texts["en"].get(id, forms)[-1])
        for number, form in enumerate(forms):
            free = {"n"} if plural and number == 0 else set()
            if placeholders(form) | free != wanted | free:
                found.append(f"{lang}: {id} has other placeholders than in English: {form}")
    return found


def test_every_catalogue_has_every_text_with_the_same_placeholders_and_all_plural_forms() -> None:
    assert problems(ALL) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_any_text_that_goes_missing_is_noticed(lang: str) -> None:
    for id in ALL[lang]:
        without = {key: text for key, text in ALL[lang].items() if key != id}
        assert f"{lang}: {id} is missing" in problems_of(id, {**ALL, lang: without})


def test_a_text_that_the_game_needs_and_nobody_has_is_noticed() -> None:
    lost = "action.move"
    without = {lang: {id: known[id] for id in known if id != lost} for lang, known in ALL.items()}
    assert f"en: {lost} is missing" in problems(without)


def test_a_lost_placeholder_or_plural_form_is_noticed() -> None:
    lost = {**ALL["de"], "action.place": ("{ghost} legen",)}
    assert any("action.place" in line for line in problems({**ALL, "de": lost}))
    short = {**ALL["pl"], "ui.deck_left": ALL["pl"]["ui.deck_left"][:2]}
    assert any("ui.deck_left" in line for line in problems({**ALL, "pl": short}))


def test_the_words_cover_every_verb_every_event_and_every_step_that_asks() -> None:
    assert set(actions.TELL) == {verb.name for verb in VERBS}
    assert set(events.TELL) == set(EVENTS)
    assert set(turn.ASK) == asking_steps()
    assert set(ghosts.TELL_ACTION) == {verb.name for verb in GHOSTS_SPACE.verbs}
    assert set(ghosts.TELL_EVENT) == set(GHOSTS_EVENTS)
    assert set(ghosts.ASK) == set(ghosts_tour.ASKING)


def test_every_printed_name_is_there() -> None:
    for kind, ids in (("tile", TILES), ("power", POWERS), ("level", tuple(LEVELS))):
        assert {id for found, id in names.PRINTED if found == kind} == set(ids)
    for row in names.PRINTED.values():
        assert all(row[f"name_{lang}"] for lang in LANGUAGES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_id_stands_twice_and_nothing_is_fuzzy(lang: str) -> None:
    parts = [file.read_text(encoding="utf-8") for file in catalog.sources(lang)]
    ids = Counter(re.findall(r'^msgid "(.+)"$', "\n".join(parts), re.M))
    assert [id for id, n in ids.items() if n > 1] == []
    for text in parts:
        assert "fuzzy" not in text
        assert read_po(text.splitlines(keepends=True)).num_plurals == PLURAL_FORMS[lang]


def test_every_part_is_there_in_every_language() -> None:
    parts = {
        lang: [str(file.relative_to(SOURCES)).replace(f"/{lang}/", "/") for file in catalog.sources(lang)]
        for lang in LANGUAGES
    }
    assert parts["en"] == parts["de"] == parts["pl"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_quotes_apostrophes_dashes_and_dots_are_typographic(lang: str) -> None:
    marks = {"en": "“”’", "de": "„“’", "pl": "„”’"}[lang]
    for id, forms in ALL[lang].items():
        for form in (COMMAND.sub("", form) for form in forms):
            assert not re.search(r"[\"'`´]| - |\.\.\.|  ", form), (id, form)
            assert set(re.findall("[“”„‚‘’«»]", form)) <= set(marks), (id, form)


# ── nothing that nobody says ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_is_in_use(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said: set[str] = set()
    fill = catalog._fill

    def listen(lang: str, id: str, text: str, values: dict[str, Any]) -> str:
        said.add(id)
        return fill(lang, id, text, values)

    monkeypatch.setattr(catalog, "_fill", listen)
    for everything in (tour.everything, ghosts_tour.everything, ui_tour.screens, page_tour.screens):
        for _ in everything(lang):
            pass
    ui_tour.command_line()
    assert set(ALL[lang]) - said - named_in_the_code() == set()


def named_in_the_code() -> set[str]:
    """Texts that terminal, laboratory, pages and server name in full; others have to be said on a tour."""
    rooms = ("admin", "terminal", "lab", "server", "render", "table", "rules", "language", "games")
    kinds = ("*.py", "*.html")
    sources = [path for room in rooms for kind in kinds for path in (SOURCES / room).rglob(kind)]
    sources.append(SOURCES / "cli.py")
    code = "".join(path.read_text(encoding="utf-8") for path in sources)
    return set(re.findall(r"""(?<!f)["'](ui\.[a-z0-9_.]+)["']""", code)) | set(faults())


def test_every_ui_text_that_the_code_names_exists() -> None:
    for path in (*SOURCES.rglob("*.py"), *SOURCES.rglob("*.html")):
        code = path.read_text(encoding="utf-8")
        for id in re.findall(r"""(?<!f)["'](ui\.[a-z0-9_.]+)["']""", code):
            begins = id.endswith(".") and any(other.startswith(id) for other in ALL["en"])
            assert begins or has("en", id), f"{path.name} says {id}"
        for start in re.findall(r"""f["'](ui\.[a-z0-9_.]*)\{""", code):
            assert any(id.startswith(start) for id in ALL["en"]), f"{path.name} says {start}…"


# ── the catalogue's own door ────────────────────────────────────────────────────────────────


def test_an_unknown_language_names_the_known_ones() -> None:
    for ask in (say, has):
        with pytest.raises(ValueError, match="language 'fr' is not available; choose from en, de, pl"):
            ask("fr", "ui.title")
    with pytest.raises(ValueError, match="choose from"):
        names.card_name(6, "../en")


def test_an_unknown_id_is_never_shown() -> None:
    with pytest.raises(KeyError, match=r"no\.such\.id"):
        say("en", "no.such.id")
    with pytest.raises(KeyError, match=r"ui\.title: no such plural"):
        say_number("en", "ui.title", 2)
    assert not has("en", "no.such.id")


def test_a_missing_value_is_named() -> None:
    with pytest.raises(KeyError, match=r"ui\.saved \(en\) needs a value for 'path'"):
        say("en", "ui.saved")


def test_a_text_missing_at_run_time_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    state = tour.read(tour.CORNER)
    monkeypatch.delitem(catalog.texts("de").singular, "action.end")
    assert actions.action_words(state, tour.GAME.action("end"), "de") == say("en", "action.end")
    monkeypatch.delitem(catalog.texts("en").singular, "action.end")
    with pytest.raises(KeyError, match=r"action\.end"):
        actions.action_words(state, tour.GAME.action("end"), "de")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: names.tile_name("pub", "en"),
        lambda: names.tile_name(9, "en"),
        lambda: names.color_name(-1, "en"),
        lambda: names.card_name(0, "en"),
        lambda: names.card_name(66, "en"),
        lambda: ghosts.card_name("m4", "en"),
        lambda: ghosts.card_name(19, "en"),
        lambda: ghosts.family_name("mist", "en"),
    ],
)
def test_things_that_do_not_exist_have_no_name(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"is not one of|is no card"):
        wrong()
