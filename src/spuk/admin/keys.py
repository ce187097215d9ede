"""Replacing the key that signs cookies and links."""

from __future__ import annotations

import secrets

from spuk.admin.database import Open
from spuk.admin.errors import CannotDo
from spuk.server.signing import REPLACED, SECRET, Secrets

_DAY = 24 * 3600


async def rotate(database: Open, grace_days: float) -> None:
    """Set a new key. Signatures with the old one stay valid for some days and are replaced meanwhile."""
    newest, replaced = await database.store.kept(SECRET), await database.store.kept(REPLACED)
    if newest is None:
        raise CannotDo("ui.admin.no_secret")
    rotated = Secrets.read(newest, replaced).rotated(secrets.token_hex(32), grace_days * _DAY)
    await database.admin.set_kept(rotated.written())
