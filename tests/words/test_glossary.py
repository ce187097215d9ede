"""One word for one thing: catalogues, command help and rules keep to the glossary of their language.

`glossary/<language>.toml` has a concept per table: its `term`, the words to `avoid` (regular expressions for
whole words, in upper or lower case), and what is excepted: the id of a text, or a phrase that may be said.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, reduce
from pathlib import Path
from typing import Any

import pytest

import spuk
from spuk.language import catalog

HERE = Path(__file__).parent / "glossary"
LANGS = sorted(file.stem for file in HERE.glob("*.toml"))
CONCEPTS = [
    (lang, concept)
    for lang in LANGS
    for concept in tomllib.loads((HERE / f"{lang}.toml").read_text("utf-8"))["concept"]
]
IDS = [f"{lang}-{concept['id']}" for lang, concept in CONCEPTS]


@cache
def spoken(lang: str) -> dict[str, str]:
    """Everything that people read in a language: texts by id, paragraphs of the rules by game and number."""
    found = {
        f"{id}[{number}]" if number else id: form
        for id, forms in catalog.texts(lang).forms().items()
        for number, form in enumerate(forms)
    }
    for file in (Path(spuk.__file__).parent / "games").glob(f"*/rules/{lang}.md"):
        paragraphs = file.read_text("utf-8").split("\n\n")
        found |= {f"{file.parts[-3]}, {number}": text for number, text in enumerate(paragraphs)}
    return {id: without_names(text) for id, text in found.items()}


def without_names(text: str) -> str:
    """The words of a text: no {placeholder} but the label in {icon:tao|label}, no field “seed”, no @tiles."""
    text = re.sub(r"\{[^{}|]*\|([^{}]*)\}", r"\1", text)
    text = re.sub(r"[„“][a-z_]+[“”]", " ", text)
    return re.sub(r"\{[^{}]*\}|^[@%].*$", " ", text, flags=re.MULTILINE)


def wrong_words(concept: dict[str, Any], texts: dict[str, str]) -> list[tuple[str, str]]:
    excepted = concept.get("except", [])
    words = re.compile("|".join(rf"(?<!\w)(?:{word})(?!\w)" for word in concept["avoid"]), re.IGNORECASE)
    found = []
    for id, text in texts.items():
        if id.partition("[")[0] not in excepted:
            said = reduce(lambda rest, phrase: rest.replace(phrase, " "), excepted, text)
            found += [(id, match[0]) for match in words.finditer(said)]
    return found


@pytest.mark.parametrize(("lang", "concept"), CONCEPTS, ids=IDS)
def test_nothing_is_called_by_another_word(lang: str, concept: dict[str, Any]) -> None:
    assert wrong_words(concept, spoken(lang)) == []


@pytest.mark.parametrize(("lang", "concept"), CONCEPTS, ids=IDS)
def test_every_term_is_in_use(lang: str, concept: dict[str, Any]) -> None:
    assert any(concept["term"].casefold() in text.casefold() for text in spoken(lang).values())


def test_a_wrong_word_is_noticed_and_exceptions_hold() -> None:
    concept = {"avoid": [r"komputer\w*"], "except": ["ui.host", "w komputerze"]}
    texts = {
        "ui.bot": "Gra komputer.",
        "ui.host": "komputer",
        "ui.disk": "w komputerze",
        "ui.word": "mikrokomputer",
    }
    assert wrong_words(concept, texts) == [("ui.bot", "komputer")]
