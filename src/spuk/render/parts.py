"""A picture of a table, put together from *parts*: elements with an id, each drawn from one value.

A part is a template and a value that decides its HTML: nothing else reaches the template. So what was drawn
once can be kept for everybody who sees the same, and can never show somebody what is not in their own value.
A whole page and an update of it are made of the same parts.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from spuk.kernel.registry import when_games_change
from spuk.language.languages import when_languages_change
from spuk.render.html import ENVIRONMENT, say_with

_KEPT: Final = 8_000_000
"""Characters of HTML that are kept at least; at most twice as many."""
_OVERHEAD: Final = 500
"""What a part costs in memory besides its HTML."""
_SLOT: Final = f"\0{secrets.token_hex(8)}\0"
"""Stands before and after the name of a part within another. Nobody knows it: it is in no name or title."""
_TAG: Final = re.compile(r"\s*<([a-z0-9]+)")


class Part(NamedTuple):
    """An element of a picture."""

    id: str
    """Its element's; '' for HTML without one element around it: that cannot be sent by itself."""
    template: str
    """Gets the id, and the value as `value`."""
    value: Any
    """All that decides its HTML, besides the language: can be hashed, and is never changed."""
    fixed: bool = True
    """If not, the value is a dictionary of all that the template gets, and it is drawn each time."""


class Drawn:
    """The HTML of a part, with slots for the parts within it."""

    __slots__ = ("slots", "tag", "texts")

    def __init__(self, html: str) -> None:
        pieces = html.strip().split(_SLOT)
        self.texts: Final = pieces[::2]
        self.slots: Final = pieces[1::2]
        found = _TAG.match(self.texts[0])
        self.tag: Final = found[1] if found else ""

    def same(self, other: Drawn | None) -> bool:
        """Both are written alike, whatever is in their slots."""
        return self is other or (
            other is not None and self.texts == other.texts and self.slots == other.slots
        )


def _slot(id: str) -> Markup:
    """What a template writes where another part stands."""
    return Markup(f"{_SLOT}{id}{_SLOT}")  # ids are the program's


class _Kept:
    """What was drawn lately. The older half is forgotten as soon as the newer one is large."""

    def __init__(self) -> None:
        self._new: dict[Hashable, Drawn] = {}
        self._old: dict[Hashable, Drawn] = {}
        self._size = 0

    def get(self, key: Hashable) -> Drawn | None:
        """What was drawn for this key."""
        found = self._new.get(key)
        if found is None and (found := self._old.pop(key, None)) is not None:
            self.put(key, found)
        return found

    def put(self, key: Hashable, drawn: Drawn) -> None:
        """Keep it for a while."""
        self._size += sum(map(len, drawn.texts)) + _OVERHEAD
        if self._size > _KEPT:
            self._old, self._new, self._size = self._new, {}, 0
        self._new[key] = drawn

    def clear(self) -> None:
        """Forget everything."""
        self._new, self._old, self._size = {}, {}, 0


KEPT: Final = _Kept()
when_games_change(KEPT.clear)
when_languages_change(KEPT.clear)


def draw(part: Part, lang: str) -> Drawn:
    """A part as HTML, from memory if it was drawn before."""
    if not part.fixed:
        return _draw(part.template, lang, **part.value)
    key = (part.id, part.template, lang, part.value)
    found = KEPT.get(key)
    if found is None:
        found = _draw(part.template, lang, id=part.id, value=part.value)
        KEPT.put(key, found)
    return found


def _draw(template: str, lang: str, **context: Any) -> Drawn:
    return Drawn(ENVIRONMENT.get_template(template).render(**say_with(lang), part=_slot, **context))


_Parts = dict[str, tuple[Part, Drawn]]


class Picture:
    """All parts of what one person sees."""

    __slots__ = ("_parts", "lang", "top")

    def __init__(self, top: Sequence[str], parts: Iterable[Part], lang: str, before: Picture | None = None):
        self.top: Final = tuple(top)
        """The ids of those that are in no other part."""
        self.lang: Final = lang
        self._parts: Final[_Parts] = {}
        known = before._parts if before is not None and before.lang == lang else {}
        for part in parts:
            was = known.get(part.id)
            # The very same value is the usual case, and costs no look at what is in it.
            if (
                was is not None
                and part.fixed
                and was[0].value is part.value
                and was[0].template == part.template
            ):
                self._parts[part.id] = was
            else:
                self._parts[part.id] = (part, draw(part, lang))

    def html(self, *ids: str) -> str:
        """The HTML of these parts with all that is in them; of all that are in no other, if none is named."""
        found: list[str] = []
        for id in ids or self.top:
            self._write(id, found)
        return "".join(found)

    def changes(self, before: Picture) -> dict[str, str] | None:
        """The HTML of each part that differs from an earlier picture, by id; None if all has to be sent.

        What is in such a part and is as it was is only named, by an empty element with its id and
        `data-keep`: whoever shows the earlier picture keeps what they have.
        """
        if self.top != before.top:
            return None
        old = before._parts
        new = {
            id
            for id, entry in self._parts.items()
            if (was := old.get(id)) is not entry and (was is None or not entry[1].same(was[1]))
        }
        found: dict[str, str] = {}
        for id in self._outermost(self.top, new):
            if not id or not self._parts[id][1].tag:
                return None
            pieces: list[str] = []
            self._write_new(id, pieces, new, old)
            found[id] = "".join(pieces)
        return found

    def _outermost(self, ids: Iterable[str], wanted: set[str]) -> Iterator[str]:
        """Those of the wanted that are in no other wanted one."""
        for id in ids:
            if id in wanted:
                yield id
            elif slots := self._parts[id][1].slots:
                yield from self._outermost(slots, wanted)

    def _write(self, id: str, found: list[str]) -> None:
        """A part and all that is in it."""
        drawn = self._parts[id][1]
        found.append(drawn.texts[0])
        for slot, text in zip(drawn.slots, drawn.texts[1:], strict=True):
            self._write(slot, found)
            found.append(text)

    def _write_new(self, id: str, found: list[str], new: set[str], old: _Parts) -> None:
        """A part that has changed, and of those in it what is new or comes from elsewhere."""
        drawn, was = self._parts[id][1], old[id][1].slots
        found.append(drawn.texts[0])
        for slot, text in zip(drawn.slots, drawn.texts[1:], strict=True):
            if slot not in was:
                self._write(slot, found)
            elif next(self._outermost((slot,), new), None) is not None:
                self._write_new(slot, found, new, old)
            else:
                tag = self._parts[slot][1].tag
                found.append(f'<{tag} id="{slot}" data-keep></{tag}>')
            found.append(text)
