"""Connections to PostgreSQL: which of several hosts, and who notices that the other side is gone."""

from __future__ import annotations

import asyncio
import socket
import time
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import Connection, text
from tests.postgres import Postgres, free_port

from spuk.store.connector import SILENCE, Connector
from spuk.store.contract import Card, NewRow, Unavailable
from spuk.store.sql import database_url, make_store

CARD = Card("open", True, "nobody", ())


def test_hosts_are_given_as_postgresql_writes_them() -> None:
    def hosts(given: str) -> Any:
        return database_url(given).query.get("host")

    assert hosts("postgresql://u@a,b/name") == ("a:5432", "b:5432")
    assert hosts("postgresql://u:p@a:1,[::1]:2/name?sslmode=require") == ("a:1", "[::1]:2")
    assert hosts("postgresql://u@a/name") is None
    assert database_url("postgresql://u:p@a:1,b:2/name").password == "p"
    assert "secret" not in database_url("postgresql://u:secret@a,b/n").render_as_string(hide_password=True)


@pytest.mark.parametrize("wrong", ["postgresql://u@a:x,b/name", "postgresql://u@a:x/name"])
def test_a_port_that_is_no_number_is_told_before_anything_begins(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"postgresql://user@host/name"):
        Connector(database_url(wrong))


def test_a_host_that_is_gone_or_says_nothing_is_left_out(postgres: Postgres) -> None:
    """A refused connection costs nothing, a silent host two seconds, and only the first time."""
    real = postgres.new_database()
    name = real.rpartition("/")[2]
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()  # takes connections, and never answers
        hosts = f"127.0.0.1:{free_port()},127.0.0.1:{silent.getsockname()[1]},127.0.0.1:{postgres.port}"
        connector = Connector(database_url(f"postgresql://spuk@{hosts}/{name}"))

        async def connect() -> float:
            began = time.monotonic()
            connection = await connector.connect()
            assert await connection.fetchval("SELECT current_database()") == name
            await connection.close()
            return time.monotonic() - began

        first, second = asyncio.run(connect()), asyncio.run(connect())
    assert first > 1.5
    assert second < 1.5


def test_a_host_that_can_only_be_read_is_left_out(postgres: Postgres) -> None:
    """As after a failover: here every host is one."""
    url = postgres.new_database().replace("127.0.0.1", "localhost,127.0.0.1", 1)
    hosts = url.replace("localhost,127.0.0.1:", f"localhost:{postgres.port},127.0.0.1:")
    connector = Connector(database_url(f"{hosts}?target_session_attrs=standby"))
    with pytest.raises(Exception, match=r"target|attribute"):
        asyncio.run(connector.connect())


def test_both_sides_look_whether_the_other_one_still_lives(postgres: Postgres) -> None:
    async def look() -> None:
        connection = await Connector(database_url(postgres.new_database())).connect()
        line = connection._transport.get_extra_info("socket")
        assert line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 1000 * SILENCE
        for name in ("tcp_user_timeout", "idle_in_transaction_session_timeout", "tcp_keepalives_idle"):
            assert await connection.fetchval(f"SHOW {name}") not in ("0", ""), name
        await connection.close()

    asyncio.run(look())


def test_a_server_that_hangs_in_a_transaction_does_not_keep_its_rows_locked(postgres: Postgres) -> None:
    """Its machine lost the network, or it was frozen: others can write to the table some seconds later."""
    url = postgres.new_database()

    async def story() -> float:
        store, hangs = make_store(url), make_store(url)
        await store.open()
        await store.append("t", 0, [NewRow("made", {})], CARD, at=1.0)

        def lock(connection: Connection) -> None:
            connection.execute(text("SELECT id FROM games FOR UPDATE"))

        engine = hangs._database._engine  # type: ignore[attr-defined]
        async with engine.connect() as held:
            await held.run_sync(lock)  # and there it stays
            began = time.monotonic()
            while True:
                try:
                    await store.append("t", 1, [NewRow("chat", {})], at=2.0)
                    break
                except Unavailable:
                    assert time.monotonic() - began < 25
            took = time.monotonic() - began
            await held.invalidate()
        await store.close()
        await hangs.close()
        return took

    assert asyncio.run(story()) < 20


def test_a_certificate_that_is_asked_for_is_asked_for_everywhere(postgres: Postgres) -> None:
    """`sslmode` means the same to those who write and to those who listen; this PostgreSQL has no TLS."""
    url = f"{postgres.new_database()}?sslmode=require"

    async def refused() -> None:
        with closing(socket.socket()):
            store = make_store(url)
            with pytest.raises(Unavailable, match="SSL"):
                await store.open()
            await store.close()

    asyncio.run(refused())
    allowed = make_store(url.replace("require", "prefer"))
    asyncio.run(_open_and_close(allowed))


async def _open_and_close(store: Any) -> None:
    await store.open(lambda table, number: None)
    await asyncio.sleep(0.5)
    assert store.silence() < 0.5
    await store.close()
