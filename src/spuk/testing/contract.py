"""The whole contract."""

from __future__ import annotations

from spuk.testing.bots import BotContract
from spuk.testing.manners import MannersContract
from spuk.testing.protocol import ProtocolContract
from spuk.testing.records import RecordContract, RevisionContract, UndoContract
from spuk.testing.words import WordsContract


class GameContract(
    ProtocolContract,
    RecordContract,
    RevisionContract,
    UndoContract,
    MannersContract,
    BotContract,
    WordsContract,
):
    """Subclass it with `pack = …`, in a class whose name begins with `Test`."""
