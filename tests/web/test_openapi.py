"""schemathesis over the description of the API: whatever is sent, no answer is a 500 or contradicts it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from tests.web.live import Live, solo_table

from spuk.server.app import make_app
from spuk.server.settings import Settings

DESCRIPTION = make_app(Settings(database_url="sqlite:///unused.db")).openapi()
SCHEMA = schemathesis.openapi.from_dict(DESCRIPTION)
QUICK = SCHEMA.exclude(path_regex="/stream$")
_LIMITS = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder = tmp_path_factory.mktemp("openapi")
    server = Live(folder, f"sqlite:///{folder}/t.db", tables_per_person=100_000)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def at_a_table(live: Live) -> dict[str, Any]:
    """Somebody at a table, so that not everything is a 404."""
    with live.client() as http:
        state = solo_table(http)
        return {"table": state["id"], "cookie": http.cookies["spuk"]}


@QUICK.parametrize()
@_LIMITS
def test_no_answer_is_a_fault_of_ours(case: Any, live: Live, at_a_table: dict[str, Any]) -> None:
    checks = [not_a_server_error, status_code_conformance, response_schema_conformance]
    case.call_and_validate(base_url=live.url, checks=checks)
    if "table" in (case.path_parameters or {}):
        case.path_parameters["table"] = at_a_table["table"]
        case.cookies = {"spuk": at_a_table["cookie"]}
        case.call_and_validate(base_url=live.url, checks=checks)


def test_the_description_names_every_error_and_every_operation_has_words() -> None:
    operations = [operation for methods in DESCRIPTION["paths"].values() for operation in methods.values()]
    assert len(operations) >= 20
    for operation in operations:
        assert operation["description"]
        assert {"401", "422", "429", "503"} <= set(operation["responses"])
    assert "Error" in DESCRIPTION["components"]["schemas"]
    assert json.dumps(DESCRIPTION)
