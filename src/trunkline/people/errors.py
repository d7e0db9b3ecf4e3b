"""Errors for requests of people. Each message is one sentence that reveals nothing confidential."""

from __future__ import annotations


class Denied(Exception):
    """A request without permission."""


class SignIn(Denied):
    """A request that needs a signed-in person."""

    def __init__(self, text: str = "Sign in for that.") -> None:
        super().__init__(text)


class Hidden(Denied):
    """A table whose existence the person may not know."""

    def __init__(self) -> None:
        super().__init__("There is no such game.")


class Wrong(ValueError):
    """An invalid name, password, address or seat."""


class Taken(ValueError):
    """A name or a seat that is taken already."""


class Missing(LookupError):
    """A session, token, invitation or person that does not exist."""


class TooOften(Exception):
    """A request beyond a rate limit."""

    def __init__(self, what: str, seconds: int) -> None:
        wait = f"{seconds} seconds" if seconds < 120 else f"{-(-seconds // 60)} minutes"
        super().__init__(f"Too many {what}: try again in {wait}.")
        self.seconds = seconds
        """Seconds after which the client may retry."""
