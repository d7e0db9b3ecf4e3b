"""Types for the community of a server: requests first, then responses.

Times are whole seconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from trunkline.web.schemas.people import PersonName
from trunkline.web.schemas.requests import Request, Whole
from trunkline.web.schemas.talk import Message

Reason = Annotated[str, Meta(min_length=1, max_length=1000)]


GameId = Annotated[str, Meta(min_length=1, max_length=100)]


class NewBlock(Request, frozen=True):
    """A request to mute or block a person. With both false, neither applies any more."""

    name: PersonName
    mute: bool
    """True if you do not want to see the messages of this person."""
    block: bool
    """True if this person may not join your tables, invite you, or sit with you before the game begins."""


class NewReport(Request, frozen=True):
    """A report to the operators.

    A message or a comment needs ``game`` and ``number``, a game needs ``game``, and a person needs ``name``.
    """

    kind: Literal["message", "comment", "game", "person"]
    reason: Reason
    game: GameId | None = None
    number: Whole | None = None
    name: PersonName | None = None


class NewTableReport(Request, frozen=True):
    """A report of a message, a comment or the game of a table. The first two need ``number``."""

    kind: Literal["message", "comment", "game"]
    reason: Reason
    number: Whole | None = None


class OperatorReason(Request, frozen=True):
    """The reason of an operator for an action. It is written to the audit log."""

    reason: Reason


class PersonAction(Request, frozen=True):
    """An action of an operator on a person."""

    action: Literal[
        "note", "reset", "mute", "unmute", "ban", "unban", "remove-second-factor", "remove-passkeys"
    ]
    reason: Reason
    note: Annotated[str, Meta(max_length=2000)] = ""
    """The text of a note. It replaces the former note."""
    days: Annotated[int, Meta(ge=1, le=3650)] | None = None
    """The length of a ban or of a ban from the chat. Null means that it has no end."""


class GameAction(Request, frozen=True):
    """A request to take down a game, or to restore it."""

    hidden: bool
    reason: Reason


class MessageRemoval(Request, frozen=True):
    """A request to replace the text of a message, or of a comment and its marks, for everyone."""

    game: GameId
    number: Whole
    reason: Reason
    kind: Literal["message", "comment"] = "message"


class ReportDecision(Request, frozen=True):
    """The decision of an operator on a report."""

    decision: Literal["upheld", "dismissed"]
    reason: Reason


class NewServerInvitation(Request, frozen=True):
    """A request for an invitation link to the server."""

    reason: Reason
    uses: Annotated[int, Meta(ge=1, le=1000)] = 1
    """The number of accounts that can be created with it."""
    days: Annotated[int, Meta(ge=1, le=365)] = 7


class BlockedFacts(Struct, frozen=True):
    """A person whom you have muted or blocked."""

    name: str
    mute: bool
    block: bool


class ReportSent(Struct, frozen=True):
    """A confirmation of your report."""

    text: str


class ServerInvitationFacts(Struct, frozen=True):
    """An invitation link to the server. The response that creates it is the only one with its secret.

    ``secret`` is the part of the address after ``/invited#``.
    """

    id: str
    name: str | None
    """The operator who made it. Null if it was made on the command line."""
    uses: int
    """The number of accounts that can still be created with it."""
    created: int
    expires: int
    secret: str | None = None


class PersonRecordFacts(Struct, frozen=True):
    """The data about a person that operators see. Without a reason, there is no mute or ban."""

    id: str
    name: str
    operator: bool
    created: int
    seen: int | None
    """The time of the last request from a browser."""
    seats: int
    """The number of seats in games, also in finished ones."""
    note: str
    mute_reason: str | None
    mute_until: int | None
    ban_reason: str | None
    ban_until: int | None


class PersonActionDone(Struct, frozen=True):
    """A person after an action of an operator."""

    person: PersonRecordFacts
    link: str | None = None
    """The link to a new password. It works once, for an hour."""


class ReportFacts(Struct, frozen=True):
    """A report, for operators."""

    id: str
    kind: Literal["message", "comment", "game", "person"]
    reporter: str | None
    """The name of the person who reported. Null without an account, also if it was deleted later."""
    """The person who reported. Null after their account was deleted."""
    subject: str | None
    """The reported person, or the author of the reported message or comment."""
    subject_id: str | None
    game: str
    """The id of the game. Empty if a person was reported."""
    number: int
    """The number of the message or comment, or 0."""
    copy: str
    """The text of the message or comment at the time of the report."""
    reason: str
    at: int
    decision: Literal["", "upheld", "dismissed"]
    """Empty while the report is open."""
    decided: int | None
    around: tuple[Message, ...] = ()
    """The reported message and its neighbours, or the comments on the same moment, as they are now."""


class HiddenGame(Struct, frozen=True):
    """A game that an operator took down."""

    id: str


class RateFacts(Struct, frozen=True):
    """A rate limit."""

    name: str
    """The name in ``TRUNKLINE_RATES``."""
    limit: str
    refused: int
    """The requests that this process has refused since it started."""


class StorageFacts(Struct, frozen=True):
    """The size of the database in bytes, and the number of its rows."""

    size: int
    people: int
    games: int
    entries: int
    messages: int
    reports: int


class ServerState(Struct, frozen=True):
    """Rates and storage of the server."""

    rates: tuple[RateFacts, ...]
    storage: StorageFacts


class AuditFacts(Struct, frozen=True):
    """An action of an operator, from the audit log."""

    number: int
    at: int
    operator: str
    action: str
    subject: str
    """The person that the action is about. Empty if it is about no person."""
    thing: str
    """The id of the game, report or invitation that the action is about. Empty without one."""
    detail: str
    reason: str
