"""The operator's settings of notices."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class NoticeSettings:
    """The settings of notices. Durations are in seconds."""

    grace: int = 30
    """The wait before a notice is sent. A person who sees the moment in time gets no notice."""
    attempts: int = 8
    """The attempts after which the server gives up a delivery."""
    allow: tuple[str, ...] = ()
    """The hosts and networks that may receive notices although they are not public."""
    contact: str = ""
    """The address that push services can write to about this server, as a mailto: or https: URL."""
    lease: int = 120
    """The time after which another process repeats an attempt whose process has stopped."""
    pause: int = 30
    """The pause after the first failed attempt. Each further pause is four times as long."""
    tick: float = 1.0
    """The time between two looks at the outbox."""


USUAL = NoticeSettings()
