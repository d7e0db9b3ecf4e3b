"""Errors of requests to a remote server."""

from __future__ import annotations

from trunkline.util.errors import UsageError
from trunkline.web.schemas.log import Logged

UNREACHED = 0
"""The status of a request without an answer."""


class Failed(UsageError):
    """A failed request, with the server's error message."""

    def __init__(
        self,
        sentence: str,
        status: int = UNREACHED,
        rule: str | None = None,
        version: int | None = None,
        missed: tuple[Logged, ...] = (),
    ) -> None:
        super().__init__(sentence)
        self.status = status
        """The HTTP status, or ``UNREACHED`` without an answer."""
        self.rule = rule
        """The id of the rule that forbids the action, or None."""
        self.version = version
        """The current version of the game if it has changed (status 409)."""
        self.missed = missed
        """The log entries since the version of the request, also with status 409."""

    @property
    def stale(self) -> bool:
        """True if the game has changed since the version of the request."""
        return self.status == 409 and self.version is not None
