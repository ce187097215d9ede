"""Questions without a position: ghosts by their resistance or card, and the circumstances."""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghost_stories import bill as bills
from spuk.games.ghost_stories import symbols
from spuk.games.ghost_stories.board import LETTERS, NO_COLOR, TOKENS_PER_COLOR
from spuk.games.ghost_stories.cards import (
    ABILITIES,
    BLOCK_ALL_POWERS,
    CAPTURE_DIE,
    LAST_CARD,
    LOCK_TAO,
    RESISTANCE,
    WHITE_NOT_WILD,
)
from spuk.games.ghost_stories.editions import EDITIONS
from spuk.games.ghost_stories.odds.answer import Odds, answer, spell
from spuk.games.ghost_stories.odds.solver import Scene, Solver
from spuk.games.ghost_stories.rolls import MOST_DICE
from spuk.kernel.errors import Fault, not_a_number
from spuk.kernel.options import check_one


def exorcism_odds(
    ghosts: Sequence[str | int],
    *,
    dice: int | None = None,
    tokens: str = "",
    circle: str = "",
    mantra: int = 0,
    immune: Sequence[int] = (),
    white: bool = True,
    locked: bool = False,
    reroll: bool = False,
    second: bool = False,
    edition: str = "en",
) -> Odds:
    """The odds of an exorcism without a position.

    A ghost is given as its resistance in letters (`"rr"`) or as the number of its card, which includes its
    abilities and rewards. `dice` is the number of dice rolled; by default three, minus those that the given
    cards hold (GS-5.4). `tokens` are all available tokens, by letter. `mantra` says which ghost carries it (1
    or 2), and `immune` which of them dice cannot touch. `reroll` is the Gods' Favorite, `second` Second Wind.
    `edition` decides who goes if dice and tokens could banish either ghost, but not both.
    """
    _check_question(ghosts, dice, tokens, circle, mantra, immune)
    check_one("edition", edition, tuple(EDITIONS))
    cards: list[i64] = [_card_of(ghost) for ghost in ghosts]
    rolled: i64 = 3 - _freed(cards, 3) if dice is None else dice
    if _has(cards, 0, BLOCK_ALL_POWERS):
        mantra = 0  # it has left play, and could only come back before a move (GS-8.2)
    resistances = [_letters(ghost) for ghost in ghosts]
    around: i64 = (1 << len(ghosts)) - 1
    solver = Solver(around, around, EDITIONS[edition].corner_choice_with_tokens)
    solver.tokens = symbols.bundle(tokens)
    everything: i64 = symbols.bundle("ybgrk" * int(TOKENS_PER_COLOR))
    solver.supply = symbols.less(everything, symbols.bundle(tokens + circle))
    for index in range(i64(len(ghosts))):
        solver.look_at(index, cards[index])
        if int(index) + 1 in immune:
            solver.immune |= 1 << index
    for gone in range(i64(4)):
        if gone & ~around == 0:
            scene = _imagined_scene(resistances, gone, circle, mantra)
            powers = not _has(cards, gone, BLOCK_ALL_POWERS)
            scene.dice = min(rolled + _freed(cards, gone), MOST_DICE)
            scene.reroll = reroll and powers
            scene.wild = white and not _has(cards, gone, WHITE_NOT_WILD)
            scene.locked = locked or _has(cards, gone, LOCK_TAO)
            scene.again = second and powers and gone != around
            solver.scenes[gone] = scene
    exorcisms = 2 if solver.twice() else 1
    return answer(solver, solver.begin(), ["" for _ghost in ghosts], cards, resistances, exorcisms)


