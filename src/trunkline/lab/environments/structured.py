"""The structured form of an observation: plain data with names, as JSON has it."""

from __future__ import annotations

from typing import Any

from trunkline.engine.kernel.action import tag
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.game import Game, actions
from trunkline.lab.environments.encoding import LegalActions
from trunkline.lab.environments.seats import seats_from


def structured(game: Game, viewer: str, legal: LegalActions | None = None) -> dict[str, Any]:
    """Return the position as plain data, from the view of a player. Raises ``UsageError``.

    It is ``Game.view``, with the seats from the viewer on, the waiting decision, the worth of each player,
    and the ``choices`` in the order of the rows of ``parametric``. Without ``legal`` there are no choices.
    """
    pending = game.shared_state.pending
    return {
        "viewer": viewer,
        "seats": seats_from(game.players, viewer),
        "over": game.over,
        "worth": {name: game.worth(name) for name in game.players},
        "decision": type(pending[-1]).__name__ if pending else None,
        **game.view(),
        "choices": [_choice(each) for each in legal.choices] if legal else [],
    }


def _choice(choice: Choice) -> dict[str, Any]:
    if isinstance(choice, Open):
        return {"kind": tag(choice.kind), "player": choice.player, "corp": choice.corp, "open": "runs"}
    if isinstance(choice, Amounts):
        bounds = {"field": choice.field, "low": choice.low, "high": choice.high, "step": choice.step}
        return {**actions.encode(choice.action), "range": bounds}
    return actions.encode(choice)
