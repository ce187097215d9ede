"""Repeated requests, sent because the response to the first was lost, are not executed twice.

A client gives its request an id. The id is stored with the result of the request, so every process knows it,
and a repeat is answered with the table as it is now.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any, Final

from fastapi import Request

from spuk.table.errors import WrongRequest

HEADER: Final = "idempotency-key"
FIELD: Final = "request"
"""The form field with the id, for browsers without scripts."""
_LONGEST: Final = 64
_ID: Final = re.compile(rf"[A-Za-z0-9_.:-]{{1,{_LONGEST}}}")

REPEATABLE: Final[dict[str, Any]] = {
    "parameters": [
        {
            "in": "header",
            "name": "Idempotency-Key",
            "required": False,
            "schema": {"type": "string", "pattern": f"^{_ID.pattern}$"},
            "description": "An id you make up for this request: sent again with the same id, it is not "
            "carried out twice.",
        }
    ]
}
"""The header's description in OpenAPI."""


def request_id(request: Request, person: str, fields: Mapping[str, str] | None = None) -> str | None:
    """The id of a request as it is stored. It reveals neither the person nor their id."""
    given = request.headers.get(HEADER)
    content = ""
    if not given:  # a form may be sent again with different content, and that is not a repeat
        given = (fields or {}).get(FIELD)
        content = json.dumps(dict(fields or {}), sort_keys=True)
    if not given:
        return None
    if not _ID.fullmatch(given):
        said = f"The id of a request has 1 to {_LONGEST} letters, digits or signs of '_.:-'."
        raise WrongRequest(said, code="wrong_fields")
    whole = f"{person} {given} {content}".encode()
    return hashlib.blake2b(whole, digest_size=12).hexdigest()
