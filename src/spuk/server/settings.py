"""Every setting of the server, in one place: flags of `spuk serve`, and the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

import platformdirs

from spuk.kernel.errors import Fault, not_a_number, not_one_of

PREFIX: Final = "SPUK_"


def data_folder() -> Path:
    """Where games are stored. SPUK_HOME changes it, for the terminal as well."""
    given = os.environ.get("SPUK_HOME")
    return Path(given) if given else platformdirs.user_data_path("spuk", appauthor=False)


@dataclass(frozen=True)
class Settings:
    """All settings. docs/hosting.md explains each one, and a test compares them."""

    host: str = "127.0.0.1"
    port: int = 8017
    database_url: str = ""
    """'' means an SQLite file in the data folder."""
    database_url_file: str = ""
    """A file with the database URL, so that its password does not appear in process lists."""
    disk_sync: str = "second"
    """When changes must be on disk: within a second, or always before the response."""
    workers: int = 1
    browser: bool = True
    public_url: str = ""
    """How people reach the server, if not directly: https://spuk.example.org"""
    host_names: str = ""
    """Host names in addition to the one in `public_url`; * for any."""
    proxies: str = ""
    """Addresses whose X-Forwarded-… headers are trusted."""
    bots: str = ""
    """Additional bots: `package.module:Class`, separated by commas."""
    bot_processes: int = 0
    """0: one less than the number of cores, but at least one."""
    thinking_limit: float = 20.0
    """A bot that exceeds its thinking time by this many seconds counts as hung."""
    rate_limit: float = 1.0
    """Multiplies all rate limits; 0 turns them off."""
    tables_per_person: int = 50
    tables_in_all: int = 100_000
    rooms: int = 2_000
    """How many tables are kept in memory; others are read again when someone opens them."""
    connections: int = 0
    """Open connections; 0: as many as the limit on open files allows, at most 10,000."""
    connections_per_address: int = 256
    """Connections per address that is not a proxy; 0: no limit."""
    streams_per_address: int = 100
    body_bytes: int = 65_536
    request_seconds: float = 10.0
    """How long a client may take to send its request."""
    send_seconds: float = 20.0
    """How long a stream client may read nothing before it is disconnected."""
    heartbeat_seconds: float = 15.0
    sweep_seconds: float = 15.0
    """How often to look for tables where a bot should have moved but has not."""
    log_level: str = "warning"
    access_log: str = "auto"
    """A line for each request: off, text or json; auto means text for a service, off
    if a browser is opened.
    """
    metrics_port: int = 0
    """The separate port for /metrics; 0: none."""
    metrics_host: str = "127.0.0.1"
    metrics_token: str = ""
    """With it, /metrics is also on the main port, for clients with this token."""
    metrics_token_file: str = ""

    def database(self) -> str:
        """The database URL, with the default filled in."""
        return self.database_url or self._url_in_file() or f"sqlite:///{data_folder() / 'tables.db'}"

    def _url_in_file(self) -> str:
        return _content("database-url-file", self.database_url_file)

    def token(self) -> str:
        """The token for /metrics; '' if there is none."""
        return self.metrics_token or _content("metrics-token-file", self.metrics_token_file)

    def access_log_kind(self) -> str:
        """Without a browser, this is a service whose log is read."""
        return ("off" if self.browser else "text") if self.access_log == "auto" else self.access_log

    def custom_bots(self) -> tuple[str, ...]:
        """The bots in `bots`."""
        return tuple(name for part in self.bots.split(",") if (name := part.strip()))

    def is_open(self) -> bool:
        """Whether others can reach the server without an encrypting proxy."""
        return self.host not in _LOCAL and not self.public_url.startswith("https://")

    def check(self) -> None:
        """ValueError says what is wrong and what is allowed."""
        _between("port", self.port, 0, 65535)
        _between("workers", self.workers, 1, 64)
        _between("bot-processes", self.bot_processes, 0, 256)
        for name in _COUNTS:
            _between(name.replace("_", "-"), getattr(self, name), 0, 10_000_000)
        for name in (
            "thinking_limit",
            "request_seconds",
            "send_seconds",
            "heartbeat_seconds",
            "sweep_seconds",
        ):
            _between(name.replace("_", "-"), getattr(self, name), 0.05, 86_400)
        _between("body-bytes", self.body_bytes, 1_000, 100_000_000)
        _one_of("log-level", self.log_level, LOG_LEVELS)
        _one_of("access-log", self.access_log, ACCESS_LOGS)
        _between("metrics-port", self.metrics_port, 0, 65535)
        if not self.token() and self.metrics_token_file:
            file = self.metrics_token_file
            raise ValueError(
                Fault(
                    "setting.empty",
                    "{name}={file!r}: the file is empty",
                    name="metrics-token-file",
                    file=file,
                )
            )
        _one_of("disk-sync", self.disk_sync, DISK_SYNCS)
        if self.public_url and not self.public_url.startswith(("http://", "https://")):
            raise ValueError(
                Fault(
                    "setting.public_url",
                    "public-url={url!r}: must start with http:// or https://",
                    url=self.public_url,
                )
            )
        if self.workers > 1 and self.database().startswith("sqlite"):
            raise ValueError(
                Fault(
                    "setting.workers",
                    "workers={workers}: SQLite supports only one process; for more, use PostgreSQL: "
                    "--database-url postgresql://user@host/name",
                    workers=self.workers,
                )
            )


_LOCAL: Final = ("127.0.0.1", "::1", "localhost")
_COUNTS: Final = (
    "rate_limit",
    "tables_per_person",
    "tables_in_all",
    "rooms",
    "connections",
    "connections_per_address",
    "streams_per_address",
)
LOG_LEVELS: Final = ("critical", "error", "warning", "info", "debug")
ACCESS_LOGS: Final = ("auto", "off", "text", "json")
DISK_SYNCS: Final = ("second", "always")


def _content(name: str, path: str) -> str:
    """The content of the file named by a setting; '' if it names none."""
    if not path:
        return ""
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        fault = Fault("setting.file", "{name}={file!r}: {reason}", name=name, file=path, reason=error)
        raise ValueError(fault) from error


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(not_one_of(name, value, allowed))


def _between(name: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise ValueError(not_a_number(name, value, least, most))


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def read_settings(given: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Settings:
    """Given values (None: not given), then the environment, then defaults; validated."""
    found: dict[str, Any] = {}
    for field in fields(Settings):
        value = given.get(field.name)
        if value is None and environment.get(variable(field.name)):
            value = _read(field.name, environment[variable(field.name)], type(field.default))
        if value is not None:
            found[field.name] = value
    settings = Settings(**found)
    settings.check()
    return settings


def to_environment(settings: Settings) -> dict[str, str]:
    """The same settings for processes that we start."""
    return {variable(field.name): str(getattr(settings, field.name)) for field in fields(Settings)}


_YES: Final = ("1", "true", "yes", "on")
_NO: Final = ("0", "false", "no", "off")


def _read(name: str, text: str, kind: type) -> Any:
    if kind is bool:
        if text.lower() not in (*_YES, *_NO):
            raise ValueError(not_one_of(variable(name), text, (*_YES, *_NO)))
        return text.lower() in _YES
    try:
        return kind(text)
    except ValueError:
        raise ValueError(
            Fault("setting.number", "{name}: {value!r} is not a number", name=variable(name), value=text)
        ) from None
