"""Writes the requests and responses in docs/api.md, and the examples of the OpenAPI document (`make docs`).

They come from a conversation with a real server (`api_conversation.py`), the tables of fields from the OpenAPI
document. A test checks that both files are up to date.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS))

from api_conversation import conversation  # noqa: E402  (it lies beside this file)

from spuk.server.app import API, make_app  # noqa: E402
from spuk.server.settings import Settings  # noqa: E402

PAGE = DOCS / "api.md"
EXAMPLES = DOCS.parent / "src" / "spuk" / "server" / "api" / "examples.json"
WIDTH = 100
SHORTENED = {
    "POST /tables": ("id", "number", "status", "options", "seats", "your_seats"),
    "PUT /tables/{table}/seats/{seat}": ("id", "number", "seats", "your_seats"),
    "POST /tables/{table}/start": ("id", "number", "status", "actor"),
    "POST /tables/{table}/actions": ("id", "number", "actor", "asked"),
    "POST /tables/{table}/undo": ("id", "number", "undo"),
    "POST /tables/{table}/undo/answer": ("id", "number", "actor", "undo"),
    "POST /tables/{table}/resign": ("id", "number", "resign"),
    "POST /tables/{table}/resign/answer": ("id", "number", "status", "resign", "result"),
    "POST /tables/{table}/chat": ("id", "number"),
    "POST /tables/{table}/rematch": ("id", "number", "status", "before"),
}
"""Responses that are a whole table, and the fields shown of it."""
_BLOCK = re.compile(r"(<!-- (\w+ /[^ ]*|stream|errors) -->\n).*?(<!-- / -->)", flags=re.DOTALL)
Json = Any


def pretty(value: Json, indent: str = "") -> str:
    """JSON that uses the width of the page."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner = indent + "  "
    if isinstance(value, dict):
        entries = [f"{json.dumps(key)}: {pretty(entry, inner)}" for key, entry in value.items()]
        return "{\n" + ",\n".join(inner + entry for entry in entries) + f"\n{indent}}}"
    if all(not isinstance(entry, dict | list) for entry in value):
        entries = [f"{json.dumps(entry)}," for entry in value]
        lines = textwrap.wrap(" ".join(entries).removesuffix(","), WIDTH - len(inner))
        return "[\n" + "\n".join(inner + line for line in lines) + f"\n{indent}]"
    return "[\n" + ",\n".join(inner + pretty(entry, inner) for entry in value) + f"\n{indent}]"


def kind(schema: Json) -> str:
    """A type, as a reader calls it."""
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if "anyOf" in schema:
        return " or ".join(kind(one) for one in schema["anyOf"] if one.get("type") != "null")
    if "$ref" in schema:
        return "object"
    if schema.get("type") == "array":
        return f"list of {kind(schema['items'])}s"
    return str(schema.get("type", "any"))


def fields(operation: Json, schemas: Json) -> list[str]:
    """The table of query parameters and fields of the body."""
    rows = [
        (f"?{one['name']}=", one["schema"], one.get("description", ""), one["required"])
        for one in operation.get("parameters", [])
        if one["in"] == "query"
    ]
    if "requestBody" in operation:
        reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        order = schemas[reference.rpartition("/")[2]]
        required = order.get("required", [])
        for name, schema in order["properties"].items():
            rows.append((name, schema, schema.get("description", ""), name in required))
    if not rows:
        return []
    lines = ["| field | type | meaning |", "|---|---|---|"]
    for name, schema, meaning, required in rows:
        words = meaning if not required or meaning.startswith("Required") else f"{meaning} Required.".strip()
        lines.append(f"| `{name}` | {kind(schema)} | {words} |")
    return [*lines, ""]


def exchange(name: str, found: Json, operation: Json, schemas: Json) -> list[str]:
    """A call: its fields, the request and the response."""
    method = name.partition(" ")[0]
    request = f"{method} {API}{found['path']}"
    lines = [*fields(operation, schemas), "```http", f"{request} HTTP/1.1", "```", ""]
    if "request" in found:
        lines += ["```json", pretty(found["request"]), "```", ""]
    response, shown = found["response"], SHORTENED.get(name)
    if shown:
        response = {field: response[field] for field in shown}
    remark = " the table; some of its fields:" if shown else ""
    return [*lines, f"Response {found['status']}:{remark}", "", "```json", pretty(response), "```"]


def stream_messages(blocks: list[str]) -> list[str]:
    """The messages of a stream; of the first one, only how the table begins."""
    first, *rest = blocks
    head, _, data = first.partition("data: ")
    table = json.loads(data)
    begin = json.dumps({field: table[field] for field in ("id", "number", "game")})[:-1]
    shown = "\n\n".join([f"{head}data: {begin}, …}}", *rest, "event: beat\ndata: {}"])
    return ["```text", shown, "```"]


def error_table(errors: dict[str, Json], description: Json) -> list[str]:
    """One example of every status."""
    named = description["paths"][f"{API}/tables/{{table}}/actions"]["post"]["responses"]
    lines = ["| status | meaning | example |", "|---|---|---|"]
    for status, body in sorted(errors.items()):
        told = {name: value for name, value in body.items() if name != "state"}
        lines.append(f"| {status} | {named[status]['description']} | `{json.dumps(told)}` |")
    return lines


def page(found: Json) -> str:
    """docs/api.md with the exchanges filled in."""
    description = make_app(Settings(database_url="sqlite:///unused.db")).openapi()
    schemas = description["components"]["schemas"]

    def filled(block: re.Match[str]) -> str:
        name = block[2]
        if name == "stream":
            lines = stream_messages(found["stream"])
        elif name == "errors":
            lines = error_table(found["errors"], description)
        else:
            method, _, path = name.partition(" ")
            operation = description["paths"][API + path][method.lower()]
            lines = exchange(name, found["operations"][name], operation, schemas)
        return block[1] + "\n".join(lines) + "\n" + block[3]

    return _BLOCK.sub(filled, PAGE.read_text(encoding="utf-8"))


def examples(found: Json) -> str:
    """What the OpenAPI document shows."""
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    told = conversation()
    EXAMPLES.write_text(examples(told), encoding="utf-8")
    PAGE.write_text(page(told), encoding="utf-8")
