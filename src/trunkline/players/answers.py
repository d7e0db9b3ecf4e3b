"""Advice that knows the answers of other players: what they would decline is not advised.

>>> import trunkline
>>> from trunkline.players.director import Director
>>> now = trunkline.Position.of(trunkline.new("1856", ["Ann", "Bob", "Cy"]))
>>> beside(now, Director(), {"Bob": Director(2)}).action == Director().advise(now).action
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from trunkline.actions import Action, Answer
from trunkline.kernel.decisions import Offer
from trunkline.players.advice import RULED_OUT, Advice, Adviser
from trunkline.position import Position

TOLD: Final = 4
"""Estimates, the best first, whose offers are tried out."""
MOST: Final = 8
"""Declined offers after which the advice only leaves out further ones."""


def declined(position: Position, action: Action, others: Mapping[str, Adviser]) -> Position | None:
    """Return the position after a known player has declined an offer, or None if none would.

    Players who are not among the ``others`` are taken to accept.
    """
    then = position.play(action)
    while isinstance(waiting := then.state.pending[-1] if then.state.pending else None, Offer):
        if waiting.offer != action:
            break
        known = others.get(waiting.player)
        answer = known.advise(then).action if known else Answer(waiting.player, accept=True)
        then = then.play(answer)
        if isinstance(answer, Answer) and not answer.accept:
            return then
    return None


def beside(position: Position, adviser: Adviser, others: Mapping[str, Adviser]) -> Advice:
    """Return the advice of a player who knows how the ``others``, by name, would answer.

    An offer that one of them would decline costs nothing, but a player learns nothing else from it.
    So the offer is made in thought, and the advice is that for the position after the refusal.
    """
    now, advice = position, adviser.advise(position)
    for _ in range(MOST):
        then = next((found for each in _told(advice) if (found := declined(now, each, others))), None)
        if then is None:
            return advice
        if then.to_act[:1] != position.to_act[:1]:
            break
        now = then
        advice = adviser.advise(now)
    left = [each for each in advice.estimates if not declined(position, each.action, others)]
    return Advice(tuple(left), advice.beside_second) if left else advice


def _told(advice: Advice) -> list[Action]:
    return [each.action for each in advice.estimates[:TOLD] if each.total > RULED_OUT]
