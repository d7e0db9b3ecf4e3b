"""Corporations that may own assets."""

from __future__ import annotations

from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.state import Corporation, State


def owners(title: Title, state: State) -> set[str]:
    """Return the corporations that may own assets: those in play, and one that is being merged."""
    return {
        corp.id
        for corp in state.corporations.values()
        if corp.started or (state.pending and merged(title, corp))
    }


def merged(title: Title, corp: Corporation) -> bool:
    """Return whether it takes over tokens of other corporations. A reading may let it keep all of them."""
    printed = title.board.corporation[corp.id]
    return printed.most_tokens is not None or printed.merger is not None
