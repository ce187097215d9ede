"""Ghosts: the rules of `docs/rules/ghosts.md`, one room per section."""