def _imagined_scene(resistances: list[str], gone: i64, circle: str, mantra: int) -> Scene:
    """What the ghosts that are still there need."""
    ring: i64 = LETTERS.index(circle) if circle else int(NO_COLOR)
    needs = vec[i64]([0, 0])
    scene = Scene(needs)
    for index in range(i64(len(resistances))):
        if not (gone >> index) & 1:
            letters = resistances[index]
            weak: i64 = NO_COLOR
            if mantra == index + 1 and len(set(letters)) > 1:
                scene.weakened = index
            elif mantra == index + 1:
                weak = LETTERS.index(letters[0])
            needs[index] = bills.needed(symbols.bundle(letters), ring, weak)
    return scene


def _check_question(
    ghosts: Sequence[str | int],
    dice: int | None,
    tokens: str,
    circle: str,
    mantra: int,
    immune: Sequence[int],
) -> None:
    if isinstance(ghosts, str) or not 1 <= len(ghosts) <= 2:
        raise ValueError(
            Fault(
                "odds.ghosts",
                "ghosts={ghosts!r}: give one or two, such as ['rr'] or ['rr', 'kk']",
                ghosts=ghosts,
            )
        )
    for ghost in ghosts:
        _letters(ghost)
    if dice is not None and (type(dice) is not int or not 0 <= dice <= MOST_DICE):
        raise ValueError(not_a_number("dice", dice, 0, int(MOST_DICE)))
    _check_tokens(tokens)
    if circle not in ("", "y", "b", "g", "r", "k"):
        raise ValueError(
            Fault("odds.circle", "circle={circle!r}: give one of the letters y b g r k, or ''", circle=circle)
        )
    if circle and tokens.count(circle) == TOKENS_PER_COLOR:
        raise ValueError(
            Fault(
                "odds.token_on_circle",
                "tokens={tokens!r}: one of the {most} tokens of colour {letter} is on the Circle of Prayer",
                tokens=tokens,
                most=int(TOKENS_PER_COLOR),
                letter=circle,
            )
        )
    for which, name in ((mantra, "mantra"), *((number, "immune") for number in immune)):
        lowest = 0 if name == "mantra" else 1
        if type(which) is not int or not lowest <= which <= len(ghosts):
            raise ValueError(not_a_number(name, which, lowest, len(ghosts)))


def _check_tokens(tokens: object) -> None:
    if not isinstance(tokens, str) or not set(tokens) <= set("ybgrk"):
        raise ValueError(
            Fault("odds.tokens", "tokens={tokens!r}: give letters y b g r k, such as 'ryk'", tokens=tokens)
        )
    if any(tokens.count(letter) > TOKENS_PER_COLOR for letter in tokens):
        raise ValueError(
            Fault(
                "odds.too_many_tokens",
                "tokens={tokens!r}: there are only {most} tokens of each colour",
                tokens=tokens,
                most=int(TOKENS_PER_COLOR),
            )
        )


def _letters(ghost: str | int) -> str:
    """The resistance of a ghost by letter."""
    if isinstance(ghost, int) and not isinstance(ghost, bool) and 1 <= ghost <= LAST_CARD:
        return spell(RESISTANCE[ghost])
    if isinstance(ghost, str) and 1 <= len(ghost) <= 8 and set(ghost) <= set("ybgrk"):
        return ghost
    raise ValueError(
        Fault(
            "odds.ghost",
            "ghost {ghost!r}: give a resistance of 1…8 letters (y b g r k) such as 'rr', or a card, 1…{last}",
            ghost=ghost,
            last=int(LAST_CARD),
        )
    )


def _card_of(ghost: str | int) -> i64:
    return ghost if isinstance(ghost, int) else 0


def _freed(cards: list[i64], gone: i64) -> i64:
    """Dice held by the banished ghosts."""
    freed: i64 = 0
    for index in range(i64(len(cards))):
        if (gone >> index) & 1 and ABILITIES[cards[index]] & CAPTURE_DIE:
            freed += 1
    return freed


def _has(cards: list[i64], gone: i64, ability: i64) -> bool:
    """Whether a remaining ghost has this ability."""
    for index in range(i64(len(cards))):
        if not (gone >> index) & 1 and ABILITIES[cards[index]] & ability:
            return True
    return False
