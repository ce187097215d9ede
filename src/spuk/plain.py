"""`SPUK_PLAIN=1` runs everything as ordinary Python, even where compiled modules are installed.

Debuggers and coverage see only ordinary Python, and the tests compare both ways.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import (
    SOURCE_SUFFIXES,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from types import ModuleType


class _SourceOnly(MetaPathFinder):
    """Finds the modules of this package as .py files only."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith("spuk.") or path is None:
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname)
            if spec is not None:
                return spec
        return None


if os.environ.get("SPUK_PLAIN", "") not in ("", "0"):
    sys.meta_path.insert(0, _SourceOnly())
