"""What can be wrong with what somebody gives us."""

from __future__ import annotations


class IllegalAction(ValueError):
    """An action that is not legal here; the state has not been changed."""


class BrokenText(ValueError):
    """A position, action or record that cannot be read; the message says where and why."""
