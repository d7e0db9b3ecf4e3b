"""What goes wrong at a table elsewhere."""

from __future__ import annotations

from trunkline.errors import UsageError
from trunkline.tables.records import Logged

UNREACHED = 0
"""The status of what was not answered at all."""


class Failed(UsageError):
    """A request that was not carried out, in the server's own sentence."""

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
        """The HTTP status; ``UNREACHED`` where no answer came."""
        self.rule = rule
        """The id of the rule that forbids it, where one does."""
        self.version = version
        """Where the game stands, if it has moved on (status 409)."""
        self.missed = missed
        """With that, the entries since the version that the request was made at."""

    @property
    def stale(self) -> bool:
        """Whether the game has moved on since the moment that the request was made at."""
        return self.status == 409 and self.version is not None
