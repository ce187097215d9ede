"""The Yang phase (GS-6, GS-8): one menu of everything the active Taoist may do next.

The order move → action → Buddhas is kept by `State.stage`; Yin-Yang and Power tokens fit between.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.games.ghost_stories import actions as act
from spuk.games.ghost_stories import events as ev
from spuk.games.ghost_stories import steps
from spuk.games.ghost_stories.board import (
    ADJACENT,
    BOTTOMLESS_POCKETS,
    CENTRE,
    DANCE_OF_THE_SPIRES,
    DANCE_OF_THE_TWIN_WINDS,
    ENFEEBLEMENT_MANTRA,
    EVERYWHERE,
    FACING,
    HEAVENLY_GUST,
    MANTRA_RESTS,
    NOWHERE,
    SECOND_WIND,
    SPACES,
)
from spuk.games.ghost_stories.exorcism import begin_exorcism, targets
from spuk.games.ghost_stories.life import restore_place
from spuk.games.ghost_stories.state import (
    AFTER_ACTION,
    AFTER_MOVE,
    BEFORE_MOVE,
    NOBODY,
    PLACING_BUDDHAS,
    PLAYER,
    State,
    Step,
    register,
)
from spuk.games.ghost_stories.tao import gain_tao
from spuk.games.ghost_stories.villagers import ask, can_help

# The last stage in which each power can still be put to use (GS-8): when it has passed, no Power
# token can be spent on it. The green powers may matter until the turn ends.
_LAST_STAGE: Final[vec[i64]] = vec[i64](
    [
        BEFORE_MOVE,  # Bottomless Pockets
        BEFORE_MOVE,  # Enfeeblement Mantra
        AFTER_ACTION,  # Heavenly Gust
        AFTER_ACTION,  # Second Wind
        PLACING_BUDDHAS,  # the Gods' Favorite
        PLACING_BUDDHAS,  # Strength of a Mountain
        BEFORE_MOVE,  # Dance of the Spires
        BEFORE_MOVE,  # Dance of the Twin Winds, where it comes after the move: see _last_stage
    ]
)


@final
class _BeginYang(Step):
    """Only a living Taoist has a Yang phase (GS-4.6, GS-10.1)."""

    def run(self, s: State, arg: i64) -> None:
        if s.living(s.active):
            s.stage = BEFORE_MOVE
            s.used = 0
            s.push(steps.YANG)


@final
class _Yang(Step):
    """GS-6.1: what the active Taoist does next."""

    def options(self, s: State, arg: i64) -> vec[i64]:
        if not s.living(s.active):
            return vec[i64]([act.END_TURN])
        options = _end_or_move(s)
        if s.stage == BEFORE_MOVE:
            options = _add_powers_before_the_move(s, options)
        if s.stage <= _twin_winds_stage(s):
            options = _add_twin_winds(s, options)
        if s.stage <= AFTER_ACTION:
            if _may_ask(s):
                options = append(options, act.HELP)
            if _may_exorcise(s):
                options = append(options, act.EXORCISE)
        if s.buddhas_held[s.active] > s.fresh_buddhas:
            options = _add_buddhas(s, options)
        if (s.yin_yang >> s.active) & 1:
            options = _add_yin_yang(s, options)
        if s.power_tokens[s.active] > 0:
            options = _add_power_tokens(s, options)
        return options

    def take(self, s: State, arg: i64, action: i64) -> None:
        if action == act.END_TURN:
            s.push(steps.RETAKE)
            return
        s.push(steps.YANG)
        if action < act.HELP:  # the verbs of this menu follow each other in the action space
            _move(s, action - act.MOVE)
        elif action == act.HELP:
            _ask_here(s)
        elif action == act.EXORCISE:
            _exorcise(s)
        elif action < act.YIN_YANG_HELP:
            _place_buddha(s, action - act.PLACE_BUDDHA)
        elif action < act.YIN_YANG_RESTORE:
            _spend_yin_yang(s)
            ask(s, s.village[action - act.YIN_YANG_HELP])
        elif action < act.POCKETS:
            _spend_yin_yang(s)
            restore_place(s, action - act.YIN_YANG_RESTORE)
        elif action < act.MANTRA:
            s.used |= 1 << BOTTOMLESS_POCKETS
            gain_tao(s, s.active, action - act.POCKETS)
        elif action < act.TWIN_WINDS:
            _place_mantra(s, action - act.MANTRA)
        elif action < act.TWIN_WINDS_TO:
            _begin_twin_winds(s, action - act.TWIN_WINDS)
        elif action < act.TAKE_POWER_TOKENS:
            _borrow(s, action - act.USE_POWER_TOKEN)
        else:
            raise AssertionError(f"{action} is not possible in the Yang phase")


@final
class _Carry(Step):
    """GS-8.4: the other Taoist goes to an adjacent tile."""

    def sound(self, s: State, arg: i64) -> bool:
        return 0 <= arg < 4 and s.living(arg) and arg != s.active

    def options(self, s: State, arg: i64) -> vec[i64]:
        return vec[i64]([act.TWIN_WINDS_TO + place for place in ADJACENT[s.at[arg]]])

    def take(self, s: State, arg: i64, action: i64) -> None:
        s.at[arg] = action - act.TWIN_WINDS_TO
        s.emit(ev.TAOIST_MOVED, arg, s.at[arg])


@final
class _Retake(Step):
    """GS-6.8: a living Taoist who ends the turn in the centre may take Power tokens there."""

    def options(self, s: State, arg: i64) -> vec[i64]:
        if s.centre_tokens == 0 or not s.living(s.active) or s.at[s.active] != CENTRE:
            return vec[i64]()
        return vec[i64]([act.TAKE_POWER_TOKENS + number for number in range(s.centre_tokens + 1)])

    def take(self, s: State, arg: i64, action: i64) -> None:
        number: i64 = action - act.TAKE_POWER_TOKENS
        s.centre_tokens -= number
        s.power_tokens[s.active] += number
        s.emit(ev.POWER_TOKENS_TAKEN, s.active, number)


register(steps.BEGIN_YANG, _BeginYang(NOBODY))
register(steps.YANG, _Yang(PLAYER))
register(steps.CARRY, _Carry(PLAYER))
register(steps.RETAKE, _Retake(PLAYER))


# ── what may be done ────────────────────────────────────────────────────────────────────────


def _end_or_go(places: vec[i64]) -> vec[i64]:
    options = vec[i64]([act.END_TURN])
    for place in places:
        options = append(options, act.MOVE + place)
    return options


_WALKS: Final[vec[vec[i64]]] = vec[vec[i64]]([_end_or_go(places) for places in ADJACENT])
_FLIGHTS: Final[vec[vec[i64]]] = vec[vec[i64]]([_end_or_go(places) for places in EVERYWHERE])


def _end_or_move(s: State) -> vec[i64]:
    """GS-6.1, GS-8.3: a new list, made in one go because it is made so often."""
    if s.stage > BEFORE_MOVE:
        return vec[i64]([act.END_TURN])
    here: i64 = s.at[s.active]
    if s.has_power(s.active, DANCE_OF_THE_SPIRES):
        return _FLIGHTS[here][:]
    return _WALKS[here][:]


def _add_powers_before_the_move(s: State, options: vec[i64]) -> vec[i64]:
    """GS-8.1, GS-8.2."""
    if _unused(s, BOTTOMLESS_POCKETS):
        for color in range(5):
            if s.supply(color) > 0:
                options = append(options, act.POCKETS + color)
    if _unused(s, ENFEEBLEMENT_MANTRA) and not (s.used >> MANTRA_RESTS) & 1:
        for space in range(SPACES):
            if s.ghosts[space] > 0 and space != s.mantra:
                options = append(options, act.MANTRA + space)
    return options


def _add_twin_winds(s: State, options: vec[i64]) -> vec[i64]:
    """GS-8.4."""
    if _unused(s, DANCE_OF_THE_TWIN_WINDS):
        for board in range(4):
            if board != s.active and s.living(board):
                options = append(options, act.TWIN_WINDS + board)
    return options


def _twin_winds_stage(s: State) -> i64:
    return AFTER_MOVE if s.setup.edition.twin_winds_after_move else BEFORE_MOVE


def _unused(s: State, power: i64) -> bool:
    return not (s.used >> power) & 1 and s.has_power(s.active, power)


def _may_ask(s: State) -> bool:
    """An action is left for it, the tile is active (GS-6.2) and the help would do something (GS-11.10)."""
    here: i64 = s.at[s.active]
    if (s.haunted >> here) & 1 or not action_left(s, s.helps, s.exorcisms):
        return False
    return can_help(s, s.village[here])


def _may_exorcise(s: State) -> bool:
    """An action is left for it and there is a ghost to exorcise (GS-6.3)."""
    return targets(s) != 0 and action_left(s, s.exorcisms, s.helps)


def action_left(s: State, same: i64, other: i64) -> bool:
    """One action a turn; the blue powers give a second one (GS-8.7, GS-8.8)."""
    if same + other == 0:
        return True
    if same == 0:
        return s.has_power(s.active, HEAVENLY_GUST)
    if same == 1 and other == 0 and s.action_place == s.at[s.active]:
        return s.has_power(s.active, SECOND_WIND)
    return False


def _add_buddhas(s: State, options: vec[i64]) -> vec[i64]:
    """GS-6.7."""
    for space in FACING[s.at[s.active]]:
        if s.ghosts[space] == 0 and not (s.buddhas >> space) & 1:
            options = append(options, act.PLACE_BUDDHA + space)
    return options


def _add_yin_yang(s: State, options: vec[i64]) -> vec[i64]:
    """GS-6.6."""
    for place in range(9):
        if (s.haunted >> place) & 1:
            options = append(options, act.YIN_YANG_RESTORE + place)
        elif can_help(s, s.village[place]):
            options = append(options, act.YIN_YANG_HELP + place)
    return options


def _add_power_tokens(s: State, options: vec[i64]) -> vec[i64]:
    """GS-8.9: in one edition only before one's own power (GS-12)."""
    if s.setup.edition.power_token_before_own_power and (s.used >> s.powers[s.active]) & 1:
        return options
    for board in range(4):
        lends = s.neutral(board) and s.power_active(board) and not (s.borrowed >> board) & 1
        if lends and s.stage <= _last_stage(s, s.powers[board]):
            options = append(options, act.USE_POWER_TOKEN + board)
    return options


