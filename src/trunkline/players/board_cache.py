"""A cache of search results by board, because lines of play reach the same boards repeatedly.

The key is the content of the board, not the way it came about. Results depend on nothing else.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

from trunkline.engine.kernel.context import Context

KEPT: Final = 2_048
"""Number of boards in the cache, counted once per company. The oldest are dropped first."""

Found = dict[Any, Any]
_boards: OrderedDict[tuple[Any, ...], Found] = OrderedDict()


def cache_for(ctx: Context, corp: str, about: str) -> Found:
    """Return the cached results ``about`` a board for one company. Callers add new results to this dict."""
    state = ctx.state
    key = (
        about,
        corp,
        state.phase,
        frozenset(state.tiles.items()),
        frozenset(state.tokens.items()),
        ctx.title.tables,
    )
    found = _boards.get(key)
    if found is None:
        found = _boards[key] = {}
        if len(_boards) > KEPT:
            _boards.popitem(last=False)
    return found


def forget() -> None:
    """Clear the cache, for benchmarks."""
    _boards.clear()
