"""Types for the community of a server: requests first, then responses.

Times are whole seconds since 1970.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from trunkline.web.schemas.requests import Request

Reason = Annotated[str, Meta(min_length=1, max_length=1000)]


class OperatorReason(Request, frozen=True):
    """The reason of an operator for an action. It is written to the audit log."""

    reason: Reason


class NewServerInvitation(Request, frozen=True):
    """A request for an invitation link to the server."""

    reason: Reason
    uses: Annotated[int, Meta(ge=1, le=1000)] = 1
    """The number of accounts that can be created with it."""
    days: Annotated[int, Meta(ge=1, le=365)] = 7


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
