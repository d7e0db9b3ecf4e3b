"""Comparison of a replay with another engine's trace: a full state, then a merge patch for each entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trunkline.engine.board import Board
from trunkline.game import Game

PHASES = {"2": 1, "3": 2, "4": 3, "5": 4, "6": 5, "D": 6, "8": 6}
"""Phase numbers by train. The trace marks half phases with a prime."""
CGR = "CGR"


def merge(target: dict[str, Any], patch: Mapping[str, Any]) -> None:
    """Apply an RFC 7386 merge patch in place."""
    for key, value in patch.items():
        if value is None:
            target.pop(key, None)
        elif isinstance(value, dict):
            below = target.get(key)
            if not isinstance(below, dict):
                below = target[key] = {}
            merge(below, value)
        else:
            target[key] = value


class Reader:
    """A converter from a state of a trace to the plain data of ``state_view``."""

    def __init__(self, board: Board, players: Mapping[str, str]) -> None:
        self._players = players
        self._corps = {corp.public_id or corp.id: corp.id for corp in board.corporations}
        self._privates = {private.public_id: private.id for private in board.privates}

    def view(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """Return the data that both sides have."""
        return {
            "players": {self._players[id]: self._player(data) for id, data in state["players"].items()},
            "corporations": {self._corps[id]: self._corp(id, data) for id, data in state["corps"].items()},
            "bank": state["bank"],
            "phase": PHASES[state["phase"].rstrip("'")],
            "priority": self._players[str(state["priority"])],
            "tiles": {hex: tile[:2] for hex, tile in state.get("tiles", {}).items()},
        }

    def corp(self, id: str) -> str:
        """Return our id of a corporation."""
        return self._corps[id]

    def _player(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "cash": data["cash"],
            "shares": {self._corps[id]: percent for id, percent in data.get("shares", {}).items()},
            "certificates": data.get("certs", 0),
            "privates": self._owned(data),
        }

    def _corp(self, id: str, data: Mapping[str, Any]) -> dict[str, Any]:
        price, president = data.get("price"), data.get("president")
        return {
            "president": None if president is None else self._players[str(president)],
            "cash": data["cash"],
            "price": price,
            "cell": None if price is None else [data["row"], data["col"]],
            "par": data.get("par"),
            "offering": data.get("ipo", 0),
            "market": data.get("market", 0),
            "loans": data.get("loans", 0),
            "escrow": data.get("escrow") or 0,
            "trains": [train.rstrip("'") for train in data.get("trains", [])],
            "markers": [token[0] for token in data.get("tokens", [])],
            "privates": self._owned(data),
            "rights": [right for right in ("bridge", "tunnel") if data.get(right)],
            "operated": bool(data.get("operated")),
            # The CGR has no destination. The site counts it as always reached.
            "destination_reached": bool(data.get("destinated")) and id != CGR,
        }

    def _owned(self, data: Mapping[str, Any]) -> list[str]:
        return sorted(self._privates[id] for id in data.get("companies", []))


def own_view(game: Game) -> dict[str, Any]:
    """Return our state without the data that a trace lacks. Lists without an order are sorted."""
    view = game.view()
    for player in view["players"].values():
        player["privates"] = sorted(player["privates"])
    for corp in view["corporations"].values():
        del corp["revenue"]
        for key in ("privates", "rights"):
            corp[key] = sorted(corp[key])
    return {key: view[key] for key in view if key not in ("round", "to_act")}


def differences(ours: Any, theirs: Any, where: str = "") -> Iterator[str]:
    """Yield a sentence for every difference between two states."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in sorted({*ours, *theirs}):
            yield from differences(ours.get(key), theirs.get(key), f"{where}/{key}")
    elif ours != theirs:
        yield f"{where}: ours {ours!r}, theirs {theirs!r}"
