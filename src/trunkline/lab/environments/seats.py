"""The seats of a game, as an agent sees them."""

from __future__ import annotations

from collections.abc import Sequence

from trunkline.util.errors import UsageError


def seats_from(players: Sequence[str], viewer: str) -> list[str]:
    """Return the players in seat order, from the viewer on. Raises ``UsageError`` for an unknown player."""
    if viewer not in players:
        raise UsageError(f"{viewer!r} does not play; the players are {', '.join(players)}.")
    first = players.index(viewer)
    return [*players[first:], *players[:first]]
