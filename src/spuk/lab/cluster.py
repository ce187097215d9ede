"""The same work on a Ray cluster: the same chunks, rows and log. Only the driver writes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import spuk
from spuk.lab.errors import Refused
from spuk.lab.log import Writer
from spuk.lab.order import Order, version_of
from spuk.lab.rows import Result, play_jobs
from spuk.lab.workers import PATIENCE, Ended, load_bots

AUTO: Final = "auto"
CHUNK_SECONDS: Final = 1.0
Answer = tuple[list[Result], Refused | None]
"""Finished games, and why no more can be played."""


def _play(order: Order, jobs: list[int], seconds: float) -> Answer:
    """What runs on the cluster. Bots are imported there: Ray passes on the driver's paths, not its files."""
    here = version_of(order.game)
    if order.version != here:
        raise RuntimeError(f"this node has spuk {here}, but the order needs {order.version}")
    spuk.game(order.game).check_rules(order.rules)
    results: list[Result] = []
    try:
        load_bots(order)
        results.extend(play_jobs(order, jobs, seconds))
    except Refused as refused:
        return results, refused
    return results, None


class Cluster:
    """A Ray cluster. If a task dies with its worker or node, we hand it out again, not Ray."""

    chunk_seconds = CHUNK_SECONDS

    def __init__(self, order: Order, directory: Path, workers: int | None, address: str) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # do not report usage to anyone
        # Ray would otherwise hide GPUs from tasks that ask for none, and warn that this will change.
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        try:
            import ray
        except ImportError:
            raise Refused("ui.lab.needs_cluster") from None
        self._ray: Any = ray
        self._ours = not ray.is_initialized()
        self._connect(address, workers)
        self._writer = Writer(directory, order)
        self._limit = workers
        self._order = ray.put(order)
        self._remote = ray.remote(max_retries=0, num_cpus=1)(_play)
        self._under_way: dict[Any, list[int]] = {}

    def _connect(self, address: str, workers: int | None) -> None:
        """`auto` is the cluster of this machine. If none is running, Ray starts one here."""
        if not self._ours:
            return
        quiet = {"logging_level": "ERROR", "log_to_driver": False}
        try:
            self._ray.init(address=address, **quiet)
        except (ConnectionError, ValueError, RuntimeError) as error:
            if address != AUTO:
                raise Refused("ui.lab.no_cluster", address=address, reason=error) from error
            self._ray.init(address="local", num_cpus=workers, include_dashboard=False, **quiet)

    def workers(self) -> int:
        """The number of processors the cluster has at the moment."""
        cpus = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        return min(cpus, self._limit or cpus)

    def free(self) -> int:
        """How many jobs could be taken now."""
        return self.workers() - len(self._under_way)

    def send(self, jobs: list[int]) -> None:
        """Hand out jobs to the cluster."""
        self._under_way[self._remote.remote(self._order, jobs, PATIENCE * CHUNK_SECONDS)] = jobs

    def wait(self, seconds: float) -> list[Ended]:
        """What has come back. Finished games go to the log first."""
        ready, _ = self._ray.wait(list(self._under_way), num_returns=1, timeout=seconds)
        return [self._answer(task) for task in ready]

    def _answer(self, task: Any) -> Ended:
        jobs = self._under_way.pop(task)
        try:
            results, refused = self._ray.get(task)
        except self._ray.exceptions.RayTaskError as error:  # our own code raised: no point in continuing
            raise Refused("ui.lab.cluster_trouble", reason=error.cause) from error
        except self._ray.exceptions.RayError:
            return Ended(jobs, died=True)
        for result in results:
            self._writer.keep(result)
        if refused is not None:
            raise refused
        return Ended(jobs, died=False)

    def stop(self) -> None:
        """Stop all work. A cluster that we did not start keeps running."""
        for task in self._under_way:
            self._ray.cancel(task, force=True)
        self._writer.close()
        if self._ours:
            self._ray.shutdown()
