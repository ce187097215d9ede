"""Runs the scenarios, each on a cluster that the ones before have left; says what it does."""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.machines.network import INSIDE, NoNamespaces, enter, prepare


def main() -> int:
    """Inside: run; outside: go inside first."""
    options = argparse.ArgumentParser(prog="python -m tests.machines", description=__doc__)
    options.add_argument("--short", action="store_true", help="three scenarios, as in CI")
    options.add_argument(
        "--only", action="append", default=[], help="a scenario (more than once for several)"
    )
    options.add_argument("--keep", action="store_true", help="print the servers' logs at the end")
    chosen = options.parse_args()
    if not os.environ.get(INSIDE):
        try:
            return enter(sys.argv[1:])
        except NoNamespaces as reason:
            print(f"Spuk: {reason}", file=sys.stderr)
            return 2
    return inside(chosen)


def inside(chosen: argparse.Namespace) -> int:
    """In namespaces of our own."""
    from tests.machines.cluster import HOST, Cluster
    from tests.machines.scenarios import SCENARIOS, SHORT, say

    names = chosen.only or (SHORT if chosen.short else list(SCENARIOS))
    unknown = [name for name in names if name not in SCENARIOS]
    if unknown:
        print(f"Spuk: there is no scenario {unknown[0]!r}; there are {', '.join(SCENARIOS)}", file=sys.stderr)
        return 2
    prepare()
    with tempfile.TemporaryDirectory(prefix="spuk-machines-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        hosts = folder / "hosts"
        hosts.write_text(f"127.0.0.1 localhost\n10.77.0.5 {HOST}\n", encoding="utf-8")
        subprocess.run(["mount", "--bind", str(hosts), "/etc/hosts"], check=True)
        began = time.monotonic()
        say("two servers, a database with a replica, and nginx …")
        cluster = Cluster(folder)
        say(f"    ready after {time.monotonic() - began:.1f} s")
        try:
            for number, scenario in enumerate(names, 1):
                what = SCENARIOS[scenario]
                say(f"{number}/{len(names)} {scenario}: {(what.__doc__ or '').strip().splitlines()[0]}")
                before = time.monotonic()
                asyncio.run(what(cluster, 0.5 if chosen.short else 1.0))
                took = time.monotonic() - before
                say(f"    {took:.1f} s; {cluster.connections()} connections to the database")
        except BaseException:
            _show(folder)
            raise
        if chosen.keep:
            _show(folder)
        subprocess.run(["umount", "/etc/hosts"], check=True)
    say(f"all of it held, in {time.monotonic() - began:.0f} s")
    return 0


def _show(folder: Path) -> None:
    for log in sorted([*folder.glob("*.log"), *folder.glob("db*/log"), *folder.glob("nginx/error.log")]):
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        print(f"── {log.relative_to(folder)}", *lines[-25:], sep="\n", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