def _last_stage(s: State, power: i64) -> i64:
    if power == DANCE_OF_THE_TWIN_WINDS:
        return _twin_winds_stage(s)
    return _LAST_STAGE[power]


# ── doing it ────────────────────────────────────────────────────────────────────────────────


def _move(s: State, place: i64) -> None:
    if place not in ADJACENT[s.at[s.active]]:
        s.used |= 1 << DANCE_OF_THE_SPIRES
    s.at[s.active] = place
    s.stage = AFTER_MOVE
    s.emit(ev.TAOIST_MOVED, s.active, place)


def _ask_here(s: State) -> None:
    _begin_action(s)
    s.helps += 1
    ask(s, s.village[s.at[s.active]])


def _exorcise(s: State) -> None:
    _begin_action(s)
    s.exorcisms += 1
    begin_exorcism(s)


def _begin_action(s: State) -> None:
    if s.action_place == NOWHERE:
        s.action_place = s.at[s.active]
    else:
        s.used |= 1 << HEAVENLY_GUST | 1 << SECOND_WIND
    s.stage = AFTER_ACTION


def _place_buddha(s: State, space: i64) -> None:
    s.buddhas_held[s.active] -= 1
    s.buddhas |= 1 << space
    s.stage = PLACING_BUDDHAS
    s.emit(ev.BUDDHA_PLACED, s.active, space)


def _spend_yin_yang(s: State) -> None:
    s.yin_yang &= ~(1 << s.active)
    s.emit(ev.YIN_YANG_USED, s.active)


def _place_mantra(s: State, space: i64) -> None:
    s.used |= 1 << ENFEEBLEMENT_MANTRA
    s.mantra = space
    s.emit(ev.MANTRA_PLACED, space)


def _begin_twin_winds(s: State, board: i64) -> None:
    s.used |= 1 << DANCE_OF_THE_TWIN_WINDS
    if s.setup.edition.twin_winds_after_move:
        s.stage = AFTER_MOVE
    s.push(steps.CARRY, board)


def _borrow(s: State, board: i64) -> None:
    s.power_tokens[s.active] -= 1
    s.centre_tokens += 1
    s.borrowed |= 1 << board
    s.emit(ev.POWER_BORROWED, s.active, board)
