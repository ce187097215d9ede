"""What must hold in every position, each by name: for tests, hand-written positions and doubtful bugs."""

from __future__ import annotations

from collections.abc import Iterator

from spuk.games.ghost_stories.actions import DRAW, space_text
from spuk.games.ghost_stories.board import (
    BOARDS,
    BUDDHAS,
    COLORS,
    DANCE_OF_THE_SPIRES,
    ENFEEBLEMENT_MANTRA,
    LINES,
    NO_COLOR,
    NOWHERE,
    RED,
    SPACES,
    TAO_DICE,
)
from spuk.games.ghost_stories.cards import (
    ABILITIES,
    CAPTURE_DIE,
    HAUNTER,
    LAST_GHOST,
    NEEDS_BUDDHA,
    incarnation_bit,
    incarnations_of,
)
from spuk.games.ghost_stories.dice import PAID
from spuk.games.ghost_stories.state import (
    LOST_DEAD,
    LOST_DECK,
    LOST_LINE,
    LOST_VILLAGE,
    REASONS,
    RUNNING,
    STEPS,
    WON,
    YIN,
    State,
)
from spuk.games.ghost_stories.steps import (
    BEGIN_TURN,
    BEGIN_YANG,
    CHOOSE_FIRST,
    END_TURN,
    LAY_BOARD,
    LAY_TILE,
    NAMES,
    OVERRUN,
    PLACE,
    REROLL,
    ROLL,
    TURN_BOARD,
    VICTORY,
    YANG,
)
from spuk.kernel import bits
from spuk.kernel.game import CHANCE, OVER


def broken(s: State) -> list[str]:
    """Every broken invariant as `name: what is wrong`."""
    return broken_table(s) or list(_turn(s))


def broken_table(s: State) -> list[str]:
    """What is broken on the table and on the stack, before anybody asks what is legal."""
    checks = [_village, _tokens, _buddhas, _ghosts, _deck, _taoists, _end, _stack]
    if len(s.powers) < 4:
        checks = [_village, _setup]
    return [problem for check in checks for problem in check(s)]


def _village(s: State) -> Iterator[str]:
    if len(set(s.village)) != len(s.village):
        yield "village: a tile lies there twice"
    if len(set(s.colors)) != len(s.colors):
        yield "boards: a colour is there twice"
    for board, power in enumerate(s.powers):
        if board >= len(s.colors) or power // 2 != s.colors[board]:
            yield f"powers: board {BOARDS[board]} has a power of another colour"
    if s.setup.solo and len(s.powers) == 4 and DANCE_OF_THE_SPIRES not in s.powers:
        yield "boards: in solo the red board shows the side spires (GS-3.5)"
    if s.setup.solo and s.setup.edition.solo_taoist_is_red and len(s.colors) > 0 and s.colors[0] != RED:
        yield f"boards: in edition {s.setup.edition.id} solo is played as red (GS-3.5)"
    if s.end == RUNNING and bits.count(s.haunted) >= s.setup.haunted_limit:
        yield f"haunted: {bits.count(s.haunted)} tiles are haunted and the game goes on"


def _tokens(s: State) -> Iterator[str]:
    for color in range(5):
        if s.supply(color) < 0:
            yield f"tao: more than 4 {COLORS[color]} tokens"
    if min(s.tao) < 0:
        yield "tao: less than none"
    if s.qi_supply() < 0:
        yield "qi: more than 20 tokens"
    if min(s.qi) < 0:
        yield "qi: less than none"
    if not 0 <= s.circle <= NO_COLOR or s.circle == NO_COLOR - 1:
        yield "circle: no such token"
    tokens = sum(s.power_tokens) + s.centre_tokens
    allowed = s.setup.power_tokens * s.setup.players
    lost = s.setup.edition.dead_lose_power_tokens
    if tokens > allowed or (tokens < allowed and not lost) or min(s.power_tokens) < 0:
        yield f"power tokens: {tokens} of {allowed} are there"


def _buddhas(s: State) -> Iterator[str]:
    if s.temple_buddhas() < 0 or min(s.buddhas_held) < 0:
        yield f"buddhas: more than {BUDDHAS}"
    if s.fresh_buddhas > s.buddhas_held[s.active]:
        yield "buddhas: more taken in this turn than held"
    for space, card in enumerate(s.ghosts):
        if card and s.buddhas >> space & 1 and not ABILITIES[card] & NEEDS_BUDDHA:
            yield f"buddhas: {space_text(space)} holds a Buddha and a ghost it would have caught"


def _ghosts(s: State) -> Iterator[str]:
    in_play = [card for card in s.ghosts if card]
    if len(set(in_play)) != len(in_play):
        yield "ghosts: a card is in play twice"
    for space, card in enumerate(s.ghosts):
        if s.stones >> space & 1 and not ABILITIES[card] & HAUNTER:
            yield f"figures: a figure stands at {space_text(space)} without a haunter"
    if s.mantra != NOWHERE:
        if not s.ghosts[s.mantra]:
            yield f"mantra: no ghost carries it at {space_text(s.mantra)}"
        if not any(s.powers[board] == ENFEEBLEMENT_MANTRA and s.power_active(board) for board in range(4)):
            yield "mantra: in play without the power"
    if s.captured != sum(1 for card in in_play if ABILITIES[card] & CAPTURE_DIE):
        yield "dice: the captured ones are miscounted"
    rolling = sum(frame >> 8 for frame in s.stack if frame & 255 == ROLL)
    rolled = sum(1 for face in s.dice if face < PAID)
    can_reroll = any(frame & 255 == REROLL for frame in s.stack)
    if rolled + rolling > TAO_DICE + (0 if can_reroll else 1):  # the 4th die is never rerolled
        yield "dice: more than there are"


