"""What people are refused with; each message is one sentence that tells nothing it should not."""

from __future__ import annotations


class Denied(Exception):
    """It may not be done by whoever asks."""


class SignIn(Denied):
    """Only somebody who is known may do it."""

    def __init__(self, text: str = "Sign in for that.") -> None:
        super().__init__(text)


class Hidden(Denied):
    """Who asks may not even know whether it is there."""

    def __init__(self) -> None:
        super().__init__("There is no such game.")


class Wrong(ValueError):
    """What was said cannot be taken: a name, a password, an address, a seat."""


class Taken(ValueError):
    """Somebody else was faster: it is a name or a seat that is had already."""


class Missing(LookupError):
    """There is no such session, token, invitation or person."""


class TooOften(Exception):
    """Something was asked for too often."""

    def __init__(self, what: str, seconds: int) -> None:
        wait = f"{seconds} seconds" if seconds < 120 else f"{-(-seconds // 60)} minutes"
        super().__init__(f"Too many {what}: try again in {wait}.")
        self.seconds = seconds
        """After which it may be tried again."""
