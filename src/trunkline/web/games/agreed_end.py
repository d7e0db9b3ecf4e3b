"""The end of a game by agreement of its players, independent of the rules.

The position does not change. It is then shown as that of a finished game.
"""

from __future__ import annotations

from collections.abc import Sequence

from trunkline.engine.kernel.state import State
from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.errors import NotPossible
from trunkline.web.games.game_tree import END
from trunkline.web.games.log_entries import LogEntry

AGREED = "agreed"
"""The reason for this end in a state."""
OVER = gettext_noop(
    "The players have agreed to end this game. You can continue it in a sandbox from any moment."
)


def mark_ended(state: State) -> State:
    """Return a copy of a position, marked as over."""
    found = state.copy()
    found.over = True
    found.reason = AGREED
    return found


def find_end(log: Sequence[LogEntry]) -> int | None:
    """Return the number of the entry that ended the game by agreement, or None.

    It is always the last entry.
    """
    return log[-1].number if log and log[-1].kind == END else None


def check_open(log: Sequence[LogEntry]) -> None:
    """Raise ``NotPossible`` if the game was ended by agreement."""
    if find_end(log) is not None:
        raise NotPossible(gettext(OVER))
