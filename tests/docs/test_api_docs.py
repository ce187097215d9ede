"""The page of the JSON API and the OpenAPI document show every call as a real server answers it."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from spuk.server.app import API, make_app
from spuk.server.settings import Settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
EXAMPLES = json.loads((ROOT / "src/spuk/server/api/examples.json").read_text(encoding="utf-8"))
DESCRIPTION = make_app(Settings(database_url="sqlite:///unused.db")).openapi()
OPERATIONS = {
    f"{method.upper()} {path.removeprefix(API)}": operation
    for path, methods in DESCRIPTION["paths"].items()
    for method, operation in methods.items()
}
STREAM = "GET /tables/{table}/stream"
PLAIN = sorted(OPERATIONS.keys() - {STREAM})


def _make_api() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_api", ROOT / "docs" / "make_api.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def make_api() -> Any:
    before = list(sys.path)
    yield _make_api()
    sys.path[:] = before


@pytest.fixture(scope="module")
def conversation(make_api: ModuleType) -> Any:
    return make_api.conversation()


def _valid(example: Any, schema: Any) -> None:
    whole = {**schema, "components": DESCRIPTION["components"]}
    assert [error.message for error in Draft202012Validator(whole).iter_errors(example)] == []


def test_a_real_server_answers_as_the_examples_say(make_api: ModuleType, conversation: Any) -> None:
    assert conversation == EXAMPLES, "run make docs"
    assert make_api.examples(conversation) == make_api.EXAMPLES.read_text(encoding="utf-8"), "run make docs"


def test_the_page_shows_what_the_server_answers(make_api: ModuleType, conversation: Any) -> None:
    assert make_api.page(conversation) == PAGE, "run make docs"


def test_every_call_is_on_the_page_with_request_and_response() -> None:
    blocks = dict(re.findall(r"<!-- (\w+ /\S*) -->\n(.*?)<!-- / -->", PAGE, flags=re.DOTALL))
    assert sorted(blocks) == PLAIN == sorted(EXAMPLES["operations"])
    for name, block in blocks.items():
        assert f"```http\n{name.partition(' ')[0]} {API}/" in block
        assert "\nResponse 2" in block
        assert block.count("```json") == 1 + ("requestBody" in OPERATIONS[name])


@pytest.mark.parametrize("name", PLAIN)
def test_openapi_has_a_valid_example_of_every_request_and_response(name: str) -> None:
    operation = OPERATIONS[name]
    if "requestBody" in operation:
        content = operation["requestBody"]["content"]["application/json"]
        _valid(content["example"], content["schema"])
    (status,) = [status for status in operation["responses"] if status < "300"]
    content = operation["responses"][status]["content"]["application/json"]
    assert content["example"]
    _valid(content["example"], content["schema"])


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_openapi_has_a_valid_example_of_every_error(name: str) -> None:
    refusals = {status: found for status, found in OPERATIONS[name]["responses"].items() if status >= "400"}
    assert len(refusals) >= 8
    for found in refusals.values():
        content = found["content"]["application/json"]
        _valid(content["example"], content["schema"])


def test_openapi_shows_the_messages_of_a_stream() -> None:
    example = OPERATIONS[STREAM]["responses"]["200"]["content"]["text/event-stream"]["example"]
    messages = [
        dict(line.split(": ", 1) for line in block.splitlines()) for block in example.split("\n\n") if block
    ]
    assert {message["event"] for message in messages} == {"state", "update"}
    assert all(json.loads(message["data"])["number"] == int(message["id"]) for message in messages)


def test_the_page_describes_the_parameters_of_the_stream_and_every_kind_of_update() -> None:
    section = PAGE.partition("## The stream")[2].partition("\n## ")[0]
    asked = {one["name"] for one in OPERATIONS[STREAM]["parameters"] if one["in"] == "query"}
    rows = re.findall(r"^\| (.*?) \|", section, flags=re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    table = ROOT / "src" / "spuk" / "table"
    kinds = set(re.findall(r'\bnote\(\s*"(\w+)"', "".join(file.read_text() for file in table.glob("*.py"))))
    assert len(kinds) > 10
    kinds |= {f"{what}_{answer}" for what in ("undo", "resign") for answer in ("agreed", "refused")}
    assert asked | kinds <= named


def test_the_page_names_every_error_status() -> None:
    listed = set(re.findall(r"^\| (\d+) \|", PAGE, flags=re.MULTILINE))
    used = {status for found in OPERATIONS.values() for status in found["responses"] if status >= "400"}
    assert listed == used
