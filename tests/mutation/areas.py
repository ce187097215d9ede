"""What is mutated, and which tests could catch it."""

from __future__ import annotations

from typing import Final

_RULES: Final = (
    "setup yin arrival curse yang exorcism villagers life bill outcome options editions steps board"
)
_FILES: Final = {
    "games/ghost_stories": _RULES,
    "games/ghosts": "rounds tricks knowledge options outcome state",
    "table": "table play seating view chance updates",
    "server": "room rooms limits",
    "store": "contract sql sqlite grouping rows",
}
FILES: Final = tuple(f"{folder}/{name}.py" for folder, names in _FILES.items() for name in names.split())
"""Below src/spuk."""

_WEB: Final = (
    "damage docs folding ghosts_page hidden holes limits new_table pages people refusals replay revision "
    "rooms security shown stream tables telling thinking"
)
TESTS: Final = (
    *("golden", "rulebook_ghosts", "rulebook", "ghosts", "contract", "store"),
    *("data", "bad_input", "property"),
    *("odds/test_corner.py", "odds/test_questions.py"),
    *(f"web/test_{name}.py" for name in _WEB.split()),
)
"""Below tests: those that say what must happen, not those that only look at pages in a browser."""

LEFT_OUT: Final = (
    "[postgresql",  # the same tests on SQLite are quicker, and what is PostgreSQL's own is not mutated
    "test_every_bot_chooses_something_legal",  # half a minute of thinking as plain Python
    "test_both_ways_every_game_goes_the_same",  # compares with the compiled engine
    "test_where_compiled_modules_are_installed_they_are_used",
    "test_too_many_streams_of_one_address_are_refused",  # waits for real time-outs
    "test_the_tables_do_not_wait_while_a_bot_thinks",
)
