"""Errors in the reader's language."""

from __future__ import annotations

import errno
from typing import Final

from spuk.kernel.errors import Fault
from spuk.language.catalog import has_own, say, say_raw
from spuk.language.plain import clean

LONGEST: Final = 1000
"""How many characters of an error are shown."""

_SYSTEM: Final = {
    errno.ENOENT: "ui.system.not_found",
    errno.EACCES: "ui.system.no_permission",
    errno.EPERM: "ui.system.not_permitted",
    errno.EISDIR: "ui.system.directory",
    errno.ENOTDIR: "ui.system.no_directory",
    errno.EEXIST: "ui.system.exists",
    errno.ENOSPC: "ui.system.full",
    errno.EROFS: "ui.system.read_only",
    errno.ENAMETOOLONG: "ui.system.long_name",
    errno.EBADF: "ui.system.closed",
    errno.EIO: "ui.system.broken",
    errno.EADDRNOTAVAIL: "ui.system.no_address",
}
"""What goes wrong with files and addresses; the system would say it in English."""


def error_words(error: object, lang: str) -> str:
    """What is wrong, safe to print. Third-party errors without an id stay as they are."""
    fault = fault_of(error)
    if fault is None:
        return _system_words(error, lang)
    id = f"error.{fault.id}"
    text = say_raw(lang, id) if has_own(lang, id) else fault.english
    return clean(fault.fill(text, lambda inner: error_words(inner, lang)), LONGEST)


def _system_words(error: object, lang: str) -> str:
    if isinstance(error, OSError) and error.errno in _SYSTEM:
        return say(lang, _SYSTEM[error.errno])
    if isinstance(error, UnicodeDecodeError):
        return say(lang, "ui.system.no_text")
    return clean(getattr(error, "strerror", None) or error, LONGEST)


def fault_of(error: object) -> Fault | None:
    """The translatable fault of an exception, if it has one."""
    if isinstance(error, BaseException) and len(error.args) == 1:
        error = error.args[0]
    return error if isinstance(error, Fault) else None
