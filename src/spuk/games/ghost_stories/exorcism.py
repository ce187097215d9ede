"""Exorcism (GS-6.3 to 6.5): the roll, what is banished, who pays, curses and rewards."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.games.ghost_stories import actions as act
from spuk.games.ghost_stories import bill as bills
from spuk.games.ghost_stories import events as ev
from spuk.games.ghost_stories import steps, symbols
from spuk.games.ghost_stories.arrival import all_incarnations_banished, remove_ghost
from spuk.games.ghost_stories.bill import Bill, may_go
from spuk.games.ghost_stories.board import FACING, NO_COLOR, OPPOSITE, STRENGTH_OF_A_MOUNTAIN, WHITE
from spuk.games.ghost_stories.cards import (
    ABILITIES,
    COLOR,
    DICE_IMMUNE,
    LAST_CARD,
    LOCK_TAO,
    MANY_COLORED,
    NEEDS_BUDDHA,
    OPPOSITE_MUST_BE_EMPTY,
    PARTING_CURSE,
    RESISTANCE,
    REWARD_GROUP,
    REWARD_QI_OR_YIN_YANG,
    REWARD_TAO,
    REWARD_TWO_TAO,
    incarnation_bit,
    is_incarnation,
)
from spuk.games.ghost_stories.curse import roll_curse
from spuk.games.ghost_stories.dice import PAID, free_dice, roll_dice, white_is_wild
from spuk.games.ghost_stories.life import gain_qi
from spuk.games.ghost_stories.state import NOBODY, PLAYER, WON, State, Step, register


def exorcisable(s: State, space: i64) -> bool:
    """Whether there is a ghost whose conditions are met (GS-9.1, GS-9.2)."""
    ability = ABILITIES[s.ghosts[space]]
    if ability & OPPOSITE_MUST_BE_EMPTY:
        return s.ghosts[OPPOSITE[space]] == 0
    if ability & NEEDS_BUDDHA:
        return s.exposed or (s.buddhas >> space) & 1 == 1
    return s.ghosts[space] > 0


def targets(s: State) -> i64:
    """The ghosts in this exorcism: bit 0 for the first space next to the active Taoist, bit 1 for another."""
    spaces = FACING[s.at[s.active]]
    found: i64 = 0
    for index in range(len(spaces)):
        if exorcisable(s, spaces[index]):
            found |= 1 << index
    return found


def begin_exorcism(s: State) -> None:
    """Roll for all ghosts next to the active Taoist (GS-6.3)."""
    dice: i64 = dice_to_roll(s)
    if s.has_power(s.active, STRENGTH_OF_A_MOUNTAIN):
        s.used |= 1 << STRENGTH_OF_A_MOUNTAIN
    s.emit(ev.EXORCISM_BEGAN, s.active, dice)
    if mantra_on_many_colors(s):
        s.push(steps.WEAKEN)
    else:
        s.push(steps.BANISH, NO_COLOR)
    roll_dice(s, dice)


def dice_to_roll(s: State) -> i64:
    """The free Tao dice, plus the grey one with Strength of a Mountain (GS-6.3, GS-8.5)."""
    if s.has_power(s.active, STRENGTH_OF_A_MOUNTAIN):
        return free_dice(s) + 1
    return free_dice(s)


def mantra_on_many_colors(s: State) -> bool:
    """Whether a many-coloured incarnation with the Mantra is among the targets."""
    for space in FACING[s.at[s.active]]:
        if space == s.mantra and MANY_COLORED[s.ghosts[space]] and exorcisable(s, space):
            return True
    return False


@final
class _Weaken(Step):
    """GS-6.3: after the roll, the colour the Mantra takes from a many-coloured incarnation."""

    def sound(self, s: State, arg: i64) -> bool:
        return mantra_on_many_colors(s)

    def options(self, s: State, arg: i64) -> vec[i64]:
        need: i64 = needed(s, s.mantra, NO_COLOR)
        return vec[i64]([act.MANTRA_COLOR + color for color in range(5) if symbols.of(need, color) > 0])

    def take(self, s: State, arg: i64, action: i64) -> None:
        s.push(steps.BANISH, action - act.MANTRA_COLOR)


@final
class _Banish(Step):
    """GS-6.4: which ghosts go. Those that the dice alone banish must."""

    def sound(self, s: State, arg: i64) -> bool:
        return 0 <= arg <= NO_COLOR

    def options(self, s: State, arg: i64) -> vec[i64]:
        found: i64 = targets(s)
        tokens: i64 = tokens_at_hand(s)
        free: i64 = 0
        payable: i64 = 0
        for chosen in range(4):
            if chosen & ~found == 0:
                bill = _bill(s, chosen, arg)
                if bill.due() == 0:
                    free |= 1 << chosen
                if bill.payable(tokens):
                    payable |= 1 << chosen
        allowed: i64 = may_go(free, payable, s.setup.edition.corner_choice_with_tokens)
        return vec[i64]([act.BANISH + chosen for chosen in range(4) if (allowed >> chosen) & 1])

    def take(self, s: State, arg: i64, action: i64) -> None:
        chosen: i64 = action - act.BANISH
        if chosen == 0:
            s.emit(ev.EXORCISM_FAILED, s.active)
            s.dice = vec[i64]()
        else:
            s.push(steps.PAY, chosen | arg << 2)


@final
class _Pay(Step):
    """GS-6.4: token by token, your own or of a Taoist on the same tile, until the roll suffices."""

    def sound(self, s: State, arg: i64) -> bool:
        return arg & 3 != 0 and arg & 3 & ~targets(s) == 0 and (arg >> 2) <= NO_COLOR

    def options(self, s: State, arg: i64) -> vec[i64]:
        bill = _bill(s, arg & 3, arg >> 2)
        if bill.due() == 0:
            return vec[i64]([act.SKIP])
        options = vec[i64]()
        place = s.at[s.active]
        for board in range(4):
            if s.living(board) and s.at[board] == place:
                for color in range(5):
                    if s.tao[5 * board + color] > 0 and bill.helped_by(color):
                        options = append(options, act.PAY + 5 * board + color)
        return options

    def take(self, s: State, arg: i64, action: i64) -> None:
        if action == act.SKIP:
            _banish(s, arg & 3)
            return
        token: i64 = action - act.PAY
        s.tao[token] -= 1
        s.dice = append(s.dice, PAID + token % 5)
        s.emit(ev.TAO_PAID, token // 5, token % 5)
        s.push(steps.PAY, arg)


@final
class _Reward(Step):
    """GS-6.5: the rewards of a banished ghost. A dead Taoist's own rewards are lost (GS-10.1)."""

    def sound(self, s: State, arg: i64) -> bool:
        return 0 < arg <= LAST_CARD

    def run(self, s: State, arg: i64) -> None:
        ability = ABILITIES[arg]
        if ability & REWARD_GROUP:
            s.push(steps.GIVE_YIN_YANG)
            s.push(steps.GIVE_QI)
        elif not s.living(s.active):
            return
        elif ability & REWARD_TAO:
            s.push(steps.TAKE_TAO)
        elif ability & REWARD_TWO_TAO:
            s.push(steps.TAKE_TAO)
            s.push(steps.TAKE_TAO)
        elif ability & REWARD_QI_OR_YIN_YANG:
            s.push(steps.QI_OR_YIN_YANG)


