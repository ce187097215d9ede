"""The command `spuk admin`. Quick to load: each command imports its code only when it runs."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import typer

from spuk.admin.errors import CannotDo
from spuk.admin.output import day, make_sure, print_json, print_rows, print_values, size
from spuk.language.catalog import say, say_number
from spuk.terminal.command_line import check_lang, fail, lang_option, option, said
from spuk.terminal.shell import language

T = TypeVar("T")
_IDS: Final = {"ignore_unknown_options": True}
"""Ids may begin with a hyphen."""

app = typer.Typer(help=said("ui.cli.admin"), no_args_is_help=True)
tables = typer.Typer(help=said("ui.cli.admin_tables"), no_args_is_help=True)
people = typer.Typer(help=said("ui.cli.admin_people"), no_args_is_help=True)
links = typer.Typer(help=said("ui.cli.admin_links"), no_args_is_help=True)
secrets = typer.Typer(help=said("ui.cli.admin_secrets"), no_args_is_help=True)
for _name, _part in (("tables", tables), ("people", people), ("links", links), ("secrets", secrets)):
    app.add_typer(_part, name=_name)

Url = Annotated[str | None, option("admin_database", "--database-url")]
Json = Annotated[bool, option("admin_json", "--json")]
Yes = Annotated[bool, option("admin_yes", "--yes")]
Lang = Annotated[str | None, lang_option()]
Limit = Annotated[int, option("admin_limit", "--limit", default=50)]
Reason = Annotated[str, option("admin_reason", "--reason")]


def _argument(id: str) -> Any:
    return typer.Argument(help=said(f"ui.cli.{id}"), show_default=False)


def _words(lang: str | None) -> str:
    check_lang(lang)
    return lang or language()


def _run(words: str, work: Callable[[], T]) -> T:
    """Run something. Errors become one line."""
    try:
        return work()
    except CannotDo as error:
        fail(error.words(words))


# ── tables ──────────────────────────────────────────────────────────────────────────────────


@tables.command("list", help=said("ui.cli.admin_tables_list"))
def list_tables(
    status: Annotated[str | None, option("admin_status", "--status")] = None,
    limit: Limit = 50,
    database_url: Url = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """All tables, last changed first."""
    from spuk.admin.database import with_database
    from spuk.admin.tables import list_tables as find
    from spuk.table.table import FINISHED, OPEN, PLAYING

    words, allowed = _words(lang), (OPEN, PLAYING, FINISHED)
    if status is not None and status not in allowed:
        fail(say(words, "ui.admin.wrong_status", given=status, allowed=", ".join(allowed)))
    found = _run(words, lambda: with_database(database_url, lambda db: find(db, status, limit)))
    if json:
        print_json(found)
        return
    print_rows(
        found,
        {
            "ui.admin.id": lambda row: row["id"],
            "ui.admin.game": lambda row: row["game"],
            "ui.admin.status": lambda row: row["status"],
            "ui.admin.changed": lambda row: day(row["changed_at"]),
            "ui.admin.rows": lambda row: row["rows"],
            "ui.admin.public": lambda row: _yes_no(row["public"], words),
            "ui.admin.seats": lambda row: ", ".join(row["seats"]),
            "ui.admin.title": lambda row: row["title"],
        },
        words,
    )


def _yes_no(value: bool, words: str) -> str:
    return say(words, "ui.yes" if value else "ui.no")


@tables.command("show", context_settings=_IDS, help=said("ui.cli.admin_tables_show"))
def show_table(
    table: Annotated[str, _argument("admin_table")],
    database_url: Url = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """One table, with its players and its chat."""
    from spuk.admin.database import with_database
    from spuk.admin.tables import show_table as look

    words = _words(lang)
    found = _run(words, lambda: with_database(database_url, lambda db: look(db, table)))
    if json:
        print_json(found)
        return
    print_values(
        {
            "ui.admin.id": found["id"],
            "ui.admin.game": found["game"],
            "ui.admin.title": found["title"],
            "ui.admin.status": found["status"],
            "ui.admin.public": _yes_no(found["public"], words),
            "ui.admin.created": day(found["created_at"]),
            "ui.admin.changed": day(found["changed_at"]),
            "ui.admin.rows": found["rows"],
            "ui.admin.damage": found["damage"] or say(words, "ui.no"),
        },
        words,
    )
    print()
    print_rows(
        found["seats"],
        {
            "ui.admin.seat": lambda row: row["seat"],
            "ui.admin.name": lambda row: row["name"] or row["bot"] or "",
            "ui.admin.person": lambda row: row["person"] or "",
        },
        words,
    )
    print()
    print_rows(found["people"], _people(words), words)
    if found["chat"]:
        print()
        chat = {"ui.admin.at": lambda row: day(row["at"]), "ui.admin.name": lambda row: row["name"]}
        print_rows(found["chat"], {**chat, "ui.admin.said": lambda row: row["text"]}, words)


def _people(words: str) -> dict[str, Callable[[Any], object]]:
    return {
        "ui.admin.person": lambda row: row["id"],
        "ui.admin.name": lambda row: row["name"],
        "ui.admin.banned": lambda row: _yes_no(row["banned"], words),
    }


@tables.command("close", context_settings=_IDS, help=said("ui.cli.admin_tables_close"))
def close_table(
    table: Annotated[str, _argument("admin_table")],
    reason: Annotated[str, option("admin_close_reason", "--reason")] = "",
    yes: Yes = False,
    database_url: Url = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """End a game."""
    from spuk.admin.database import with_database
    from spuk.admin.tables import check_tables
    from spuk.admin.tables import close_table as close

    words = _words(lang)
    _run(words, lambda: with_database(database_url, lambda db: check_tables(db, [table])))
    make_sure(say(words, "ui.admin.close", id=table), words, yes=yes)
    _run(words, lambda: with_database(database_url, lambda db: close(db, table, reason)))
    _done({"closed": table}, say(words, "ui.admin.closed", id=table), json=json)


@tables.command("delete", context_settings=_IDS, help=said("ui.cli.admin_tables_delete"))
def delete_tables(
    table: Annotated[list[str], _argument("admin_table_ids")],
    yes: Yes = False,
    database_url: Url = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Delete tables permanently."""
    from spuk.admin.database import with_database
    from spuk.admin.tables import check_tables
    from spuk.admin.tables import delete_tables as delete

    words = _words(lang)
    found = _run(words, lambda: with_database(database_url, lambda db: check_tables(db, table)))
    named = "; ".join(f"{one['id']} ({one['game']}, {', '.join(one['seats'])})" for one in found)
    question = say_number(words, "ui.admin.delete", len(found), tables=named)
    make_sure(question, words, yes=yes)
    _run(words, lambda: with_database(database_url, lambda db: delete(db, table)))
    _done({"deleted": table}, say_number(words, "ui.admin.deleted", len(found)), json=json)


