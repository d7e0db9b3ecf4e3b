"""What a director expects: what corporations will pay out, what trains will cost, what a share is worth."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from typing import Any, Final, TypeVar, cast

from trunkline.kernel import chart, depot, shares
from trunkline.kernel.action import BuyTrain, SellShares
from trunkline.kernel.choice import Amounts
from trunkline.kernel.state import BANK, POOL, Corporation
from trunkline.players.director.ways import Ways
from trunkline.players.outlook import MOST_ROUNDS, Outlook, leaning
from trunkline.players.reach import Reach
from trunkline.steps import floating

T = TypeVar("T")

START: Final = 5
"""Shares at the lowest par price that make a good beginning of a company."""
SAVING_POOR: Final = 3.5
"""Operating rounds before its last train is gone from which on a poor player's company saves."""
STEPS: Final = 6
"""Boxes that a price is expected to rise at most."""
RISES: Final = 0.5
"""Part of the rise of a price that its holder will still find: others sell."""
YIELD: Final = 0.42
"""What a dollar spent on trains earns in a turn, before anything is known of the track."""

SLOW: Final = 2.0
"""Operating rounds that a company loses at its beginning, until track is there for its trains."""

SELLS: Final = 0.7
"""How many of the trains that corporations could pay for are bought in a round."""
WATCHED: Final = 0.6
"""How much what has been sold so far says of what will be, once some sets have been played."""
DRAIN: Final = 0.85
"""Operating rounds in which the bank pays out what it has, as part of what today's earnings say."""
LEAST_PACE: Final = 0.5
"""Trains that are bought in a round however little money there is."""
HOPE: Final = 0.12
"""What each dollar of a train's price lets hope for in a turn, where the track does not show it yet."""

IDLE_HOPE: Final = 0.4
"""What of that hope is left to a second train that the track has no run for."""

FORCED: Final = 0.8
"""What a share brings that must be sold, as part of its price: it falls from sale to sale."""

RUIN: Final = 3.0
"""What each dollar costs that is spent and can then not be found for a train that must be bought."""
BANKRUPT: Final = 1_000.0
"""What bankruptcy costs its player."""
NEEDY: Final = 1.5
"""Operating rounds that a company's trains run at most where it buys the next one at once."""


OFFERED: Final = (0.25, 0.5, 0.75, 1.0, 1.25)
"""What may be offered for a train of another company, as parts of its price."""


