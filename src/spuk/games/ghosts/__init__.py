"""Ghosts: the rules of `docs/rules/ghosts.md`, one module per section."""
