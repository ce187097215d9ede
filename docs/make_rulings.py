"""Writes docs/rulings.md (`make docs`): every ruling of the rules with the tests that hold it.

The rulings of `docs/rules/*.md` are collected from there; what we decided beyond them stands here.
A test checks that the page is up to date and that every ruling has a test.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parent
TESTS = DOCS.parent / "tests"


class Book(NamedTuple):
    """The numbered rules of a game and the folder of their tests."""

    title: str
    rules: Path
    tests: Path


BOOKS = (
    Book("Ghost Stories", DOCS / "rules" / "ghost-stories.md", TESTS / "rulebook"),
    Book("Ghosts", DOCS / "rules" / "ghosts.md", TESTS / "rulebook_ghosts"),
)


class Decision(NamedTuple):
    """Something we decided that the numbered rules do not say, or say otherwise."""

    rule: str
    title: str
    text: str
    tests: tuple[str, ...]


FAULTS = [
    Decision(
        "GS-4.4",
        "Overrun of neutral and possessed boards",
        "The edition table has one line; the books have two. `pl` judges a player's board by the start of his "
        "turn, but a neutral board by the start of step 2. `de1` is the mirror image: a player's board in step 2, "
        "a neutral board by the start of its turn. We follow the books.",
        ("overrun_of_a_neutral", "overrun_of_a_possessed"),
    ),
    Decision(
        "GS-13.1",
        "The last incarnation's reward",
        "The rules say when the game is won, not whether the reward is still paid. The Polish book says that at "
        "the lower levels the reward only raises the score, so it is paid: curses, rewards, victory.",
        ("gifts_are_handed_out",),
    ),
    Decision(
        "GS-9.2",
        "Where the Uncatchable of `de1` arrives",
        "“Preferably on a Buddha”: the book makes it a must and names no board. If any free space holds a Buddha, "
        "the Uncatchable goes to one of those; otherwise the usual placement.",
        ("in_de1_the_uncatchable", "where_the_uncatchable_arrives"),
    ),
]

FURTHER = [
    Decision(
        "GH-2.1",
        "Being asked tells the table",
        "Who is asked whether to reshuffle holds nothing but mist; that is public, whatever he decides.",
        ("mist",),
    ),
    Decision(
        "GH-4.2",
        "Who gives back first",
        "Seat by seat, from the first seat on; later seats have seen what earlier ones did.",
        ("give",),
    ),
    Decision(
        "GS-4.3",
        "Tormentors that arrive during step 1b",
        "They do not roll in the same step: in all books the player looks at his ghosts first.",
        ("arrives_during_the_rolls",),
    ),
    Decision(
        "GS-11.10",
        "The price alone is no help",
        "The Altar needs a haunted tile, the Tea House a Tao or Qi to gain; that a ghost would arrive is not help.",
        ("altar_has_no_help", "tea_house_has_no_help"),
    ),
    Decision(
        "GS-8.9",
        "Power tokens and their moment",
        "A token cannot be spent on a power whose moment has passed, such as Bottomless Pockets after the move. "
        "In `pl` a token must be spent before one's own power is used in this Yang phase; what it lends then works "
        "at its own moment.",
        ("token",),
    ),
    Decision(
        "GS-8.4",
        "Twin Winds after the move (`de1`, `de2`)",
        "Between one's own move and the action. Used without an own move, the own move is given up.",
        ("twin_winds",),
    ),
    Decision(
        "GS-6.8",
        "The dead take no Power tokens",
        "Even if the Cemetery is the centre tile, where their figures lie.",
        ("who_dies_on_the_centre",),
    ),
    Decision(
        "GS-10.1",
        "What a dead exorcist's second curse costs",
        "Its own Qi face hits nobody. But a ghost that it brings acts as always: if that ghost costs a Qi, the board "
        "is possessed by now and a living Taoist of the players' choice pays (GS-10.3).",
        ("grave_walker",),
    ),
    Decision(
        "GS-11.1",
        "A Yin-Yang given to the dead (`de1`)",
        "Who got an incarnation's Yin-Yang while dead has it when he returns; “nothing else” means from the Cemetery.",
        ("given_while_dead",),
    ),
    Decision(
        "GS-11.1",
        "Return with what the supply has",
        "Two Qi, or one if only one is left; with none left nobody can return.",
        ("without_qi_in_the_supply",),
    ),
]

LEFT_ALONE = [
    "GS-8.9: the examples of `de1`, `de2` and `pl` let a borrowed power be used once; our ruling lends it for the rest of the turn, as the publisher's FAQ for White Moon does.",
    "GS-11.3: captured dice at the Herbalist: the three books that say anything say three different things; our ruling is the one of `de2`.",
]


def rule_texts(book: Book) -> dict[str, str]:
    """The numbered rules, each as one line."""
    texts: dict[str, str] = {}
    number = ""
    for line in book.rules.read_text(encoding="utf-8").splitlines():
        found = re.match(r"- (G[SH]-\d+(?:\.\d+)?) (.*)", line)
        if found:
            number = found[1]
            texts[number] = found[2]
        elif line.startswith("  ") and number:
            texts[number] += " " + line.strip()
        else:
            number = ""
    return texts


def rulings(book: Book) -> dict[str, list[str]]:
    """Rule number → the sentences that are marked as our decision."""
    found: dict[str, list[str]] = {}
    for number, text in rule_texts(book).items():
        sentences = re.split(r"(?<=[.:]) (?=[A-Z`])|(?<=;) (?=[A-Z])", text)
        marked = [sentence for sentence in sentences if "**ruling" in sentence]
        if marked:
            found[number] = marked
    return found


def tests_by_rule() -> dict[str, list[str]]:
    """Rule number → the rulebook tests that name it."""
    found: dict[str, list[str]] = {}
    for file in sorted(file for book in BOOKS for file in book.tests.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number in _rules_of(node):
                    found.setdefault(number, []).append(f"{file.stem}::{node.name}")
    return found


def _rules_of(node: ast.FunctionDef) -> list[str]:
    calls = [mark for mark in node.decorator_list if isinstance(mark, ast.Call)]
    marks = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "rule"]
    return [str(ast.literal_eval(argument)) for mark in marks for argument in mark.args]


def tests_of(decision: Decision) -> list[str]:
    """The tests of a decision: those of its rule whose names speak of it."""
    tests = tests_by_rule().get(decision.rule, [])
    return [test for test in tests if any(word in test for word in decision.tests)]


def _sentence(test: str) -> str:
    module, name = test.split("::")
    return f"  - {name.removeprefix('test_').replace('_', ' ')} (`{module}`)"


def page() -> str:
    """The whole page."""
    tests = tests_by_rule()
    lines = [
        "# Rulings",
        "",
        "Where the books are silent or disagree, and what holds at our tables. Made by `make docs` from the rules",
        "and the tests; do not edit by hand.",
        "",
        "## Where the books correct the numbered rules",
        "",
    ]
    for decision in FAULTS:
        lines += _decision_lines(decision)
    lines += ["## Further decisions", ""]
    for decision in FURTHER:
        lines += _decision_lines(decision)
    for book in BOOKS:
        lines += [f"## Rulings in the numbered rules of {book.title}", ""]
        for number, sentences in rulings(book).items():
            lines += [f"### {number}", ""]
            lines += [f"> {sentence}" for sentence in sentences]
            lines += ["", "Tests of this rule:", *map(_sentence, tests.get(number, [])), ""]
    lines += ["## Noticed in the books and left alone", ""]
    lines += [f"- {text}" for text in LEFT_ALONE]
    return "\n".join(lines) + "\n"


def _decision_lines(decision: Decision) -> list[str]:
    heading = f"### {decision.rule}: {decision.title}"
    return [heading, "", decision.text, "", "Tests:", *map(_sentence, tests_of(decision)), ""]


if __name__ == "__main__":
    (DOCS / "rulings.md").write_text(page(), encoding="utf-8")
