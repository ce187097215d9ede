"""Errors of the server: a status, a code for programs, a sentence for people, and what is allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

import spuk
from spuk.language.revision import other_rules_words


class Refused(Exception):
    """An error that becomes the response to a request."""

    status = 400
    code = "wrong_request"
    noted = False
    """Whether rows noted at the table before the error are kept."""
    detail = ""
    """An additional explanation for pages, in the visitor's language."""

    def __init__(
        self,
        sentence: str,
        *,
        code: str | None = None,
        allowed: Sequence[Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code or type(self).code
        self.allowed = allowed
        self.headers = dict(headers or {})

    def body(self) -> dict[str, Any]:
        """The body of the response."""
        allowed = None if self.allowed is None else list(self.allowed)
        return {"code": self.code, "sentence": self.sentence, "allowed": allowed}


class WrongRequest(Refused):
    """Something in the request makes no sense."""


class NotYou(Refused):
    """The cookie is forged, or was replaced on another device."""

    status = 401
    code = "bad_cookie"


class NotYours(Refused):
    """Not allowed for this person."""

    status = 403
    code = "not_yours"


class NotThere(Refused):
    """It does not exist, or this person must not know that it does."""

    status = 404
    code = "not_there"


class NotNow(Refused):
    """Valid in itself, but not possible in the table's current state."""

    status = 409
    code = "not_now"


class Stale(Refused):
    """Decided on an older number. The response contains the current state."""

    status = 409
    code = "stale"

    def __init__(self, number: int) -> None:
        super().__init__(f"The table has moved on: it is at number {number} now.", allowed=[number])
        self.state: Mapping[str, Any] | None = None

    def body(self) -> dict[str, Any]:
        """With the state as this person may see it."""
        return {**super().body(), "state": self.state}


class ImpossibleEntry(Refused):
    """A hidden card that someone claims to have drawn, although it cannot be in the pile."""

    status = 400
    code = "impossible"
    noted = True


class OtherRules(Refused):
    """Played under another rules revision: it can only be downloaded."""

    status = 409
    code = "other_rules"

    def __init__(self, error: spuk.OtherRules, lang: str) -> None:
        super().__init__(other_rules_words(error, lang), allowed=[error.known])
        self.detail = self.sentence


class Damaged(Refused):
    """Part of the table's stored data is unreadable."""

    status = 409
    code = "damaged"

    def __init__(self) -> None:
        super().__init__("This table is damaged: part of what was kept of it cannot be read any more.")


class TooMuch(Refused):
    """Rate limit exceeded (see `limit`)."""

    status = 429
    code = "too_many"

    def __init__(
        self, limit: str, sentence: str, retry_after: float | None = None, *, code: str | None = None
    ) -> None:
        headers = {} if retry_after is None else {"Retry-After": str(max(1, ceil(retry_after)))}
        super().__init__(sentence, code=code, headers=headers)
        self.limit = limit

    def body(self) -> dict[str, Any]:
        """With the name of the limit."""
        return {**super().body(), "limit": self.limit}


class Busy(Refused):
    """Not possible now, for a temporary reason: the database is unavailable, the disk is full."""

    status = 503
    code = "unavailable"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, headers={"Retry-After": "2"})


class Banned(Refused):
    """The operators of this server keep somebody out, or all who come from an address."""

    status = 403
    code = "banned"

    def __init__(self, *, newcomer: bool = False) -> None:
        if newcomer:
            said = "Nobody new can join from this address today; with your cookie you still can."
            super().__init__(said, code="no_newcomers")
        else:
            super().__init__("You are banned from this server.")
