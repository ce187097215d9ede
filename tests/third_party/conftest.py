"""Pig as a third party brings it: a package found by its entry points, or registered by a call."""

from __future__ import annotations

import sys
from pathlib import Path

SOURCE = Path(__file__).parent / "pig/src"
if str(SOURCE) not in sys.path:
    sys.path.append(str(SOURCE))
