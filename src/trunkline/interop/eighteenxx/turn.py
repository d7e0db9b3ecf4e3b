"""Where an operating turn stands on 18xx.games.

The site passes over a step by itself when nothing can be done in it, so its files hold no entry for it.
What counts as "nothing can be done" decides which step a ``pass`` answers and when a turn is over; these
are the site's own rules for it, asked of our state. Nothing here says what is legal: that is the referee's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from trunkline.actions import BorrowTrain, TakeLoan
from trunkline.board import Board
from trunkline.kernel import depot, engine
from trunkline.kernel.refusal import passes
from trunkline.kernel.state import POOL, Corporation, OperatingTurn, State
from trunkline.kernel.table import Table, Title
from trunkline.steps.tokens import check_spot
from trunkline.steps.trains import BuyTrains

TRACK, DESTINATIONS, TOKEN, BORROW = "track", "destinations", "token", "borrow"
ROUTES, DIVIDEND, TRAINS, LOANS, PRIVATES = "routes", "dividend", "trains", "loans", "privates"

STEPS = (LOANS, TRACK, DESTINATIONS, TOKEN, BORROW, ROUTES, DIVIDEND, TRAINS, PRIVATES)
"""The site's steps in the order in which it looks for the one that waits; loans wait for the trains step."""

LATE_LOAN = 90
EARLY_LOAN = 100


@dataclass(frozen=True)
class Powers:
    """Privates whose powers hold a step open, by our ids."""

    extra_lay: str
    """May be laid beside the ordinary tile."""
    lays: tuple[str, ...]
    """Powers to lay tiles, which a corporation might still want to buy."""
    free_token: str
    token: str
    """Puts a token on the map at any time of a turn."""


POWERS = {"1856": Powers(extra_lay="canada", lays=("ws", "canada"), free_token="ws", token="lakes")}


@dataclass
class SiteTurn:
    """The operating turn of one corporation on the site: the steps that are over."""

    corp: str
    passed: set[str] = field(default_factory=set)
    laid: int = 0
    """Ordinary lays."""
    ran: bool = False
    """Whether routes were entered that have yet to be paid out or withheld."""

    def waits(self, title: Title, state: State, used: set[str]) -> str:
        """The step that waits for an entry, after those in which nothing can be done; empty: none does.

        ``used`` are the powers of privates that have been used.
        """
        look = _Look(title, state, self, used)
        for step in STEPS:
            if step in self.passed or (step == LOANS and TRAINS not in self.passed):
                continue
            if look.blocks(step):
                break
            self.passed.add(step)
        return next(
            (
                step
                for step in STEPS
                if step not in self.passed and (step != LOANS or TRAINS in self.passed) and look.blocks(step)
            ),
            "",
        )


def buying_steps(title: Title) -> list[BuyTrains]:
    """The steps of an operating turn in which trains are bought."""
    return [step for step in title.turn_steps if isinstance(step, BuyTrains)]


