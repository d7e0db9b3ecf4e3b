"""Types for the community of a server: requests first, then responses.

Times are whole seconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from trunkline.web.schemas.people import PersonName
from trunkline.web.schemas.requests import Request, Whole

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

    A message needs ``game`` and ``number``, a game needs ``game``, and a person needs ``name``.
    """

    kind: Literal["message", "game", "person"]
    reason: Reason
    game: GameId | None = None
    number: Whole | None = None
    name: PersonName | None = None


class OperatorReason(Request, frozen=True):
    """The reason of an operator for an action. It is written to the audit log."""

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
