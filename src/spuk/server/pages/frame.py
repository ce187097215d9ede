"""What all pages share: the visitor's language and theme, and the frame around the page."""

from __future__ import annotations

from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from fastapi import Request
from jinja2 import PackageLoader
from starlette.responses import HTMLResponse, Response

from spuk.language.languages import language, languages
from spuk.render.html import LOADER, fragment
from spuk.server.language import LANG, first_known, language_of, mention_words, refusal_words
from spuk.table.errors import Banned, Refused

THEMES: Final = ("auto", "light", "dark")
_THEME: Final = "theme"
_KEPT: Final = 400 * 24 * 3600
_MOST_KEPT: Final = 20
"""Parameters of the address that the language and theme switches keep."""

LOADER.loaders = [
    *LOADER.loaders,
    PackageLoader("spuk.server", "templates"),
]  # only servers have these


class Frame(NamedTuple):
    """How a visitor wants to see our pages."""

    lang: str
    theme: str
    path: str
    query: tuple[tuple[str, str], ...]

    def here(self, **changes: str) -> str:
        """The address of this page with changed parameters, for the language and theme switches."""
        kept = [(name, value) for name, value in self.query if name not in (LANG, _THEME)]
        return f"{self.path}?{urlencode([*kept, *changes.items()])}"


def frame_of(request: Request) -> Frame:
    """The visitor's language (requested, saved, or the browser's) and theme."""
    theme = first_known(THEMES, request.query_params.get(_THEME), request.cookies.get(_THEME))
    query = tuple(request.query_params.multi_items()[:_MOST_KEPT])
    # Not request.url: it reads the Host header, which may be nonsense.
    return Frame(language_of(request), theme or THEMES[0], request.scope["path"], query)


def render(request: Request, template: str, /, status: int = 200, **context: Any) -> Response:
    """A whole page. It saves the language and theme in the browser, and sets the cookie of a new person."""
    frame = frame_of(request)
    rows = [language(code) for code in languages()]
    page = fragment(template, frame.lang, frame=frame, languages=rows, themes=THEMES, **context)
    response = HTMLResponse(page, status)
    response.headers["Cache-Control"] = "no-store"
    for name, value in ((LANG, frame.lang), (_THEME, frame.theme)):
        if request.query_params.get(name) == value:
            response.set_cookie(name, value, max_age=_KEPT, path="/", samesite="lax")
    person = getattr(request.state, "new_person", None)
    if person is not None:
        request.app.state.server.identities.give(response, person)
    return response


def refusal_page(request: Request, refused: Refused) -> Response:
    """A refusal as a page with a way back."""
    lang = language_of(request)
    said = refusal_words(refused, lang)
    way_back = refused.status != 421  # our start page has another name
    context = {"said": said, "detail": refused.detail, "way_back": way_back}
    worth_asking = refused.status >= 500 or isinstance(refused, Banned)  # only an operator can help
    context["mention"] = mention_words(request, lang) if worth_asking else ""
    response = render(request, "refused.html", refused.status, **context)
    for name, value in refused.headers.items():
        response.headers[name] = value
    return response
