"""Recently requested views of a game, as encoded responses."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

VIEWS = 24
"""Number of views cached for each game."""


class ViewKey(NamedTuple):
    """The view of a moment: its number, whether it is the newest, whether it is brief, and its language."""

    at: int
    live: bool
    brief: bool
    language: str


class ViewCache:
    """The views of one game. The least recently used one is dropped first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._views: OrderedDict[ViewKey, bytes] = OrderedDict()

    def get(self, key: ViewKey, make: Callable[[], bytes]) -> bytes:
        """Return a view, and make it if the cache does not have it.

        Two threads may make the same view at once. If ``clear`` runs meanwhile, the cache drops their view.
        """
        with self._lock:
            views = self._views
            found = views.get(key)
            if found is not None:
                views.move_to_end(key)
                return found
        made = make()
        with self._lock:
            views[key] = made
            if len(views) > VIEWS:
                views.popitem(last=False)
        return made

    def clear(self) -> None:
        """Forget all views."""
        with self._lock:
            self._views = OrderedDict()
