"""A player without a plan: legal actions at random, weighted so that games come to a real end."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from trunkline import actions
from trunkline.game import Game
from trunkline.kernel.action import Action
from trunkline.kernel.choice import Amounts, Choice, Open
from trunkline.kernel.engine import kind_of

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
"""How likely a kind of action is, however many choices it has; 1 where nothing is said.

Track, runs and trains come first, so that money moves and the bank breaks. Offers to others are rare, or a
declined one would be made again and again. A new kind comes last: temperaments are drawn in this order.
"""

OFFER_WEIGHT = 0.05
"""Weight of a train in another corporation's hands beside one from the bank or the pool."""
WITHHOLD_WEIGHT = 0.5
"""Weight of withholding beside paying out: enough to afford trains, and the bank still empties."""
HALF_WEIGHT = 0.5
"""Weight of paying half beside paying out."""
SILENCE_WEIGHT = 0.02
"""Weight of never being asked again beside announcing something: who is silent has nothing left to decide."""
UNLIKE = (actions.BuyTrain, actions.AskNoMore, actions.Dividend)
"""Kinds whose choices weigh differently beside each other; see ``_weight``."""
BEST_RUN = 0.2
"""How often the best set of runs is worked out, which may take a while, rather than one drawn."""


@dataclass(frozen=True)
class Temperament:
    """What a random player is inclined to: weights beside each other, and ``best_run`` as a chance."""

    weights: Mapping[type[Action], float] = field(default_factory=lambda: WEIGHTS)
    offer: float = OFFER_WEIGHT
    withhold: float = WITHHOLD_WEIGHT
    best_run: float = BEST_RUN
    half: float = HALF_WEIGHT


class RandomPlayer:
    """Chooses at random; the same seed, temperament and game give the same choices."""

    def __init__(self, seed: int, temperament: Temperament | None = None) -> None:
        self._rng = random.Random(seed)
        self._mind = temperament or Temperament()

    def choose(self, game: Game, player: str) -> Action:
        """A legal action of ``player``. Raises ``LookupError`` where there is none."""
        choices = game.legal(player)
        if not choices:
            raise LookupError(f"{player} has no legal action")
        return self.choose_from(choices)

    def choose_from(self, choices: Sequence[Choice]) -> Action:
        """An action out of choices that are known already; there must be one."""
        return self._settle(self._pick(choices))

    def _pick(self, choices: Sequence[Choice]) -> Choice:
        kinds: dict[type[Action], list[Choice]] = {}
        for choice in choices:
            kinds.setdefault(kind_of(choice), []).append(choice)
        likely = self._mind.weights
        weighed = [
            (found, [self._weight(choice) for choice in found] if kind in UNLIKE else None)
            for kind, found in kinds.items()
        ]
        likelihood = [
            likely.get(kind, 1.0) * (max(each) if each else 1.0)
            for kind, (_, each) in zip(kinds, weighed, strict=True)
        ]
        ((found, weights),) = self._rng.choices(weighed, likelihood)
        (choice,) = self._rng.choices(found, weights)
        return choice

    def _settle(self, choice: Choice) -> Action:
        if isinstance(choice, Open):
            return choice.best() if self._rng.random() < self._mind.best_run else choice.propose(self._rng)
        if isinstance(choice, Amounts):
            return choice.at(self._amount(choice))
        assert isinstance(choice, Action)
        return choice

    def _amount(self, choice: Amounts) -> int:
        steps = (choice.high - choice.low) // choice.step
        # Prices and bids lean to the low end: whoever spends everything at once sits idle afterwards.
        share = self._rng.random() ** (4 if choice.field in ("amount", "price") else 1)
        return choice.low + choice.step * min(int(share * (steps + 1)), steps)

    def _weight(self, choice: Choice) -> float:
        action = choice.action if isinstance(choice, Amounts) else choice
        if isinstance(action, actions.BuyTrain) and action.source not in ("bank", "pool"):
            return self._mind.offer
        if isinstance(action, actions.AskNoMore):
            return SILENCE_WEIGHT
        if isinstance(action, actions.Dividend) and action.payout == "withhold":
            return self._mind.withhold
        if isinstance(action, actions.Dividend) and action.payout == "half":
            return self._mind.half
        return 1.0
