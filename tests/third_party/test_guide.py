"""The guide to adding a game shows the code of Pig, and names every field of a pack."""

from __future__ import annotations

import re
from dataclasses import fields
from textwrap import dedent

import pytest
from tests.third_party.installed import PIG, ROOT

import spuk

GUIDE = (ROOT / "docs/guides/add-a-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(?:python|toml)\n# (\S+)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("file", "code"), BLOCKS, ids=[file for file, _ in BLOCKS])
def test_what_the_guide_shows_stands_in_the_package(file: str, code: str) -> None:
    folder = PIG if file.endswith(".toml") else PIG / "src/spuk_pig"
    text = (folder / file).read_text(encoding="utf-8")
    assert code in text or dedent(code) in dedent(text)


def test_every_block_of_code_says_where_it_is_from() -> None:
    assert len(BLOCKS) == len(re.findall(r"^```(python|toml)$", GUIDE, re.MULTILINE)) > 6


def test_every_field_of_a_pack_is_explained() -> None:
    cells = re.findall(r"^\| ((?:`\w+` ?)+)\|", GUIDE, re.MULTILINE)
    named = {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}
    assert {field.name for field in fields(spuk.GamePack)} <= named


def test_every_file_of_the_package_is_in_the_overview() -> None:
    overview = GUIDE.partition("```text\npig/")[2].partition("```")[0]
    for file in (PIG / "src/spuk_pig").glob("*.py"):
        assert file.name in overview
    for folder in ("locale/<language>/pig.po", "rules/<language>.md", "pyproject.toml"):
        assert folder in overview


def test_the_ids_of_the_words_are_those_of_the_package() -> None:
    kinds = {"title", "subtitle", "action", "event", "reason", "option", "target", "field"}
    text = (PIG / "src/spuk_pig/locale/en/pig.po").read_text(encoding="utf-8")
    ids = re.findall(r'^msgid "pig\.(\w+)', text, re.MULTILINE)
    assert set(ids) == kinds
    for kind in kinds - {"target"}:
        assert f"`pig.{kind}" in GUIDE


def test_all_languages_of_the_package_have_the_same_texts_and_rules() -> None:
    package = PIG / "src/spuk_pig"
    ids, numbers = [], []
    for lang in ("en", "de", "pl"):
        catalogue = (package / f"locale/{lang}/pig.po").read_text(encoding="utf-8")
        ids.append(re.findall(r'^msgid "(.+)"$', catalogue, re.MULTILINE))
        rules = (package / f"rules/{lang}.md").read_text(encoding="utf-8")
        numbers.append(re.findall(r"^### (PIG-[\d.]+) ", rules, re.MULTILINE))
    assert ids[0] == ids[1] == ids[2]
    assert numbers[0] == numbers[1] == numbers[2]
