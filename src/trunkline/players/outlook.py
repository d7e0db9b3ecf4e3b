"""What a player expects of the rest of a game: how long it lasts, how long trains run, what shares earn.

Nothing here knows a title: all of it follows from the board and from what is on the table.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from trunkline.kernel import chart, depot
from trunkline.kernel.action import BuyPrivate, BuyTrain, RedeemLoans
from trunkline.kernel.choice import Amounts
from trunkline.kernel.state import BANK, POOL, Corporation
from trunkline.players.glance import Glance
from trunkline.players.reach import Reach
from trunkline.position import Position
from trunkline.steps import floating

MOST_ROUNDS = 12
"""Operating rounds beyond which nobody plans."""
IDLE, DEAR = 0.4, 1.2
"""What a dollar in the treasury is worth to a president: one that nothing waits for, and one for a train."""
SAVING = 1.5
"""Operating rounds before its last train is gone from which on a company saves for the next."""
PACE = 0.7
"""Trains that a corporation in play buys in an operating round, roughly."""


@lru_cache(maxsize=1_000)
def leaning(seed: int, what: str) -> float:
    """What a player is inclined to without a reason, by its seed: from 0 to 1."""
    return random.Random(f"{seed} {what}").random()


@lru_cache(maxsize=1_000)
def _types_by_place(trains: tuple[tuple[str, str], ...]) -> Mapping[str, Sequence[str]]:
    """The types of the trains at each place, in the order of sale or in that in which they came there."""
    found: dict[str, list[str]] = {}
    for train, place in trains:
        found.setdefault(place, []).append(depot.train_name(train))
    return {place: tuple(names) for place, names in found.items()}


class Outlook:
    """One position as a player sees it who looks further. Money is in dollars."""

    error: float = 1_000.0
    """Half the 95% interval of an estimate, in dollars: close decisions, compared with playing on."""

    def __init__(self, position: Position, player: str, seed: int = 0) -> None:
        self.position = position
        self.player = player
        self._seed = seed
        self.t = position.table
        self.state = position.state
        self._runs: dict[tuple[str, tuple[str, ...]], int] = {}
        self._glances: dict[str, Glance] = {}
        self._reach: dict[str, Reach] = {}
        self._lives: dict[str, float] = {}

    @cached_property
    def running(self) -> list[Corporation]:
        """The corporations that have begun to operate, or may in the next operating round."""
        return [corp for corp in chart.order(self.t) if not corp.closed and self.floated(corp)]

    @cached_property
    def mine(self) -> list[Corporation]:
        """The corporations whose president the player is."""
        return [corp for corp in self.state.corporations.values() if corp.president == self.player]

    def floated(self, corp: Corporation) -> bool:
        """Whether it operates, or would if its turn came now."""
        return corp.started and (corp.operated or self.lacking(corp) == 0)

    def lacking(self, corp: Corporation) -> int:
        """Shares that somebody has yet to buy before it operates."""
        return 0 if corp.operated else max(0, floating.needed(self.t, corp) - corp.sold)

    @cached_property
    def rounds(self) -> float:
        """Operating rounds to come, the present one included, after which nothing is earned any more."""
        now = self.state.round
        last = max(1, now.of - now.index + 1) if now.index else self.t.phase.operating_rounds
        if self.state.bank_broken or self.state.end_price_reached:
            return last
        paid = sum(corp.revenue for corp in self.running) + 60 * len(self.running)
        return min(MOST_ROUNDS, max(last, self.state.bank / max(paid, 100) * 0.8))

    @cached_property
    def pace(self) -> float:
        """Trains that the bank will sell in an operating round."""
        return max(1.0, PACE * len(self.running))

    def life(self, train: str) -> float:
        """Operating rounds that a train, given by its type, will still run."""
        if train not in self._lives:
            self._lives[train] = self._life(train)
        return self._lives[train]

    def _life(self, train: str) -> float:
        kind = self.t.title.board.train[train]
        if kind.permanent or not kind.rusts_on:
            return self.rounds
        ahead = 0
        for unsold in self.unsold:
            if unsold in kind.rusts_on:
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
        """The types of its trains: a list of the asker's own."""
        return [*self._trains.get(corp.id, ())]

    def lasting(self, corp: Corporation) -> float:
        """Operating rounds until the last of its trains is gone; 0 without trains."""
        return max((self.life(train) for train in self.trains(corp)), default=0.0)

    def glance(self, corp: Corporation) -> Glance:
        """What its trains earn at a glance, here and after lays."""
        if corp.id not in self._glances:
            self._glances[corp.id] = Glance(self.t, corp)
        return self._glances[corp.id]

    def earnings(self, corp: Corporation, trains: tuple[str, ...] | None = None) -> int:
        """What its trains, or these in thought, earn in a turn as the board lies."""
        key = (corp.id, tuple(self.trains(corp)) if trains is None else trains)
        if key not in self._runs:
            self._runs[key] = self.glance(corp).now(key[1]) if corp.started else 0
        return self._runs[key]

    def reach(self, corp: Corporation) -> Reach:
        """What its network is near to, as the board lies."""
        if corp.id not in self._reach:
            self._reach[corp.id] = Reach(self.t, corp.id)
        return self._reach[corp.id]

    def income(self, corp: Corporation) -> float:
        """What it may be expected to pay out in a turn, from a glance: its last earnings, or a guess."""
        if corp.operated and not self.trains(corp):
            return 0
        return corp.revenue or 0.08 * 10 * max(corp.par, chart.price(self.t, corp))

    def share(self, corp: Corporation) -> float:
        """What a share brings its holder until the end, its price apart."""
        return self.rounds * self.income(corp) / corp.total

    def part(self, corp: Corporation) -> float:
        """The player's part of what it pays out."""
        return corp.shares.get(self.player, 0) / corp.total

    def liking(self, corp: Corporation) -> float:
        """A fancy of the player, by its seed: openings vary where little depends on it."""
        return 40 * leaning(self._seed, corp.id)

    @cached_property
    def cheapest(self) -> int:
        """What the cheapest train on sale costs; 0 where none is."""
        prices = [
            depot.train_type(self.t, train).price
            for train in [*depot.on_sale(self.t), *self.state.trains_at(POOL)]
        ]
        return min(prices, default=0)

    @cached_property
    def next_train(self) -> str:
        """The type that the bank sells next; empty when it has none left."""
        return depot.next_type(self.t)

    def target(self, corp: Corporation) -> int:
        """What the cheapest train costs that outlasts its own, if it needs one before the end; else 0."""
        lasting = self.lasting(corp)
        if lasting >= self.rounds or not corp.started:
            return 0
        offered = [depot.train_name(id) for id in (*depot.on_sale(self.t), *self.state.trains_at(POOL))]
        prices = [self.t.title.board.train[name].price for name in offered if self.life(name) > lasting]
        return min(prices, default=self.cheapest)

    @property
    def saving(self) -> float:
        """Operating rounds before its last train is gone from which on a company saves for the next."""
        return SAVING

    def wanting(self, corp: Corporation) -> int:
        """Dollars that it should have for its next train; 0 while there is time left to earn them."""
        target = self.target(corp)
        time = max(0, target - corp.cash) / max(20.0, self.income(corp))
        return target if self.lasting(corp) <= self.saving + min(time, 6.0) else 0

    def duty(self, corp: Corporation) -> float:
        """Dollars that its president may have to add for its next train."""
        target = self.target(corp)
        saved = corp.cash + 0.5 * self.income(corp) * self.lasting(corp)
        return max(0.0, target - saved) if target else 0.0

    def spent(self, corp: Corporation, dollars: int) -> float:
        """What it costs a president that it spends so much: what it needs for a train is dear."""
        needed = min(dollars, max(0, self.wanting(corp) - (corp.cash - dollars)))
        return DEAR * needed + IDLE * (dollars - needed)

    def sizes(self, choice: Amounts) -> Iterator[int]:
        """Amounts worth a thought beside the least and the most."""
        action = choice.action
        if isinstance(action, (BuyPrivate, RedeemLoans, BuyTrain)) and action.corp:
            corp = self.state.corporations[action.corp]
            free = corp.cash - self.wanting(corp)
            if isinstance(action, RedeemLoans):
                loans = self.t.title.board.loans
                free //= loans.value if loans else 1
            yield max(choice.low, free)

    def short(self, corp: Corporation) -> int:
        """Dollars that it lacks for the train it wants."""
        return max(0, self.wanting(corp) - corp.cash)
