"""The message if the toolkit of an environment is not installed."""

from __future__ import annotations


def missing(extra: str, error: ModuleNotFoundError) -> ModuleNotFoundError:
    """The same error, with instructions."""
    told = f"{error.name} is not installed: pip install 'spuk[{extra}]'"
    return ModuleNotFoundError(told, name=error.name, path=error.path)
