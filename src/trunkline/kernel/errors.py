"""Errors that are the user's to mend, each one clear sentence."""

from __future__ import annotations


class UsageError(ValueError):
    """Bad input: a wrong argument, a damaged file, a request that makes no sense."""
