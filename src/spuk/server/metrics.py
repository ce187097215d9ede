"""Metrics for operators, in the text format of Prometheus.

A hundred lines of our own instead of a package: counting takes less than a microsecond, and several server
processes need no shared files. Labels come from small fixed sets, never from what visitors send, so the
number of series stays small and reveals nothing about tables or people.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the classes, for requests and the database."""
LONG_SECONDS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
"""The same for bots, which think."""

Values = Mapping[Any, float]
"""By a tuple of labels."""
Labels = Sequence[tuple[str, str]]


class Sample(NamedTuple):
    """One line."""

    suffix: str
    labels: Labels
    value: float


class Family(NamedTuple):
    """All lines of one name."""

    name: str
    kind: str
    about: str
    samples: Sequence[Sample]


class Counter:
    """A counter for each combination of labels."""

    def __init__(self, name: str, about: str, *labels: str) -> None:
        self._name = name
        self._about = about
        self._labels = labels
        self._values: dict[tuple[str, ...], float] = {} if labels else {(): 0.0}

    def add(self, *labels: str, by: float = 1.0) -> None:
        """So many more."""
        self._values[labels] = self._values.get(labels, 0.0) + by

    def family(self) -> Family:
        """As it is now."""
        samples = [Sample("", _pairs(self._labels, key), value) for key, value in self._values.items()]
        return Family(self._name, "counter", self._about, samples)


class Histogram:
    """How often something took how long."""

    def __init__(self, name: str, about: str, *labels: str, bounds: Sequence[float] = SECONDS) -> None:
        self._name = name
        self._about = about
        self._labels = labels
        self._bounds = tuple(bounds)
        self._found: dict[tuple[str, ...], list[float]] = {}
        """By labels: the count of each class, the last one unbounded; then the sum."""

    def observe(self, seconds: float, *labels: str) -> None:
        """Once more."""
        found = self._found.get(labels)
        if found is None:
            found = self._found[labels] = [0.0] * (len(self._bounds) + 2)
        found[bisect_left(self._bounds, seconds)] += 1
        found[-1] += seconds

    def family(self) -> Family:
        """As it is now."""
        samples: list[Sample] = []
        for key, found in self._found.items():
            labels, total = _pairs(self._labels, key), 0.0
            for bound, count in zip([*map(_number, self._bounds), "+Inf"], found[:-1], strict=True):
                total += count
                samples.append(Sample("_bucket", [*labels, ("le", bound)], total))
            samples += [Sample("_sum", labels, found[-1]), Sample("_count", labels, total)]
        return Family(self._name, "histogram", self._about, samples)


def gauge(name: str, about: str, values: Values | float, *labels: str) -> Family:
    """A value that is looked up only on request."""
    found = values if isinstance(values, Mapping) else {(): float(values)}
    samples = [Sample("", _pairs(labels, key), value) for key, value in found.items()]
    return Family(name, "gauge", about, samples)


def _pairs(names: Sequence[str], values: Sequence[str]) -> Labels:
    return list(zip(names, values, strict=True))


class Metrics:
    """The metrics of one server process."""

    def __init__(self) -> None:
        self.requests = Counter("spuk_http_requests_total", "Requests answered.", "method", "route", "status")
        self.request_seconds = Histogram(
            "spuk_http_request_seconds", "Time to answer a request, streams left out.", "route"
        )
        self.sent_bytes = Counter("spuk_http_response_bytes_total", "Bytes of response bodies.")
        self.rejected = Counter("spuk_rejected_total", "Requests over a limit, by its name.", "limit")
        self.turned_away = Counter(
            "spuk_connections_turned_away_total", "Connections ended before they had a request.", "status"
        )
        self.banned = Counter("spuk_banned_requests_total", "Requests of those who are banned.")
        self.actions = Counter("spuk_actions_total", "Decisions at tables, by who took them.", "by")
        self.tables = Counter("spuk_tables_created_total", "Tables made, by game.", "game")
        self.store_seconds = Histogram("spuk_store_seconds", "Time the database needed.", "operation")
        self.store_errors = Counter(
            "spuk_store_errors_total", "What the database could not do.", "operation", "reason"
        )
        self.store_conflicts = Counter("spuk_store_conflicts_total", "Writes that another process preceded.")
        self.job_wait = Histogram(
            "spuk_bot_job_wait_seconds", "Time a bot job waited.", "kind", bounds=LONG_SECONDS
        )
        self.job_seconds = Histogram(
            "spuk_bot_job_seconds", "Time a bot job took.", "kind", bounds=LONG_SECONDS
        )
        self.job_failures = Counter(
            "spuk_bot_job_failures_total", "Bots that failed, and bot processes that were lost.", "what"
        )
        self.loop_lag = Histogram("spuk_event_loop_lag_seconds", "How late the event loop gets to its work.")
        self.new_people = Counter("spuk_people_created_total", "New people.")

    def families(self) -> list[Family]:
        """Everything counted so far."""
        return [counted.family() for counted in vars(self).values()]


def exposition(workers: Mapping[str, Iterable[Family]]) -> str:
    """The metrics of all server processes, each line with the number of its process."""
    found: dict[str, tuple[Family, list[str]]] = {}
    for worker, families in workers.items():
        for family in families:
            lines = found.setdefault(family.name, (family, []))[1]
            lines += [_line(family.name, sample, worker) for sample in family.samples]
    text = []
    for family, lines in found.values():
        text += [f"# HELP {family.name} {family.about}", f"# TYPE {family.name} {family.kind}", *lines]
    return "\n".join(text) + "\n"


def _line(name: str, sample: Sample, worker: str) -> str:
    labels = ",".join(f'{key}="{_escaped(value)}"' for key, value in (*sample.labels, ("worker", worker)))
    return f"{name}{sample.suffix}{{{labels}}} {_number(sample.value)}"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


def from_json(data: Iterable[Sequence[object]]) -> list[Family]:
    """Families sent by another process."""
    found = []
    for name, kind, about, samples in data:
        assert isinstance(samples, list)
        lines = [Sample(suffix, [(k, v) for k, v in labels], value) for suffix, labels, value in samples]
        found.append(Family(str(name), str(kind), str(about), lines))
    return found