def _deck(s: State) -> Iterator[str]:
    for card in s.ghosts:
        if 0 < card <= LAST_GHOST and DRAW + card in s.unseen:
            yield f"deck: card {card} is in play and in the deck"
        if card > LAST_GHOST and (s.unseen_incarnations | s.banished) & incarnation_bit(card):
            yield f"deck: incarnation {card} is in play and elsewhere"
    drawn = s.setup.incarnations_drawn(s.deck)
    waiting = sum(1 for frame in s.stack if _is_placing_an_incarnation(frame))
    seen = sum(1 for card in s.ghosts if card > LAST_GHOST) + bits.count(s.banished) + waiting
    if drawn != seen and s.end == RUNNING:
        yield f"incarnations: with {s.deck} cards left {drawn} must have come, not {seen}"
    known = [*s.ghosts, *incarnations_of(s.banished)]
    fixed = list(s.setup.fixed_incarnations)
    if fixed and not {card for card in known if card > LAST_GHOST} <= set(fixed[:drawn]):
        yield f"incarnations: others have come than those agreed on, {fixed[:drawn]}"
    ghosts_left = s.setup.ghosts_left(s.deck)
    if len(s.unseen) != ghosts_left + s.removed:
        yield f"deck: {len(s.unseen)} unseen ghosts for {ghosts_left} places"
    if not 0 <= s.deck <= s.setup.deck:
        yield f"deck: {s.deck} cards of {s.setup.deck}"
    banished = bits.count(s.banished)
    if s.end == RUNNING and s.deck == 0 and banished < s.setup.incarnations:
        yield "deck: empty before every incarnation is banished, so the game is lost (GS-5.6)"
    winning = any(frame & 255 == VICTORY for frame in s.stack)
    if s.end == RUNNING and banished == s.setup.incarnations and not winning:
        yield "banished: every incarnation, so the game is won (GS-13.1)"


def _is_placing_an_incarnation(frame: int) -> bool:
    return frame & 255 == PLACE and frame >> 8 > LAST_GHOST


def _taoists(s: State) -> Iterator[str]:
    for board in range(4):
        if s.living(board):
            continue
        name = BOARDS[board]
        if any(s.tao[5 * board : 5 * board + 5]):
            yield f"tao: nobody lives at {name}, but it has tokens"
        if s.buddhas_held[board] or s.power_tokens[board]:
            yield f"tokens: nobody lives at {name}, but it holds some"
        to_the_dead = s.setup.edition.yin_yang_to_the_dead and not s.neutral(board)
        if s.yin_yang >> board & 1 and not to_the_dead:
            yield f"yin-yang: nobody lives at {name}, but it has one"
    if s.end == RUNNING and not any(s.living(board) for board in range(4)):
        yield "taoists: all are dead and the game goes on"


def _end(s: State) -> Iterator[str]:
    """A game that is over shows why."""
    shown = {
        WON: bits.count(s.banished) == s.setup.incarnations,
        LOST_LINE: any(_overrun(s, space) for space in range(SPACES)),
        LOST_VILLAGE: bits.count(s.haunted) >= s.setup.haunted_limit,
        LOST_DECK: s.deck == 0,
        LOST_DEAD: not any(s.living(board) for board in range(4)),
    }
    if not shown.get(s.end, True):
        reason, rule = REASONS[s.end]
        yield f"end: {reason}, but the table does not show it ({rule})"


def _overrun(s: State, space: int) -> bool:
    """Every tile of its line is haunted."""
    return all(s.haunted >> place & 1 for place in LINES[3 * space : 3 * space + 3])


def _setup(s: State) -> Iterator[str]:
    """A table that is being laid out waits for exactly one thing."""
    if len(s.village) < 9:
        expected = LAY_TILE
    elif len(s.colors) < 4:
        expected = LAY_BOARD
    else:
        expected = TURN_BOARD
    too_early = (len(s.village) < 9 and len(s.colors) > 0) or len(s.powers) > len(s.colors)
    if s.stage != YIN:
        yield "stage: a table is laid out in stage yin"
    if list(s.stack) != [expected] or too_early:
        yield f"stack: while the table is laid out this far it must be {NAMES[expected]}"


def _frame(frame: int) -> str:
    name = NAMES[frame & 255] if frame & 255 < len(NAMES) else "?"
    return f"{name}:{frame >> 8}"


def _stack(s: State) -> Iterator[str]:
    for place, frame in enumerate(s.stack):
        number, arg = frame & 255, frame >> 8
        if number >= len(NAMES) or not STEPS[number].sound(s, arg):
            yield f"stack: {_frame(frame)} has a number that cannot stand there"
        elif (place == 0) != (number in (CHOOSE_FIRST, BEGIN_TURN, END_TURN)):
            yield f"stack: {NAMES[number]} cannot stand at place {place + 1}"
        elif number == YANG and (place != 1 or s.stage == YIN):
            yield "stack: yang stands right behind end, and not in stage yin"
        elif number in (OVERRUN, BEGIN_YANG) and s.stage != YIN:
            yield f"stack: {NAMES[number]} belongs to stage yin"
    if len(s.stack) == 0:
        yield "stack: nothing is left to do"


def _turn(s: State) -> Iterator[str]:
    if s.end != RUNNING:
        if s.actor != OVER or len(s.options) > 0:
            yield "turn: the game is over and somebody should act"
    elif not s.legal():
        yield "turn: nothing is legal"
    elif s.actor != CHANCE and not 0 <= s.actor < s.setup.players:
        yield f"turn: {s.actor} is no seat"
