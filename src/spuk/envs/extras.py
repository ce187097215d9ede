"""What to say when an environment is asked for whose toolkit is not installed."""

from __future__ import annotations


def missing(extra: str, error: ModuleNotFoundError) -> ModuleNotFoundError:
    """The same error, with the way out."""
    told = f"{error.name} is not installed: pip install 'spuk[{extra}]'"
    return ModuleNotFoundError(told, name=error.name, path=error.path)
