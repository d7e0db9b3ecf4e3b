"""Translation of our actions into entries of 18xx.games: the inverse of ``entries``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from trunkline.engine.kernel import chart, depot
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.state import State
from trunkline.engine.routing import earnings
from trunkline.engine.steps.running import context
from trunkline.game.actions import (
    Action,
    Bid,
    BorrowTrain,
    BuyOffered,
    BuyPrivate,
    BuyRight,
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    EndGame,
    LayTile,
    PlacePrivateToken,
    PlaceToken,
    RemoveToken,
    RunTrains,
    SellShares,
    SettleDebt,
    StartCorporation,
    TakeLoan,
)
from trunkline.interop.eighteenxx.action_reader import PAYOUTS, RIGHTS
from trunkline.interop.eighteenxx.certificates import PRESIDENTS, Certificates
from trunkline.interop.eighteenxx.file import COMPANY, CORPORATION, PLAYER
from trunkline.interop.eighteenxx.ids import Ids
from trunkline.interop.eighteenxx.loans import LoanNumbers
from trunkline.interop.eighteenxx.routes import route_of
from trunkline.interop.eighteenxx.token_slots import Slots
from trunkline.titles.t1856.state import state_1856
from trunkline.util.messages import gettext

Fields = dict[str, Any]

DESCRIPTIONS = {right: description for description, right in RIGHTS.items()}
KINDS = {payout: kind for kind, payout in PAYOUTS.items()}


class ActionWriter:
    """A translator of actions into entries, in the position before each action.

    Ids, certificates, loans and slots must match the site's position at that moment.
    """

    def __init__(
        self,
        title: Title,
        players: Mapping[str, str],
        ids: Ids,
        certificates: Certificates,
        loans: LoanNumbers,
        slots: Slots,
    ) -> None:
        self._title = title
        self._players = {name: id for id, name in players.items()}
        self._ids = ids
        self._certificates = certificates
        self._loans = loans
        self._slots = slots
        self._kinds: dict[type[Action], Callable[[Any, State], Fields]] = {
            BuyOffered: self._buy_offered,
            Bid: self._bid,
            StartCorporation: self._start,
            BuyShare: self._buy_share,
            SellShares: self._sell_shares,
            LayTile: self._lay_tile,
            PlaceToken: self._place_token,
            RemoveToken: self._remove_token,
            PlacePrivateToken: self._assign,
            BuyTrain: self._buy_train,
            DiscardTrain: partial(self._move_train, "discard_train"),
            BorrowTrain: partial(self._move_train, "borrow_train"),
            TakeLoan: self._take_loan,
            RunTrains: self._run,
            Dividend: lambda a, state: self._by_corp("dividend", a.corp, kind=KINDS[a.payout]),
            BuyPrivate: self._buy_private,
            BuyRight: self._buy_right,
            SettleDebt: self._settle_debt,
            DeclareBankruptcy: self._bankrupt,
            EndGame: lambda a, state: self.by_player("end_game", a.player),
        }

    def entry(self, action: Action, state: State) -> Fields:
        """Return the entry of an action. Do not call it for passes and redemptions.

        ``state`` is the site's position before the action.
        """
        return self._kinds[type(action)](action, state)

    def passing(self, player: str, corp: str = "") -> Fields:
        """Return a pass by a player or by one of the player's corporations."""
        return self._by_corp("pass", corp) if corp else self.by_player("pass", player)

    def redemption(self, corp: str) -> Fields:
        """Return the repayment of one loan."""
        return self._by_corp("payoff_loan", corp, loan=self._loans.first(corp))

    def connection(self, corp: str, joined: Iterable[str]) -> Fields:
        """Return the auto action that lists the destinations reached by a corporation's track."""
        names = [self._ids.public_corp(id) for id in joined]
        return self._by_corp("destination_connection", corp, corporations=names)

    def empty_run(self, corp: str) -> Fields:
        """Return a run without routes. The site has no pass for running no train."""
        return self._by_corp("run_routes", corp, routes=[])

    def by_player(self, type: str, player: str, **fields: Any) -> Fields:
        """Return an entry by a player."""
        return {
            "type": type,
            "entity": number_or_text(self._players[player]),
            "entity_type": PLAYER,
            **fields,
        }

    def _by_corp(self, type: str, corp: str, **fields: Any) -> Fields:
        return {"type": type, "entity": self._ids.public_corp(corp), "entity_type": CORPORATION, **fields}

    def _by_company(self, type: str, private: str, **fields: Any) -> Fields:
        return {"type": type, "entity": self._ids.public_private(private), "entity_type": COMPANY, **fields}

    def _by_owner(self, type: str, corp: str, power: str, **fields: Any) -> Fields:
        """Return an entry by the private whose power is used, or else by the corporation."""
        return self._by_company(type, power, **fields) if power else self._by_corp(type, corp, **fields)

    # -- players' money

    def _buy_offered(self, a: BuyOffered, state: State) -> Fields:
        cost = state.privates[a.private].cost
        return self.by_player("bid", a.player, company=self._ids.public_private(a.private), price=cost)

    def _bid(self, a: Bid, state: State) -> Fields:
        return self.by_player("bid", a.player, company=self._ids.public_private(a.private), price=a.amount)

    def _start(self, a: StartCorporation, state: State) -> Fields:
        row, column = chart.par_cell(Context(self._title, state), a.par)
        price = f"{a.par},{row},{column}"
        return self.by_player("par", a.player, corporation=self._ids.public_corp(a.corp), share_price=price)

    def _buy_share(self, a: BuyShare, state: State) -> Fields:
        corp = state.corporations[a.corp]
        held = [n for n in self._certificates.held_by(a.corp, a.source) if n != PRESIDENTS]
        if not held:
            raise ValueError(
                gettext("no certificate of {corp} lies in the {source}", corp=a.corp, source=a.source)
            )
        shares = [self._share(a.corp, held[0])]
        return self.by_player("buy_shares", a.player, shares=shares, percent=corp.percent)

    def _sell_shares(self, a: SellShares, state: State) -> Fields:
        """Return a sale: single certificates first, then the president's, perhaps only half of it."""
        corp = state.corporations[a.corp]
        held = sorted(self._certificates.held_by(a.corp, a.player), key=lambda n: n == PRESIDENTS)
        shares = [self._share(a.corp, number) for number in held[: a.count]]
        return self.by_player("sell_shares", a.player, shares=shares, percent=a.count * corp.percent)

    def _share(self, corp: str, number: int) -> str:
        return f"{self._ids.public_corp(corp)}_{number}"

    # -- the board

    def _lay_tile(self, a: LayTile, state: State) -> Fields:
        fields = {"hex": a.hex, "tile": self._ids.free_copy(a.tile), "rotation": a.rotation}
        return self._by_owner("lay_tile", a.corp, a.power, **fields)

    def _place_token(self, a: PlaceToken, state: State) -> Fields:
        turn = state.operating.turn if state.operating else None
        actor = turn.corp if state.pending and turn is not None else a.corp
        fields = {"city": self._ids.public_city(a.hex, a.stop), "slot": self._free_slot(a, state)}
        if a.power:
            return self._by_company("place_token", a.power, **fields)
        return self._by_corp("place_token", actor, **fields, tokener=self._ids.public_corp(a.corp))

    def _free_slot(self, a: PlaceToken, state: State) -> int:
        taken = {m.slot for m in state.tokens.get(a.hex, ()) if m.stop == a.stop}
        return next(slot for slot in range(len(taken) + 1) if slot not in taken)

    def _remove_token(self, a: RemoveToken, state: State) -> Fields:
        slot = self._slots.of((a.hex, a.stop), a.corp)
        return self._by_corp("remove_token", a.corp, city=self._ids.public_city(a.hex, a.stop), slot=slot)

    def _assign(self, a: PlacePrivateToken, state: State) -> Fields:
        return self._by_company("assign", a.private, target=a.hex, target_type="hex")

    # -- trains

    def _buy_train(self, a: BuyTrain, state: State) -> Fields:
        more = {"exchange": self._ids.public_train(a.trade_in, state)} if a.trade_in else {}
        train, variant = self._ids.public_train(a.train, state), depot.train_name(a.train)
        return self._by_corp("buy_train", a.corp, train=train, price=a.price, variant=variant, **more)

    def _move_train(self, type: str, a: DiscardTrain | BorrowTrain, state: State) -> Fields:
        return self._by_corp(type, a.corp, train=self._ids.public_train(a.train, state))

    def _run(self, a: RunTrains, state: State) -> Fields:
        t = Context(self._title, state)
        plan = context(t, state.corporations[a.corp])
        routes = [
            {
                **route_of(run),
                "train": self._running(run.train, state),
                "revenue": earnings(plan, run).total,
            }
            for run in a.runs
        ]
        return self._by_corp("run_routes", a.corp, routes=routes)

    def _running(self, train: str, state: State) -> str:
        """Return the id of a train that runs. The train may be borrowed."""
        return (
            self._ids.borrowed
            if state_1856(state).turn.borrowed == train
            else self._ids.public_train(train, state)
        )

    # -- corporations' money

    def _take_loan(self, a: TakeLoan, state: State) -> Fields:
        return self._by_corp("take_loan", a.corp, loan=self._loans.free())

    def _buy_private(self, a: BuyPrivate, state: State) -> Fields:
        return self._by_corp(
            "buy_company", a.corp, company=self._ids.public_private(a.private), price=a.price
        )

    def _buy_right(self, a: BuyRight, state: State) -> Fields:
        price = self._title.board.bonuses[a.right].price or 0
        return self._by_corp("special_buy", a.corp, description=DESCRIPTIONS[a.right], cost=price)

    def _settle_debt(self, a: SettleDebt, state: State) -> Fields:
        if a.pay:
            return self._by_corp("pass", a.corp)
        return self._by_corp("merge", a.corp, corporation=self._ids.public_corp(a.corp))

    def _bankrupt(self, a: DeclareBankruptcy, state: State) -> Fields:
        """Return a bankruptcy by the corporation that needs a train, or by a president who owes the bank."""
        turn = state.operating.turn if state.operating else None
        if turn is None or state.pending:
            return self.by_player("bankrupt", a.player)
        return self._by_corp("bankrupt", turn.corp)


def number_or_text(id: str) -> int | str:
    """Return a player's id as files have it: as a number if it is one."""
    return int(id) if id.isascii() and id.isdecimal() and id == str(int(id)) else id
