"""The exact odds of an exorcism (GS-6.3, GS-6.4), by counting all rolls.

Every goal (this ghost, at least one, all, as many as possible) is calculated on its own, and each time the
player does the best for that goal: which dice to reroll (GS-8.6), which colour the Mantra takes, which ghosts
to banish with which tokens, what to keep for a second exorcism (GS-8.8). Between two exorcisms, the effects
of a banished ghost end and its Tao reward is taken; its Curse die counts as blank.
"""

from __future__ import annotations

from spuk.games.ghost_stories.odds.answer import Odds, Target
from spuk.games.ghost_stories.odds.position import odds
from spuk.games.ghost_stories.odds.question import exorcism_odds

__all__ = ["Odds", "Target", "exorcism_odds", "odds"]
