"""The language of a request, and errors in that language."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

from spuk.language.catalog import has, say
from spuk.language.languages import FALLBACK, known_language
from spuk.server.request_id import id_of
from spuk.table.errors import Refused

LANG: Final = "lang"
"""The name of the parameter and of the cookie."""
PAGE_LANGUAGE: Final = "x-page-language"
"""The header in which our scripts send the language of their page."""
_FOR_PROGRAMS: Final = ("/api/", "/health", "/ready")


def language_of(request: Request) -> str:
    """The language of the page or the one in ?lang, otherwise the saved one, otherwise the browser's."""
    headers, asked = request.headers, (request.query_params.get(LANG), request.cookies.get(LANG))
    wanted = _wanted(headers.get("accept-language", ""))
    return known_language(headers.get(PAGE_LANGUAGE), *asked, *wanted) or FALLBACK


def first_known(known: tuple[str, ...], *found: str | None) -> str | None:
    """The first one that is available."""
    return next((value for value in found if value in known), None)


def _wanted(header: str) -> list[str]:
    """The languages in an Accept-Language header, most preferred first."""
    weighed = []
    for part in header.split(",")[:20]:
        name, _, weight = part.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), name))
        except ValueError:
            continue
    return [name for _, name in sorted(weighed, key=lambda pair: pair[0])]


def refusal_words(refused: Refused, lang: str) -> str:
    """The text of an error for a page."""
    known = has(lang, f"ui.refused.{refused.code}")
    return say(lang, f"ui.refused.{refused.code if known else Refused.code}")


def mention_words(request: Request, lang: str) -> str:
    """What to tell the operator of this server; '' where the request has no id."""
    id = id_of(request.scope)
    return say(lang, "ui.refused.mention", id=id) if id else ""


def in_words(request: Request, refused: Refused) -> Refused:
    """The error as our scripts show it, in the page's language. Programs get the original."""
    if not request.scope["path"].startswith(_FOR_PROGRAMS):
        lang = language_of(request)
        mention = mention_words(request, lang) if refused.status >= 500 else ""
        refused.sentence = " ".join(filter(None, (refusal_words(refused, lang), refused.detail, mention)))
    return refused


def wants_page(request: Request) -> bool:
    """Whether a browser will show the response to a person, rather than a program or one of our scripts."""
    return "text/html" in request.headers.get("accept", "") and "hx-request" not in request.headers
