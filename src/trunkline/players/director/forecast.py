"""The director's forecast: future payouts of corporations, costs of trains, and values of shares."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from typing import Any, Final, TypeVar, cast

from trunkline.engine.capital import at_float
from trunkline.engine.kernel import chart, depot, shares
from trunkline.engine.kernel.action import BuyTrain, SellShares
from trunkline.engine.kernel.choice import Amounts
from trunkline.engine.kernel.state import BANK, POOL, Corporation
from trunkline.engine.steps import floating, round_sequence
from trunkline.players.director.upgrade_potential import UpgradeAwarePotential
from trunkline.players.network_potential import NetworkPotential
from trunkline.players.valuation import MOST_ROUNDS, PositionValuation, random_preference

T = TypeVar("T")

GOOD_START_SHARES: Final = 5
"""Number of shares at the lowest par price that gives a company a good start."""
SAVING_ROUNDS_POOR: Final = 3.5
"""Operating rounds before its last train rusts at which a poor player's company begins to save."""
MOST_PRICE_STEPS: Final = 6
"""Maximum number of boxes that a price is expected to rise."""
RISE_FACTOR: Final = 0.5
"""Part of a price rise that its holder still gets: other players sell."""
YIELD: Final = 0.42
"""Earnings per turn of a dollar spent on trains, before anything is known of the track."""

START_UP_ROUNDS: Final = 2.0
"""Operating rounds that a new company loses until it has track for its trains."""

PURCHASE_FACTOR: Final = 0.7
"""Fraction of the affordable trains that corporations buy in a round."""
PAST_SALES_WEIGHT: Final = 0.6
"""Maximum weight of past train sales in the forecast, once some sets have been played."""
BANK_FACTOR: Final = 0.85
"""Factor for the operating rounds that the bank lasts at the present earnings."""
LEAST_PACE: Final = 0.5
"""Minimum number of trains bought in a round, however little money there is."""
EXPECTED_YIELD: Final = 0.12
"""Expected earnings per turn for each dollar of a train's price, if the track does not show them yet."""

IDLE_TRAIN_FACTOR: Final = 0.4
"""Part of that expectation that remains for a second train without a run on present track."""

FORCED_SALE_FACTOR: Final = 0.8
"""Proceeds of a forced share sale as part of its price: the price falls from sale to sale."""

RUIN_COST: Final = 3.0
"""Cost of each dollar spent that is then missing for a compulsory train."""
BANKRUPTCY_COST: Final = 1_000.0
"""Cost of bankruptcy to the player, in dollars."""
URGENT_ROUNDS: Final = 1.5
"""Remaining operating rounds of a company's trains below which it buys the next one immediately."""


OFFER_FRACTIONS: Final = (0.25, 0.5, 0.75, 1.0, 1.25)
"""Offers to consider for a train of another company, as parts of its price."""


