"""The OpenAPI document, with an example of every request, response and error."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

from fastapi import FastAPI

API: Final = "/api/v1"

_EXAMPLES: Final = "examples.json"
"""What a real server was asked and what it answered, written by `make docs`."""


class DescribedApp(FastAPI):
    """An application whose description has examples.

    They are added at the end, because FastAPI drops all nulls from examples given to its routes.
    """

    def openapi(self) -> dict[str, Any]:
        """The document, created once."""
        if self.openapi_schema is None:
            _add_examples(super().openapi()["paths"])
        return super().openapi()


def _add_examples(paths: dict[str, Any]) -> None:
    found = json.loads(files(__package__).joinpath(_EXAMPLES).read_text(encoding="utf-8"))
    for name, exchange in found["operations"].items():
        method, _, path = name.partition(" ")
        operation = paths[API + path][method.lower()]
        if "request" in exchange:
            _show(operation["requestBody"], exchange["request"])
        _show(operation["responses"][str(exchange["status"])], exchange["response"])
    stream = paths[f"{API}/tables/{{table}}/stream"]["get"]["responses"]["200"]
    _show(stream, "\n\n".join([*found["stream"], ""]), "text/event-stream")
    for methods in paths.values():
        for operation in methods.values():
            for status in operation["responses"].keys() & found["errors"].keys():
                _show(operation["responses"][status], found["errors"][status])


def _show(described: dict[str, Any], example: Any, media_type: str = "application/json") -> None:
    described["content"][media_type]["example"] = example
