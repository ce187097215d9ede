"""What must be true in every position, each by name: for tests, hand-written positions and possible bugs."""

from __future__ import annotations

from collections.abc import Iterator

from spuk.games.ghost_stories.actions import DRAW, space_text
from spuk.games.ghost_stories.board import (
    BOARDS,
    BUDDHAS,
    DANCE_OF_THE_SPIRES,
    ENFEEBLEMENT_MANTRA,
    LETTERS,
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
from spuk.kernel.errors import Fault
from spuk.kernel.game import CHANCE, OVER


def broken(s: State) -> list[Fault]:
    """Every broken invariant as `name: what is wrong`."""
    return broken_table(s) or list(_turn(s))


def broken_table(s: State) -> list[Fault]:
    """What is broken on the table and on the stack, before anybody asks what is legal."""
    checks = [_village, _tokens, _buddhas, _ghosts, _deck, _taoists, _end, _stack]
    if len(s.powers) < 4:
        checks = [_village, _setup]
    return [problem for check in checks for problem in check(s)]


def _village(s: State) -> Iterator[Fault]:
    if len(set(s.village)) != len(s.village):
        yield Fault("gs.tile_twice", "village: a tile is there twice")
    if len(set(s.colors)) != len(s.colors):
        yield Fault("gs.board_twice", "boards: a colour is there twice")
    for board, power in enumerate(s.powers):
        if board >= len(s.colors) or power // 2 != s.colors[board]:
            yield Fault(
                "gs.other_power", "powers: board {board} has a power of another colour", board=BOARDS[board]
            )
    if s.setup.solo and len(s.powers) == 4 and DANCE_OF_THE_SPIRES not in s.powers:
        yield Fault("gs.solo_spires", "boards: in a solo game the red board shows its side spires (GS-3.5)")
    if s.setup.solo and s.setup.edition.solo_taoist_is_red and len(s.colors) > 0 and s.colors[0] != RED:
        yield Fault(
            "gs.solo_red",
            "boards: in edition {edition} the solo player is red (GS-3.5)",
            edition=s.setup.edition.id,
        )
    if s.end == RUNNING and bits.count(s.haunted) >= s.setup.haunted_limit:
        yield Fault(
            "gs.haunted",
            "haunted: with {tiles} haunted tiles the game would be over",
            tiles=bits.count(s.haunted),
        )


def _tokens(s: State) -> Iterator[Fault]:
    for color in range(5):
        if s.supply(color) < 0:
            yield Fault("gs.tao_supply", "tao: more than 4 tokens of colour {letter}", letter=LETTERS[color])
    if min(s.tao) < 0:
        yield Fault("gs.tao_none", "tao: fewer than 0 tokens")
    if s.qi_supply() < 0:
        yield Fault("gs.qi_supply", "qi: more than 20 tokens")
    if min(s.qi) < 0:
        yield Fault("gs.qi_none", "qi: fewer than 0 tokens")
    if not 0 <= s.circle <= NO_COLOR or s.circle == NO_COLOR - 1:
        yield Fault("gs.circle", "circle: there is no such token")
    tokens = sum(s.power_tokens) + s.centre_tokens
    allowed = s.setup.power_tokens * s.setup.players
    lost = s.setup.edition.dead_lose_power_tokens
    if tokens > allowed or (tokens < allowed and not lost) or min(s.power_tokens) < 0:
        yield Fault(
            "gs.power_tokens",
            "tokens: {tokens} Power tokens instead of {allowed}",
            tokens=tokens,
            allowed=allowed,
        )


def _buddhas(s: State) -> Iterator[Fault]:
    if s.temple_buddhas() < 0 or min(s.buddhas_held) < 0:
        yield Fault("gs.buddhas", "buddhas: more than {most}", most=int(BUDDHAS))
    if s.fresh_buddhas > s.buddhas_held[s.active]:
        yield Fault("gs.fresh", "fresh: more Buddhas taken this turn than held")
    for space, card in enumerate(s.ghosts):
        if card and s.buddhas >> space & 1 and not ABILITIES[card] & NEEDS_BUDDHA:
            yield Fault(
                "gs.guarded",
                "{space}: a Buddha and a ghost that it would have stopped",
                space=space_text(space),
            )


def _ghosts(s: State) -> Iterator[Fault]:
    in_play = [card for card in s.ghosts if card]
    if len(set(in_play)) != len(in_play):
        yield Fault("gs.ghost_twice", "ghosts: a card is in play twice")
    for space, card in enumerate(s.ghosts):
        if s.stones >> space & 1 and not ABILITIES[card] & HAUNTER:
            yield Fault(
                "gs.figure",
                "{space}: a figure is on the stone, but there is no Haunter",
                space=space_text(space),
            )
    if s.mantra != NOWHERE:
        if not s.ghosts[s.mantra]:
            yield Fault(
                "gs.mantra_alone", "{space}: there is no ghost for the Mantra", space=space_text(s.mantra)
            )
        if not any(s.powers[board] == ENFEEBLEMENT_MANTRA and s.power_active(board) for board in range(4)):
            yield Fault("gs.mantra_power", "the Mantra is in play without its power")
    if s.captured != sum(1 for card in in_play if ABILITIES[card] & CAPTURE_DIE):
        yield Fault("gs.captured", "dice: the number of captured dice is wrong")
    rolling = sum(frame >> 8 for frame in s.stack if frame & 255 == ROLL)
    rolled = sum(1 for face in s.dice if face < PAID)
    can_reroll = any(frame & 255 == REROLL for frame in s.stack)
    if rolled + rolling > TAO_DICE + (0 if can_reroll else 1):  # the 4th die is never rerolled
        yield Fault("gs.dice", "dice: more dice than there are")


def _deck(s: State) -> Iterator[Fault]:
    for card in s.ghosts:
        if 0 < card <= LAST_GHOST and DRAW + card in s.unseen:
            yield Fault("gs.in_deck", "deck: card {card} is in play and in the deck", card=card)
        if card > LAST_GHOST and (s.unseen_incarnations | s.banished) & incarnation_bit(card):
            yield Fault(
                "gs.incarnation_twice", "deck: incarnation {card} is in play and somewhere else", card=card
            )
    drawn = s.setup.incarnations_drawn(s.deck)
    waiting = sum(1 for frame in s.stack if _is_placing_an_incarnation(frame))
    seen = sum(1 for card in s.ghosts if card > LAST_GHOST) + bits.count(s.banished) + waiting
    if drawn != seen and s.end == RUNNING:
        yield Fault(
            "gs.drawn",
            "incarnations: with {cards} cards left, {drawn} must have appeared, not {seen}",
            cards=s.deck,
            drawn=drawn,
            seen=seen,
        )
    known = [*s.ghosts, *incarnations_of(s.banished)]
    fixed = list(s.setup.fixed_incarnations)
    if fixed and not {card for card in known if card > LAST_GHOST} <= set(fixed[:drawn]):
        yield Fault("gs.others", "incarnations: only {agreed} can have appeared", agreed=str(fixed[:drawn]))
    ghosts_left = s.setup.ghosts_left(s.deck)
    if len(s.unseen) != ghosts_left + s.removed:
        yield Fault(
            "gs.unseen",
            "deck: {unseen} unseen ghosts for {places} places",
            unseen=len(s.unseen),
            places=ghosts_left,
        )
    if not 0 <= s.deck <= s.setup.deck:
        yield Fault("gs.deck", "deck: {cards} cards of {most}", cards=s.deck, most=s.setup.deck)
    banished = bits.count(s.banished)
    if s.end == RUNNING and s.deck == 0 and banished < s.setup.incarnations:
        yield Fault(
            "gs.deck_empty", "deck: empty before every incarnation is banished, so the game is lost (GS-5.6)"
        )
    winning = any(frame & 255 == VICTORY for frame in s.stack)
    if s.end == RUNNING and banished == s.setup.incarnations and not winning:
        yield Fault("gs.won", "banished: every incarnation, so the game is won (GS-13.1)")


def _is_placing_an_incarnation(frame: int) -> bool:
    return frame & 255 == PLACE and frame >> 8 > LAST_GHOST


def _taoists(s: State) -> Iterator[Fault]:
    for board in range(4):
        if s.living(board):
            continue
        name = BOARDS[board]
        if any(s.tao[5 * board : 5 * board + 5]):
            yield Fault("gs.dead_tao", "{board}: Tao tokens, but no living Taoist", board=name)
        if s.buddhas_held[board] or s.power_tokens[board]:
            yield Fault(
                "gs.dead_tokens", "{board}: Buddhas or Power tokens, but no living Taoist", board=name
            )
        to_the_dead = s.setup.edition.yin_yang_to_the_dead and not s.neutral(board)
        if s.yin_yang >> board & 1 and not to_the_dead:
            yield Fault("gs.dead_yin_yang", "{board}: a Yin-Yang, but no living Taoist", board=name)
    if s.end == RUNNING and not any(s.living(board) for board in range(4)):
        yield Fault("gs.all_dead", "all Taoists are dead, so the game would be over")


def _end(s: State) -> Iterator[Fault]:
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
        yield Fault("gs.end", "end: {reason} does not fit the table ({rule})", reason=reason, rule=rule)


def _overrun(s: State, space: int) -> bool:
    """Every tile of its line is haunted."""
    return all(s.haunted >> place & 1 for place in LINES[3 * space : 3 * space + 3])


def _setup(s: State) -> Iterator[Fault]:
    """A table that is being laid out waits for exactly one thing."""
    if len(s.village) < 9:
        expected = LAY_TILE
    elif len(s.colors) < 4:
        expected = LAY_BOARD
    else:
        expected = TURN_BOARD
    too_early = (len(s.village) < 9 and len(s.colors) > 0) or len(s.powers) > len(s.colors)
    if s.stage != YIN:
        yield Fault("gs.setup_stage", "stage: during setup it must be {stage}", stage="yin")
    if list(s.stack) != [expected] or too_early:
        yield Fault(
            "gs.setup_stack",
            "stack: at this point of the setup it must be {expected}",
            expected=NAMES[expected],
        )


def _frame(frame: int) -> str:
    name = NAMES[frame & 255] if frame & 255 < len(NAMES) else "?"
    return f"{name}:{frame >> 8}"


def _stack(s: State) -> Iterator[Fault]:
    for place, frame in enumerate(s.stack):
        number, arg = frame & 255, frame >> 8
        if number >= len(NAMES) or not STEPS[number].sound(s, arg):
            yield Fault("gs.frame", "stack: {frame} has an impossible number", frame=_frame(frame))
        elif (place == 0) != (number in (CHOOSE_FIRST, BEGIN_TURN, END_TURN)):
            yield Fault(
                "gs.frame_place",
                "stack: {frame} cannot be at position {place}",
                frame=NAMES[number],
                place=place + 1,
            )
        elif number == YANG and (place != 1 or s.stage == YIN):
            yield Fault(
                "gs.frame_yang",
                "stack: {frame} must come right after {end}, and not in stage {stage}",
                frame=NAMES[number],
                end=NAMES[END_TURN],
                stage="yin",
            )
        elif number in (OVERRUN, BEGIN_YANG) and s.stage != YIN:
            yield Fault(
                "gs.frame_yin", "stack: {frame} belongs to stage {stage}", frame=NAMES[number], stage="yin"
            )
    if len(s.stack) == 0:
        yield Fault("gs.stack_empty", "stack: nothing is left to do")


def _turn(s: State) -> Iterator[Fault]:
    if s.end != RUNNING:
        if s.actor != OVER or len(s.options) > 0:
            yield Fault("gs.over", "turn: the game is over, but someone has to act")
    elif not s.legal():
        yield Fault("gs.nothing_legal", "turn: no action is legal")
    elif s.actor != CHANCE and not 0 <= s.actor < s.setup.players:
        yield Fault("gs.no_seat", "turn: there is no seat {seat}", seat=s.actor)
