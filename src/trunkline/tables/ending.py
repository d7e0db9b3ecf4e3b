"""The end of a game that the people at the table agree on: a matter of theirs, and none of the rules'.

The position stays as it is, and is looked at from then on as that of a finished game.
"""

from __future__ import annotations

from collections.abc import Sequence

from trunkline.kernel.state import State
from trunkline.tables.entries import LogEntry
from trunkline.tables.errors import Impossible
from trunkline.tables.history import END

AGREED = "agreed"
"""The reason of such an end, as states hold it."""
OVER = "The players have agreed to end this game. A sandbox goes on from any moment of it."


def ended(state: State) -> State:
    """A position as that of a game that has ended there."""
    found = state.copy()
    found.over = True
    found.reason = AGREED
    return found


def end_in(log: Sequence[LogEntry]) -> int | None:
    """The number of the entry by which a game was ended; nothing comes after it."""
    return log[-1].number if log and log[-1].kind == END else None


def open_still(log: Sequence[LogEntry]) -> None:
    """Raises ``Impossible`` where the game was ended."""
    if end_in(log) is not None:
        raise Impossible(OVER)
