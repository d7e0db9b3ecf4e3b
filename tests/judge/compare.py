"""Our position and the state of the site's engine, as the same plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interop.traces import PHASES, differences, own_view
from trunkline.game import Game
from trunkline.interop import public_turn as turns
from trunkline.interop.public import Replay
from trunkline.kernel.table import Table

WAITS = {
    turns.TRACK: "Track", turns.MARKER: "Token", turns.BORROW: "BorrowTrain", turns.ROUTES: "Route",
    turns.DIVIDEND: "Dividend", turns.TRAINS: "BuyTrain", turns.LOANS: "Loan", turns.PRIVATES: "BuyCompany",
}  # fmt: skip
"""What the engine calls the steps of an operating turn."""
CORPORATION = ("cash", "price", "cell", "par", "president", "offering", "market", "loans", "escrow")
PLAYER = ("cash", "shares", "certificates", "privates")


def ours(game: Game) -> dict[str, Any]:
    """Our position."""
    view, table = own_view(game), Table(game.title, game.state)
    players = {
        name: {key: data[key] for key in PLAYER} | {"value": game.title.policies.worth(table, name)}
        for name, data in view["players"].items()
    }
    corporations = {
        id: {key: data[key] for key in (*CORPORATION, "privates", "rights")}
        | {"trains": sorted(data["trains"]), "markers": sorted(data["markers"])}
        for id, data in view["corporations"].items()
        if data["president"] or game.state.corporations[id].cell
    }
    return {
        "players": players,
        "corporations": corporations,
        "tiles": view["tiles"],
        "bank": view["bank"],
        "phase": view["phase"],
        "priority": view["priority"],
        "finished": game.over,
    }


def theirs(state: Mapping[str, Any], privates: Mapping[str, str]) -> dict[str, Any]:
    """The engine's state. ``privates`` are our ids by the site's."""
    return {
        "players": {
            name: {
                **{key: data[key] for key in ("cash", "shares", "certificates", "value")},
                "privates": sorted(privates[id] for id in data["privates"]),
            }
            for name, data in state["players"].items()
        },
        "corporations": {
            id: {key: data[key] for key in (*CORPORATION, "rights", "markers")}
            | {
                "privates": sorted(privates[id] for id in data["privates"]),
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


def apart(game: Game, state: Mapping[str, Any], privates: Mapping[str, str]) -> list[str]:
    """In what our position and the engine's differ; when it is over the engine forgets the priority."""
    left, right = ours(game), theirs(state, privates)
    if right["priority"] is None:
        del left["priority"], right["priority"]
    return list(differences(left, right))


def waits(replay: Replay) -> tuple[str, str]:
    """Whom the site asks in an operating turn and in which step, as far as our reader knows; else empty."""
    state, turn = replay.game.state, replay.site.current()
    if turn is None or state.pending or state.over:
        return ("", "")
    step = turn.waits(replay.game.title, state, replay.site.used)
    return (turn.corp, WAITS.get(step, step))


def asked(state: Mapping[str, Any], corporations: Mapping[str, str]) -> tuple[str, str]:
    """Whom the engine asks in which step."""
    round = state["round"]
    return (corporations.get(round["entity"], ""), round["step"] or "")
