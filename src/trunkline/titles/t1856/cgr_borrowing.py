"""The CGR's trains: borrowed trains, printed prices, and a price token that waits for a permanent train."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.kernel import depot, events
from trunkline.engine.kernel.action import Action, BuyTrain
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.refusal_texts import PASSING, buying_train
from trunkline.engine.kernel.state import POOL, Corporation, OperatingTurn
from trunkline.titles.t1856.actions import BorrowTrain
from trunkline.titles.t1856.decisions import CGR
from trunkline.titles.t1856.state import state_1856
from trunkline.util.messages import gettext_lazy

PUBLIC_PRICE = 1100
PUBLIC_TRADE_IN = 750

PAYING_OUT = gettext_lazy("Paying out")


@dataclass(frozen=True)
class Borrowing:
    """The rules for trains that the CGR may borrow, and for when it must buy one.

    With ``any_type`` it may borrow any train on sale, otherwise only the last type. With ``price_due`` it
    must buy the borrowed type as soon as its treasury covers the price. If it has borrowed none, it must buy
    a permanent train once its treasury covers the cheapest. Without ``price_due`` it must buy only with more
    than $1,100.
    """

    any_type: bool
    price_due: bool
    kinds: tuple[type[Action], ...] = (BorrowTrain,)

    def available(self, ctx: Context, corp: Corporation) -> bool:
        """Return whether the CGR can borrow a train now."""
        return bool(self.trains(ctx, corp))

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Yield the trains on sale, if the CGR might borrow any."""
        corp = ctx.state.corporations[turn.corp]
        if ctx.include_illegal or self.available(ctx, corp):
            yield from (BorrowTrain(corp.president, corp.id, train) for train in depot.on_sale(ctx))

    def trains(self, ctx: Context, corp: Corporation) -> list[str]:
        """Return the trains that the CGR can borrow now."""
        if corp.id != CGR or not state_1856(ctx.state).cgr.frozen or self._has_train(ctx):
            return []
        return [
            train
            for train in depot.on_sale(ctx)
            if self.any_type or depot.train_type(ctx, train).count is None
        ]

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse a train that the corporation may not borrow."""
        assert isinstance(action, BorrowTrain)
        corp = ctx.state.corporations[turn.corp]
        what = gettext_lazy("Borrowing {train}", train=action.train)
        if corp.id != CGR:
            ctx.refuse("cgr.borrow", what, gettext_lazy("only the CGR borrows trains"), lasting=True)
        if not state_1856(ctx.state).cgr.frozen:
            had = gettext_lazy("the CGR has had a permanent train")
            ctx.refuse("cgr.no-borrow-after-permanent", what, had, lasting=True)
        if self._has_train(ctx):
            ctx.refuse("cgr.borrow", what, gettext_lazy("the CGR has a train to run"))
        if action.train not in self.trains(ctx, corp):
            any_type = gettext_lazy("it borrows only what the bank sells now")
            last_type = gettext_lazy("it borrows only the last type of what the bank sells now")
            ctx.refuse("cgr.borrow", what, any_type if self.any_type else last_type)

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Borrow the train for this turn. The CGR owes for its type until it owns a permanent train."""
        assert isinstance(action, BorrowTrain)
        state_1856(ctx.state).turn.borrowed = action.train
        state_1856(ctx.state).cgr.borrowed = depot.train_name(action.train)
        ctx.note(events.TrainBorrowed(CGR, action.train), "cgr.borrow")

    def must_buy(self, ctx: Context, corp: Corporation, turn: OperatingTurn) -> None:
        """Refuse to pass if the CGR can pay for the train it borrowed, or for a permanent one if it borrowed
        none."""
        if corp.id != CGR or not state_1856(ctx.state).cgr.frozen:
            return
        if self.price_due:
            owed = state_1856(ctx.state).cgr.borrowed
            prices = _prices(ctx, depot.on_sale(ctx))
            if owed in prices:
                if corp.cash >= prices[owed]:
                    why = gettext_lazy(
                        "it has ${cash} and the {type}-train it borrowed costs ${price}",
                        cash=corp.cash,
                        type=owed,
                        price=prices[owed],
                    )
                    ctx.refuse("cgr.borrow-withhold-and-pay", PASSING, why)
            elif not ctx.state.trains_at(CGR) and ctx.network(CGR).has_run():
                self._check_unowned(ctx, corp)
            return
        trade = any(depot.train_name(train) in ("4", "5", "6") for train in ctx.state.trains_at(CGR))
        due = PUBLIC_TRADE_IN if trade else PUBLIC_PRICE
        last = [train for train in depot.on_sale(ctx) if depot.train_type(ctx, train).count is None]
        if last and corp.cash > due:
            ctx.refuse(
                "cgr.borrow-withhold-and-pay",
                PASSING,
                gettext_lazy("it has ${cash}, more than ${due}", cash=corp.cash, due=due),
            )

    def _has_train(self, ctx: Context) -> bool:
        """Return whether the CGR owns a train or has borrowed one this turn."""
        return bool(state_1856(ctx.state).turn.borrowed or ctx.state.trains_at(CGR))

    def _check_unowned(self, ctx: Context, corp: Corporation) -> None:
        """Refuse to pass if the treasury covers a permanent train of the bank or the pool."""
        found = [*depot.on_sale(ctx), *ctx.state.trains_at(POOL)]
        prices = _prices(ctx, [train for train in found if depot.train_type(ctx, train).permanent])
        name = min(prices, key=prices.__getitem__, default="")
        if name and corp.cash >= prices[name]:
            why = gettext_lazy(
                "it has a run and ${cash}, and a {type}-train costs ${price}",
                cash=corp.cash,
                type=name,
                price=prices[name],
            )
            ctx.refuse("cgr.must-own", PASSING, why)


