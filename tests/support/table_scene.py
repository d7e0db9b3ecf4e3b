"""Positions for tests. A test sets up a game and then plays it by its rules.

The totals stay right: money comes from the bank and shares come from the offering.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self, TypeVar

import pytest

import trunkline
from forced import forced
from trunkline import actions as A
from trunkline.engine.kernel import chart, depot, referee, shares
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.events import Event
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import (
    BANK,
    OFFERING,
    OUT,
    Corporation,
    Operating,
    OperatingTurn,
    Round,
    State,
)
from trunkline.engine.routing.run import Run
from trunkline.engine.steps import operating, stock, tokens
from trunkline.engine.track.map_index import PlacedTile
from trunkline.game import Game
from trunkline.game.wording.events import sentences

T = TypeVar("T", bound=A.Action)


class TableScene:
    """A game in a position that the test sets.

    It begins as a new game; ``stock`` or ``turn`` bring it to a round. The scenes of a title define the
    title, the names of its steps and the way to skip its opening.
    """

    TITLE = ""
    STEPS: tuple[str, ...] = ()
    """Names for the steps of an operating turn, in order."""

    def __init__(self, players: int = 3, **options: object) -> None:
        names = [f"P{seat}" for seat in range(1, players + 1)]
        settings = {"seed": 1, **options}
        self.game: Game = trunkline.new(self.TITLE, names, **settings)  # type: ignore[arg-type]

    def opened(self) -> Self:
        """Skip the opening."""
        raise NotImplementedError

    def waits_for_opening(self) -> bool:
        """Return whether the opening is not over yet."""
        raise NotImplementedError

    def stock(self, turn: str = "P1", number: int = 2, *, selling: bool = True) -> Self:
        """Begin a stock round in which it is this player's turn."""
        if self.waits_for_opening():
            self.opened()
        self.state.operating = None
        self.state.round = Round("stock", number)
        self.state.priority = turn
        stock.begin(self.table, turn, selling=selling)
        self._settle()
        return self

    def turn(
        self, id: str, step: str = "track", *, done: tuple[str, ...] = (), index: int = 1, revenue: int = 0
    ) -> Self:
        """Begin an operating turn of a corporation, at one of its steps.

        ``revenue`` is the revenue of its run, for the steps after the run.
        """
        if self.waits_for_opening():
            self.opened()
        self.state.stock = None
        number = self.state.round.number
        of = depot.phase(self.table).operating_rounds
        self.state.round = Round("operating", number, index, max(of, index))
        self.state.operating = Operating(done=done)
        t = self.table
        operating.begin_turn(t, self.corp(id), self.operating_round.steps)
        turn = self.state.operating.turn
        assert turn is not None
        turn.step = self.STEPS.index(step)
        turn.revenue = revenue
        turn.ran = turn.step > self.STEPS.index("run")
        turn.paid = turn.step > self.STEPS.index("dividend")
        self._enter(turn, step)
        return self

    def _enter(self, turn: OperatingTurn, step: str) -> None:
        """Run the automatic effects of a step, except for steps that such effects would end."""
        if step not in ("track", "dividend"):
            self.operating_round.steps[turn.step].enter(self.table, turn)

    @property
    def operating_round(self) -> operating.OperatingRound:
        """The title's operating round."""
        round = self.game.title.rounds["operating"]
        assert isinstance(round, operating.OperatingRound)
        return round

    # -- inspection

    @property
    def state(self) -> State:
        """The current state. A test may change it before the game continues."""
        return forced(self.game)

    @property
    def table(self) -> Context:
        """The current table, for the kernel's functions."""
        return Context(self.game.title, self.state)

    def corp(self, id: str) -> Corporation:
        """Return a corporation by id."""
        return self.state.corporations[id]

    def cash(self, name: str) -> int:
        """Return a player's or a corporation's dollars."""
        holder = self.state.players.get(name) or self.state.corporations[name]
        return holder.cash

    def price(self, id: str) -> int:
        """Return a corporation's share price."""
        return chart.price(self.table, self.corp(id))

    def trains(self, place: str) -> list[str]:
        """Return the types of the trains at a place (a corporation, bank, pool or out)."""
        return [depot.train_name(train) for train in self.state.trains_at(place)]

    def legal(self, kind: type[T], player: str | None = None) -> list[T]:
        """Return every legal action of a kind, with ranges expanded."""
        found: list[A.Action] = []
        for choice in self.game.legal(player):
            if isinstance(choice, Amounts):
                found.extend(choice)
            elif isinstance(choice, A.Action):
                found.append(choice)
        return [action for action in found if isinstance(action, kind)]

    def choices(self, player: str | None = None) -> list[Choice]:
        """Return the choices of ``legal``."""
        return self.game.legal(player)

    def runs(self) -> Open:
        """Return the open entry for running trains."""
        return next(choice for choice in self.game.legal() if isinstance(choice, Open))

    # -- playing

    def play(self, *actions: A.Action) -> list[Event]:
        """Play actions and check the total of money after each. Return the events of the last."""
        entries: list[Event] = []
        for action in actions:
            before = self.state.total_money()
            entries = self.game.play(action)
            assert self.state.total_money() == before
        return entries

    def told(self, happened: Iterable[Event]) -> list[str]:
        """Return the events as sentences."""
        return sentences(self.game.title, happened)

    def refused(self, action: A.Action, rule: str) -> Refusal:
        """Assert that this rule (without the title's id) refuses the action and that nothing changes."""
        digest = self.game.digest()
        refusal = self.game.check(action)
        assert refusal is not None, f"{action} is legal"
        assert refusal.rule == f"{self.TITLE.lower()}.{rule}", str(refusal)
        with pytest.raises(Refusal) as raised:
            self.game.play(action)
        assert raised.value == refusal
        assert self.game.digest() == digest
        return refusal

    def accepted(self, action: A.Action) -> None:
        """Assert that the action is legal, without playing it."""
        refusal = self.game.check(action)
        assert refusal is None, str(refusal)

    # -- setup

    def set_cash(self, name: str, amount: int) -> None:
        """Set the cash of a player or a corporation. The difference comes from or goes to the bank."""
        holder = self.state.players.get(name) or self.state.corporations[name]
        self.state.bank += holder.cash - amount
        holder.cash = amount

    def started(
        self,
        id: str,
        president: str = "P1",
        shares: dict[str, int] | None = None,
        *,
        par: int = 100,
        price: int = 0,
        cell: tuple[int, int] | None = None,
        in_pool: int = 0,
        cash: int = 0,
        capital: str = "incremental",
        operated: bool = True,
        home: bool = True,
        loans: int = 0,
    ) -> Corporation:
        """Start a corporation with holdings in shares, its token at par and a price or a cell."""
        corp = self.corp(id)
        corp.started, corp.par, corp.president = True, par, president
        corp.shares = dict(shares or {president: 2})
        corp.pool = in_pool
        corp.offering = corp.total - sum(corp.shares.values()) - in_pool
        corp.operated, corp.loans = operated, loans
        self._capitalise(corp, capital)
        chart.place(self.table, corp, cell or self._cell(price or par, par=not price))
        self.set_cash(id, cash)
        if home and not corp.home:
            self.place_home(id)
        return corp

    def _capitalise(self, corp: Corporation, way: str) -> None:
        """Set the way in which the corporation's shares are paid for, if the title has several."""

    def place_home(self, id: str, stop: int | None = None) -> None:
        """Put the home token on the map: on the given stop or on the first space allowed.

        If the home is one station of several hexes, put a token on each.
        """
        corp = self.corp(id)
        facts = self.game.title.board.corporation[id]
        spots = tokens.home_spots(self.table, corp)
        if len(facts.home) == 1 or facts.home_choice:
            spots = [spot for spot in spots if stop is None or spot[1] == stop][:1]
        t = self.table
        corp.home = True
        corp.tokens = corp.tokens[1:]
        for spot in spots:
            tokens.place_token(t, id, spot)

    def token(self, id: str, hex: str, stop: int = 0) -> None:
        """Put another token of a corporation on the map."""
        self.corp(id).tokens = self.corp(id).tokens[1:]
        tokens.place_token(self.table, id, (hex, stop))

    def tile(self, hex: str, tile: str, rotation: int = 0) -> None:
        """Lay a tile without checks."""
        self.state.tiles = {**self.state.tiles, hex: PlacedTile(tile, rotation)}

    def tiles(self, text: str) -> Self:
        """Lay tiles without checks, given as text such as ``C14:57:1 B15:7:3`` (hex, tile, rotation)."""
        for word in text.split():
            hex, tile, rotation = word.split(":")
            self.tile(hex, tile, int(rotation))
        return self

    def give_trains(self, place: str, *names: str) -> None:
        """Move trains of these types to a corporation or the pool, from the bank or from those sold out."""
        for name in names:
            source = BANK if name in self.trains(BANK) else OUT
            depot.move_train(self.table, self.first_train(name, source), place)

    def give_away(self, corp: str) -> None:
        """Remove all trains of a corporation from the game."""
        self.state.trains = {
            train: OUT if place == corp else place for train, place in self.state.trains.items()
        }

    def sell_out(self, *names: str) -> None:
        """Remove all trains of these types in the bank from the game."""
        for train in list(self.state.trains_at(BANK)):
            if depot.train_name(train) in names:
                self.state.trains = {**self.state.trains, train: OUT}

    def lay(self, corp: str, text: str, power: str = "") -> A.LayTile:
        """Return a lay by a corporation, given as text such as ``C14:57:1`` (hex, tile, rotation)."""
        hex, tile, rotation = text.split(":")
        return A.LayTile(self.corp(corp).president, corp, hex, tile, int(rotation), power)

    def place(self, corp: str, hex: str, stop: int = 0, power: str = "") -> A.PlaceToken:
        """Return the placement of a station token by a corporation."""
        return A.PlaceToken(self.corp(corp).president, corp, hex, stop, power)

    def run(self, corp: str, *routes: tuple[str, str]) -> A.RunTrains:
        """Return runs of a corporation: a train type and a path such as ``B13.0 C14.0 C16 D17.0`` each."""
        left = self.state.trains_at(corp)
        runs: list[Run] = []
        for name, path in routes:
            train = next(train for train in left if depot.train_name(train) == name)
            left.remove(train)
            runs.append(Run(train, tuple(path.split())))
        return A.RunTrains(self.corp(corp).president, corp, tuple(runs))

    def buy(self, corp: str, name: str, source: str = BANK, price: int = 0, trade_in: str = "") -> A.BuyTrain:
        """Return the purchase of the first train of a type at a place. The default price is the printed one.

        ``trade_in`` is the type of the train handed in.
        """
        train = self.first_train(name, source)
        mine = self.first_train(trade_in, corp) if trade_in else ""
        kind = depot.train_type(self.table, train)
        face = kind.price - (kind.discount.get(trade_in, 0) if trade_in else 0)
        return A.BuyTrain(self.corp(corp).president, corp, train, source, price or face, mine)

    def first_train(self, name: str, place: str = BANK) -> str:
        """Return the id of the first train of a type at a place."""
        return next(id for id in self.state.trains_at(place) if depot.train_name(id) == name)

    def hold(self, player: str, count: int) -> list[str]:
        """Give a player so many certificates, at $100, of corporations not yet started. Return their ids."""
        used: list[str] = []
        while count:
            part = min(count, 5)
            id = next(id for id, corp in self.state.corporations.items() if not (corp.started or corp.closed))
            self.started(id, player, {player: part + 1})
            used.append(id)
            count -= part
        return used

    def subscribe(self, id: str, count: int) -> None:
        """In a stock round, let the players buy so many shares from the offering, one a turn."""
        while count:
            (player,) = self.game.to_act
            purchase = A.BuyShare(player, id, OFFERING)
            if self.game.check(purchase) is None:
                self.play(purchase)
                count -= 1
            if player in self.game.to_act:
                self.play(A.Pass(player))

    def certificates(self, player: str) -> float:
        """Return the number of certificates that count against a player's limit."""
        return shares.certificates(self.table, player) / 2

    def acting(self) -> str:
        """Return the corporation whose operating turn it is, or an empty string."""
        operating = self.state.operating
        return operating.turn.corp if operating and operating.turn else ""

    def pass_turn(self) -> str:
        """Pass to the end of an operating turn. Return the corporation whose turn it was."""
        corp, index = self.acting(), self.state.round.index
        while not self.game.over and (self.acting(), self.state.round.index) == (corp, index):
            self.pass_()
        return corp

    def pass_(self, player: str | None = None) -> None:
        """Pass for the player to act."""
        self.play(A.Pass(player or next(iter(self.game.to_act))))

    def pass_until(self, kind: str) -> None:
        """Pass until the round is of this kind (stock or operating)."""
        for _ in range(60):
            if self.state.round.kind == kind:
                return
            self.pass_()
        raise AssertionError(f"no {kind} round came")

    def _settle(self) -> None:
        referee.advance(self.table)

    def _cell(self, price: int, *, par: bool) -> tuple[int, int]:
        if par:
            return chart.par_cell(self.table, price)
        for row, boxes in enumerate(self.game.title.board.chart.rows):
            for column, box in enumerate(boxes):
                if box is not None and box.price == price:
                    return row, column
        raise KeyError(price)


