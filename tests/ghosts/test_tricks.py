"""What answers a trick, counted anew for every level, top family and card (GH-3.2 to GH-3.4)."""

from __future__ import annotations

from spuk.games.ghosts.cards import KINDS, MIST, NO_FAMILY, UNIT, family, value
from spuk.games.ghosts.tricks import answers, can_answer
from spuk.kernel.seeds import Random

TRICKS = [(level, top) for level in range(8) for top in range(int(NO_FAMILY) + 1)]


def law(level: int, top: int, kind: int) -> bool:
    """A mirror of the top ghost, mist, or a ghost that keeps the level at seven or below."""
    return kind == MIST or family(kind) == top or level + value(kind) <= 7


def test_a_card_answers_as_the_law_says() -> None:
    for level, top in TRICKS:
        for kind in range(int(KINDS)):
            assert answers(level, top, kind) == law(level, top, kind), (level, top, kind)


def test_a_hand_can_answer_if_one_of_its_cards_can() -> None:
    random = Random(5)
    for level, top in TRICKS:
        assert not can_answer(level, top, 0)
        for kind in range(int(KINDS)):
            assert can_answer(level, top, int(UNIT[kind])) == law(level, top, kind)
        for _ in range(20):
            kinds = [random.below(int(KINDS)) for _ in range(1 + random.below(5))]
            hand = sum(int(UNIT[kind]) for kind in kinds)
            assert can_answer(level, top, hand) == any(law(level, top, kind) for kind in kinds)
