"""Names the server answers to, and what people bring along under which names."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest
from tests.postgres import Postgres
from tests.web.house import House, visit
from tests.web.live import Live, act, solo_table

import spuk
from spuk.language.catalog import say
from spuk.language.languages import LANGUAGES
from spuk.server.hosts import HostNames
from spuk.server.limits import RATES, Rate
from spuk.server.settings import Settings, read_settings
from spuk.table.errors import Refused

MACHINE = socket.gethostname()


@pytest.mark.parametrize(
    "host",
    [
        "",
        "localhost",
        "localhost:8017",
        "LocalHost.:8017",
        "spuk.localhost",
        "127.0.0.1:8017",
        "192.168.1.5:8017",
        "[::1]:8017",
        "[fe80::1%25eth0]:8017",
        MACHINE,
        f"{MACHINE}.local:8017",
    ],
)
def test_addresses_and_names_of_this_machine_work_out_of_the_box(host: str) -> None:
    HostNames(Settings()).check(host)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8017",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "[",
        "x" * 9999,
    ],
)
def test_foreign_names_are_refused(host: str) -> None:
    for settings in (Settings(), Settings(public_url="https://spuk.example.org")):
        with pytest.raises(Refused) as refused:
            HostNames(settings).check(host)
        assert (refused.value.status, refused.value.code) == (421, "wrong_host")


def test_names_can_be_configured() -> None:
    names = HostNames(
        Settings(public_url="https://Spuk.example.org/", host_names="spuk.lan, Spuk.Home.", host="pi")
    )
    for host in ("spuk.example.org", "spuk.lan:80", "SPUK.HOME", "pi:8017"):
        names.check(host)
    HostNames(Settings(host_names="*")).check("anything.example")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("host", ["evil.example:8017", "[", "a b", "x" * 300])
def test_a_person_who_came_by_a_foreign_name_is_told_so_on_a_page(sqlite: str, lang: str, host: str) -> None:
    async def story(house: House) -> None:
        asks = {"Host": host, "Accept": "text/html", "Accept-Language": lang}
        for path in ("/", "/t/nowhere?key=secret", "/api/tables"):
            answer = await house.guest().http.get(path, headers=asks)
            assert answer.status_code == 421
            assert answer.headers["content-type"].startswith("text/html")
            assert "default-src 'none'" in answer.headers["content-security-policy"]
            assert f'<html lang="{lang}"' in answer.text
            assert say(lang, "ui.refused.wrong_host") in answer.text
            assert 'class="act first"' not in answer.text, "the start page has another name"
        style = next(part for part in answer.text.split('"') if part.endswith("look.css"))
        found = await house.guest().http.get(style, headers=asks)
        assert found.status_code == 200, "the page is drawn under that name, too"

    visit(sqlite, story, host_names="")


def test_other_refusals_before_a_request_is_read_are_pages_too_and_short_for_who_asks_too_much(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        ann = house.guest().http
        asks = {"Accept": "text/html", "Accept-Language": "pl"}
        long = await ann.get("/?" + "x" * 5000, headers=asks)
        assert (long.status_code, long.headers["connection"]) == (414, "close")
        assert say("pl", "ui.refused.too_large") in long.text and 'href="/"' in long.text
        foreign = await ann.post("/lang", headers={**asks, "Origin": "https://evil.example"})
        assert foreign.status_code == 403 and say("pl", "ui.refused.cross_site") in foreign.text
        monkeypatch.setitem(RATES, "requests", Rate(0, 0.01))
        hasty = await house.guest().http.get("/", headers=asks)
        assert (hasty.status_code, hasty.json()["limit"]) == (429, "requests")

    visit(sqlite, story, rate_limit=1.0)


def test_another_site_cannot_pose_as_ours(sqlite: str) -> None:
    """DNS rebinding: the name leads here, and the browser takes the site for its own."""

    async def story(house: House) -> None:
        ann, state = await house.solo()
        evil = {"Host": "evil.example:8017", "Origin": "http://evil.example:8017"}
        for method, path in (("GET", f"/tables/{state['id']}"), ("POST", "/tables"), ("GET", "/me")):
            refused = await ann.ask(method, path, headers=evil)
            assert (ann.last.status_code, refused["code"]) == (421, "wrong_host")
            assert "--host-names evil.example" in refused["sentence"]
        assert (await ann.http.get("/", headers={"Host": "evil.example"})).status_code == 421
        assert (await ann.http.get("/", headers={"Host": "192.168.1.5:8017"})).status_code == 200

    visit(sqlite, story)


# ── names and texts that people bring along ─────────────────────────────────────────────────

EVIL = "a\ud800\x00\u202e\u2066\u200bb\n\u2028c"


def test_names_in_a_record_are_cleaned_like_all_others(database: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        record = spuk.Record("ghosts", {"players": 3}, players=[EVIL, "\u202e", "x" * 5000]).as_data()
        for then in ("look", "play"):
            form = {"text": json.dumps(record), "then": then}
            brought = await ann.http.post("/records", data=form)
            assert brought.status_code == 303, brought.text
            page = await ann.http.get(brought.headers["location"])
            assert page.status_code == 200
            id = brought.headers["location"].split("/")[2]
            names = [seat["name"] for seat in (await ann.get(f"/tables/{id}"))["seats"]]
            if then == "look":
                assert names == ["abc", "Player 2", "x" * 40]
            for text in (page.text, (await ann.http.get("/games")).text):
                assert not set(text) & set("\x00\u202e\u2066\u200b\u2028")

    visit(database, story)


def test_the_name_in_the_form_of_a_new_table_is_cleaned(database: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        form = {"game": "ghosts", "seat0": "me", "name0": "A\x00n\u202en", "seat1": "free"}
        assert (await ann.http.post("/new", data=form)).status_code == 303
        assert await ann.get("/me") == {"name": "Ann"}

    visit(database, story)


# ── passwords ───────────────────────────────────────────────────────────────────────────────


def test_the_database_url_can_be_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("postgresql://spuk:secret@db/spuk\n")
    environment = {"SPUK_DATABASE_URL_FILE": str(file)}
    assert read_settings({}, environment).database() == "postgresql://spuk:secret@db/spuk"
    assert read_settings({"database_url": "sqlite:///x.db"}, environment).database() == "sqlite:///x.db"
    with pytest.raises(ValueError, match="No such file"):
        read_settings({}, {"SPUK_DATABASE_URL_FILE": str(tmp_path / "none")}).database()


@pytest.mark.parametrize("way", ["file", "passfile", "variable"])
def test_a_password_needs_no_command_line(tmp_path: Path, way: str) -> None:
    database = Postgres()
    live = None
    try:
        url = database.new_database()
        name = url.rpartition("/")[2]
        database.require_password("guarded", "geheim")
        bare = f"postgresql://guarded@127.0.0.1:{database.port}/{name}"
        settings: dict[str, Any] = {}
        if way == "file":
            (tmp_path / "url").write_text(bare.replace("guarded", "guarded:geheim"))
            settings["database_url_file"], bare = tmp_path / "url", ""
        elif way == "passfile":
            (tmp_path / "pgpass").write_text(f"127.0.0.1:{database.port}:*:guarded:geheim\n")
            (tmp_path / "pgpass").chmod(0o600)
        given = {"passfile": {"PGPASSFILE": str(tmp_path / "pgpass")}, "variable": {"PGPASSWORD": "geheim"}}
        with pytest.MonkeyPatch.context() as patch:
            for variable, value in given.get(way, {}).items():
                patch.setenv(variable, value)
            live = Live(tmp_path, bare, **settings)
        with live.client() as http:
            assert act(http, solo_table(http)).status_code == 200
        command = Path(f"/proc/{live.process.pid}/cmdline").read_bytes()
        assert b"geheim" not in command
    finally:
        if live is not None:
            live.stop()
        database.remove()


def test_a_password_on_the_command_line_is_warned_about(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from spuk import cli

    monkeypatch.setattr("spuk.server.local_server.serve", lambda *_: None)
    for url, warned in (("postgresql://a:b@c/d", True), ("postgresql://a@c/d", False)):
        cli.app(["serve", "--database-url", url, "--lang", "en", "--no-browser"], standalone_mode=False)
        assert ("SPUK_DATABASE_URL_FILE" in capsys.readouterr().err) == warned


def test_a_wrong_url_is_not_repeated_with_its_password() -> None:
    from spuk.store.sql import database_url

    with pytest.raises(ValueError) as wrong:
        database_url("mysql://spuk:secret@db/spuk")
    assert "secret" not in str(wrong.value)
