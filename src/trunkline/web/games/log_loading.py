"""Loading of a game from its log, and of new entries."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from trunkline.engine.kernel import state as states
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.state import State
from trunkline.game.saves import UNREADABLE
from trunkline.util.messages import gettext
from trunkline.web.errors import NotPossible
from trunkline.web.games.game_tree import GameTree
from trunkline.web.games.log import Log
from trunkline.web.games.log_entries import LogEntry, Snapshot, state_fingerprint

log = logging.getLogger(__name__)
FEW = 20
"""The maximum number of new entries that are replayed instead of decoding the stored state."""


def load_entries(
    id: str, tree: GameTree, log_entries: Log, new: Sequence[LogEntry], last: Snapshot | None
) -> None:
    """Add entries to those in memory, with the stored state after them if it is valid.

    Raises ``NotPossible``.
    """
    state = (
        _valid_state(tree.title, last, len(log_entries) + len(new))
        if len(new) > FEW or not log_entries
        else None
    )
    for entry in new:
        if entry.number != len(log_entries) + 1:
            log.error("Game %s cannot be opened: its log has a gap", id)
            raise NotPossible(gettext("The log of {id} has a gap.", id=id))
        try:
            tree.add_entry(entry.kind, entry.data, state if entry is new[-1] else None)
        except (LookupError, *UNREADABLE) as error:
            log.error("Game %s cannot be opened: entry %d is damaged", id, entry.number)
            raise NotPossible(
                gettext("Entry {number} of game {id} is damaged.", number=str(entry.number), id=id)
            ) from error
        log_entries.append(entry)


def _valid_state(title: Title, stored: Snapshot | None, number: int) -> State | None:
    """Return the stored state after a number of entries. None if it is damaged or from another version."""
    if stored is None or stored.number != number or stored.bound_by != state_fingerprint(title):
        return None
    try:
        state = states.decode(stored.state, title.state)
    except UNREADABLE:
        return None
    return state if state.digest() == stored.digest else None