def _done(data: dict[str, Any], text: str, *, json: bool) -> None:
    if json:
        print_json(data)
    else:
        print(text)


# ── people ──────────────────────────────────────────────────────────────────────────────────


@people.command("list", help=said("ui.cli.admin_people_list"))
def list_people(
    name: Annotated[str | None, _argument("admin_name")] = None,
    limit: Limit = 50,
    database_url: Url = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """People by name."""
    from spuk.admin.database import with_database
    from spuk.admin.people import list_people as find

    words = _words(lang)
    found = _run(words, lambda: with_database(database_url, lambda db: find(db, name, limit)))
    if json:
        print_json(found)
        return
    print_rows(found, {**_people(words), "ui.admin.tables": lambda row: row["tables"]}, words)


@people.command("ban", context_settings=_IDS, help=said("ui.cli.admin_ban"))
def ban(
    who: Annotated[str, _argument("admin_who")],
    reason: Reason = "",
    days: Annotated[float | None, option("admin_days", "--days")] = None,
    yes: Yes = False,
    database_url: Url = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Ban a person or an address."""
    from spuk.admin.database import with_database
    from spuk.admin.people import ban as keep_out
    from spuk.admin.people import find

    words = _words(lang)
    if days is not None and not 0 < days <= _LONGEST:
        fail(say(words, "ui.admin.wrong_days", most=_LONGEST))
    found = _run(words, lambda: with_database(database_url, lambda db: find(db, who)))
    named = f"{found.value} ({found.name})" if found.name else found.value
    make_sure(say(words, _BAN[found.kind], who=named), words, yes=yes)
    made = _run(words, lambda: with_database(database_url, lambda db: keep_out(db, found, reason, days)))
    until = say(words, "ui.admin.for_ever") if made.until is None else day(made.until)
    _done(made._asdict(), say(words, _BANNED[made.kind], who=named, until=until), json=json)


_LONGEST: Final = 36_500
_BAN: Final = {"person": "ui.admin.ban_person", "address": "ui.admin.ban_address"}
_BANNED: Final = {"person": "ui.admin.banned_person", "address": "ui.admin.banned_address"}
_KINDS: Final = {
    "person": "ui.admin.kind.person",
    "address": "ui.admin.kind.address",
    "newcomers": "ui.admin.kind.newcomers",
}


@people.command("unban", context_settings=_IDS, help=said("ui.cli.admin_unban"))
def unban(
    who: Annotated[str, _argument("admin_who")],
    database_url: Url = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Lift a ban."""
    from spuk.admin.database import with_database
    from spuk.admin.people import unban as let_in

    words = _words(lang)
    found = _run(words, lambda: with_database(database_url, lambda db: let_in(db, who)))
    _done({"unbanned": found.value}, say(words, "ui.admin.unbanned", who=found.value), json=json)


@people.command("bans", help=said("ui.cli.admin_bans"))
def list_bans(database_url: Url = None, json: Json = False, lang: Lang = None) -> None:
    """Who is banned."""
    from spuk.admin.database import with_database
    from spuk.admin.people import list_bans as find

    words = _words(lang)
    found = _run(words, lambda: with_database(database_url, find))
    if json:
        print_json(found)
        return
    print_rows(
        found,
        {
            "ui.admin.kind": lambda row: say(words, _KINDS[row["kind"]]),
            "ui.admin.who": lambda row: row["value"],
            "ui.admin.name": lambda row: row["name"],
            "ui.admin.since": lambda row: day(row["at"]),
            "ui.admin.until": lambda row: day(row["until"]),
            "ui.admin.reason": lambda row: row["reason"] or row["because"],
        },
        words,
    )


# ── links and keys ──────────────────────────────────────────────────────────────────────────


@links.command("revoke", context_settings=_IDS, help=said("ui.cli.admin_revoke"))
def revoke(
    table: Annotated[str | None, _argument("admin_table")] = None,
    person: Annotated[str | None, option("admin_recovery", "--person")] = None,
    yes: Yes = False,
    database_url: Url = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Revoke links."""
    from spuk.admin.database import with_database
    from spuk.admin.tables import check_tables, revoke_links

    words = _words(lang)
    if (table is None) == (person is None):
        fail(say(words, "ui.admin.which_links"))
    if person is not None:
        given = person
        there = _run(words, lambda: with_database(database_url, lambda db: db.admin.revoke_recovery(given)))
        text = say(words, "ui.admin.recovery_revoked" if there else "ui.admin.no_recovery", id=given)
        _done({"revoked": there}, text, json=json)
        return
    id = table or ""
    _run(words, lambda: with_database(database_url, lambda db: check_tables(db, [id])))
    make_sure(say(words, "ui.admin.revoke", id=id), words, yes=yes)
    _run(words, lambda: with_database(database_url, lambda db: revoke_links(db, id)))
    _done({"revoked": id}, say(words, "ui.admin.revoked", id=id), json=json)


@secrets.command("rotate", help=said("ui.cli.admin_rotate"))
def rotate(
    grace: Annotated[float, option("admin_grace", "--grace")] = 30.0,
    yes: Yes = False,
    database_url: Url = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Replace the key that signs cookies and links."""
    from spuk.admin.database import with_database
    from spuk.admin.keys import rotate as replace

    words = _words(lang)
    if not 0 <= grace <= _LONGEST:
        fail(say(words, "ui.admin.wrong_days", most=_LONGEST))
    ask, done = ("ui.admin.rotate_grace", "ui.admin.rotated_grace")
    if not grace:
        ask, done = ("ui.admin.rotate_at_once", "ui.admin.rotated_at_once")
    make_sure(say(words, ask, days=f"{grace:g}"), words, yes=yes)
    _run(words, lambda: with_database(database_url, lambda db: replace(db, grace)))
    _done({"grace_days": grace}, say(words, done, days=f"{grace:g}"), json=json)


# ── backups and statistics ──────────────────────────────────────────────────────────────────

Folder = Annotated[Path | None, option("admin_to", "--to")]


@app.command("backup", help=said("ui.cli.admin_backup"))
def backup(
    to: Folder = None,
    keep: Annotated[int | None, option("admin_keep", "--keep")] = None,
    database_url: Url = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Create a backup and verify it."""
    from spuk.admin.backups import back_up, default_folder
    from spuk.admin.database import settings_of

    words = _words(lang)
    if keep is not None and keep < 1:
        fail(say(words, "ui.admin.wrong_keep"))
    done = _run(words, lambda: back_up(settings_of(database_url), to or default_folder(), keep))
    if json:
        print_json(done)
        return
    counted = say_number(words, "ui.admin.tables_read", done["tables"])
    print(say(words, "ui.admin.backed_up", file=done["file"], size=size(done["bytes"]), counted=counted))
    if done["removed"]:
        print(say_number(words, "ui.admin.removed", len(done["removed"])))
    _tell_damage(done["damaged"], words)


def _tell_damage(damaged: list[str], words: str) -> None:
    if damaged:
        listed = ", ".join(damaged[:20])
        print(say_number(words, "ui.admin.damaged", len(damaged), tables=listed))


@app.command("restore", help=said("ui.cli.admin_restore"))
def restore(
    file: Annotated[Path, _argument("admin_file")],
    to: Folder = None,
    yes: Yes = False,
    database_url: Url = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Replace the database with a backup."""
    from spuk.admin.backups import bring_back, default_folder, read_backup
    from spuk.admin.database import settings_of
    from spuk.store.sql import database_url as parsed

    words = _words(lang)
    settings = _run(words, lambda: settings_of(database_url))
    with tempfile.TemporaryDirectory() as scratch:
        prepared = _run(words, lambda: read_backup(file, Path(scratch)))
        shown = parsed(settings.database()).render_as_string(hide_password=True)
        counted = say_number(words, "ui.admin.tables_read", prepared.contents.tables)
        _tell_damage(prepared.contents.damaged, words)
        make_sure(say(words, "ui.admin.restore", url=shown, file=file, counted=counted), words, yes=yes)
        done = _run(words, lambda: bring_back(settings, prepared, to or default_folder()))
    if json:
        print_json(done)
        return
    print(say(words, "ui.admin.restored", file=file, counted=counted))
    if done["before"]:
        print(say(words, "ui.admin.before", file=done["before"]))


@app.command("stats", help=said("ui.cli.admin_stats"))
def stats(database_url: Url = None, json: Json = False, lang: Lang = None) -> None:
    """Statistics."""
    import time

    from spuk.admin.database import with_database

    words = _words(lang)
    found = _run(words, lambda: with_database(database_url, lambda db: db.admin.statistics(time.time())))
    if json:
        print_json(found)
        return
    tables, changed = found["tables"], found["changed_in"]
    told: dict[str, object] = {
        "ui.admin.tables": sum(tables.values()),
        "ui.admin.stats.open": tables.get("open", 0),
        "ui.admin.stats.playing": tables.get("playing", 0),
        "ui.admin.stats.finished": tables.get("finished", 0),
        "ui.admin.stats.hour": changed["hour"],
        "ui.admin.stats.day": changed["day"],
        "ui.admin.stats.week": changed["week"],
        "ui.admin.stats.rules": ", ".join(f"{name}: {number}" for name, number in found["rules"].items()),
        "ui.admin.stats.people": found["people"],
        "ui.admin.stats.bans": found["bans"],
        "ui.admin.stats.log": found["log_rows"],
        "ui.admin.stats.bytes": size(float(found["bytes"])),
        "ui.admin.stats.schema": found["schema"],
    }
    print_values(told, words)
