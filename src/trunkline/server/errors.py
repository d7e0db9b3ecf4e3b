"""What a request can be answered with when it cannot be done."""

from __future__ import annotations

from trunkline.kernel.refusal import Refusal


class Unknown(LookupError):
    """There is no such game, title, hex or file; the message is one sentence."""


class Impossible(ValueError):
    """Well formed, but it cannot be done: nothing to undo, no such position; the message is one sentence."""


class Refused(Impossible):
    """A rule of the title forbids it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.what}: {refusal.why}.")
        self.rule = refusal.rule


class Stale(Exception):
    """The request was made at another moment than the one in play."""

    def __init__(self, game: str, asked: int, version: int) -> None:
        super().__init__(f"The table has moved on: it is at {version}, and the request was made at {asked}.")
        self.game = game
        self.asked = asked
        self.version = version
