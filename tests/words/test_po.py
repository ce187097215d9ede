"""Catalogues are read as Babel reads them; what is broken costs nobody the rest."""

from __future__ import annotations

import io
from typing import Any

import pytest
from babel.messages import pofile

from spuk.language.catalog import sources
from spuk.language.languages import LANGUAGES
from spuk.language.po import PoFile, read_po

HEAD = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\\n"

"""


def read(text: str) -> dict[str, tuple[str, ...]]:
    found = read_po((HEAD + text).encode())
    return {message.id: found.forms(message) for message in found.messages}


def as_babel_has_it(data: bytes) -> dict[str, tuple[bool, bool, tuple[str, ...]]]:
    found: dict[str, tuple[bool, bool, tuple[str, ...]]] = {}
    for message in pofile.read_po(io.BytesIO(data)):
        text: Any = message.string
        several = isinstance(message.id, tuple)
        id = message.id[0] if several else message.id
        if id:
            found[str(id)] = (several, message.fuzzy, tuple(text) if several else (str(text),))
    return found


def as_we_have_it(found: PoFile) -> dict[str, tuple[bool, bool, tuple[str, ...]]]:
    return {m.id: (m.several, m.fuzzy, found.forms(m)) for m in found.messages}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_our_files_are_read_as_babel_reads_them(lang: str) -> None:
    files = sources(lang)
    assert len(files) > 5
    for file in files:
        data = file.read_bytes()
        ours = read_po(data)
        assert as_we_have_it(ours) == as_babel_has_it(data), file
        assert len({message.id for message in ours.messages}) == len(ours.messages), file
        plural: Any = pofile.read_po(io.BytesIO(data))
        assert ours.plurals == plural.num_plurals
        assert [ours.rule(n) for n in range(200)] == [_rule(plural.plural_expr)(n) for n in range(200)]


def _rule(expression: str) -> Any:
    from gettext import c2py

    return c2py(expression)


def test_what_translators_programs_write_is_read_as_babel_reads_it() -> None:
    data = (
        HEAD
        + """\
# A translator's note
#. From the code
#: src/a.py:3
#, fuzzy, python-brace-format
#| msgid "old"
msgid "a"
msgstr "fuzzy"

msgctxt "menu"
msgid ""
"lo"
"ng"
msgstr ""
"one line\\n"
"a \\"quoted\\" word\\tand a \\\\ stroke"
#, python-brace-format
msgid "p"
msgid_plural "ps"
msgstr[0] "{n} x"
msgstr[1] "{n} y"
msgstr[2] ""
"{n} "
"z"

#~ msgid "obsolete"
#~ msgstr "gone"

msgid "empty"
msgstr ""
msgid "two forms of three"
msgid_plural "…"
msgstr[0] "a"
msgstr[2] "c"
"""
    ).encode()
    ours = as_we_have_it(read_po(data))
    assert ours == as_babel_has_it(data)
    assert ours["long"] == (False, False, ('one line\na "quoted" word\tand a \\ stroke',))
    assert ours["p"] == (True, False, ("{n} x", "{n} y", "{n} z"))
    assert ours["two forms of three"] == (True, False, ("a", "", "c"))
    assert ours["a"][1]


def test_a_slip_costs_nobody_the_other_texts() -> None:
    assert read('msgid "a"\nmsgstr "A"\nmsgfoo "?"\n"lost"\nmsgid "b"\nmsgstr "B"\n"!"\n') == {
        "a": ("A",),
        "b": ("B!",),
    }
    assert read('msgid "a"\nmsgid "b"\nmsgstr "B"\n') == {"a": ("",), "b": ("B",)}
    assert read('msgid "a"\nmsgstr "unfinished\nmsgid "b"\nmsgstr "B"') == {"a": ("",), "b": ("B",)}


def test_windows_lines_a_byte_order_mark_and_other_encodings_are_read() -> None:
    crlf = (HEAD + 'msgid "a"\nmsgstr "Ä"\n').replace("\n", "\r\n")
    assert read_po(b"\xef\xbb\xbf" + crlf.encode()).messages[0].forms == {0: "Ä"}
    latin = crlf.replace("UTF-8", "ISO-8859-2").replace("Ä", "Łódź").encode("iso-8859-2")
    assert read_po(latin).messages[0].forms == {0: "Łódź"}


def test_without_a_head_the_plural_is_as_in_english() -> None:
    found = read_po(b'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "x"\nmsgstr[1] "y"\n')
    assert found.forms(found.messages[0]) == ("x", "y")
    assert [found.rule(n) for n in (0, 1, 2)] == [1, 0, 1]
