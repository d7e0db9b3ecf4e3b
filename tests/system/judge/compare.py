"""Our position and the state of the site's engine as equal plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interop.traces import PHASES, differences, own_view
from trunkline.engine.board import Board
from trunkline.engine.kernel.context import Context
from trunkline.game import Game
from trunkline.interop.eighteenxx import turn as turns
from trunkline.interop.eighteenxx.replay import Replay

WAITS = {
    turns.TRACK: "Track", turns.TOKEN: "Token", turns.BORROW: "BorrowTrain", turns.ROUTES: "Route",
    turns.DIVIDEND: "Dividend", turns.TRAINS: "BuyTrain", turns.LOANS: "Loan", turns.PRIVATES: "BuyCompany",
}  # fmt: skip
"""The engine's names for the steps of an operating turn."""
CORPORATION = ("cash", "price", "cell", "par", "president", "offering", "market", "loans", "escrow")
PLAYER = ("cash", "shares", "certificates", "privates")


class Site:
    """A reader of the engine's states."""

    def __init__(self, board: Board) -> None:
        self._privates = {each.public_id or each.id: each.id for each in board.privates}
        self._corporations = {each.public_id or each.id: each.id for each in board.corporations}

    def apart(self, game: Game, state: Mapping[str, Any]) -> list[str]:
        """Return the differences between our position and the engine's."""
        left, right = ours(game), self._view(state)
        if right["priority"] is None:  # the engine forgets it when the game is over
            del left["priority"], right["priority"]
        begun = self._corporations.get(state["round"]["entity"])
        if game.state.reason == "bankruptcy" and begun in left["corporations"]:
            # The engine begins the next turn after a bankruptcy and places its home token.
            del left["corporations"][begun]["markers"], right["corporations"][begun]["markers"]
        return list(differences(left, right))

    def asked(self, state: Mapping[str, Any]) -> tuple[str, str]:
        """Return the corporation and the step that the engine waits for."""
        now = state["round"]
        return (self._corporations.get(now["entity"], ""), now["step"] or "")

    def _view(self, state: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "players": {
                name: {key: data[key] for key in (*PLAYER, "value")} | {"privates": self._owned(data)}
                for name, data in state["players"].items()
            },
            "corporations": {
                id: {key: data[key] for key in (*CORPORATION, "rights", "markers")}
                | {
                    "privates": self._owned(data),
                    "trains": sorted(train.rstrip("'") for train in data["trains"]),
                }
                for id, data in state["corps"].items()
            },
            "tiles": state["tiles"],
            "bank": state["bank"],
            "phase": PHASES[state["phase"].rstrip("'")],
            "priority": state["priority"],
            "finished": state["finished"],
        }

    def _owned(self, data: Mapping[str, Any]) -> list[str]:
        return sorted(self._privates[id] for id in data["privates"])


def ours(game: Game) -> dict[str, Any]:
    """Return our position."""
    view, table = own_view(game), Context(game.title, game.state)
    return {
        "players": {
            name: {key: data[key] for key in PLAYER} | {"value": game.title.policies.worth(table, name)}
            for name, data in view["players"].items()
        },
        "corporations": {
            id: {key: data[key] for key in (*CORPORATION, "privates", "rights")}
            | {"trains": sorted(data["trains"]), "markers": sorted(data["markers"])}
            for id, data in view["corporations"].items()
            if game.state.corporations[id].started
        },
        "tiles": view["tiles"],
        "bank": view["bank"],
        "phase": view["phase"],
        "priority": view["priority"],
        "finished": game.over,
    }


def waits(replay: Replay) -> tuple[str, str] | None:
    """Return the corporation and the step that the site waits for, as far as our reader knows."""
    state, turn = replay.game.state, replay.site.current()
    if turn is None or state.pending or state.over:
        return None
    step = replay.site.waits()
    return (turn.corp, WAITS.get(step, step))
