"""A random player: legal actions with weights that let games reach a regular end."""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.referee import kind_of
from trunkline.game import Game, actions

WEIGHTS: dict[type[Action], float] = {
    actions.Pass: 4,
    actions.Answer: 1,
    actions.BuyOffered: 12,
    actions.Bid: 4,
    actions.StartCorporation: 6,
    actions.BuyShare: 24,
    actions.SellShares: 0.7,
    actions.BuyPrivate: 0.6,
    actions.LayTile: 40,
    actions.PlaceToken: 6,
    actions.PlacePrivateToken: 4,
    actions.AssignPower: 4,
    actions.BuyRight: 1,
    actions.RunTrains: 60,
    actions.Dividend: 10,
    actions.BuyTrain: 16,
    actions.BorrowTrain: 16,
    actions.TakeLoan: 1,
    actions.RedeemLoans: 4,
    actions.DeclareBankruptcy: 0.01,
    actions.IssueShares: 1,
    actions.RedeemShares: 1,
    actions.BuyBond: 2,
    actions.SellBonds: 0.7,
    actions.RedeemBonds: 1,
    actions.ActivateFerry: 20,
}
"""Relative weight of a kind of action, however many choices it has; 1 if a kind is not listed.

Track, runs and trains have high weights, so that money moves and the bank breaks. Offers to other players are
rare, or a declined offer would be made repeatedly. Add new kinds at the end: random weights are drawn in this
order.
"""

OFFER_WEIGHT = 0.05
"""Weight of a train from another corporation; a train from the bank or the pool has weight 1."""
WITHHOLD_WEIGHT = 0.5
"""Weight of withholding; paying out has weight 1.

Corporations can afford trains, and the bank still empties.
"""
HALF_WEIGHT = 0.5
"""Weight of a half-pay dividend; paying out has weight 1."""
SILENCE_WEIGHT = 0.02
"""Weight of asking for no more announcements; an announcement has weight 1.

A silent player decides nothing more.
"""
UNEQUAL_KINDS = (actions.BuyTrain, actions.AskNoMore, actions.Dividend)
"""Kinds whose choices have different weights; see ``_choice_weight``."""
BEST_RUN = 0.2
"""Probability of computing the best set of runs, which may be slow, instead of drawing one."""


@dataclass(frozen=True)
class RandomWeights:
    """The preferences of a random player: relative weights, and ``best_run`` as a probability."""

    weights: Mapping[type[Action], float] = field(default_factory=lambda: WEIGHTS)
    offer: float = OFFER_WEIGHT
    withhold: float = WITHHOLD_WEIGHT
    best_run: float = BEST_RUN
    half: float = HALF_WEIGHT


class RandomPlayer:
    """A player that chooses at random. The same seed, weights and game give the same choices."""

    def __init__(self, seed: int, temperament: RandomWeights | None = None) -> None:
        """``temperament`` replaces the usual weights."""
        self._rng = random.Random(seed)
        self._weights = temperament or RandomWeights()

    def choose(self, game: Game, player: str) -> Action:
        """Return a legal action of ``player``. Raises ``LookupError`` if no action is legal."""
        choices = game.legal(player)
        if not choices:
            raise LookupError(f"{player} has no legal action")
        return self.choose_from(choices)

    def choose_from(self, choices: Sequence[Choice]) -> Action:
        """Return an action from known choices; there must be at least one."""
        return self._settle(self._pick(choices))

    def _pick(self, choices: Sequence[Choice]) -> Choice:
        kinds: dict[type[Action], list[Choice]] = {}
        for choice in choices:
            kinds.setdefault(kind_of(choice), []).append(choice)
        likely = self._weights.weights
        weighted_kinds = [
            (found, [self._choice_weight(choice) for choice in found] if kind in UNEQUAL_KINDS else None)
            for kind, found in kinds.items()
        ]
        likelihood = [
            likely.get(kind, 1.0) * (max(each) if each else 1.0)
            for kind, (_, each) in zip(kinds, weighted_kinds, strict=True)
        ]
        found, weights = weighted_kinds[self._drawn(likelihood)]
        return found[int(self._rng.random() * len(found)) if weights is None else self._drawn(weights)]

    def _drawn(self, weights: Sequence[float]) -> int:
        """Return a random index, by weight. This is ``random.choices`` for one draw, which takes longer."""
        sums = list(accumulate(weights))
        return bisect(sums, self._rng.random() * sums[-1], 0, len(sums) - 1)

    def _settle(self, choice: Choice) -> Action:
        if isinstance(choice, Open):
            return choice.best() if self._rng.random() < self._weights.best_run else choice.propose(self._rng)
        if isinstance(choice, Amounts):
            return choice.at(self._amount(choice))
        assert isinstance(choice, Action)
        return choice

    def _amount(self, choice: Amounts) -> int:
        steps = (choice.high - choice.low) // choice.step
        # Prefer low prices and bids: a player that spends everything at once is idle afterwards.
        share = self._rng.random() ** (4 if choice.field in ("amount", "price") else 1)
        return choice.low + choice.step * min(int(share * (steps + 1)), steps)

    def _choice_weight(self, choice: Choice) -> float:
        action = choice.action if isinstance(choice, Amounts) else choice
        if isinstance(action, actions.BuyTrain) and action.source not in ("bank", "pool"):
            return self._weights.offer
        if isinstance(action, actions.AskNoMore):
            return SILENCE_WEIGHT
        if isinstance(action, actions.Dividend) and action.payout == "withhold":
            return self._weights.withhold
        if isinstance(action, actions.Dividend) and action.payout == "half":
            return self._weights.half
        return 1.0
