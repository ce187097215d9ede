"""A whole turn of each game with a keyboard and a screen reader, and nothing to see."""

from __future__ import annotations

from functools import partial

from tests.browser.conftest import Visit
from tests.browser.listener import Listener, Node
from tests.browser.tables import lay_table, sit_down
from tests.browser.visitor import Visitor

from spuk.language.catalog import say, say_number

YOUR_TURN = "Your turn"
AIDS = (
    "ui.table.hint",
    "ui.table.undo",
    "ui.table.use_yin_yang",
    "ui.table.use_mantra",
    "ui.table.tab.chat",
    "ui.table.tab.seats",
    "ui.table.tab.log",
)
"""Buttons that decide nothing."""


def sit_down_by_ear(visitor: Visitor, game: str) -> Listener:
    """From the start page to the table, without a look at it."""
    visitor.open("/")
    listener = Listener(visitor)
    name = say("en", {"ghost-stories": "ui.frame.stories", "ghosts": "ui.frame.ghosts"}[game])
    listener.tab_to(lambda node: node.role == "button" and name in node.name)
    listener.press("Enter")
    visitor.page.wait_for_url("**/t/**")
    visitor.page.wait_for_load_state()
    listener.wait_for_heading(YOUR_TURN)
    return listener


def is_choice(node: Node, start: str = "") -> bool:
    """A button that decides something, with a name that begins like this."""
    aid = any(say("en", aid) in node.name for aid in AIDS)
    return node.role == "button" and not aid and node.name.startswith(start)


def decide(listener: Listener, sure: str) -> str:
    """Press Enter, once more if that is asked for, and listen until something is asked of us again."""
    listener.press("Enter")
    told = listener.listen()
    if sure in told:
        assert told.endswith(sure + ".")
        listener.press("Enter")
        told = listener.listen()
    for _ in range(60):
        if YOUR_TURN in told:
            return told
        told += " " + listener.listen()
    raise AssertionError(f"nothing is asked of us: {told}")


def test_a_turn_of_ghost_stories_is_played_by_ear(visit: Visit) -> None:
    listener = sit_down_by_ear(visit(), "ghost-stories")
    end, sure = say("en", "action.end"), say("en", "ui.table.sure_end")
    listener.tab_to(lambda node: is_choice(node) and node.name != end and bool(node.keys))
    told, done = decide(listener, sure), 1
    while "’s turn" not in told:  # as long as it is our turn
        here = listener.focus()
        assert here.role == "heading" and here.name in told  # what is asked; Enter does nothing here
        may_end = any(is_choice(button, end) for button in listener.nodes("button"))
        choice = listener.tab_to(partial(is_choice, start=end if may_end and done > 2 else ""))
        assert choice.name
        told, done = decide(listener, sure), done + 1
        assert done < 40
    assert done > 1
    assert told.count("’s turn") >= 2  # others have played, and all of it was told
    assert listener.focus().role == "heading"


def test_a_trick_of_ghosts_is_played_by_ear(visit: Visit) -> None:
    listener = sit_down_by_ear(visit(), "ghosts")
    sure = say("en", "ui.cards.take.sure")
    card = listener.tab_to(lambda node: node.role == "button" and ": " in node.name)
    for _ in range(4):
        assert card.name
        told = decide(listener, sure)
        assert "Player 1" in told  # what we did
        assert "Which card do you" in told and "Fear level" in told  # and where that leaves us
        here = listener.focus()
        assert here.name == say("en", "ui.cards.hand") or here.role == "heading"
        card = listener.tab_to(lambda node: node.role == "button")


def test_who_comes_and_goes_and_that_the_game_begins_is_heard_at_a_table_that_waits(visit: Visit) -> None:
    ann, bob = visit(), visit()
    link = lay_table(ann, "ghosts", seats=("me", "free"))
    listener = Listener(ann)
    waits, ready = say_number("en", "ui.lobby.waits", 1), say("en", "ui.lobby.soon")
    sit_down(bob, link, 1, "Bob")
    told = listener.listen()
    assert say("en", "ui.lobby.said.taken", name="Bob", number=2) in told and ready in told
    bob.page.get_by_role("button", name=say("en", "ui.lobby.leave")).click()
    told = listener.listen()
    assert say("en", "ui.lobby.said.left", number=2) in told and waits in told
    listener.tab_to(lambda node: node.name == say("en", "ui.lobby.give_now", number=2))
    listener.press("Enter")
    told = listener.listen()
    assert say("en", "ui.lobby.said.bot", name=say("en", "ui.bot.monk"), number=2) in told and ready in told
    listener.tab_to(lambda node: node.name == say("en", "ui.lobby.start"), key="Shift+Tab")
    listener.press("Enter")
    ann.page.wait_for_selector("body.playing")  # another page
    ann.page.wait_for_load_state()
    listener.wait_for_heading("turn")
    assert say("en", "ui.lobby.said.started") in listener.announced()
