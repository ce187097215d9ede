"""People: finding, banning and unbanning them."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from spuk.admin.database import Open
from spuk.admin.errors import CannotDo
from spuk.server.bans import network
from spuk.store.contract import ADDRESS, NEWCOMERS, PERSON, Ban

_DAY = 24 * 3600


class Who(NamedTuple):
    """A person or an address."""

    kind: str
    value: str
    name: str = ""


async def list_people(database: Open, name: str | None, limit: int) -> list[dict[str, Any]]:
    """People, those at the most tables first."""
    return [one._asdict() for one in await database.admin.people(name, limit)]


async def find(database: Open, given: str) -> Who:
    """The person with this id, or the network of this address or prefix."""
    person = await database.store.person(given)
    if person is not None:
        return Who(PERSON, person.id, person.name)
    if not any(sign in given for sign in ".:/"):
        raise CannotDo("ui.admin.no_person", given=given)
    try:
        return Who(ADDRESS, str(network(given)))
    except ValueError as error:
        raise CannotDo("ui.admin.wrong_address", given=given, reason=error) from error


async def ban(database: Open, who: Who, reason: str, days: float | None) -> Ban:
    """Ban someone from now on."""
    now = time.time()
    made = Ban(who.kind, who.value, reason, now, None if days is None else now + days * _DAY)
    await database.store.ban(made)
    return made


async def unban(database: Open, given: str) -> Who:
    """Lift a ban, along with other bans for the same address."""
    bans = await database.store.bans()
    values = {given}
    if any(sign in given for sign in ".:/"):
        try:
            values.add(str(network(given)))
        except ValueError as error:
            raise CannotDo("ui.admin.wrong_address", given=given, reason=error) from error
    found = [one for one in bans if one.value in values]
    if not found:
        raise CannotDo("ui.admin.not_banned", given=given)
    for one in found:
        await database.admin.unban(one.kind, one.value)
    return Who(found[0].kind, found[0].value)


async def list_bans(database: Open) -> list[dict[str, Any]]:
    """All bans in force."""
    now = time.time()
    bans = [one for one in await database.store.bans() if one.until is None or one.until > now]
    people = await database.admin.names([one.value for one in bans if one.kind == PERSON])
    return [
        {**one._asdict(), "name": people[one.value].name if one.value in people else ""}
        for one in bans
        if one.kind in (PERSON, ADDRESS, NEWCOMERS)
    ]
