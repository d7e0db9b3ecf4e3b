"""Fixtures: a server with accounts on a database of each kind."""

from __future__ import annotations

from web.auto_actions.conftest import house, place, slow

__all__ = ["house", "place", "slow"]
