"""Purchases of trains, voluntary or required."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from trunkline.engine.kernel import depot, events
from trunkline.engine.kernel.action import Action, BuyTrain, DeclareBankruptcy, SellBonds, SellShares
from trunkline.engine.kernel.choice import Amounts, Choice
from trunkline.engine.kernel.context import Context, cached
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.refusal_texts import PASSING, buying_train, has_only
from trunkline.engine.kernel.state import BANK, OUT, POOL, Corporation, OperatingTurn
from trunkline.engine.kernel.step import StepStatus
from trunkline.engine.mechanisms import bonds, funding
from trunkline.engine.mechanisms.funding import FundingSource
from trunkline.engine.steps import offers, train_texts
from trunkline.engine.steps.emergency_money import EmergencyMoney, EmergencyPayment, PaymentView
from trunkline.util.messages import Message, gettext, gettext_lazy, gettext_noop

FORCED_SALE = "train.emergency-sale"
KEEPS_PRESIDENCY = "train.emergency-sale-presidency"


@dataclass(frozen=True, eq=False)
class BuyTrains:
    """The step that buys trains from the bank, the pool and other corporations.

    - ``emergency`` raises the president's money.
    - ``terms`` are further checks of a purchase, such as a duty to pay printed prices.
    - ``duties`` raise if the turn may not leave the step yet.
    - ``exempt`` returns whether a corporation need not own a train.
    - ``asks_consent`` asks the seller's president about a purchase.
    - If ``must_buy_this_turn`` is False, the turn may end without a train.
    - With ``helps_freely`` the president may add money for any train, not only the cheapest of bank and pool.
    - ``rescue`` names what prevents the president's bankruptcy if this many dollars are missing and nothing
      is left to sell; empty if nothing does.
    - With ``always`` a corporation must own a train with or without a route.
    - ``means`` raise the corporation's own money for a required train, before its president helps.
    - With ``cash_only`` the president sells nothing, and a train that both cannot pay need not be bought.
    - With ``bank_only`` these means and the president's help pay only for a bank train. The corporation must
      buy a pool train instead if it can pay for it.
    - With ``means_first`` the means are used before the president sells anything or is bankrupt. The train
      that they were used for must then come from the bank.
    - ``trade_in_for`` lists the places whose trains accept a trade-in.
    """

    emergency: EmergencyMoney
    terms: tuple[Callable[[Context, Corporation, BuyTrain], None], ...] = ()
    duties: tuple[Callable[[Context, Corporation, OperatingTurn], None], ...] = ()
    exempt: Callable[[Context, Corporation, OperatingTurn], bool] = lambda ctx, corp, turn: False
    asks_consent: bool = True
    must_buy_this_turn: bool = True
    helps_freely: bool = False
    rescue: Callable[[Context, Corporation, OperatingTurn, int], Message | None] = (
        lambda ctx, corp, turn, lacking: None
    )
    always: bool = False
    means: tuple[FundingSource, ...] = ()
    bank_only: bool = False
    means_first: bool = False
    cash_only: bool = False
    trade_in_for: tuple[str, ...] = (BANK,)
    name: str = gettext_noop("buy trains")
    kinds: tuple[type[Action], ...] = (BuyTrain, SellShares, DeclareBankruptcy)
    optional: bool = True
    label = "Trains"

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return every train on sale, with trade-ins, and other corporations' trains at any price."""
        corp = ctx.state.corporations[turn.corp]
        owes = self.owes_train(ctx, corp, turn)
        # Only a corporation that must buy a train gets help to pay for it.
        most = math.inf if owes or ctx.include_illegal else corp.cash
        full = not ctx.include_illegal and self._is_full(ctx, corp)
        for offer in self._at_a_price(ctx, corp):
            if offer.price <= most and (offer.trade_in or not full):
                yield offer
        if most > 0 and not full:
            for other in ctx.state.corporations.values():
                if other.id != corp.id and not other.closed:
                    yield from self._from_other(ctx, turn, corp, other)
        if owes:
            ctx, turn = context_after_raising(ctx, self)
            yield from self.emergency.candidates(
                ctx, self._payment(ctx, ctx.state.corporations[corp.id], turn)
            )

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Check sources, prices, limits and money, and forced sales if a train must be bought."""
        if isinstance(action, BuyTrain):
            self._check_purchase(ctx, turn, ctx.state.corporations[turn.corp], action)
            return
        ctx, turn = context_after_raising(ctx, self)
        corp = ctx.state.corporations[turn.corp]
        match action:
            case SellShares():
                self.emergency.check_due(ctx, action, self.owes_train(ctx, corp, turn))
                self.emergency.check_sale(ctx, self._payment(ctx, corp, turn), action)
            case SellBonds():
                self.emergency.check_due(ctx, action, self.owes_train(ctx, corp, turn))
                self.emergency.check_bonds(ctx, self._payment(ctx, corp, turn), action)
            case DeclareBankruptcy():
                self.emergency.check_due(ctx, action, self.owes_train(ctx, corp, turn))
                self.emergency.check_bankruptcy(
                    ctx, self._payment(ctx, corp, turn), self._rescue(ctx, corp, turn)
                )

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Buy, ask for consent, or raise money."""
        corp = ctx.state.corporations[turn.corp]
        if not isinstance(action, BuyTrain):
            self.raise_means(ctx, turn)
        match action:
            case BuyTrain():
                seller = ctx.state.corporations.get(action.source)
                if seller is not None and seller.president != action.player and self.asks_consent:
                    asked = seller.president
                    offer = events.OfferMade(asked, corp.id, seller.id, action.price, train=action.train)
                    offers.ask(ctx, action, offer)
                else:
                    buy_train(ctx, action, self.means)
            case SellShares():
                turn.sold = dict(self.emergency.sell(ctx, self._payment(ctx, corp, turn), action))
            case SellBonds():
                bonds.sell(ctx, action.player, action.count)
            case DeclareBankruptcy():
                self.emergency.give_up(ctx, self._payment(ctx, corp, turn))
        if corp.president != action.player:
            turn.sold = {}  # the new president has sold nothing yet

    def check_leave(self, ctx: Context, turn: OperatingTurn) -> None:
        """Refuse to leave if the corporation must buy a train, or has another duty."""
        corp = ctx.state.corporations[turn.corp]
        if self.must_buy_this_turn and self.owes_train(ctx, corp, turn):
            always = gettext_lazy("{corp} must own a train", corp=corp.id)
            with_run = gettext_lazy("{corp} has a run and must own a train", corp=corp.id)
            ctx.refuse("train.compulsory", PASSING, always if self.always else with_run)
        for duty in self.duties:
            duty(ctx, corp, turn)

    def idle(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return False: there may be a loan to take or a private to buy."""
        return False

    def enter(self, ctx: Context, turn: OperatingTurn) -> None:
        """Reset the sales, because a new payment begins."""
        turn.sold = {}

    def standing(
        self, ctx: Context, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> StepStatus:
        """Return the status: the number of trains owned and the train limit."""
        corp = ctx.state.corporations[turn.corp]
        owned, limit = len(depot.trains_at(ctx, corp.id)), ctx.title.policies.train_limit(ctx, corp)
        bought = any(isinstance(action, BuyTrain) for action in made)
        full = gettext("{count} of {limit}: full", count=owned, limit=limit)
        text = full if owned >= limit else gettext("{count} of {limit}", count=owned, limit=limit)
        return StepStatus(bought, text)

    def owes_train(self, ctx: Context, corp: Corporation, turn: OperatingTurn) -> bool:
        """Return whether the corporation must buy a train now."""
        return (
            not depot.trains_at(ctx, corp.id)
            and not self.exempt(ctx, corp, turn)
            and (self.always or not self.must_buy_this_turn or ctx.network(corp.id).has_run())
            and self.cheapest(ctx, corp) is not None
            and not (self.cash_only and self._is_too_dear(ctx, corp))
        )

    def _is_too_dear(self, ctx: Context, corp: Corporation) -> bool:
        """Return whether the corporation and its president's cash cannot pay the cheapest train."""
        return (self.cheapest(ctx, corp) or 0) > corp.cash + ctx.state.players[corp.president].cash

    def cheapest(self, ctx: Context, corp: Corporation) -> int | None:
        """Return the lowest price of a bank or pool train that the corporation may buy, in dollars. With
        ``bank_only`` pool trains count only if the corporation can pay for them."""
        found = [(train, BANK) for train in depot.on_sale(ctx)]
        found += [(train, POOL) for train in ctx.state.trains_at(POOL)]
        offers = (
            BuyTrain(corp.president, corp.id, train, source, depot.train_type(ctx, train).price)
            for train, source in found
        )
        return min(
            (
                offer.price
                for offer in offers
                if self._terms_allow(ctx, corp, offer) and self._helps_for(ctx, corp, offer)
            ),
            default=None,
        )

    def raises_first(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return whether the corporation uses its means before its president sells or is bankrupt."""
        corp = ctx.state.corporations[turn.corp]
        return (
            self.means_first
            and funding.available(self.means, ctx, corp) > 0
            and self.owes_train(ctx, corp, turn)
            and self._payment(ctx, corp, turn).lacking(ctx) > 0
        )

    def raise_means(self, ctx: Context, turn: OperatingTurn) -> None:
        """Use the means for the required bank train if its president has to sell for it."""
        if self.raises_first(ctx, turn):
            corp = ctx.state.corporations[turn.corp]
            funding.raise_money(self.means, ctx, corp, self.cheapest(ctx, corp) or 0)
            turn.raised = True

    def funds(self, ctx: Context, corp: Corporation) -> int:
        """Return the corporation's cash, with means that count as cash when it chooses a train, in
        dollars."""
        return corp.cash + funding.available((way for way in self.means if way.as_cash), ctx, corp)

    def _helps_for(self, ctx: Context, corp: Corporation, offer: BuyTrain) -> bool:
        """Return whether the train may get help, or needs none beyond the corporation's own funds."""
        if not self.bank_only or offer.source == BANK:
            return True
        return not _has_raised(ctx, corp) and offer.price <= self.funds(ctx, corp)

    def payment_due(self, ctx: Context, corp: Corporation, turn: OperatingTurn) -> PaymentView | None:
        """Return the payment for the required train, or None if no train is required."""
        price = self.cheapest(ctx, corp)
        if price is None or not self.owes_train(ctx, corp, turn):
            return None
        return PaymentView(self._payment(ctx, corp, turn), price, gettext("the cheapest train"))

    def _payment(self, ctx: Context, corp: Corporation, turn: OperatingTurn) -> EmergencyPayment:
        price = self.cheapest(ctx, corp)
        own = corp.cash + funding.available(self.means, ctx, corp)
        due = max(0, price - own) if price is not None else 0
        return EmergencyPayment(corp.president, due, corp.id, FORCED_SALE, turn.sold, KEEPS_PRESIDENCY)

    def _at_a_price(self, ctx: Context, corp: Corporation) -> Iterator[BuyTrain]:
        """Return the trains of bank and pool at their prices, with trade-ins."""
        own = depot.one_of_each_type(ctx, corp.id)
        for source, trains in ((BANK, depot.on_sale(ctx)), (POOL, depot.one_of_each_type(ctx, POOL))):
            for train in trains:
                kind = depot.train_type(ctx, train)
                yield BuyTrain(corp.president, corp.id, train, source, kind.price)
                for mine in own if source in self.trade_in_for else ():
                    off = kind.discount.get(depot.train_name(mine))
                    if off:
                        yield BuyTrain(corp.president, corp.id, train, source, kind.price - off, mine)

    def _from_other(
        self, ctx: Context, turn: OperatingTurn, corp: Corporation, other: Corporation
    ) -> Iterable[Choice]:
        helped = corp.cash
        if self.helps_freely and self.owes_train(ctx, corp, turn):
            helped += ctx.state.players[corp.president].cash
        for train in depot.one_of_each_type(ctx, other.id):
            offer = BuyTrain(corp.president, corp.id, train, other.id, 1)
            face = BuyTrain(corp.president, corp.id, train, other.id, depot.train_type(ctx, train).price)
            # Help ends at face value.
            most = max(corp.cash, min(helped, face.price))
            yield from self._in_range(ctx, corp, offer, face, most)

    def _in_range(
        self, ctx: Context, corp: Corporation, offer: BuyTrain, face: BuyTrain, most: int
    ) -> Iterator[Choice]:
        """Return the prices that the terms allow. They may bar prices below face value, above it, or both."""
        low = offer if self._terms_allow(ctx, corp, offer) else face
        if not ctx.include_illegal and (
            low.price > most or (low is face and not self._terms_allow(ctx, corp, face))
        ):
            return
        if most > face.price and not self._terms_allow(ctx, corp, replace(face, price=most)):
            most = face.price
        yield Amounts(low, "price", low.price, most) if most > low.price else low

    def _terms_allow(self, ctx: Context, corp: Corporation, action: BuyTrain) -> bool:
        return all(passes(term, ctx, corp, action) for term in self.terms)

    def _check_purchase(self, ctx: Context, turn: OperatingTurn, corp: Corporation, action: BuyTrain) -> None:
        what = buying_train(action.train, action.source)
        if ctx.state.trains.get(action.train) != action.source or action.source in (corp.id, OUT):
            ctx.refuse("train.from-bank-or-pool", what, gettext_lazy("it is not for sale there"))
        self._check_price(ctx, corp, action, what)
        for term in self.terms:
            term(ctx, corp, action)
        if self._is_full(ctx, corp) and not action.trade_in:
            limit = ctx.title.policies.train_limit(ctx, corp)
            why = gettext_lazy("{corp} may own no more than {limit} trains", corp=corp.id, limit=limit)
            ctx.refuse("train.limit", what, why)
        if turn.helped:
            why = gettext_lazy("its president paid for a train in this turn")
            ctx.refuse("train.president-adds", what, why)
        if turn.raised and action.source != BANK:
            why = gettext_lazy("{corp} has raised money for a train of the bank", corp=corp.id)
            ctx.refuse("train.raised-for-bank", what, why)
        if corp.cash < action.price:
            self._check_help(ctx, turn, corp, action, what)
        elif action.source not in (BANK, POOL) and self._bound_by_sales(ctx, corp, turn):
            why = gettext_lazy("shares were sold for a train from the bank or pool")
            ctx.refuse("train.bound-by-sales", what, why)

    def _is_full(self, ctx: Context, corp: Corporation) -> bool:
        """Return whether the corporation is at its train limit."""
        return len(depot.trains_at(ctx, corp.id)) >= ctx.title.policies.train_limit(ctx, corp)

    def _check_price(self, ctx: Context, corp: Corporation, action: BuyTrain, what: Message) -> None:
        kind = depot.train_type(ctx, action.train)
        price = kind.price
        if action.source == BANK and action.train not in depot.on_sale(ctx):
            ctx.refuse("train.order", what, train_texts.bank_sells(ctx))
        if action.trade_in:
            mine = depot.train_name(action.trade_in)
            if ctx.state.trains.get(action.trade_in) != corp.id:
                why = gettext_lazy("{corp} does not own {train}", corp=corp.id, train=action.trade_in)
                ctx.refuse("train.trade-in", what, why)
            if action.source not in self.trade_in_for or mine not in kind.discount:
                why = gettext_lazy("no {type}-train is taken in payment for it", type=mine)
                ctx.refuse("train.trade-in", what, why)
            price -= kind.discount[mine]
        if action.source in (BANK, POOL):
            if action.price != price:
                why = gettext_lazy("its price is ${price}", price=price)
                ctx.refuse("train.from-bank-or-pool", what, why)
        elif action.price < 1:
            own = ctx.state.corporations[action.source].president == corp.president
            ctx.refuse(
                "train.from-own-corporation" if own else "train.from-other-president",
                what,
                gettext_lazy("the price must be at least $1"),
            )

    def _check_help(
        self, ctx: Context, turn: OperatingTurn, corp: Corporation, action: BuyTrain, what: Message
    ) -> None:
        if not self.owes_train(ctx, corp, turn):
            ctx.refuse("train.own-money", what, has_only(corp.id, corp.cash))
        between = action.source not in (BANK, POOL) and not self._helps_between(ctx, corp, action)
        if between and not self.bank_only:
            why = gettext_lazy("with its president's money it buys from bank or pool")
            ctx.refuse("train.help-between", what, why)
        if between or not self._helps_for(ctx, corp, action):
            rule = "train.help-between" if between else "train.help-from-bank"
            own = corp.cash if between else self.funds(ctx, corp)
            why = gettext_lazy(
                "{corp} has ${cash}; loans and its president's money pay only for a train of the bank",
                corp=corp.id,
                cash=own,
            )
            ctx.refuse(rule, what, why)
        low = self.cheapest(ctx, corp)
        chosen = low is not None and corp.cash < low and action.price <= self.funds(ctx, corp)
        if low is not None and action.price != low and not self.helps_freely and not chosen:
            why = gettext_lazy("a train at ${price} is the cheapest", price=low)
            ctx.refuse("train.compulsory-cheapest", what, why)
        president = ctx.state.players[action.player]
        credit = funding.available(self.means, ctx, corp)
        if corp.cash + credit + president.cash < action.price:
            ctx.refuse("train.president-adds", what, train_texts.too_little(corp, credit, president))

    def _bound_by_sales(self, ctx: Context, corp: Corporation, turn: OperatingTurn) -> bool:
        """Return whether shares sold for a bank or pool train bar all other trains. They do not if the
        proceeds were too small and something else prevents the president's bankruptcy."""
        if not turn.sold or self.helps_freely:
            return False
        short = self.emergency.exhausted(ctx, self._payment(ctx, corp, turn))
        return not (short and self._rescue(ctx, corp, turn))

    def _rescue(self, ctx: Context, corp: Corporation, turn: OperatingTurn) -> Message | None:
        return self.rescue(ctx, corp, turn, self._payment(ctx, corp, turn).lacking(ctx))

    def _helps_between(self, ctx: Context, corp: Corporation, action: BuyTrain) -> bool:
        """Return whether the president may add money for another corporation's train. The corporation must
        have the same president, and the price may not exceed face value."""
        own = ctx.state.corporations[action.source].president == corp.president
        return self.helps_freely and own and action.price <= depot.train_type(ctx, action.train).price


def _has_raised(ctx: Context, corp: Corporation) -> bool:
    """Return whether the corporation has raised money for a bank train and not bought it yet."""
    turn = ctx.state.operating.turn if ctx.state.operating else None
    return turn is not None and turn.corp == corp.id and turn.raised


def context_after_raising(ctx: Context, step: BuyTrains) -> tuple[Context, OperatingTurn]:
    """Return the context and the current turn in which the president sells for a train.

    Before that the corporation uses its own means to raise money. They may move its price.
    """
    found = _after_raising(ctx, step) or ctx
    return found, _turn(found)


@cached
def _after_raising(ctx: Context, step: BuyTrains) -> Context | None:
    """Return the context after the corporation has raised money; None if it raises none.

    A context does not cache itself, because only the garbage collector could then free it.
    """
    if not step.raises_first(ctx, _turn(ctx)):
        return None
    found = Context(ctx.title, ctx.state.copy(), include_illegal=ctx.include_illegal)
    step.raise_means(found, _turn(found))
    return found


def _turn(ctx: Context) -> OperatingTurn:
    """Return the current turn."""
    assert ctx.state.operating is not None
    assert ctx.state.operating.turn is not None
    return ctx.state.operating.turn


class RequiredTrain(NamedTuple):
    """A train that must still be bought in the turn, in dollars."""

    price: int
    """The lowest price."""
    credit: int
    """The amount that the corporation can raise for it without help."""


def required_train(ctx: Context, turn: OperatingTurn) -> RequiredTrain | None:
    """Return the train that must still be bought in the turn, or None."""
    corp = ctx.state.corporations[turn.corp]
    for step in ctx.title.turn_steps[turn.step :]:
        if isinstance(step, BuyTrains) and step.must_buy_this_turn and step.owes_train(ctx, corp, turn):
            price = step.cheapest(ctx, corp)
            return None if price is None else RequiredTrain(price, funding.available(step.means, ctx, corp))
    return None


def buy_train(ctx: Context, offer: Action, means: tuple[FundingSource, ...] = ()) -> None:
    """Pay for a train, with these means first and then with the president's money if the treasury is short.
    Take the train, and start its phase if there is one."""
    action = offer
    assert isinstance(action, BuyTrain)
    corp = ctx.state.corporations[action.corp]
    funding.raise_money(means, ctx, corp, action.price)
    if corp.cash < action.price:
        missing = action.price - corp.cash
        pay(ctx, ctx.state.players[corp.president], corp, missing, "train")
        ctx.note(events.PresidentPaid(corp.president, corp.id, missing), "train.president-adds")
        if ctx.state.operating and ctx.state.operating.turn:
            ctx.state.operating.turn.helped = True
    pay(ctx, corp, ctx.state.corporations.get(action.source), action.price, "train")
    if action.trade_in:
        depot.move_train(ctx, action.trade_in, POOL)
        ctx.note(events.TrainTradedIn(corp.id, action.trade_in))
    depot.move_train(ctx, action.train, corp.id)
    ctx.note(events.TrainBought(corp.id, action.train, action.source, action.price))
    if action.source == BANK:
        if ctx.state.operating and ctx.state.operating.turn:
            ctx.state.operating.turn.raised = False
        depot.sold_by_bank(ctx, action.train)
    for react in ctx.title.reactions.train_bought:
        react(ctx, corp, action.train)
