"""The rules of games for players: texts in several languages, read, searched and printed.

The law itself, numbered, is `docs/rules/`; the texts (`rules/<language>.md` of a game's package) say the same
to a person who learns or looks something up. Names, effects and figures come from the tables of the game:
its pack's `rules` part (`spuk.rules.parts`). A game without a text has no rules pages.
"""
