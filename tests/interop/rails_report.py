"""The text report that Rails would write about one of our games, line by line, from its states."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from trunkline import actions as A
from trunkline.engine.kernel import chart, depot
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.events import DividendReceived, Event
from trunkline.engine.kernel.state import BANK, OFFERING, OUT, POOL, Corporation, State
from trunkline.game import Game
from trunkline.interop.rails.action_reader import TURNED

EDGES = ("SW", "W", "NW", "NE", "E", "SE")
ALLOCATED = {"pay": "CompanyPaysOutFull", "half": "CompanySplits", "withhold": "CompanyWithholds"}
PAYOUT = "Payout"


def ordered(lines: list[str]) -> list[str]:
    """Return the lines with each group of payouts sorted. Rails pays the players in the order of a hash."""
    found: list[str] = []
    for is_payout, group in groupby(lines, lambda line: line.startswith(f"{PAYOUT},")):
        together = list(group)
        found += sorted(together) if is_payout else together
    return found


class Report:
    """A replay of a game, action by action, with the report lines of Rails."""

    def __init__(self, game: Game) -> None:
        self._actions = game.actions
        self._game = Game(game.title, game.options)
        self._board = game.title.board
        self._worth: dict[str, int] = {}

    def lines(self) -> list[str]:
        """Return the whole report."""
        found = [*self._opening()]
        for action in self._actions:
            before = self._game.state
            entries = self._game.play(action)
            found += self._lines(action, before, self._game.state, entries)
        return found

    def _opening(self) -> Iterator[str]:
        state, options = self._game.state, self._game.options
        yield f"GameIs,{self._game.title.id}"
        yield from (f"PlayerIs,{seat},{name}" for seat, name in enumerate(options.players, 1))
        costs = {private.player: private.cost for private in state.privates.values()}
        (cash,) = {player.cash + costs[player.name] for player in state.players.values()}
        yield f"PlayerCash,{cash}"
        bank = state.bank - sum(costs.values())
        yield f"BankHas,{bank}"
        yield f"StartOfPhase,{self._board.phases[state.phase].name}"
        yield f"BankSizeIs,{bank}"
        yield "StartOfInitialRound,1"
        yield f"HasPriority,{options.players[0]}"
        for player, id in zip(options.players, options.deal, strict=True):
            private = self._board.private[id]
            yield f"BuysItemFor,{player},{private.short},{costs[player]}"
            for corp in state.corporations.values():
                if corp.president == player and private.gives:
                    yield f"ALSO_GETS,{player},PRES_CERT_NAME,{corp.id},{corp.shares[player] * corp.percent}"
        yield from self._has(state, state)

    def _lines(self, action: Action, before: State, after: State, entries: list[Event]) -> Iterator[str]:
        match action:
            case A.StartCorporation() if before.stock is not None:
                price = self._paid(action.player, before, after)
                yield f"START_COMPANY_LOG,{action.player},{action.corp},{action.par},{price},2,20,BANK"
            case A.BuyShare():
                place = {OFFERING: "IPO", POOL: "Pool"}.get(action.source, action.corp)
                price = self._paid(action.player, before, after)
                yield f"BUY_SHARE_LOG,{action.player},10,{action.corp},{place},{price}"
                yield from self._moves(before, after)
                if before.corporations[action.corp].offering and not after.corporations[action.corp].offering:
                    yield f"FloatsWithCash,{action.corp},{after.corporations[action.corp].cash}"
            case A.SellShares() | A.IssueShares():
                issued = isinstance(action, A.IssueShares)
                seller = action.corp if issued else action.player
                price = -self._paid(seller, before, after)
                many = f"S_LOG,{seller},{action.count},10,{10 * action.count}"
                one = f"_LOG,{seller},10"
                yield f"SELL_SHARE{one if action.count == 1 else many},{action.corp},{price}"
                yield from self._moves(before, after)
            case A.Pass() if before.stock is not None:
                if not before.stock.sold:
                    yield f"PASSES,{action.player}"
            case A.LayTile():
                edge = EDGES[(action.rotation - TURNED.get(action.tile, 0)) % 6]
                cost = self._paid(action.corp, before, after)
                placed = after.tiles[action.hex]
                assert (placed.tile, placed.rotation) == (action.tile, action.rotation)
                lay = f"{action.corp},{placed.tile},{action.hex},{edge}"
                yield f"LaysTileAtFor,{lay},{cost}" if cost else f"LaysTileAt,{lay}"
            case A.PlaceToken():
                assert action.corp in [token.corp for token in after.tokens[action.hex]]
                assert after.corporations[action.corp].cash == before.corporations[action.corp].cash
                yield f"LAYS_FREE_TOKEN_ON,{action.corp},{action.hex}"
            case A.DeclareRevenue():
                yield f"CompanyRevenue,{action.corp},{after.corporations[action.corp].revenue}"
            case A.Dividend():
                yield from self._dividend(action, before, after, entries)
            case A.BuyTrain():
                yield from self._train(action, before, after)
            case A.DiscardTrain():
                assert after.trains[action.train] == POOL
                yield f"CompanyDiscardsTrain,{action.corp},{depot.train_name(action.train)},Pool"
        if self._paid_nothing(action, before, after):
            yield f"CompanyDoesNotPayDividend,{self._turn_of(before)}"
            yield from self._moves(before, after)
        yield from self._rounds(before, after)

    def _rounds(self, before: State, after: State) -> Iterator[str]:
        """Yield the lines for ends of rounds and for beginnings of rounds and turns."""
        was, now = before.round, after.round
        if was != now and was.kind == "stock":
            yield from (" ", f"END_SR,{was.number}")
            moved = list(self._moves(before, after))
            for line in moved:
                yield f"SoldOut,{line.split(',')[1]}"
                yield line
            yield from self._has(before, after)
        if was != now and was.kind == "operating":
            yield from (" ", f"EndOfOperatingRound,{was.number}.{was.index}")
            for player in after.players:
                more = self._settled(player, before, after) - self._worth[player]
                yield f"ORWorthIncrease,{player},{was.number}.{was.index},{more}"
            yield from self._has(before, after)
        if was != now:
            self._worth = {player: self._settled(player, before, after) for player in after.players}
        if was != now and now.kind == "stock":
            assert after.stock is not None
            assert after.stock.turn == after.priority
            yield from (f"StartStockRound,{now.number}", f"HasPriority,{after.priority}")
        if was != now and now.kind == "operating":
            yield f"START_OR,{now.number}.{now.index}"
            for id, private in after.privates.items():
                if not private.closed:
                    facts = self._board.private[id]
                    yield f"ReceivesFor,{private.player},{facts.revenue},{facts.short}"
        if self._turn_of(after) and (was != now or self._turn_of(before) != self._turn_of(after)):
            corp = after.corporations[self._turn_of(after)]
            yield from (" ", f"CompanyOperates,{corp.id},{corp.president}")

    def _dividend(
        self, action: A.Dividend, before: State, after: State, entries: list[Event]
    ) -> Iterator[str]:
        corp = before.corporations[action.corp]
        yield f"{ALLOCATED[action.payout]},{corp.id},{corp.revenue}"
        own = next((e.amount for e in entries if isinstance(e, DividendReceived) and e.place), 0)
        kept = after.corporations[corp.id].cash - corp.cash - own
        if action.payout == "half":
            yield f"RECEIVES,{corp.id},{kept}"
        else:
            assert kept == (corp.revenue if action.payout == "withhold" else 0)
        for player, count in corp.shares.items():
            paid = -self._paid(player, before, after)
            if paid:
                yield f"{PAYOUT},{player},{paid},{count},10"
        if own:
            yield f"{PAYOUT},{corp.id},{own},{corp.treasury},10"
        moves = list(self._moves(before, after))
        stays = f"PRICE_STAYS_LOG,{corp.id},{self._price(before, corp)},{_box(corp)}"
        yield from moves or [stays]

    def _train(self, action: A.BuyTrain, before: State, after: State) -> Iterator[str]:
        name = depot.train_name(action.train)
        assert after.trains[action.train] == action.corp
        price = self._paid(action.corp, before, after)
        seller = {BANK: "IPO", POOL: "Pool"}.get(action.source, action.source)
        if seller == action.source:
            assert -self._paid(seller, before, after) == price
        yield f"BuysTrain,{action.corp},{name},{seller},{price}"
        if all(place == BANK for id, place in before.trains.items() if depot.train_name(id) == name):
            yield f"FirstTrainBought,{name}"
        if after.phase != before.phase:
            yield f"StartOfPhase,{self._board.phases[after.phase].name}"
        gone = [id for id, place in after.trains.items() if place == OUT and before.trains[id] != OUT]
        for rusted in dict.fromkeys(map(depot.train_name, gone)):
            places = {place for id, place in after.trains.items() if depot.train_name(id) == rusted}
            assert places == {OUT}
            yield f"TrainsRusted,{rusted}"
        if any(p.closed and not before.privates[id].closed for id, p in after.privates.items()):
            assert all(p.closed for p in after.privates.values())
            yield from (f"PrivateCloses,{private.short}" for private in self._board.privates)
        left = [self._on_sale(state) for state in (before, after)]
        if left[0] != left[1]:
            yield f"NewTrainAvailable,{left[0]},{left[1]}"

    def _paid_nothing(self, action: Action, before: State, after: State) -> bool:
        """Return whether the action led to a dividend of $0 without a dividend action."""
        turns = [state.operating.turn if state.operating else None for state in (before, after)]
        if isinstance(action, A.Dividend) or turns[0] is None or turns[1] is None:
            return False
        return turns[0].corp == turns[1].corp and not turns[0].paid and turns[1].paid

    def _moves(self, before: State, after: State) -> Iterator[str]:
        for id, corp in after.corporations.items():
            old = before.corporations[id]
            if old.cell and old.cell != corp.cell:
                here, there = self._price(before, old), self._price(after, corp)
                yield f"PRICE_MOVES_LOG,{id},{here},{_box(old)},{there},{_box(corp)}"
            elif not old.cell and corp.offering == 0 and corp.cell:
                raise AssertionError("a corporation cannot float in the action that starts it")

    def _has(self, before: State, after: State) -> Iterator[str]:
        """Yield each owner's cash, without the later income from privates."""
        for corp in after.corporations.values():
            if corp.started and not corp.offering:
                yield f"Has,{corp.id},{corp.cash}"
        for name, player in after.players.items():
            yield f"Has,{name},{player.cash - self._income(name, before, after)}"

    def _settled(self, player: str, before: State, after: State) -> int:
        """Return a player's worth at the end of the round, before the privates pay for the next."""
        worth = self._game.title.policies.worth(Context(self._game.title, after), player)
        return worth - self._income(player, before, after)

    def _income(self, player: str, before: State, after: State) -> int:
        if before.round == after.round or after.round.kind != "operating":
            return 0
        return sum(
            self._board.private[id].revenue
            for id, private in after.privates.items()
            if private.player == player and not private.closed
        )

    def _paid(self, name: str, before: State, after: State) -> int:
        """Return the payment of a player or corporation in an action that moved no other money of theirs."""
        old, new = ((state.players.get(name) or state.corporations[name]).cash for state in (before, after))
        return old - new

    def _price(self, state: State, corp: Corporation) -> int:
        return chart.price(Context(self._game.title, state), corp)

    def _on_sale(self, state: State) -> str:
        return depot.next_type(Context(self._game.title, state))

    def _turn_of(self, state: State) -> str:
        return state.operating.turn.corp if state.operating and state.operating.turn else ""


def _box(corp: Corporation) -> str:
    assert corp.cell is not None
    row, column = corp.cell
    return f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[column]}{row + 1}"
