"""How the open points of the rules are read: only as the rulings settle them, so far."""

from __future__ import annotations

PRINTED = "printed"
READINGS = (PRINTED,)
ROWS: dict[str, str] = {}
"""The row of ``rulings.md`` behind each choice in which readings differ."""