class AuctionScene(TableScene):
    """A position of a title whose privates are sold before the first stock round."""

    def waits_for_opening(self) -> bool:
        """Return whether privates are still for sale."""
        return self.state.opening is not None

    def opened(self, **owners: str) -> Self:
        """Skip the opening. Privates go to these players or corporations, and the others close."""
        self.state.opening = None
        for private in self.state.privates.values():
            owner = owners.get(private.id, "")
            private.corp = owner if owner in self.state.corporations else ""
            private.player = owner if owner in self.state.players else ""
            private.closed = not owner
        return self


class FloatingScene(TableScene):
    """A position of a title whose corporations float, and whose phases have names."""

    KEPT = 20
    """The most shares in the treasury. The other shares without an owner are in the pool."""

    def floated(
        self,
        id: str,
        president: str = "P1",
        shares: dict[str, int] | None = None,
        *,
        treasury: int | None = None,
        price: int = 100,
        cell: tuple[int, int] | None = None,
        cash: int = 0,
        operated: bool = True,
    ) -> Corporation:
        """Add a corporation that has floated, with these holdings in shares.

        ``treasury`` is the number of the other shares in its treasury.
        """
        if self.waits_for_opening():
            self.opened()
        corp = self.started(
            id, president, shares or {president: 5}, price=price, cell=cell, cash=cash, operated=operated
        )
        left = corp.offering
        corp.treasury = min(self.KEPT, left) if treasury is None else treasury
        corp.pool = left - corp.treasury
        corp.offering = 0
        return corp

    def phase(self, name: str) -> Self:
        """Set the phase by its name, with the trains of earlier phases gone from the bank."""
        names = [phase.name for phase in self.game.title.board.phases]
        self.state.phase = names.index(name)
        self.sell_out(*names[: names.index(name)])
        return self
