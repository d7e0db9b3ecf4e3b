"""What a request can be answered with when it cannot be done."""

from __future__ import annotations

from trunkline.kernel.refusal import Refusal
from trunkline.tables.records import Logged


class Unknown(LookupError):
    """There is no such game, title, hex or file; the message is one sentence."""


class Impossible(ValueError):
    """Well formed, but it cannot be done: nothing to undo, no such position; the message is one sentence."""


class Refused(Impossible):
    """A rule of the title forbids it."""

    def __init__(self, refusal: Refusal) -> None:
        # Kept whole as the argument, for one that is raised in another process comes here by its arguments.
        super().__init__(refusal)
        self.refusal = refusal
        self.rule = refusal.rule

    def __str__(self) -> str:
        return f"{self.refusal.what}: {self.refusal.why}."


class Stale(Exception):
    """The request was made at another moment than the one in play."""

    def __init__(self, asked: int, version: int, missed: tuple[Logged, ...]) -> None:
        super().__init__(f"The table has moved on: it is at {version}, and the request was made at {asked}.")
        self.version = version
        self.missed = missed
        """The last of the entries since then."""


class Busy(Exception):
    """There is more to do than there is room for; ``status`` says whether that is one client's doing."""

    def __init__(self, text: str, status: int, seconds: int) -> None:
        super().__init__(text)
        self.status = status
        self.seconds = seconds
        """After which it may be tried again."""
