"""Errors of the server. Each one becomes an HTTP status; its message is one sentence for the user."""

from __future__ import annotations

from trunkline.engine.kernel.refusal import Refusal
from trunkline.util.messages import gettext, ngettext
from trunkline.web.schemas.log import Logged


class Denied(Exception):
    """A request without permission."""


class Unauthenticated(Denied):
    """A request that needs a signed-in person."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text or gettext("Sign in for that."))


class NotVisible(Denied):
    """A table whose existence the person may not know."""

    def __init__(self) -> None:
        super().__init__(gettext("There is no such game."))


class Invalid(ValueError):
    """An invalid name, password, address or seat."""


class AlreadyTaken(ValueError):
    """A name or a seat that is taken already."""


class NotFound(LookupError):
    """A session, token, invitation or person that does not exist."""


class RateLimited(Exception):
    """A request beyond a rate limit."""

    def __init__(self, what: str, seconds: int) -> None:
        if seconds < 120:
            wait = ngettext("{count} second", "{count} seconds", seconds)
        else:
            wait = ngettext("{count} minute", "{count} minutes", -(-seconds // 60))
        super().__init__(gettext("Too many {what}: try again in {wait}.", what=what, wait=wait))
        self.seconds = seconds
        """Seconds after which the client may retry."""


class GameNotFound(LookupError):
    """A game, title, hex or file that does not exist. The message is one sentence."""


class NotPossible(ValueError):
    """A valid request that is not possible, such as an undo at the start. The message is one sentence."""


class ActionRefused(NotPossible):
    """An action that a rule of the title forbids."""

    def __init__(self, refusal: Refusal) -> None:
        # Pass the refusal as the argument: errors from worker processes are rebuilt from their arguments.
        super().__init__(refusal)
        self.refusal = refusal
        self.rule = refusal.rule

    def __str__(self) -> str:
        return f"{self.refusal.what}: {self.refusal.why}."


class StaleVersion(Exception):
    """A request for a version of the game that is no longer the newest."""

    def __init__(self, asked: int, version: int, missed: tuple[Logged, ...]) -> None:
        super().__init__(
            gettext(
                "The table has moved on: it is at {version}, and the request was made at {asked}.",
                version=str(version),
                asked=str(asked),
            )
        )
        self.version = version
        self.missed = missed
        """The last entries since that version."""


class Overloaded(Exception):
    """An overload. ``status`` is 429 if one client causes it, and 503 otherwise."""

    def __init__(self, text: str, status: int, seconds: int) -> None:
        super().__init__(text)
        self.status = status
        self.seconds = seconds
        """Seconds after which the client may retry."""