def _prices(ctx: Context, trains: list[str]) -> dict[str, int]:
    """Return the printed prices of trains in dollars, by type."""
    return {depot.train_name(train): depot.train_type(ctx, train).price for train in trains}


def borrowed(ctx: Context, corp: Corporation) -> tuple[str, ...]:
    """Return the train that the corporation has borrowed for its current turn, if any."""
    turn = ctx.state.operating.turn if ctx.state.operating else None
    if turn is None or turn.corp != corp.id:
        return ()
    train = state_1856(ctx.state).turn.borrowed
    return (train,) if train else ()


def terms(ctx: Context, corp: Corporation, action: BuyTrain) -> None:
    """Refuse a train that is not permanent for the CGR, or a trade with the CGR at any but the printed
    price."""
    what = buying_train(action.train, action.source)
    kind = depot.train_type(ctx, action.train)
    if corp.id == CGR and not kind.permanent:
        ctx.refuse("cgr.train-deals", what, gettext_lazy("the CGR buys only 5, 6 and Diesel trains"))
    between = action.source in ctx.state.corporations
    if between and CGR in (corp.id, action.source) and action.price != kind.price:
        ctx.refuse(
            "cgr.train-deals",
            what,
            gettext_lazy("the CGR trades at the printed price of ${price}", price=kind.price),
        )


def train_bought(ctx: Context, corp: Corporation, train: str) -> None:
    """Lift the CGR's restrictions when it buys its first permanent train."""
    if corp.id == CGR and depot.train_type(ctx, train).permanent:
        cgr = state_1856(ctx.state).cgr
        cgr.permanent = True
        cgr.borrowed = ""


def exempt(ctx: Context, corp: Corporation, turn: OperatingTurn) -> bool:
    """Return whether the corporation is exempt from owning a train: the CGR before its first permanent
    train."""
    return corp.id == CGR and state_1856(ctx.state).cgr.frozen


def may_pay(while_owned: bool, ctx: Context, corp: Corporation, turn: OperatingTurn) -> None:
    """Refuse a dividend of the CGR until it has owned a permanent train.

    With ``while_owned`` the CGR also needs to own one at present.
    """
    if corp.id != CGR:
        return
    if state_1856(ctx.state).turn.borrowed:
        ctx.refuse(
            "cgr.borrow-withhold-and-pay",
            PAYING_OUT,
            gettext_lazy("the CGR ran a borrowed train"),
        )
    if state_1856(ctx.state).cgr.frozen:
        ctx.refuse(
            "cgr.dividend-needs-permanent",
            PAYING_OUT,
            gettext_lazy("the CGR has no permanent train yet"),
        )
    if while_owned and not any(depot.train_type(ctx, train).permanent for train in ctx.state.trains_at(CGR)):
        ctx.refuse(
            "cgr.dividend-needs-permanent",
            PAYING_OUT,
            gettext_lazy("the CGR has no permanent train any more"),
        )


def token_moves(ctx: Context, corp: Corporation) -> bool:
    """Return whether the price token moves. The CGR's token does not move before its first permanent
    train."""
    return corp.id != CGR or not state_1856(ctx.state).cgr.frozen
