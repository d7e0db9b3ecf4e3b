"""Estimates of the rest of a game for one player: its length, the life of trains, and the income of shares.

Nothing here is specific to a title. All of it follows from the board and the state of the game.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from trunkline.engine.kernel import chart, depot
from trunkline.engine.kernel.action import BuyPrivate, BuyTrain, RedeemLoans
from trunkline.engine.kernel.choice import Amounts
from trunkline.engine.kernel.state import BANK, POOL, Corporation
from trunkline.engine.steps import floating, round_sequence
from trunkline.game.position import Position
from trunkline.players.network_potential import NetworkPotential
from trunkline.players.quick_routes import QuickRoutes

MOST_ROUNDS = 12
"""Maximum number of operating rounds to plan for."""
IDLE_DOLLAR, SCARCE_DOLLAR = 0.4, 1.2
"""Value of a treasury dollar to its president: one that is idle, and one that is needed for a train."""
SAVING_ROUNDS = 1.5
"""Operating rounds before its last train rusts at which a company begins to save for the next."""
TRAINS_PER_CORPORATION = 0.7
"""Approximate number of trains that each running corporation buys in an operating round."""

OLD_NAMES: Mapping[str, str] = {
    "t": "ctx",
    "duty": "president_contribution",
    "glance": "quick_routes",
    "lacking": "shares_to_float",
    "lasting": "rounds_until_last_train_rusts",
    "liking": "random_preference_dollars",
    "part": "owned_fraction",
    "share": "dividends_per_share",
    "short": "train_cash_shortfall",
    "spent": "spending_cost",
    "wanting": "cash_needed_for_train",
}
"""Deprecated names of members of ``PositionValuation``, from version 1.0, with the present names."""


@lru_cache(maxsize=1_000)
def random_preference(seed: int, key: str) -> float:
    """Return a random preference of a player, from its seed: from 0 to 1."""
    return random.Random(f"{seed} {key}").random()


@lru_cache(maxsize=1_000)
def _types_by_place(trains: tuple[tuple[str, str], ...]) -> Mapping[str, Sequence[str]]:
    """Return the types of the trains at each place, in order of sale or of arrival."""
    found: dict[str, list[str]] = {}
    for train, place in trains:
        found.setdefault(place, []).append(depot.train_name(train))
    return {place: tuple(names) for place, names in found.items()}


class PositionValuation:
    """One position as seen by a player that plans ahead. Money is in dollars."""

    error: float = 1_000.0
    """Half the 95% interval of an estimate, in dollars. Measured on close decisions against rollouts."""

    def __init__(self, position: Position, player: str, seed: int = 0) -> None:
        self.position = position
        self.player = player
        self._seed = seed
        self.ctx = position.table
        self.state = position.state
        self._runs: dict[tuple[str, tuple[str, ...]], int] = {}
        self._quick_routes: dict[str, QuickRoutes] = {}
        self._reach: dict[str, NetworkPotential] = {}
        self._life: dict[str, float] = {}

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return a member by its deprecated name."""
            if name not in OLD_NAMES:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            warnings.warn(f"{name} is deprecated: use {OLD_NAMES[name]}", DeprecationWarning, stacklevel=2)
            return getattr(self, OLD_NAMES[name])

    @cached_property
    def running(self) -> list[Corporation]:
        """The corporations that have begun to operate, or may in the next operating round."""
        return [corp for corp in chart.order(self.ctx) if not corp.closed and self.floated(corp)]

    @cached_property
    def mine(self) -> list[Corporation]:
        """The corporations of which the player is president."""
        return [corp for corp in self.state.corporations.values() if corp.president == self.player]

    def floated(self, corp: Corporation) -> bool:
        """Return whether it operates, or would if its turn came now."""
        return corp.started and (corp.operated or self.shares_to_float(corp) == 0)

    def shares_to_float(self, corp: Corporation) -> int:
        """Return the number of shares that must still be sold before it operates; 0 once it has operated."""
        return 0 if corp.operated else max(0, floating.needed(self.ctx, corp) - corp.sold)

    @cached_property
    def rounds(self) -> float:
        """The number of operating rounds that still pay, including the current one."""
        now = self.state.round
        last = max(1, now.of - now.index + 1) if now.index else self.ctx.phase.operating_rounds
        if self.state.bank_broken or self.state.end_price_reached:
            return last
        paid = sum(corp.revenue for corp in self.running) + 60 * len(self.running)
        most = round_sequence.most_rounds(self.ctx)
        found = min(MOST_ROUNDS, max(last, self.state.bank / max(paid, 100) * 0.8))
        return found if most is None else min(most, found)

    @cached_property
    def pace(self) -> float:
        """The number of trains that the bank will sell in an operating round."""
        return max(1.0, TRAINS_PER_CORPORATION * len(self.running))

    def life(self, train: str) -> float:
        """Return the number of operating rounds that a train of this type will still run."""
        if train not in self._life:
            self._life[train] = self._rounds_of_life(train)
        return self._life[train]

    def _rounds_of_life(self, train: str) -> float:
        kind = self.ctx.title.board.train[train]
        if kind.permanent or not kind.ends_on:
            return self.rounds
        ahead = 0
        for unsold in self.unsold:
            if unsold in kind.ends_on:
                break
            ahead += 1
        return min(self.rounds, 1 + ahead / self.pace)

    @cached_property
    def _trains(self) -> Mapping[str, Sequence[str]]:
        return _types_by_place(tuple(self.state.trains.items()))

    @property
    def unsold(self) -> Sequence[str]:
        """The types of the trains that the bank has, in the order of sale."""
        return self._trains.get(BANK, ())

    def trains(self, corp: Corporation) -> list[str]:
        """Return the types of its trains in a new list."""
        return [*self._trains.get(corp.id, ())]

    def trains_after_trade_in(self, action: BuyTrain) -> tuple[str, ...]:
        """Return the types of the trains that the buyer keeps, without one that is traded in."""
        kept = self.trains(self.state.corporations[action.corp])
        if action.trade_in:
            kept.remove(depot.train_name(action.trade_in))
        return tuple(kept)

    def rounds_until_last_train_rusts(self, corp: Corporation) -> float:
        """Return the operating rounds until its last train rusts; 0 without trains."""
        return max((self.life(train) for train in self.trains(corp)), default=0.0)

    def quick_routes(self, corp: Corporation) -> QuickRoutes:
        """Return fast estimates of what its trains earn, now and after lays."""
        if corp.id not in self._quick_routes:
            self._quick_routes[corp.id] = QuickRoutes(self.ctx, corp)
        return self._quick_routes[corp.id]

    def earnings(self, corp: Corporation, trains: tuple[str, ...] | None = None) -> int:
        """Return what its trains, or the given trains instead, earn in a turn on the current board, in
        dollars."""
        key = (corp.id, tuple(self.trains(corp)) if trains is None else trains)
        if key not in self._runs:
            self._runs[key] = self.quick_routes(corp).now(key[1]) if corp.started else 0
        return self._runs[key]

    def reach(self, corp: Corporation) -> NetworkPotential:
        """Return the stops near its network on the current board."""
        if corp.id not in self._reach:
            self._reach[corp.id] = NetworkPotential(self.ctx, corp.id)
        return self._reach[corp.id]

    def income(self, corp: Corporation) -> float:
        """Return its expected payout in a turn: its last earnings, or an estimate."""
        if corp.operated and not self.trains(corp):
            return 0
        return corp.revenue or 0.08 * 10 * max(corp.par, chart.price(self.ctx, corp))

    def dividends_per_share(self, corp: Corporation) -> float:
        """Return the dividends of one share until the end, in dollars, without its price."""
        return self.rounds * self.income(corp) / corp.total

    def owned_fraction(self, corp: Corporation) -> float:
        """Return the player's fraction of its payout."""
        return corp.shares.get(self.player, 0) / corp.total

    def random_preference_dollars(self, corp: Corporation) -> float:
        """Return a random preference of the player, from its seed: from $0 to $40.

        It varies close openings.
        """
        return 40 * random_preference(self._seed, corp.id)

    @cached_property
    def cheapest(self) -> int:
        """The price of the cheapest train on sale; 0 if no train is on sale."""
        prices = [
            depot.train_type(self.ctx, train).price
            for train in [*depot.on_sale(self.ctx), *self.state.trains_at(POOL)]
        ]
        return min(prices, default=0)

    @cached_property
    def next_train(self) -> str:
        """The type that the bank sells next; empty if it has none left."""
        return depot.next_type(self.ctx)

    def target(self, corp: Corporation) -> int:
        """Return the price of the cheapest train that outlasts its own, if it needs one before the end; else
        0."""
        rounds_left = self.rounds_until_last_train_rusts(corp)
        if rounds_left >= self.rounds or not corp.started:
            return 0
        offered = [depot.train_name(id) for id in (*depot.on_sale(self.ctx), *self.state.trains_at(POOL))]
        prices = [self.ctx.title.board.train[name].price for name in offered if self.life(name) > rounds_left]
        return min(prices, default=self.cheapest)

    @property
    def saving(self) -> float:
        """Operating rounds before its last train rusts at which a company begins to save for the next."""
        return SAVING_ROUNDS

    def cash_needed_for_train(self, corp: Corporation) -> int:
        """Return the dollars that it should have for its next train; 0 while there is time to earn them."""
        target = self.target(corp)
        time = max(0, target - corp.cash) / max(20.0, self.income(corp))
        return target if self.rounds_until_last_train_rusts(corp) <= self.saving + min(time, 6.0) else 0

    def president_contribution(self, corp: Corporation) -> float:
        """Return the dollars that its president may have to add for its next train."""
        target = self.target(corp)
        saved = corp.cash + 0.5 * self.income(corp) * self.rounds_until_last_train_rusts(corp)
        return max(0.0, target - saved) if target else 0.0

    def spending_cost(self, corp: Corporation, dollars: int) -> float:
        """Return the cost to a president of spending so much.

        Money that is needed for a train counts more.
        """
        scarce = min(dollars, max(0, self.cash_needed_for_train(corp) - (corp.cash - dollars)))
        return SCARCE_DOLLAR * scarce + IDLE_DOLLAR * (dollars - scarce)

    def sizes(self, choice: Amounts) -> Iterator[int]:
        """Yield amounts to consider in addition to the lowest and the highest."""
        action = choice.action
        if isinstance(action, (BuyPrivate, RedeemLoans, BuyTrain)) and action.corp:
            corp = self.state.corporations[action.corp]
            free = corp.cash - self.cash_needed_for_train(corp)
            if isinstance(action, RedeemLoans):
                loans = self.ctx.title.board.loans
                free //= loans.value if loans else 1
            yield max(choice.low, free)

    def train_cash_shortfall(self, corp: Corporation) -> int:
        """Return the dollars that it lacks for its next train; 0 while there is time to earn them."""
        return max(0, self.cash_needed_for_train(corp) - corp.cash)
