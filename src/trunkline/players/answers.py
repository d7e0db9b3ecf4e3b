"""Advice that accounts for the answers of other players: it leaves out offers that they would decline.

>>> import trunkline
>>> from trunkline.players.director import Director
>>> now = trunkline.Position.of(trunkline.new("1856", ["Ann", "Bob", "Cy"]))
>>> advise_with_known_answers(now, Director(), {"Bob": Director(2)}).action == Director().advise(now).action
True
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Final

from trunkline.engine.kernel.decisions import Offer
from trunkline.game.actions import Action, Answer
from trunkline.game.position import Position
from trunkline.players.advice import RULED_OUT, Advice, Adviser

BEST_ESTIMATES: Final = 4
"""Number of estimates, best first, whose offers are tried."""
MOST_DECLINED: Final = 8
"""Declined offers after which the advice only filters out further ones."""


def play_declined_offer(position: Position, action: Action, others: Mapping[str, Adviser]) -> Position | None:
    """Return the position after a known player has declined an offer, or None if no player would.

    Players who are not among the ``others`` are assumed to accept.
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


def advise_with_known_answers(position: Position, adviser: Adviser, others: Mapping[str, Adviser]) -> Advice:
    """Return the advice for a player who knows how the ``others``, by name, would answer.

    A declined offer costs nothing, but a player learns nothing else from it. So this plays the offer and the
    refusal on a copy, and returns the advice for the position after it.
    """
    now, advice = position, adviser.advise(position)
    for _ in range(MOST_DECLINED):
        tried = (play_declined_offer(now, action, others) for action in _best_actions(advice))
        then = next(filter(None, tried), None)
        if then is None:
            return advice
        if then.to_act[:1] != position.to_act[:1]:
            break
        now = then
        advice = adviser.advise(now)
    left = [each for each in advice.estimates if not play_declined_offer(position, each.action, others)]
    return Advice(tuple(left), advice.beside_second) if left else advice


def beside(position: Position, adviser: Adviser, others: Mapping[str, Adviser]) -> Advice:
    """Return the advice of ``advise_with_known_answers``, under its deprecated name."""
    warnings.warn("beside is deprecated: use advise_with_known_answers", DeprecationWarning, stacklevel=2)
    return advise_with_known_answers(position, adviser, others)


def _best_actions(advice: Advice) -> list[Action]:
    return [each.action for each in advice.estimates[:BEST_ESTIMATES] if each.total > RULED_OUT]
