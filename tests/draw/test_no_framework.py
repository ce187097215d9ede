"""Drawing needs no web framework: tables become HTML where none can be imported, as in a browser."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = '''
import sys

FORBIDDEN = {"asyncpg", "fastapi", "httptools", "pydantic", "sqlalchemy", "starlette", "uvicorn"}


class Nothing:
    """Whatever asks for a web framework, a database or our server fails."""

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in FORBIDDEN or name.startswith("spuk.server"):
            raise ImportError(f"{name} must not be needed here")
        return None


sys.meta_path.insert(0, Nothing())

import spuk
from spuk.render.announcements import spoken
from spuk.render.board import board_of
from spuk.render.boxes import boxes
from spuk.render.new_table import form_of, order_of, usual
from spuk.render.replay import past_context, past_lines
from spuk.render.table_html import chat_html, log_html, picture, table_html, told
from spuk.render.tutorial import tutorials
from spuk.store.contract import Row
from spuk.table import play, seating
from spuk.table.chance import SERVER
from spuk.table.past import past_of
from spuk.table.table import Seat, Table

game, lang = sys.argv[1:]
table = Table("t1", now=1.0, tongues=(lang,))
order = order_of(usual(game, lang), lang)
order["options"]["players"] = 2
seats = [Seat("ann", "Ann"), Seat(None, "monk", "monk")]
fields = ("game", "options", "title", "chance", "free_undo", "listed")
seating.create(table, "ann", {name: order[name] for name in fields}, seats)
play.start(table, "ann")
bot = spuk.bot("novice")
for _ in range(30):
    if table.status != "playing":
        break
    seat = table.state.actor
    action = bot.choose(table.state)
    if seat == 0:
        play.act(table, "ann", table.number, action)
    else:
        play.act_for_bot(table, seat, table.moved, action)
    html = table_html(table, "ann", (0,), lang, lambda *_: {})
    assert 'id="turn"' in html and "Ann" in html
play.chat(table, "ann", "Hello")
updates = told(table.updates, (0,), lang)
assert "Hello" in chat_html(updates, table, lang)
board = board_of(game)
assert log_html(updates, table, lang) or board.shows_log
assert spoken(updates, board, ["Ann", "Monk"], lang)
past = past_of(table, "ann")
assert past_lines(past, ["Ann", "Monk"], lang)
assert "Ann" in picture(past_context(past, 3, "ann", lang), lang).html()
assert [box.id for box in boxes(lang)] == list(spuk.games())
assert form_of(game).questions(lang)
for tutorial in tutorials().values():
    template, context = tutorial.page(1, None, lang)
    assert 'id="turn"' in context["inside"]
loaded = {name.partition(".")[0] for name in sys.modules}
assert not FORBIDDEN & loaded, FORBIDDEN & loaded
assert not [name for name in sys.modules if name.startswith("spuk.server")]
print("drawn")
'''


@pytest.mark.parametrize(("game", "lang"), [("ghost-stories", "de"), ("ghosts", "pl")])
def test_a_table_is_drawn_where_no_web_framework_can_be_imported(game: str, lang: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, game, lang], capture_output=True, text=True, check=False
    )
    assert done.stdout == "drawn\n", done.stderr
