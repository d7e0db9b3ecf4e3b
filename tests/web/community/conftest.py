"""Fixtures: those of accounts."""

from __future__ import annotations

from web.accounts.conftest import postgresql, world

__all__ = ["postgresql", "world"]
