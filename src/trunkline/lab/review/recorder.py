"""A record of the first actions of a line of play."""

from __future__ import annotations

from typing import Final

from trunkline.engine.kernel.state import Round
from trunkline.game.actions import Action, Answer
from trunkline.game.position import Position
from trunkline.players.advice import Advice, Adviser

LONGEST: Final = 12
"""Maximum number of actions of a kept line, with the alternative that begins it."""


class LineRecorder:
    """An adviser that keeps the actions after an alternative.

    The line ends with the next turn of the player who had the choice, with the round, or with ``LONGEST``
    actions.
    """

    def __init__(self, adviser: Adviser, player: str) -> None:
        self._adviser = adviser
        self._player = player
        self._round: Round | None = None
        self._own_turns = 1
        self._acted_last = player
        self._over = False
        self.line: list[Action] = []

    def advise(self, position: Position) -> Advice:
        """Return the advice of the wrapped adviser, whose choice is played."""
        advice = self._adviser.advise(position)
        if not self._over:
            self._record(position, advice.action)
        return advice

    def _record(self, position: Position, action: Action) -> None:
        seat, now = position.to_act[0], position.state.round
        if self._round is None:
            self._round = now
        # An answer to a question in a player's turn does not end that turn.
        if seat != self._acted_last and not isinstance(action, Answer):
            self._acted_last = seat
            self._own_turns += seat == self._player
            self._over = self._own_turns == 2 and seat != self._player
        self._over |= now != self._round
        if not self._over:
            self.line.append(action)
            self._over = len(self.line) == LONGEST - 1
