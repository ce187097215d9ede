"""The rules of both games for players: texts in three languages, read, searched and printed.

The law itself, numbered, is `docs/rules/`; the texts here (`text/<language>/<game>.md`) say the same to a
person who learns or looks something up. Names, effects and figures come from the tables of the game.
"""