@final
class _QiOrYinYang(Step):
    """GS-6.5: a Qi or one's Yin-Yang back; only what is available."""

    def options(self, s: State, arg: i64) -> vec[i64]:
        options = vec[i64]()
        if s.qi_supply() > 0:
            options = append(options, act.TAKE_QI)
        if not (s.yin_yang >> s.active) & 1:
            options = append(options, act.TAKE_YIN_YANG)
        return options

    def take(self, s: State, arg: i64, action: i64) -> None:
        if action == act.TAKE_QI:
            gain_qi(s, s.active, 1)
        else:
            _gain_yin_yang(s, s.active)


@final
class _GiveQi(Step):
    """GS-6.5: an incarnation's Qi, to a living Taoist of the players' choice."""

    def options(self, s: State, arg: i64) -> vec[i64]:
        if s.qi_supply() == 0:
            return vec[i64]()
        return vec[i64]([act.GIVE_QI + board for board in range(4) if s.living(board)])

    def take(self, s: State, arg: i64, action: i64) -> None:
        gain_qi(s, action - act.GIVE_QI, 1)


@final
class _GiveYinYang(Step):
    """GS-6.5: an incarnation's Yin-Yang goes to someone without one, to the dead as well if GS-12 says so."""

    def options(self, s: State, arg: i64) -> vec[i64]:
        to_the_dead = s.setup.edition.yin_yang_to_the_dead
        return vec[i64](
            [
                act.GIVE_YIN_YANG + board
                for board in range(4)
                if not (s.yin_yang >> board) & 1
                and (s.living(board) or (to_the_dead and not s.neutral(board)))
            ]
        )

    def take(self, s: State, arg: i64, action: i64) -> None:
        _gain_yin_yang(s, action - act.GIVE_YIN_YANG)


