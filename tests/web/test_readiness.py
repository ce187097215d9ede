"""Alive and ready are two things; asking for either costs the database next to nothing."""

from __future__ import annotations

import asyncio

import pytest
from tests.web.house import House, visit

from spuk.store.contract import FULL, READ_ONLY, Unavailable

SECRET = "could not write /srv/spuk/tables.db as hugo@db.internal"


def test_a_database_that_cannot_be_written_is_not_ready_but_alive(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("spuk.server.readiness._KEPT", 0.0)

    async def story(house: House) -> None:
        ann = house.guest()
        for path in ("/ready", "/api/v1/ready", "/health", "/api/v1/health"):
            assert (await ann.http.get(path)).status_code == 200
        wrong = Unavailable(SECRET, FULL)

        async def fail() -> None:
            raise wrong

        monkeypatch.setattr(house.server.store, "check", fail)
        for why, word in ((FULL, "full"), (READ_ONLY, "read-only")):
            wrong.why = why
            answer = await ann.http.get("/ready")
            assert answer.status_code == 503
            assert word in answer.json()["sentence"]
            assert "hugo" not in answer.text
        assert (await ann.http.get("/health")).json()["status"] == "ok"
        assert SECRET in caplog.text  # the host can read it

    visit(sqlite, story)


def test_many_questions_are_one_try(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = 0

    async def story(house: House) -> None:
        real = house.server.store.check

        async def counted() -> None:
            nonlocal tries
            tries += 1
            await real()

        monkeypatch.setattr(house.server.store, "check", counted)
        ann = house.guest()
        answers = await asyncio.gather(*(ann.http.get("/ready") for _ in range(50)))
        assert {answer.status_code for answer in answers} == {200}
        assert tries == 1

    monkeypatch.setattr("spuk.server.readiness._KEPT", 1000.0)
    visit(sqlite, story)


def test_a_database_that_does_not_answer_is_not_ready(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spuk.server.readiness._PATIENCE", 0.05)

    async def story(house: House) -> None:
        hangs = asyncio.Event()
        tries = 0

        async def hang() -> None:
            nonlocal tries
            tries += 1
            await hangs.wait()

        monkeypatch.setattr(house.server.store, "check", hang)
        ann = house.guest()
        for _ in range(3):
            assert (await ann.http.get("/ready")).status_code == 503
        assert tries == 1  # no second try before the first has ended
        hangs.set()
        await asyncio.sleep(0)
        assert (await ann.http.get("/ready")).status_code == 200

    visit(sqlite, story)