class _Look:
    """What can be done in each step now."""

    def __init__(self, title: Title, state: State, site: SiteTurn, used: set[str]) -> None:
        self.title, self.state, self.site, self.used = title, state, site, used
        self.board: Board = title.board
        self.powers = POWERS[title.id]
        self.corp: Corporation = state.corporations[site.corp]
        turn = state.operating.turn if state.operating else None
        assert turn is not None
        self.turn: OperatingTurn = turn
        self.table = Table(title, state)
        self._tests: dict[str, Callable[[], bool]] = {
            LOANS: self._loans,
            TRACK: self._track,
            DESTINATIONS: lambda: True,
            TOKEN: self._token,
            BORROW: self._borrow,
            ROUTES: self._routes,
            DIVIDEND: lambda: site.ran,
            TRAINS: self._trains,
            PRIVATES: self._privates,
        }
        self._found: dict[str, bool] = {}

    def blocks(self, step: str) -> bool:
        """Whether the site waits in this step."""
        if step not in self._found:
            self._found[step] = self._tests[step]()
        return self._found[step]

    def _track(self) -> bool:
        if not self.site.laid:
            return True
        extra = self.state.privates[self.powers.extra_lay]
        if extra.corp == self.corp.id and not extra.closed and extra.id not in self.used:
            return True
        return any(price <= self.corp.cash for id, price in self._for_sale() if id in self.powers.lays)

    def _token(self) -> bool:
        if self.turn.token or not self.corp.tokens:
            return False
        free = self.state.privates[self.powers.free_token]
        owns = free.corp == self.corp.id and not free.closed
        price = 0 if owns and self._free_token_left() else self.corp.tokens[0]
        return price <= self._power() and self._has_spot()

    def _free_token_left(self) -> bool:
        if f"{self.powers.free_token} token" in self.used:
            return False
        hexes = self.board.private[self.powers.free_token].hexes
        return any(all(m.corp != self.corp.id for m in self.state.tokens.get(hex, ())) for hex in hexes)

    def _has_spot(self) -> bool:
        """Whether a city in reach takes a token, money aside."""
        return any(
            passes(check_spot, self.table, self.corp, (spot.hex, spot.stop), "A token")
            for spot in self.table.network(self.corp.id).token_spots()
        )

    def _borrow(self) -> bool:
        return any(
            engine.check(self.title, self.state, BorrowTrain(self.corp.president, self.corp.id, train))
            is None
            for train in depot.on_sale(self.table)
        )

    def _routes(self) -> bool:
        trains = self.state.trains_at(self.corp.id) or self._extra()
        return bool(trains) and self.table.network(self.corp.id).has_run()

    def _extra(self) -> tuple[str, ...]:
        """The train that the corporation has borrowed."""
        return self.title.policies.extra_trains(self.table, self.corp)

    def _trains(self) -> bool:
        own = self.state.trains_at(self.corp.id)
        on_sale = [*depot.on_sale(self.table), *self.state.trains_at(POOL)]
        if not on_sale:
            return False
        if any(step.owes_train(self.table, self.corp, self.turn) for step in buying_steps(self.title)):
            return True
        prices = [depot.train_type(self.table, train).price for train in on_sale]
        if any(self._sells(place) for place in self.state.trains.values()):
            prices.append(1)
        room = len(own) + len(self._extra()) < self.title.policies.train_limit(self.table, self.corp)
        if room and min(prices) <= self.corp.cash:
            return True
        names = {depot.train_name(train) for train in own}
        kinds = [depot.train_type(self.table, train) for train in on_sale]
        return any(
            kind.price - off <= self.corp.cash
            for kind in kinds
            for name, off in kind.discount.items()
            if name in names
        )

    def _sells(self, place: str) -> bool:
        """Whether a train's place is another corporation, which might sell it for a dollar."""
        corp = self.state.corporations.get(place)
        return corp is not None and not corp.closed and corp.id != self.corp.id

    def _loans(self) -> bool:
        loans = self.board.loans
        can_redeem = loans is not None and self.corp.loans > 0 and self.corp.cash >= loans.value
        must_redeem = self.corp.loans > sum(self.corp.shares.values())
        return can_redeem or must_redeem or self._may_borrow()

    def _privates(self) -> bool:
        token = self.state.privates[self.powers.token]
        if token.corp == self.corp.id and not token.closed:
            return True
        return any(price <= self._power() for _, price in self._for_sale())

    def _for_sale(self) -> list[tuple[str, int]]:
        """The privates a corporation may buy now, with the lowest price of each."""
        if not depot.phase(self.table).buy_privates:
            return []
        return [
            (private.id, -(-self.board.private[private.id].cost // 2))
            for private in self.state.privates.values()
            if private.player and not private.closed
        ]

    def _may_borrow(self) -> bool:
        return engine.check(self.title, self.state, TakeLoan(self.corp.president, self.corp.id)) is None

    def _power(self) -> int:
        """Its cash with the loan it may still take."""
        if not self._may_borrow():
            return self.corp.cash
        return self.corp.cash + (LATE_LOAN if self.turn.interest else EARLY_LOAN)