class Forecast(Outlook):
    """One position as a director sees it."""

    error = 800.0

    @cached_property
    def _lasting(self) -> dict[str, float]:
        return {}

    @cached_property
    def _known(self) -> dict[Hashable, Any]:
        return {}

    def once(self, find: Callable[..., T], *about: Hashable) -> T:
        """What ``find`` says of this position about something: it is asked once, and nobody changes that."""
        key = find, *about
        if key not in self._known:
            self._known[key] = find(self, *about)
        return cast("T", self._known[key])

    def earnings(self, corp: Corporation, trains: tuple[str, ...] | None = None) -> int:
        """What its trains, or these in thought, earn in a turn as the board lies."""
        return super().earnings(corp, tuple(sorted(self.trains(corp) if trains is None else trains)))

    def reach(self, corp: Corporation) -> Reach:
        """What its network is near to, by ways that the track of the stops takes."""
        if corp.id not in self._reach:
            self._reach[corp.id] = Ways(self.t, corp.id)
        return self._reach[corp.id]

    @cached_property
    def capital(self) -> int:
        """Dollars with which each player of this game begins."""
        return self.t.title.board.players[len(self.state.players)].cash

    @cached_property
    def poor(self) -> bool:
        """Whether the capital does not pay for a good beginning, as with five or six players in 1856.

        Presidents then have little to add to the price of a train, so their companies save sooner.
        """
        return self.capital < START * min(self.t.title.board.par_values, default=0)

    @property
    def saving(self) -> float:
        """Operating rounds before its last train is gone from which on a company saves for the next."""
        return SAVING_POOR if self.poor else super().saving

    @cached_property
    def rounds(self) -> float:
        """Operating rounds to come, the present one included: until the bank breaks, and the rest of that set
        where the title plays it out. What trains bring back to the bank makes up for growing earnings."""
        now = self.state.round
        a_set = max(1, self.t.phase.operating_rounds)
        last = max(1, now.of - now.index + 1) if now.index else a_set
        if self.state.bank_broken or self.state.end_price_reached:
            return last
        paid = sum(corp.revenue for corp in self.running)
        left = DRAIN * self.state.bank / max(paid, 100)
        if self.t.title.board.ending.finishes_set:
            left = max(last, left + 0.5 * (a_set - 1))
        return min(MOST_ROUNDS, max(1.0, left))

    @cached_property
    def pace(self) -> float:
        """Trains that the bank will sell in an operating round, by what corporations have to spend and by how
        many have been sold so far."""
        now = self.state.round
        could = self._could
        played = max(1.0, (now.number - 1) * 0.5 * (1 + max(1, self.t.phase.operating_rounds)))
        sold = sum(place != BANK for place in self.state.trains.values())
        seen = min(WATCHED, 0.1 * (now.number - 1))
        return max(LEAST_PACE, (1 - seen) * could + seen * sold / played)

    @cached_property
    def _could(self) -> float:
        """Trains that corporations have the money for, in an operating round."""
        if not self.next_train:
            return LEAST_PACE
        price = self.t.title.board.train[self.next_train].price
        able = (min(1.0, (corp.cash + 0.3 * corp.revenue) / price) for corp in self.running)
        return max(LEAST_PACE, SELLS * sum(part * part for part in able))

    def lasting(self, corp: Corporation) -> float:
        """Operating rounds until the last of its trains is gone; 0 without trains."""
        if corp.id not in self._lasting:
            self._lasting[corp.id] = super().lasting(corp)
        return self._lasting[corp.id]

    def wanting(self, corp: Corporation) -> int:
        """Dollars that it should have for its next train; 0 while there is time left to earn them."""
        if corp.id not in self._wanted:
            self._wanted[corp.id] = super().wanting(corp)
        return self._wanted[corp.id]

    @cached_property
    def _wanted(self) -> dict[str, int]:
        return {}

    def target(self, corp: Corporation) -> int:
        """What the cheapest train costs that outlasts its own once those ahead of it have bought theirs."""
        if corp.id not in self._targets:
            self._targets[corp.id] = self._target(corp)
        return self._targets[corp.id]

    def _target(self, corp: Corporation) -> int:
        lasting = self.lasting(corp)
        if lasting >= self.rounds or not corp.started:
            return 0
        kinds = self.t.title.board.train
        ahead = self._ahead(corp)
        pool = sorted(
            (depot.train_name(id) for id in self.state.trains_at(POOL)), key=lambda n: kinds[n].price
        )
        bank = self.state.trains_at(BANK)
        left = bank[min(max(0, ahead - len(pool)), max(0, len(bank) - 1)) :]
        early = [train for train in depot.on_sale(self.t)[1:] if train in left]
        offered = [*pool[ahead:], *(depot.train_name(train) for train in (*left[:1], *early))]
        prices = [kinds[name].price for name in offered if self.life(name) > lasting]
        return min(prices or [kinds[name].price for name in offered], default=0)

    def _ahead(self, corp: Corporation) -> int:
        """Trains that companies buy whose turns come sooner, and whose own are about gone."""
        able = 0.0
        for other in self._turns:
            if other.id == corp.id:
                break
            if self.lasting(other) < min(NEEDY, self.rounds):
                president = self.state.players.get(other.president)
                means = other.cash + (president.cash if president else 0)
                able += min(1.0, means / max(1, self.cheapest))
        return int(able)

    @cached_property
    def _turns(self) -> list[Corporation]:
        """The corporations in the order in which their next turns come."""
        operating = self.state.operating
        if operating is None:
            return self.running
        now = operating.turn.corp if operating.turn else ""
        return sorted(self.running, key=lambda corp: (corp.id != now, corp.id in operating.done))

    @cached_property
    def _targets(self) -> dict[str, int]:
        return {}

    def remaining(self, corp: Corporation, rounds: float) -> tuple[str, ...]:
        """Its trains that will still run after so many operating rounds."""
        return tuple(name for name in self.trains(corp) if self.life(name) > rounds + 0.1)

    def successor(self, corp: Corporation) -> str:
        """The type of the cheapest train that outlasts its own; empty where none is on sale."""
        lasting = self.lasting(corp)
        offered = [depot.train_name(id) for id in (*depot.on_sale(self.t), *self.state.trains_at(POOL))]
        longer = [name for name in offered if self.life(name) > lasting] or offered
        return min(longer, key=lambda name: self.t.title.board.train[name].price, default="")

    def income(self, corp: Corporation) -> float:
        """What it may be expected to earn in a turn with the trains that it has."""
        if not corp.operated and not self.trains(corp):
            return YIELD * self.usable(self.funds(corp))
        return float(self.earnings(corp))

    def funds(self, corp: Corporation, less: int = 0) -> int:
        """Dollars that a company will have at its first turn: its president goes on buying shares, with
        so much less money."""
        facts = self.t.title.board.floating
        if facts is not None and facts.capital != floating.SHARES_SOLD:
            return corp.cash if self.floated(corp) else facts.price_multiple * corp.par - facts.fee
        president = self.state.players.get(corp.president)
        limit = self.t.title.board.share_limit * corp.total // 100
        room = limit - corp.shares.get(corp.president, 0)
        more = min(room, (president.cash - less) // max(1, corp.par)) if president else 0
        unsold = corp.offering + corp.treasury
        return corp.cash + corp.par * min(unsold, max(more, self.lacking(corp)))

    def affordable(self, funds: int) -> list[str]:
        """The types of the trains on sale next that a company which begins can pay for with its money."""
        found, left = [], funds
        for name, price in self._next_ones:
            if price > left:
                break
            left -= price
            found.append(name)
        return found

    @cached_property
    def _next_ones(self) -> list[tuple[str, int]]:
        """As many trains as a company may have, in the order of sale: their types and prices."""
        kinds = self.t.title.board.train
        return [(name, kinds[name].price) for name in self.unsold[: self.t.phase.train_limit]]

    def usable(self, funds: int) -> int:
        """How much of its money a company that begins can spend on the trains that are on sale next."""
        return sum(self.t.title.board.train[name].price for name in self.affordable(funds))

    def dividends(self, corp: Corporation) -> float:
        """Dollars that it will pay out until the end on all its shares together."""
        now, lasting = self.income(corp), self.lasting(corp)
        if not corp.operated and not self.trains(corp):
            return now * max(0.0, min(self.rounds, 8.0) - SLOW)
        lives = [self.life(name) for name in self.trains(corp)]
        first = min(min(lives), self.rounds) if lives else 0.0
        then = self.remaining(corp, first)
        later = now if len(then) == len(lives) else min(now, self.earnings(corp, then))
        total = now * first + later * max(0.0, min(lasting, self.rounds) - first)
        after = self.rounds - lasting
        if after > 0 and (kind := self.successor(corp)):
            price = self.t.title.board.train[kind].price
            saved = max(0.0, price - corp.cash)
            total = max(0.0, total + self.earnings(corp, (kind,)) * (after - 0.5) - saved)
        return total

    def share(self, corp: Corporation) -> float:
        """What a share pays its holder until the end, its price apart."""
        key = corp.id
        if key not in self._shares:
            self._shares[key] = self.dividends(corp) / corp.total
        return self._shares[key]

    @cached_property
    def _shares(self) -> dict[str, float]:
        return {}

    def rise(self, corp: Corporation) -> float:
        """By how much its price may be expected to rise until the end."""
        price = chart.price(self.t, corp)
        if corp.cell is None or not price:
            return 0.0
        paid = self.share(corp) / max(1.0, self.rounds)
        steps = min(STEPS, round(self.rounds * min(1.0, paid / (0.06 * price))))
        row, column = corp.cell
        boxes = self.t.title.board.boxes
        if not steps:
            left = boxes.get((row, column - 1))
            return min(0.0, float(left.price - price)) if left else 0.0
        further = [found for step in range(1, steps + 1) if (found := boxes.get((row, column + step)))]
        return RISES * (further[-1].price - price) if further else 0.0

    def promise(
        self, corp: Corporation, kept: tuple[str, ...], kind: str, instead: tuple[str, ...] | None = None
    ) -> float:
        """What a train of a type earns more in a turn beside those that are kept, with the track to come.

        More than those it has now, or than those it will have ``instead``.
        """
        # What does not help may stand idle: a glance that finds less with more trains is mistaken.
        gain = max(0, self.earnings(corp, (*kept, kind)) - self.earnings(corp, instead))
        hope = HOPE * self.t.title.board.train[kind].price
        if kept and gain <= 0:
            # Where it would stand idle today, track has to come first.
            hope *= IDLE_HOPE
        return max(float(gain), 0.5 * gain + hope)

    def hunger(self, corp: Corporation, trains: tuple[str, ...]) -> float:
        """How far its track is behind what such trains could earn: from 0 to 1 where they earn nothing."""
        could = YIELD * sum(self.t.title.board.train[name].price for name in trains)
        return max(0.0, 1.0 - self.earnings(corp, trains) / max(1.0, could))

    def outlay(self, corp: Corporation, dollars: int) -> float:
        """What it costs that its treasury spends so much: what it needs for a train is dear."""
        dear = min(dollars, max(0, self.wanting(corp) - (corp.cash - dollars)))
        return 1.0 * dear + 0.2 * (dollars - dear) + self.ruin(corp, dollars)

    def sooner(self, corp: Corporation, cash: int, money: int, kept: tuple[str, ...] | None = None) -> float:
        """What a company with some cash earns more by a train that it can buy with the money beside it, and
        could not without it; in thought with only the trains that are ``kept``."""
        own = tuple(self.trains(corp)) if kept is None else kept
        name = self.next_train
        if not name or len(own) >= self.t.title.policies.train_limit(self.t, corp):
            return 0.0
        price = self.t.title.board.train[name].price
        if not cash < price <= cash + money:
            return 0.0
        runs = min(self.life(name), self.rounds - 1, 6.0)
        return max(0.0, self.promise(corp, own, name, kept) * runs - 0.25 * price)

    @cached_property
    def terrain(self) -> float:
        """Dollars that a company should keep for the track of its next turns."""
        costs = [spot.cost for spot in self.t.title.board.hexes.values() if spot.cost]
        return 1.5 * sum(costs) / len(costs) if costs else 0.0

    @cached_property
    def hurdle(self) -> float:
        """What a dollar of a player's cash brings elsewhere until the end."""
        return 0.03 * min(self.rounds, 10.0)

    @cached_property
    def duties(self) -> float:
        """Dollars that the player may have to add for the trains of all its corporations."""
        return sum(self.duty(corp) for corp in self.mine if corp.operated)

    def fancy(self, what: str) -> float:
        """A leaning of the player, by its seed: from -1 to 1."""
        return 2 * leaning(self._seed, what) - 1

    @cached_property
    def raisable(self) -> float:
        """Dollars that the player's shares would bring in a forced sale, without those of a presidency."""
        return sum(
            FORCED * chart.price(self.t, corp) * shares.max_sale(self.t, self.player, corp, protect=corp.id)
            for corp in self.state.corporations.values()
            if corp.cell is not None and self.player in corp.shares
        )

    def ruin(self, corp: Corporation, dollars: int) -> float:
        """What it costs that the player's company spends dollars that are then to be found nowhere."""
        if corp.president != self.player or not dollars:
            return 0.0
        means = corp.cash + self.state.players[self.player].cash + self.raisable
        lacking = self.wanting(corp) - (means - dollars)
        if lacking <= 0:
            return 0.0
        # With the last dollar that was enough the game ends at once.
        ends = lacking <= dollars and not self.trains(corp)
        return RUIN * min(dollars, lacking) + (BANKRUPT if ends else 0.0)

    def rivals(self, corp: Corporation) -> int:
        """The largest holding of somebody else."""
        return max((count for name, count in corp.shares.items() if name != self.player), default=0)

    def sizes(self, choice: Amounts) -> Iterator[int]:
        """Amounts worth a thought beside the least and the most: small sales, parts of a train's price."""
        if isinstance(choice.action, SellShares):
            yield from range(choice.low, min(choice.high, choice.low + 4))
            return
        yield from super().sizes(choice)
        if isinstance(choice.action, BuyTrain):
            kind = depot.train_type(self.t, choice.action.train)
            yield from (int(kind.price * part) for part in OFFERED)

    def keeps(self, corp: Corporation, count: int) -> bool:
        """Whether the player stays president after selling so many shares of it."""
        return shares.successor(self.t, corp, self.player, count) == self.player
