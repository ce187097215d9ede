"""An evening: four people, two desktops and two phones, three languages, one game, and always the same one.

One page is loaded anew, one phone falls asleep, one person moves to another device.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from tests.browser.conftest import Visit
from tests.browser.player import Player
from tests.browser.tables import at, lay_table, sit_down
from tests.browser.visitor import Look, Visitor

LOOKS = (
    Look("1440", "dark", "en"),
    Look("1024", "light", "de"),
    Look("390", "dark", "pl"),
    Look("360", "light", "en"),
)
PATIENCE = 60
"""Seconds until everybody shows the same, on a busy machine and after a phone has slept."""
BOARD = """() => ({
    number: document.getElementById('table').dataset.number,
    step: document.getElementById('turn').dataset.step,
    status: document.getElementById('main').dataset.status,
    pieces: [...document.querySelectorAll('#board :is(.ghost, .man, .figure)[id]')].map(piece => {
        const where = piece.closest('.space, .tile, .path');
        return `${where.id || where.dataset.path} ${piece.id}`;
    }).sort(),
    haunted: [...document.querySelectorAll('#board .tile.haunted')].map(tile => tile.id).sort(),
    numbers: [...document.querySelectorAll('#board .qi, #board .own .tao, #supply .tao')]
        .map(part => [part.id, part.dataset.n, part.querySelector('b')?.textContent].join(' ')).sort(),
})"""
"""The board without words: it is turned and written for everybody, but the pieces lie on the same spaces."""
TEXT = """() => [...document.querySelectorAll('#board .tile .name, #board .space .name, #lines li')]
    .map(part => part.getAttribute('aria-label') || part.textContent.trim())"""
"""What is written on the board and in the log."""


def board(player: Player) -> dict[str, Any]:
    found: dict[str, Any] = player.page.evaluate(BOARD)
    return found


def all_see_the_same(players: Sequence[Player]) -> None:
    """The same number, the same pieces on the same spaces, and those with one language the same words."""
    end = time.monotonic() + PATIENCE
    boards = [board(player) for player in players]
    while any(one != boards[0] for one in boards):
        assert time.monotonic() < end, boards
        players[0].page.wait_for_timeout(50)
        boards = [board(player) for player in players]
    texts: dict[str, list[str]] = {}
    for player in players:
        text = player.page.evaluate(TEXT)
        assert text and texts.setdefault(player.visitor.look.lang, text) == text


def play(players: Sequence[Player], clicks: int) -> None:
    """Whoever is asked acts; after each time all see the same."""
    end = time.monotonic() + PATIENCE
    while clicks and not players[0].over():
        assert time.monotonic() < end, "nobody is asked"
        acting = [player for player in players if player.may_act()]
        if len(acting) != 1:
            players[0].page.wait_for_timeout(20)
            continue
        acting[0].act()
        clicks -= 1
        end = time.monotonic() + PATIENCE
        all_see_the_same(players)


def sit_together(visit: Visit) -> list[Player]:
    looks = (
        Look("1440", "dark", "en"),
        Look("1024", "light", "de"),
        Look("390", "dark", "pl"),
        Look("360", "light", "en"),
    )
    ann, *others = (visit(look) for look in looks)
    link = lay_table(ann, seats=("me", "free", "free", "free"), level="initiation", listed="off")
    for seat, (visitor, name) in enumerate(zip(others, ("Bernd", "Celina", "Dan"), strict=True), start=1):
        sit_down(visitor, link, seat, name)
    ann.page.locator(".begin button").click()
    players = [Player(visitor, seed) for seed, visitor in enumerate((ann, *others))]
    for player in players:
        player.page.wait_for_selector("main[data-status=playing]")
        player.page.wait_for_selector("#turn")
    return players


def move_to(phone: Visitor, old: Visitor) -> None:
    """By the link that /me gives; the game goes on where it is."""
    table = old.path()
    page = old.open("/me")
    page.locator("form[action='/me/recovery'] button").click()
    link = page.locator("#recovery").input_value()
    phone.open(at(link))
    phone.page.locator("form[action='/recover'] button").click()
    phone.page.wait_for_url("**/games")
    phone.open(table)
    phone.page.wait_for_selector("#turn")


def test_four_people_spend_an_evening_and_always_see_the_same(visit: Visit) -> None:
    players = sit_together(visit)
    all_see_the_same(players)
    play(players, 4)

    players[1].page.reload()  # somebody is impatient
    players[1].page.wait_for_selector("#turn")
    play(players, 3)

    asleep = next(player for player in players[2:] if not player.may_act())
    awake = [player for player in players if player is not asleep]
    asleep.visitor.context.set_offline(True)
    asleep.visitor.tap.cut()
    for _ in range(3):  # the others go on, until it is the sleeper who is asked
        play(awake, int(any(player.may_act() for player in awake)))
    assert int(board(asleep)["number"]) < int(board(awake[0])["number"])
    asleep.visitor.context.set_offline(False)
    asleep.visitor.tap.mend()
    all_see_the_same(players)
    play(players, 3)

    tablet = visit(Look("390", "light", "en"))
    move_to(tablet, players[3].visitor)
    players[3] = Player(tablet, 9)
    all_see_the_same(players)
    play(players, 4)
    for player in players:
        player.page.reload()
    all_see_the_same(players)
