"""Reads gettext's `.po` files. A malformed line is skipped, so a slip in one text
does not affect the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from gettext import c2py
from typing import Final

_KEYWORD: Final = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr|msgstr\[(\d+)\])\s*(".*")')
_ESCAPE: Final = re.compile(r"\\(.)")
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r"}
_CHARSET: Final = re.compile(rb"charset=([\w-]+)")
_RULE: Final = re.compile(r"^Plural-Forms:.*\bplural\s*=\s*([^;\n]+)", re.MULTILINE | re.IGNORECASE)
_COUNT: Final = re.compile(r"^Plural-Forms:.*\bnplurals\s*=\s*(\d+)", re.MULTILINE | re.IGNORECASE)


@dataclass
class Message:
    """One text."""

    id: str = ""
    several: bool = False
    """Whether it has plural forms."""
    fuzzy: bool = False
    """Whether someone has to review it before it may be used."""
    forms: dict[int, str] = field(default_factory=dict)
    """Its text; with plural forms, by the number of the form."""


@dataclass
class PoFile:
    """The content of a file, without obsolete entries."""

    messages: list[Message]
    rule: Callable[[int], int]
    """The plural form of a number."""
    plurals: int
    """How many plural forms there are."""

    def forms(self, message: Message) -> tuple[str, ...]:
        """All forms of a text, '' for missing ones."""
        return tuple(message.forms.get(n, "") for n in range(self.plurals if message.several else 1))


def read_po(data: bytes) -> PoFile:
    """The texts of a file. Its header names the encoding and the plural forms."""
    charset = _CHARSET.search(data)
    lines = data.decode(charset[1].decode() if charset else "utf-8").removeprefix("\ufeff").splitlines()
    messages = list(_Reader().read(lines))
    head = next((message.forms.get(0, "") for message in messages if not message.id), "")
    rule, count = _RULE.search(head), _COUNT.search(head)
    return PoFile(
        [message for message in messages if message.id],
        c2py(rule[1].strip() if rule else "n != 1"),
        int(count[1]) if count else 2,
    )


class _Reader:
    """Reads the lines. A message ends where the next one, or a comment, begins."""

    def __init__(self) -> None:
        self._message = Message()
        self._begun = False
        self._goes_on: Callable[[str], None] = self._ignore

    def read(self, lines: list[str]) -> Iterator[Message]:
        """All messages."""
        for line in map(str.strip, lines):
            if self._begun and line.startswith(("#", "msgctxt", "msgid ")):
                yield self._finished()
            if line.startswith("#,"):
                self._message.fuzzy |= "fuzzy" in (flag.strip() for flag in line[2:].split(","))
            elif line.startswith('"'):
                self._goes_on(line)
            elif line and not line.startswith("#"):
                self._take(line)
        if self._begun:
            yield self._finished()

    def _finished(self) -> Message:
        done, self._message = self._message, Message()
        self._begun = False
        self._goes_on = self._ignore
        return done

    def _take(self, line: str) -> None:
        found = _KEYWORD.fullmatch(line)
        self._goes_on = self._ignore
        if found is None:
            return
        keyword, form, text = found.groups()
        if keyword == "msgid":
            self._begun = True
            self._goes_on = self._add_to_id
        elif keyword == "msgid_plural":
            self._message.several = True
        elif keyword.startswith("msgstr"):
            number = int(form or 0)
            self._goes_on = lambda more: self._add_to_form(number, more)
        self._goes_on(text)

    def _ignore(self, text: str) -> None:
        """A context, the plural of an id, or a string that belongs to nothing."""

    def _add_to_id(self, text: str) -> None:
        self._message.id += _unquoted(text)

    def _add_to_form(self, number: int, text: str) -> None:
        forms = self._message.forms
        forms[number] = forms.get(number, "") + _unquoted(text)


def _unquoted(text: str) -> str:
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), text[1:-1])
