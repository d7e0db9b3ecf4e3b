"""Small made-up files in the format of 18xx.games."""

from __future__ import annotations

import json
from typing import Any

PRIVATES = ("FT", "WSRC", "TCC", "GLSC", "NFSBC", "SCFTC")
COSTS = (20, 40, 50, 70, 100, 100)


class File:
    """A file to which entries are added one by one. Players have the ids 0, 1, 2, ..."""

    def __init__(self, players: int = 3, *, rules: tuple[str, ...] = ()) -> None:
        self.data: dict[str, Any] = {
            "title": "1856",
            "players": [{"id": seat, "name": f"P{seat}"} for seat in range(players)],
            "settings": {"optional_rules": list(rules)},
            "actions": [],
        }

    @property
    def actions(self) -> list[dict[str, Any]]:
        """All entries in the file, including undone ones."""
        return list(self.data["actions"])

    def add(self, type: str, entity: int | str, **fields: Any) -> File:
        """Add an entry: by a player (a number), a private (its site id) or a corporation."""
        kind = "player" if isinstance(entity, int) else "company" if entity in PRIVATES else "corporation"
        entry = {"type": type, "entity": entity, "entity_type": kind, "id": len(self.data["actions"]) + 1}
        self.data["actions"].append({**entry, **fields})
        return self

    def undo(self, to: int | None = None) -> File:
        """Add an undo of the last entry, or of all entries after the one with this id."""
        return self.add("undo", 0, **({} if to is None else {"action_id": to}))

    def privates_sold(self) -> File:
        """Let each player in turn buy the private on offer."""
        for number, (private, cost) in enumerate(zip(PRIVATES, COSTS, strict=True)):
            self.add("bid", number % len(self.data["players"]), company=private, price=cost)
        return self

    def bytes(self) -> bytes:
        """Return the content of the file."""
        return json.dumps(self.data).encode()