@final
class _Victory(Step):
    """GS-13.1: the last incarnation is banished, and its curses have not lost the game."""

    def run(self, s: State, arg: i64) -> None:
        s.finish(WON)


register(steps.WEAKEN, _Weaken(PLAYER))
register(steps.BANISH, _Banish(PLAYER))
register(steps.PAY, _Pay(PLAYER))
register(steps.REWARD, _Reward(NOBODY))
register(steps.QI_OR_YIN_YANG, _QiOrYinYang(PLAYER))
register(steps.GIVE_QI, _GiveQi(PLAYER))
register(steps.GIVE_YIN_YANG, _GiveYinYang(PLAYER))
register(steps.VICTORY, _Victory(NOBODY))


def needed(s: State, space: i64, weak: i64) -> i64:
    """Symbols needed against a ghost. `weak` is the colour the Mantra takes if there is a choice."""
    card: i64 = s.ghosts[space]
    color: i64 = NO_COLOR
    if s.mantra == space:
        color = weak if MANY_COLORED[card] else COLOR[card]
    return bills.needed(RESISTANCE[card], s.circle, color)


def _bill(s: State, chosen: i64, weak: i64) -> Bill:
    """The cost of the chosen ghosts after this roll and previous payments."""
    by_dice: i64 = 0
    tokens_only: i64 = 0
    spaces = FACING[s.at[s.active]]
    for index in range(len(spaces)):
        if (chosen >> index) & 1:
            space = spaces[index]
            if ABILITIES[s.ghosts[space]] & DICE_IMMUNE:
                tokens_only += needed(s, space, weak)
            else:
                by_dice += needed(s, space, weak)
    rolled: i64 = 0
    paid: i64 = 0
    white: i64 = 0
    for face in s.dice:
        if face >= PAID:
            paid += symbols.one(face - PAID)
        elif face == WHITE:
            white += 1
        else:
            rolled += symbols.one(face)
    return Bill(by_dice, tokens_only, rolled, white if white_is_wild(s) else 0, paid)


def tokens_at_hand(s: State) -> i64:
    """Tao tokens that the active Taoist may spend: none while Tao is locked (GS-5.4)."""
    if s.abilities & LOCK_TAO:
        return 0
    return tokens_here(s)


def tokens_here(s: State) -> i64:
    """The active Taoist's own Tao tokens and those of Taoists on the same tile (GS-6.4)."""
    tokens: i64 = 0
    place = s.at[s.active]
    for board in range(4):
        if s.at[board] == place and s.living(board):
            for color in range(5):
                tokens += s.tao[5 * board + color] << (8 * color)
    return tokens


def _banish(s: State, chosen: i64) -> None:
    """GS-6.5: the ghosts go; then all curses, then all rewards, then perhaps victory (GS-13.1)."""
    s.dice = vec[i64]()
    spaces = FACING[s.at[s.active]]
    gone = vec[i64]()
    cursing = vec[i64]()
    for index in range(len(spaces)):
        if (chosen >> index) & 1:
            space = spaces[index]
            card: i64 = s.ghosts[space]
            gone = append(gone, card)
            if ABILITIES[card] & PARTING_CURSE:
                cursing = append(cursing, space)
            discard_banished(s, card, space)
    if all_incarnations_banished(s):
        s.push(steps.VICTORY)
    for back in range(len(gone)):
        s.push(steps.REWARD, gone[len(gone) - 1 - back])
    for back in range(len(cursing)):
        roll_curse(s, s.active, cursing[len(cursing) - 1 - back])


def discard_banished(s: State, card: i64, space: i64) -> None:
    """Remove the ghost, and count an incarnation as banished."""
    s.emit(ev.GHOST_BANISHED, card, space, s.active)
    if is_incarnation(card):
        s.banished |= incarnation_bit(card)
    remove_ghost(s, space)


def _gain_yin_yang(s: State, board: i64) -> None:
    s.yin_yang |= 1 << board
    s.emit(ev.YIN_YANG_GAINED, board)
