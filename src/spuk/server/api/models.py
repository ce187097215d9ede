"""Requests and responses of the API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    model_validator,
)

import spuk
from spuk.table.text import clean_line

_LAST_NUMBER = 2**31 - 1
_MOST_FIELDS = 50


def _said(text: str) -> str:
    said = clean_line(text)
    if not said:
        raise ValueError("must contain visible characters")
    return said


Name = Annotated[StrictStr, Field(max_length=40), AfterValidator(clean_line)]
Title = Annotated[StrictStr, Field(max_length=80), AfterValidator(clean_line)]
Said = Annotated[StrictStr, Field(min_length=1, max_length=500), AfterValidator(_said)]
Number = Annotated[StrictInt, Field(ge=0, le=_LAST_NUMBER)]
Seconds = Annotated[float, Field(gt=0, le=30, allow_inf_nan=False)]


class _Order(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _not_many(cls, data: Any) -> Any:
        """Every unknown field would be reported as an error, and thousands would keep everyone waiting."""
        if isinstance(data, dict) and len(data) > _MOST_FIELDS:
            raise ValueError(f"at most {_MOST_FIELDS} fields are allowed")
        return data


class SeatOrder(_Order):
    """Who should take a seat."""

    who: Literal["me", "bot", "nobody"] = Field(
        description="me: take the seat, or take it back from a bot; bot: hand it to one; nobody: leave it."
    )
    name: Name = Field("", description="The name to sit under.")
    bot: StrictStr | None = Field(None, max_length=200, description="Which bot, for who=bot.")
    seconds: Seconds | None = Field(None, description="How long the bot may think about a decision.")
    key: StrictStr | None = Field(None, max_length=64, description="The key of a link to join.")


class NewTable(_Order):
    """A table to be made."""

    game: StrictStr = Field(spuk.games()[0], max_length=40, description="Which game; see /games.")
    options: dict[StrictStr, Any] = Field(default_factory=dict, description="The game's options; see /games.")
    title: Title = Field("", description="Table name.")
    chance: Literal["server", "people"] = Field(
        "server", description="people: the server asks for each die and card drawn on a real table."
    )
    free_undo: StrictBool = Field(
        False,
        description="Undo may go past dice and cards that were shown; not in a game with hidden hands.",
    )
    listed: StrictBool = Field(True, description="Public table; otherwise people need a link.")
    seats: list[SeatOrder] | None = Field(
        None, max_length=10, description="Who plays each seat; omitted seats are open."
    )


class Act(_Order):
    """A decision, or the result of a real die or card."""

    number: Number = Field(description="The number of the table you decided on.")
    action: (
        Annotated[StrictInt, Field(ge=-_LAST_NUMBER, le=_LAST_NUMBER)]
        | Annotated[StrictStr, Field(max_length=80)]
    ) = Field(description="The action's number or its name, such as move:5.")


class AtNumber(_Order):
    """Something decided on a number."""

    number: Number = Field(description="The number of the table you decided on.")


class Answer(_Order):
    """Yes or no."""

    agree: StrictBool = Field(description="Whether you agree.")


class Chat(_Order):
    """Something to say."""

    text: Said = Field(description="1 to 500 characters.")


class Rename(_Order):
    """Another name."""

    name: Name = Field(description="Your name, up to 40 characters.")


class Recovery(_Order):
    """The token of a recovery link."""

    token: StrictStr = Field(min_length=1, max_length=100, description="The token from the recovery link.")


# ── out ─────────────────────────────────────────────────────────────────────────────────────


class Error(BaseModel):
    """An error: a code for programs, a sentence for people, and what is allowed."""

    code: str
    sentence: str
    allowed: list[Any] | None
    request_id: str = Field(description="The id of your request in the server's log; also in `X-Request-ID`.")
    limit: str | None = Field(None, description="For 429: the name of the limit.")
    state: TableState | None = Field(None, description="For 409 stale: the table as it is now.")


class Me(BaseModel):
    """Who you are."""

    name: str


class RecoveryOffer(BaseModel):
    """How to move to another device."""

    token: str
    link: str
    seconds: int = Field(description="How long it can be used, once.")


class SeatState(BaseModel):
    """A seat."""

    name: str
    kind: Literal["free", "person", "bot"]
    bot: str | None
    seconds: float | None
    handed_over: bool
    resigned: bool
    yours: bool


class Legal(BaseModel):
    """A legal action."""

    action: int
    text: str
    words: str | None = None


class Asked(BaseModel):
    """What you have to decide or enter."""

    what: Literal["action", "outcome"]
    seat: int | None
    legal: list[Legal]


class Asking(BaseModel):
    """What someone wants the others to agree to."""

    seat: int
    waits_for: list[int]
    yours_to_answer: bool


class TableState(BaseModel):
    """A table as you may see it."""

    id: str
    number: int
    game: str
    rules: int = Field(description="The rules revision the table was made under.")
    replayable: bool = Field(
        description="Whether the server plays by these rules; if not, `view` and `actor` are null and the "
        "record can be downloaded, nothing else."
    )
    damaged: bool = Field(
        description="Whether part of what was kept of the table cannot be read: nothing can be done there."
    )
    title: str
    options: dict[str, Any]
    status: Literal["open", "playing", "finished"]
    chance: Literal["server", "people"]
    free_undo: bool
    listed: bool
    created_at: float
    changed_at: float
    seats: list[SeatState]
    your_seats: list[int]
    creator: bool
    seat: int | None = Field(description="Whose view this is; null is a spectator's.")
    actor: int | Literal["chance", "over"] | None
    asked: Asked | None
    turn: str | None = Field(description="Whose turn it is, in words, if you gave a language.")
    view: dict[str, Any] | None
    undo: Asking | None
    can_undo: bool
    resign: Asking | None
    result: dict[str, Any] | None
    closed: str | None = Field(description="Why the operators of the server ended the game (may be empty).")
    before: str | None
    rematch: str | None


class Links(BaseModel):
    """Links to share."""

    join: str
    watch: str
    join_key: str
    watch_key: str


class Listed(BaseModel):
    """A table in a list."""

    id: str
    number: int
    changed_at: float
    status: str
    yours: bool
    your_seats: list[int]
    game: str
    rules: int
    replayable: bool
    damaged: bool
    title: str
    options: dict[str, Any]
    chance: str
    created_at: float
    seats: list[dict[str, Any]]
    result: dict[str, Any] | None


class TableList(BaseModel):
    """A page of a list. For the next page, set `before` to the `changed_at` of the last table."""

    tables: list[Listed]


class Updates(BaseModel):
    """What happened at a table, as far as you may know it."""

    updates: list[dict[str, Any]]


class GameInfo(BaseModel):
    """A game and its options. The first value is the default."""

    id: str
    rules: int = Field(description="The rules revision it is played by.")
    options: dict[str, list[Any]]


class Games(BaseModel):
    """What you can play, and with which bots."""

    games: list[GameInfo]
    bots: list[str]
    languages: list[str]


class Health(BaseModel):
    """How the server is."""

    status: str
    version: str


Error.model_rebuild()
