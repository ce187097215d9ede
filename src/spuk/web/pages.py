"""The plain pages: where to find what. The browser table comes in their place."""

from __future__ import annotations

from html import escape
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

router = APIRouter(include_in_schema=False)

_PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width"></head>
<body><main><h1>{title}</h1>
{body}
</main></body></html>
"""

_START: Final = """<p>This server has tables for the games Ghost Stories and Ghosts.</p>
<ul>
<li><a href="/docs">What the API offers</a></li>
<li><a href="/api/v1/openapi.json">Its OpenAPI description</a></li>
<li><a href="/api/v1/tables">Open tables</a></li>
<li><a href="/api/v1/health">How the server is</a></li>
</ul>
<p>Unofficial: Spuk is not connected with the authors or publishers of the games.</p>"""


@router.get("/")
async def start() -> HTMLResponse:
    """Where everything is."""
    return HTMLResponse(_PAGE.format(title="Spuk", body=_START))


@router.get("/docs")
async def docs(request: Request) -> HTMLResponse:
    """The API, written down from its own description; no script, nothing from other sites."""
    description = request.app.openapi()
    parts = [
        _operation(path, method, operation)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    ]
    return HTMLResponse(_PAGE.format(title="The API of Spuk", body="\n".join(parts)))


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    lines = [f"<h2>{escape(method.upper())} {escape(path)}</h2>"]
    lines.append(f"<p>{escape(operation.get('description', operation.get('summary', '')))}</p>")
    parameters = [_parameter(parameter) for parameter in operation.get("parameters", [])]
    if parameters:
        lines.append(f"<ul>{''.join(parameters)}</ul>")
    return "\n".join(lines)


def _parameter(parameter: dict[str, Any]) -> str:
    said = parameter.get("description", "")
    return f"<li>{escape(parameter['name'])} ({escape(parameter['in'])}): {escape(said)}</li>"
