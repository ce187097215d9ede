"""What a page tells about its own smoothness: layout shift, long tasks, click to update."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.browser.visitor import Visitor

WATCH: Final = """
window.measured = { shifts: [], tasks: [], updates: [] };
const note = (type, write) =>
  new PerformanceObserver((list) => list.getEntries().forEach(write)).observe({ type, buffered: true });
const named = (node) => !node ? '?' : node.id ? '#' + node.id
  : (node.nodeName || '') + '.' + (node.className?.baseVal ?? node.className ?? '');
note('layout-shift', (entry) => {
  if (entry.hadRecentInput) return;
  const what = entry.sources.map((source) => named(source.node)).slice(0, 3);
  window.measured.shifts.push({ at: entry.startTime, by: entry.value, what });
});
note('longtask', (entry) => window.measured.tasks.push(entry.duration));
let clicked = 0;
addEventListener('click', (event) => {
  if (event.target.closest('button[name=action]')) clicked = performance.now();
}, true);
document.addEventListener('spuk:table', () => {
  const since = clicked;
  clicked = 0;
  const told = () => window.measured.updates.push(performance.now() - since);
  if (since) requestAnimationFrame(() => setTimeout(told));
});
"""
"""To be run in a page before anything else."""
_GAP: Final = 1000
_BURST: Final = 5000


@dataclass(frozen=True)
class Shift:
    """Layout shift that no input caused."""

    worst: float
    """The worst burst: CLS, as web.dev counts it (1 s between shifts at most, 5 s together)."""
    whole: float
    """All of it."""
    by: dict[str, float]
    """What moved most."""


def shift_of(shifts: Sequence[Mapping[str, Any]]) -> Shift:
    """Add up what a page has noted."""
    worst = burst = 0.0
    began = last = -float("inf")
    by: Counter[str] = Counter()
    for shift in shifts:
        if shift["at"] - last > _GAP or shift["at"] - began > _BURST:
            began, burst = shift["at"], 0.0
        burst += shift["by"]
        last = shift["at"]
        worst = max(worst, burst)
        for what in shift["what"]:
            by[what] += shift["by"]
    whole = sum(shift["by"] for shift in shifts)
    most = {what: round(value, 3) for what, value in by.most_common(6)}
    return Shift(round(worst, 3), round(whole, 3), most)


_MOST_AT_ONCE: Final = 0.1
"""Layout shift in a burst: what web.dev calls good."""
_MOST_IN_A_GAME: Final = 0.15
"""All bursts of a game together; the longest games seen had 0.11."""


def watch(visitor: Visitor) -> None:
    """Have all pages that somebody opens from now on tell how smooth they are."""
    visitor.context.add_init_script(WATCH)


def nothing_was_pushed_about(visitor: Visitor) -> None:
    """Nothing on the page has moved that nobody touched."""
    shift = shift_of(visitor.page.evaluate("() => window.measured.shifts"))
    assert shift.worst <= _MOST_AT_ONCE, f"{visitor.look}: {shift}"
    assert shift.whole <= _MOST_IN_A_GAME, f"{visitor.look}: {shift}"
