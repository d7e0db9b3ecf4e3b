"""Times as texts of the database, which sort as the times do."""

from __future__ import annotations

from datetime import UTC, datetime


def stored_time(at: datetime) -> str:
    """Return a time in the form of the database: UTC, to the millisecond."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
