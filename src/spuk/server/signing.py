"""The keys that sign cookies and links. An operator can replace them, at once or with some days of grace."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from typing import Final, NamedTuple

SECRET: Final = "cookie secret"
REPLACED: Final = "replaced secrets"
"""The names under which the database stores the key, and the previous ones with their expiry."""
_SIGNED: Final = 40


class Secrets(NamedTuple):
    """All current keys."""

    newest: bytes
    replaced: tuple[tuple[bytes, float], ...] = ()

    @classmethod
    def read(cls, newest: str, replaced: str | None) -> Secrets:
        """As the database keeps them."""
        older = json.loads(replaced) if replaced else []
        return cls(newest.encode(), tuple((str(secret).encode(), float(until)) for secret, until in older))

    def accepted(self) -> list[bytes]:
        """The valid keys, newest first."""
        if not self.replaced:
            return [self.newest]
        now = time.time()
        return [self.newest, *(secret for secret, until in self.replaced if now < until)]

    def rotated(self, newest: str, grace: float) -> Secrets:
        """Add a key. The earlier ones stay valid for this many seconds, but never longer than before."""
        end = time.time() + grace
        kept = [(self.newest, end), *((secret, min(until, end)) for secret, until in self.replaced)]
        now = time.time()
        return Secrets(newest.encode(), tuple(pair for pair in kept if pair[1] > now))

    def written(self) -> dict[str, str | None]:
        """For the database, by name."""
        replaced = [[secret.decode(), until] for secret, until in self.replaced]
        return {SECRET: self.newest.decode(), REPLACED: json.dumps(replaced) if replaced else None}


def sign(secret: bytes, purpose: str, text: str) -> str:
    """A signature that only holders of the key can create. Signatures for one
    purpose are invalid for others.
    """
    key = hashlib.blake2b(purpose.encode(), key=secret[:64]).digest()
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()[:_SIGNED]
