"""Our own games keep the contract that every game keeps (`spuk.testing`)."""

from __future__ import annotations

import spuk
from spuk.testing import GameContract


class TestGhostStories(GameContract):
    pack = spuk.pack("ghost-stories")


class TestGhosts(GameContract):
    pack = spuk.pack("ghosts")