class Forecast(PositionValuation):
    """One position as a director sees it."""

    error = 800.0

    @cached_property
    def _rounds_until_rust(self) -> dict[str, float]:
        return {}

    @cached_property
    def _cache(self) -> dict[Hashable, Any]:
        return {}

    def cached(self, compute: Callable[..., T], *arguments: Hashable) -> T:
        """Return the cached result of ``compute`` for this position and these arguments.

        Callers must not change it.
        """
        key = compute, *arguments
        if key not in self._cache:
            self._cache[key] = compute(self, *arguments)
        return cast("T", self._cache[key])

    def earnings(self, corp: Corporation, trains: tuple[str, ...] | None = None) -> int:
        """Return what its trains, or the given trains instead, earn in a turn on the current board, in
        dollars."""
        return super().earnings(corp, tuple(sorted(self.trains(corp) if trains is None else trains)))

    def reach(self, corp: Corporation) -> NetworkPotential:
        """Return the stops near its network, by ways that the existing track of the stops allows."""
        if corp.id not in self._reach:
            self._reach[corp.id] = UpgradeAwarePotential(self.ctx, corp.id)
        return self._reach[corp.id]

    @cached_property
    def capital(self) -> int:
        """The starting cash of each player in this game, in dollars."""
        return self.ctx.title.board.players[len(self.state.players)].cash

    @cached_property
    def poor(self) -> bool:
        """True if the capital does not pay for a good start, as with five or six players in 1856.

        Presidents then have little to add to the price of a train, so their companies save earlier.
        """
        return self.capital < GOOD_START_SHARES * min(self.ctx.title.board.par_values, default=0)

    @property
    def saving(self) -> float:
        """Operating rounds before its last train rusts at which a company begins to save for the next."""
        return SAVING_ROUNDS_POOR if self.poor else super().saving

    @cached_property
    def rounds(self) -> float:
        """The number of operating rounds to come, including the current one.

        It counts until the bank breaks, plus the rest of that set if the title plays it out. Train purchases
        refill the bank, which offsets growing earnings.
        """
        now = self.state.round
        set_length = max(1, self.ctx.phase.operating_rounds)
        last = max(1, now.of - now.index + 1) if now.index else set_length
        most = round_sequence.most_rounds(self.ctx)
        if self.state.bank_broken or self.state.end_price_reached:
            return last
        paid = sum(corp.revenue for corp in self.running)
        left = BANK_FACTOR * self.state.bank / max(paid, 100)
        if self.ctx.title.board.ending.finishes_set:
            left = max(last, left + 0.5 * (set_length - 1))
        found = min(MOST_ROUNDS, max(1.0, left))
        return found if most is None else min(most, found)

    @cached_property
    def pace(self) -> float:
        """The number of trains that the bank will sell in an operating round.

        It depends on what corporations can spend, and on past sales.
        """
        now = self.state.round
        affordable = self._affordable_pace
        played = max(1.0, (now.number - 1) * 0.5 * (1 + max(1, self.ctx.phase.operating_rounds)))
        sold = sum(place != BANK for place in self.state.trains.values())
        past_weight = min(PAST_SALES_WEIGHT, 0.1 * (now.number - 1))
        return max(LEAST_PACE, (1 - past_weight) * affordable + past_weight * sold / played)

    @cached_property
    def _affordable_pace(self) -> float:
        """The number of trains that corporations can afford in an operating round."""
        if not self.next_train:
            return LEAST_PACE
        price = self.ctx.title.board.train[self.next_train].price
        fractions = (min(1.0, (corp.cash + 0.3 * corp.revenue) / price) for corp in self.running)
        return max(LEAST_PACE, PURCHASE_FACTOR * sum(fraction * fraction for fraction in fractions))

    def rounds_until_last_train_rusts(self, corp: Corporation) -> float:
        """Return the operating rounds until its last train rusts; 0 without trains."""
        if corp.id not in self._rounds_until_rust:
            self._rounds_until_rust[corp.id] = super().rounds_until_last_train_rusts(corp)
        return self._rounds_until_rust[corp.id]

    def cash_needed_for_train(self, corp: Corporation) -> int:
        """Return the dollars that it should have for its next train; 0 while there is time to earn them."""
        if corp.id not in self._cash_needed:
            self._cash_needed[corp.id] = super().cash_needed_for_train(corp)
        return self._cash_needed[corp.id]

    @cached_property
    def _cash_needed(self) -> dict[str, int]:
        return {}

    def target(self, corp: Corporation) -> int:
        """Return the price of the cheapest train that outlasts its own, after the companies ahead have bought
        theirs."""
        if corp.id not in self._targets:
            self._targets[corp.id] = self._target(corp)
        return self._targets[corp.id]

    def _target(self, corp: Corporation) -> int:
        rounds_left = self.rounds_until_last_train_rusts(corp)
        if rounds_left >= self.rounds or not corp.started:
            return 0
        kinds = self.ctx.title.board.train
        ahead = self._purchases_before(corp)
        pool = sorted(
            (depot.train_name(id) for id in self.state.trains_at(POOL)), key=lambda n: kinds[n].price
        )
        bank = self.state.trains_at(BANK)
        left = bank[min(max(0, ahead - len(pool)), max(0, len(bank) - 1)) :]
        early = [train for train in depot.on_sale(self.ctx)[1:] if train in left]
        offered = [*pool[ahead:], *(depot.train_name(train) for train in (*left[:1], *early))]
        prices = [kinds[name].price for name in offered if self.life(name) > rounds_left]
        return min(prices or [kinds[name].price for name in offered], default=0)

    def _purchases_before(self, corp: Corporation) -> int:
        """Return how many trains companies with earlier turns will buy because their own are nearly gone."""
        purchases = 0.0
        for other in self._turns:
            if other.id == corp.id:
                break
            if self.rounds_until_last_train_rusts(other) < min(URGENT_ROUNDS, self.rounds):
                president = self.state.players.get(other.president)
                means = other.cash + (president.cash if president else 0)
                purchases += min(1.0, means / max(1, self.cheapest))
        return int(purchases)

    @cached_property
    def _turns(self) -> list[Corporation]:
        """The corporations in the order of their next turns."""
        operating = self.state.operating
        if operating is None:
            return self.running
        now = operating.turn.corp if operating.turn else ""
        return sorted(self.running, key=lambda corp: (corp.id != now, corp.id in operating.done))

    @cached_property
    def _targets(self) -> dict[str, int]:
        return {}

    def remaining(self, corp: Corporation, rounds: float) -> tuple[str, ...]:
        """Return its trains that still run after a number of operating rounds."""
        return tuple(name for name in self.trains(corp) if self.life(name) > rounds + 0.1)

    def next_longer_train(self, corp: Corporation) -> str:
        """Return the type of the cheapest train that outlasts its own; empty if none is on sale."""
        rounds_left = self.rounds_until_last_train_rusts(corp)
        offered = [depot.train_name(id) for id in (*depot.on_sale(self.ctx), *self.state.trains_at(POOL))]
        longer = [name for name in offered if self.life(name) > rounds_left] or offered
        return min(longer, key=lambda name: self.ctx.title.board.train[name].price, default="")

    def income(self, corp: Corporation) -> float:
        """Return its expected earnings in a turn with its current trains, in dollars."""
        if not corp.operated and not self.trains(corp):
            return YIELD * self.train_spending(self.funds(corp))
        return float(self.earnings(corp))

    def funds(self, corp: Corporation, less: int = 0) -> int:
        """Return the dollars that a company will have at its first turn.

        Its president is assumed to buy more shares, with ``less`` dollars deducted from the president's cash.
        """
        board = self.ctx.title.board
        facts = board.floating
        if board.capitalisation and facts is not None:
            sold = max(corp.sold, floating.needed(self.ctx, corp))
            return corp.cash if self.floated(corp) else at_float.expected(self.ctx, corp, corp.par, sold)
        if facts is not None and not facts.capital:
            return corp.cash if self.floated(corp) else facts.price_multiple * corp.par - facts.fee
        president = self.state.players.get(corp.president)
        limit = self.ctx.title.board.share_limit * corp.total // 100
        room = limit - corp.shares.get(corp.president, 0)
        more = min(room, (president.cash - less) // max(1, corp.par)) if president else 0
        unsold = corp.offering + corp.treasury
        return corp.cash + corp.par * min(unsold, max(more, self.shares_to_float(corp)))

    def affordable_trains(self, funds: int) -> list[str]:
        """Return the types of the next trains on sale that a new company can afford."""
        found, left = [], funds
        for name, price in self._next_trains_with_prices:
            if price > left:
                break
            left -= price
            found.append(name)
        return found

    @cached_property
    def _next_trains_with_prices(self) -> list[tuple[str, int]]:
        """The types and prices of the next trains on sale, up to the train limit."""
        kinds = self.ctx.title.board.train
        return [(name, kinds[name].price) for name in self.unsold[: self.ctx.phase.train_limit]]

    def train_spending(self, funds: int) -> int:
        """Return how much a new company can spend on the next trains on sale, in dollars."""
        return sum(self.ctx.title.board.train[name].price for name in self.affordable_trains(funds))

    def dividends(self, corp: Corporation) -> float:
        """Return the total payout on all its shares until the end, in dollars."""
        now, rounds_left = self.income(corp), self.rounds_until_last_train_rusts(corp)
        if not corp.operated and not self.trains(corp):
            return now * max(0.0, min(self.rounds, 8.0) - START_UP_ROUNDS)
        lives = [self.life(name) for name in self.trains(corp)]
        first = min(min(lives), self.rounds) if lives else 0.0
        then = self.remaining(corp, first)
        later = now if len(then) == len(lives) else min(now, self.earnings(corp, then))
        total = now * first + later * max(0.0, min(rounds_left, self.rounds) - first)
        after = self.rounds - rounds_left
        if after > 0 and (kind := self.next_longer_train(corp)):
            price = self.ctx.title.board.train[kind].price
            saved = max(0.0, price - corp.cash)
            total = max(0.0, total + self.earnings(corp, (kind,)) * (after - 0.5) - saved)
        return total

    def dividends_per_share(self, corp: Corporation) -> float:
        """Return the dividends of one share until the end, in dollars, without its price."""
        key = corp.id
        if key not in self._dividends_per_share:
            self._dividends_per_share[key] = self.dividends(corp) / corp.total
        return self._dividends_per_share[key]

    @cached_property
    def _dividends_per_share(self) -> dict[str, float]:
        return {}

    def price_rise(self, corp: Corporation) -> float:
        """Return the expected rise of its price until the end, in dollars."""
        price = chart.price(self.ctx, corp)
        if corp.cell is None or not price:
            return 0.0
        paid = self.dividends_per_share(corp) / max(1.0, self.rounds)
        steps = min(MOST_PRICE_STEPS, round(self.rounds * min(1.0, paid / (0.06 * price))))
        row, column = corp.cell
        boxes = self.ctx.title.board.boxes
        if not steps:
            left = boxes.get((row, column - 1))
            return min(0.0, float(left.price - price)) if left else 0.0
        further = [found for step in range(1, steps + 1) if (found := boxes.get((row, column + step)))]
        return RISE_FACTOR * (further[-1].price - price) if further else 0.0

    def added_earnings(
        self, corp: Corporation, kept: tuple[str, ...], kind: str, instead: tuple[str, ...] | None = None
    ) -> float:
        """Return the additional earnings per turn of a train, with future track taken into account.

        They are relative to its current trains, or to those it will have ``instead``. The company also has
        the ``kept`` trains.
        """
        # An additional train cannot reduce earnings: a lower estimate is an error of the fast search.
        gain = max(0, self.earnings(corp, (*kept, kind)) - self.earnings(corp, instead))
        expected = EXPECTED_YIELD * self.ctx.title.board.train[kind].price
        if kept and gain <= 0:
            # If the train would be idle on present track, the company must lay track first.
            expected *= IDLE_TRAIN_FACTOR
        return max(float(gain), 0.5 * gain + expected)

    def track_shortfall(self, corp: Corporation, trains: tuple[str, ...]) -> float:
        """Return how far its track lags behind the possible earnings of such trains: from 0 to 1."""
        possible = YIELD * sum(self.ctx.title.board.train[name].price for name in trains)
        return max(0.0, 1.0 - self.earnings(corp, trains) / max(1.0, possible))

    def spending_cost_with_ruin(self, corp: Corporation, dollars: int) -> float:
        """Return the cost of spending from its treasury, with the risk of ruin.

        Money that is needed for a train counts more.
        """
        scarce = min(dollars, max(0, self.cash_needed_for_train(corp) - (corp.cash - dollars)))
        return 1.0 * scarce + 0.2 * (dollars - scarce) + self.ruin_cost(corp, dollars)

    def gain_if_train_affordable(
        self, corp: Corporation, cash: int, money: int, kept: tuple[str, ...] | None = None
    ) -> float:
        """Return the extra earnings of a company from a train that only the additional money makes
        affordable.

        ``kept`` are the trains to assume instead of its current ones.
        """
        own = tuple(self.trains(corp)) if kept is None else kept
        name = self.next_train
        if not name or len(own) >= self.ctx.title.policies.train_limit(self.ctx, corp):
            return 0.0
        price = self.ctx.title.board.train[name].price
        if not cash < price <= cash + money:
            return 0.0
        runs = min(self.life(name), self.rounds - 1, 6.0)
        return max(0.0, self.added_earnings(corp, own, name, kept) * runs - 0.25 * price)

    @cached_property
    def track_reserve(self) -> float:
        """The dollars that a company should keep for the track of its next turns."""
        costs = [spot.cost for spot in self.ctx.title.board.hexes.values() if spot.cost]
        return 1.5 * sum(costs) / len(costs) if costs else 0.0

    @cached_property
    def hurdle(self) -> float:
        """The alternative return on a dollar of a player's cash until the end."""
        return 0.03 * min(self.rounds, 10.0)

    @cached_property
    def president_contributions(self) -> float:
        """The dollars that the player may have to add for the trains of all its corporations."""
        return sum(self.president_contribution(corp) for corp in self.mine if corp.operated)

    def random_preference_factor(self, key: str) -> float:
        """Return a random preference of the player, from its seed: from -1 to 1."""
        return 2 * random_preference(self._seed, key) - 1

    @cached_property
    def forced_sale_proceeds(self) -> float:
        """The proceeds of a forced sale of the player's shares without losing a presidency, in dollars."""
        return sum(
            FORCED_SALE_FACTOR
            * chart.price(self.ctx, corp)
            * shares.max_sale(self.ctx, self.player, corp, protect=corp.id)
            for corp in self.state.corporations.values()
            if corp.cell is not None and self.player in corp.shares
        )

    def ruin_cost(self, corp: Corporation, dollars: int) -> float:
        """Return the cost of spending money that the player cannot replace when a train is compulsory."""
        if corp.president != self.player or not dollars:
            return 0.0
        means = corp.cash + self.state.players[self.player].cash + self.forced_sale_proceeds
        shortfall = self.cash_needed_for_train(corp) - (means - dollars)
        if shortfall <= 0:
            return 0.0
        # If the spent money would have been enough, the game ends here for the player.
        ends = shortfall <= dollars and not self.trains(corp)
        return RUIN_COST * min(dollars, shortfall) + (BANKRUPTCY_COST if ends else 0.0)

    def largest_rival_holding(self, corp: Corporation) -> int:
        """Return the largest holding of any other player."""
        return max((count for name, count in corp.shares.items() if name != self.player), default=0)

    def sizes(self, choice: Amounts) -> Iterator[int]:
        """Yield amounts to consider in addition to the limits: small sales, and parts of a train's price."""
        if isinstance(choice.action, SellShares):
            yield from range(choice.low, min(choice.high, choice.low + 4))
            return
        yield from super().sizes(choice)
        if isinstance(choice.action, BuyTrain):
            kind = depot.train_type(self.ctx, choice.action.train)
            yield from (int(kind.price * fraction) for fraction in OFFER_FRACTIONS)

    def stays_president(self, corp: Corporation, count: int) -> bool:
        """Return whether the player stays president after selling ``count`` shares of it."""
        return shares.successor(self.ctx, corp, self.player, count) == self.player
