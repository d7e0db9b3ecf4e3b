"""A cache of search results by board, because lines of play reach the same boards repeatedly.

The key is the content of the board, not the way it came about. Results depend on nothing else.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

from trunkline.engine.kernel.context import Context

MOST_BOARDS: Final = 2_048
"""Number of boards in the cache, counted once per company. The oldest are dropped first."""

Results = dict[Any, Any]
_boards: OrderedDict[tuple[Any, ...], Results] = OrderedDict()


def cache_for(ctx: Context, corp: str, subject: str) -> Results:
    """Return the cached results of one company about a ``subject`` on a board. Callers add to this dict."""
    state = ctx.state
    key = (
        subject,
        corp,
        state.phase,
        frozenset(state.tiles.items()),
        frozenset(state.tokens.items()),
        ctx.title.tables,
    )
    found = _boards.get(key)
    if found is None:
        found = _boards[key] = {}
        if len(_boards) > MOST_BOARDS:
            _boards.popitem(last=False)
    return found


def clear() -> None:
    """Clear the cache, for benchmarks."""
    _boards.clear()
