"""Nothing outside `games/` knows a game: everything about one is asked of its pack.

This keeps adding a game a matter of one package. A finding is not to be added to `ALLOWED`: ask the pack, the
game or its words instead, and give games without such a part a plain default.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import spuk

SOURCE = Path(spuk.__file__).parent
KINDS = (".py", ".html", ".js", ".css")
NAMES = re.compile(
    r"[Gg]host[-_ ]?[Ss]tories|GHOST_?STORIES|\bSTORIES\b"  # the one, as id, module, class or constant …
    r"|[\"'`]ghosts[\"'`]|\bGhosts\b|\bGhosts[A-Z]|\bGHOSTS\b|\bghosts_v\d"  # … and the other
    r"|\bspuk\.games\.[a-z]"
)
ALLOWED = {
    "__init__.py": re.compile(
        r"from spuk\.games\.\w+ import pack as \w+"
        r"|from spuk\.games\.ghost_stories\.odds import Odds, exorcism_odds, odds"
        r"|for _pack in \(ghost_stories\.PACK, ghosts\.PACK\):"
        r"|\"\"\"Spuk: play, host and study Ghost Stories and Ghosts\. .*"
    ),
}
"""The registration of our own games, the public functions that were there before, and nothing else."""


def test_nothing_outside_the_games_names_one() -> None:
    found = list(offenders())
    shown = "\n".join(f"{file}:{number}: {line}" for file, number, line in found)
    files = len({file for file, _, _ in found})
    assert not found, f"{len(found)} lines in {files} files name a game:\n{shown}"


def offenders() -> Iterator[tuple[str, int, str]]:
    for path in sorted(SOURCE.rglob("*")):
        file = path.relative_to(SOURCE)
        if file.parts[0] == "games" or path.suffix not in KINDS:
            continue
        allowed = ALLOWED.get(str(file))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            bare = line.strip()
            if NAMES.search(bare) and not (allowed and allowed.fullmatch(bare)):
                yield str(file), number, bare[:120]


def test_the_search_finds_what_it_is_for() -> None:
    for line in (
        'if game == "ghosts":',
        "if table.game == STORIES:",
        "from spuk.games.ghosts.words import card_name",
        '{% include "ghost_stories/table.html" %}',
        'const quick = game === "ghost-stories";',
        ".ghost-stories .board { color: red }",
        "class GhostStoriesEnv:",
        "from spuk.envs import ghosts_v1",
    ):
        assert NAMES.search(line), line
    for line in ('entry_points(group="spuk.games")', "for game in spuk.games():", "ghosts = []"):
        assert not NAMES.search(line), line
