"""The rules of games for players: texts in several languages, read, searched and printed.

The numbered reference is in `docs/rules/`. The texts (`rules/<language>.md` in a game's package) say the same
to people who learn or look something up. Names, effects and figures come from the tables of the game: the
`rules` part of its pack (`spuk.rules.parts`). A game without a text has no rules pages.
"""
