"""Who you are, without accounts: a signed cookie. A recovery link moves it to another device."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from contextlib import suppress
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from spuk.server.bans import Bans
from spuk.server.signing import Secrets, sign
from spuk.store.contract import Person, Store, Unavailable
from spuk.table.errors import NotYou, WrongRequest
from spuk.table.table import Table

COOKIE: Final = "spuk"
_YEARS: Final = 400 * 24 * 3600
"""Browsers keep cookies for 400 days at most."""
RECOVERY_SECONDS: Final = 24 * 3600
MOVED_AWAY: Final = "moved_away"
"""The error code for the cookie of a device that its person has moved away from."""
_SIGNED: Final = 40
_KEY: Final = 20
"""The length of a signature, and of one in a link."""
_AGAIN: Final = (0.2, 0.5, 1.0, 2.0)
"""Seconds between attempts to find out the result of a write."""
_NO_COOKIE: Final = {"Set-Cookie": f'{COOKIE}=""; HttpOnly; Max-Age=0; Path=/; SameSite=lax'}
_REMEMBERED: Final = 10_000
_SHARED_MEMORY: Final = 5.0
"""With several processes: seconds after which a person is looked up again, in case a notification was missed.
"""


class Identities:
    """Signs and reads cookies, and caches people so that most requests need no database query."""

    def __init__(self, store: Store, bans: Bans, *, shared: bool, secure: bool) -> None:
        self._store = store
        self._bans = bans
        self._secrets = Secrets(b"")
        self._trust = _SHARED_MEMORY if shared else float("inf")
        self._secure = secure
        self._known: OrderedDict[str, tuple[Person, float]] = OrderedDict()
        self._moved: OrderedDict[str, int] = OrderedDict()
        """The current generation of people who have moved recently. Older cookies are invalid, no matter who
        read them.
        """

    def use(self, secrets: Secrets) -> bool:
        """Set the keys. Returns whether one that was valid no longer is."""
        lost = set(self._secrets.accepted()) - set(secrets.accepted())
        self._secrets = secrets
        return bool(lost - {b""})

    def sign(self, purpose: str, text: str) -> str:
        """A signature that only we can create. Signatures for one purpose are invalid for others."""
        return sign(self._secrets.newest, purpose, text)

    def _is_ours(self, purpose: str, text: str, signature: str, length: int = _SIGNED) -> bool:
        """Whether we have signed this, possibly with a recently replaced key."""
        given = signature.encode()
        return any(
            hmac.compare_digest(given, sign(secret, purpose, text)[:length].encode())
            for secret in self._secrets.accepted()
        )

    # ── cookies ─────────────────────────────────────────────────────────────────────────────

    def cookie(self, person: Person) -> str:
        """The value stored in the browser."""
        head = f"{person.id}.{person.generation}"
        return f"{head}.{self.sign('cookie', head)}"

    async def read(self, request: Request) -> Person | None:
        """Who sent the request; None without a cookie. Forged and outdated ones are refused and deleted."""
        given = request.cookies.get(COOKIE)
        if given is None:
            return None
        head, _, signature = given.rpartition(".")
        id, _, generation = head.partition(".")
        person = await self._find(id) if self._is_ours("cookie", head, signature) else None
        if person is None:
            raise NotYou("This cookie is not valid.", headers=_NO_COOKIE)
        if str(person.generation) != generation:
            said = "You have moved to another device: this cookie is no longer valid."
            raise NotYou(said, code=MOVED_AWAY, headers=_NO_COOKIE)
        self._bans.check_person(person.id, request.scope.get("client"))
        if signature != self.sign("cookie", head):
            request.state.new_person = person  # signed with a replaced key: they get a new cookie eventually
        return person

    def has_moved(self, person: Person) -> bool:
        """Whether this person has since moved to another device."""
        known = self._known.get(person.id)
        newest = max(self._moved.get(person.id, 0), known[0].generation if known else 0)
        return person.generation < newest

    def moved(self, id: str, generation: int) -> None:
        """Someone has moved to another device, here or in another process; '' means possibly anyone."""
        if not id:
            self._known.clear()
            return
        self._known.pop(id, None)
        self._moved[id] = max(generation, self._moved.get(id, 0))
        self._moved.move_to_end(id)
        if len(self._moved) > _REMEMBERED:
            self._moved.popitem(last=False)

    async def _find(self, id: str) -> Person | None:
        known = self._known.get(id)
        if known is not None and time.monotonic() - known[1] < self._trust:
            self._known.move_to_end(id)
            return known[0]
        person = await self._store.person(id)
        if person is not None and self.has_moved(person):  # they moved while we looked
            person = await self._store.person(id)
        if person is not None:
            self._remember(person)
        return person

    def _remember(self, person: Person) -> None:
        self._known[person.id] = person, time.monotonic()
        self._known.move_to_end(person.id)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    def give(self, response: Response, person: Person) -> None:
        """Store the cookie in the browser."""
        response.set_cookie(
            COOKIE,
            self.cookie(person),
            max_age=_YEARS,
            httponly=True,
            samesite="lax",
            secure=self._secure,
            path="/",
        )

    # ── people ──────────────────────────────────────────────────────────────────────────────

    async def new(self, name: str = "") -> Person:
        """Create a new person."""
        person = await self._store.add_person(secrets.token_urlsafe(15), name)
        self._remember(person)
        return person

    async def rename(self, person: Person, name: str) -> Person:
        """Change a person's name."""
        await self._store.rename(person.id, name)
        renamed = person._replace(name=name)
        self._remember(renamed)
        return renamed

    async def offer_recovery(self, person: Person) -> str:
        """A token that moves this person to another device, once."""
        token = secrets.token_urlsafe(24)
        await self._store.offer_recovery(person.id, _hash(token), time.time() + RECOVERY_SECONDS)
        return token

    async def recover(self, token: str) -> Person:
        """The person behind a token. Older cookies become invalid."""
        person = await self._recover(_hash(token))
        if person is None:
            raise WrongRequest("This link has expired or was already used.", code="bad_recovery")
        self._remember(person)
        return person

    async def _recover(self, token_hash: str) -> Person | None:
        """A token works once: if the database's response is lost, find out what happened to it."""
        before = await self._store.offered(token_hash, time.time())
        if before is None:
            return None
        try:
            return await self._store.recover(token_hash, time.time())
        except Unavailable as error:
            lost = error
        for pause in _AGAIN:
            await asyncio.sleep(pause)
            with suppress(Unavailable):
                now = await self._store.person(before.id)
                if now is not None and now.generation > before.generation:
                    return now
                return await self._store.recover(token_hash, time.time())
        raise lost

    # ── links ───────────────────────────────────────────────────────────────────────────────

    def key(self, table: Table, what: str) -> str:
        """The key in a link to join or watch a table. It is derived from the secret; nothing is stored."""
        return self.sign(f"link {what}", _linked(table))[:_KEY]

    def opens(self, table: Table, key: str | None, what: str) -> bool:
        """Whether a key gives this kind of access to a table."""
        return key is not None and self._is_ours(f"link {what}", _linked(table), key, _KEY)


def _linked(table: Table) -> str:
    """The text that the links of a table sign; a different one after they were revoked."""
    return f"{table.id} {table.links}" if table.links else table.id


def _hash(token: str) -> str:
    """Only the hash is stored, so reading the database does not give access."""
    return hashlib.sha256(token.encode()).hexdigest()
