"""Errors of requests about games."""

from __future__ import annotations

from trunkline.kernel.refusal import Refusal
from trunkline.tables.records import Logged


class Unknown(LookupError):
    """A game, title, hex or file that does not exist. The message is one sentence."""


class Impossible(ValueError):
    """A valid request that is not possible, such as an undo at the start. The message is one sentence."""


class Refused(Impossible):
    """An action that a rule of the title forbids."""

    def __init__(self, refusal: Refusal) -> None:
        # Pass the refusal as the argument: errors from worker processes are rebuilt from their arguments.
        super().__init__(refusal)
        self.refusal = refusal
        self.rule = refusal.rule

    def __str__(self) -> str:
        return f"{self.refusal.what}: {self.refusal.why}."


class Stale(Exception):
    """A request for a version of the game that is no longer the newest."""

    def __init__(self, asked: int, version: int, missed: tuple[Logged, ...]) -> None:
        super().__init__(f"The table has moved on: it is at {version}, and the request was made at {asked}.")
        self.version = version
        self.missed = missed
        """The last entries since that version."""


class Busy(Exception):
    """An overload. ``status`` is 429 if one client causes it, and 503 otherwise."""

    def __init__(self, text: str, status: int, seconds: int) -> None:
        super().__init__(text)
        self.status = status
        self.seconds = seconds
        """Seconds after which the client may retry."""
