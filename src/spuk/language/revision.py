"""Texts about games played under other rules, and about files that cannot be read."""

from __future__ import annotations

from spuk.kernel.errors import OtherRules
from spuk.kernel.registry import games
from spuk.language.catalog import say
from spuk.language.errors import error_words
from spuk.language.plain import clean
from spuk.language.words import words_of


def other_rules_words(error: OtherRules, lang: str) -> str:
    """Which revisions are involved, and what to do."""
    id = "ui.other_rules.newer" if error.newer else "ui.other_rules.older"
    return say(lang, id, game=game_name(error.game, lang), found=error.found, known=error.known)


def game_name(game: str, lang: str) -> str:
    """The name of a game; the id if it is unknown."""
    return words_of(game).title(lang) if game in games() else game


def reason_words(error: Exception, lang: str) -> str:
    """Why something cannot be read, safe to print."""
    if isinstance(error, OtherRules):
        return other_rules_words(error, lang)
    return error_words(error, lang)


def unreadable_words(path: object, error: Exception, lang: str) -> str:
    """That a saved game cannot be read, and why."""
    reason = reason_words(error, lang)
    if isinstance(error, OtherRules):
        return say(lang, "ui.other_rules.file", path=clean(path), reason=reason)
    return say(lang, "ui.corrupt_save", path=clean(path), reason=reason)
