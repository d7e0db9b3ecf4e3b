"""Purchases of trains, voluntary or required."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from trunkline.kernel import depot, events
from trunkline.kernel.action import Action, BuyTrain, DeclareBankruptcy, SellBonds, SellShares
from trunkline.kernel.choice import Amounts, Choice
from trunkline.kernel.ledger import pay
from trunkline.kernel.refusal import passes
from trunkline.kernel.state import BANK, OUT, POOL, Corporation, OperatingTurn
from trunkline.kernel.table import Standing, Table, once
from trunkline.mechanisms import bonds, own_means
from trunkline.mechanisms.own_means import Means
from trunkline.steps import offers
from trunkline.steps.emergency_money import EmergencyMoney, Payment, PaymentDue

FORCED_SALE = "train.emergency-sale"
KEEPS_PRESIDENCY = "train.emergency-sale-presidency"


@dataclass(frozen=True)
class BuyTrains:
    """The step that buys trains from the bank, the pool and other corporations.

    - ``emergency`` raises the president's money.
    - ``terms`` are further checks of a purchase, such as a duty to pay printed prices.
    - ``duties`` raise if the turn may not leave the step yet.
    - ``exempt`` returns whether a corporation need not own a train.
    - ``asks_consent`` asks the seller's president about a purchase.
    - Without ``obliges`` a required train need not be bought now.
    - With ``helps_freely`` the president may add money for any train, not only the cheapest of bank and pool.
    - ``rescue`` names what prevents the president's bankruptcy if this many dollars are missing and nothing
      is left to sell; empty if nothing does.
    - With ``always`` a corporation must own a train with or without a route.
    - ``means`` are the corporation's own ways to raise money for a required train, before its president
      helps.
    - With ``bank_only`` these means and the president's help pay only for a bank train. The corporation must
      buy a pool train instead if it can pay for it.
    - With ``means_first`` the means are used before the president sells anything or is bankrupt. The train
      that they were used for must then come from the bank.
    - ``trade_in_for`` lists the places whose trains accept a trade-in.
    """

    emergency: EmergencyMoney
    terms: tuple[Callable[[Table, Corporation, BuyTrain], None], ...] = ()
    duties: tuple[Callable[[Table, Corporation, OperatingTurn], None], ...] = ()
    exempt: Callable[[Table, Corporation, OperatingTurn], bool] = lambda t, corp, turn: False
    asks_consent: bool = True
    obliges: bool = True
    helps_freely: bool = False
    rescue: Callable[[Table, Corporation, OperatingTurn, int], str] = lambda t, corp, turn, lacking: ""
    always: bool = False
    means: tuple[Means, ...] = ()
    bank_only: bool = False
    means_first: bool = False
    trade_in_for: tuple[str, ...] = (BANK,)
    name: str = "buy trains"
    kinds: tuple[type[Action], ...] = (BuyTrain, SellShares, DeclareBankruptcy)
    optional: bool = True
    label = "Trains"

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Return every train on sale, with trade-ins, and other corporations' trains at any price."""
        corp = t.state.corporations[turn.corp]
        owes = self.owes_train(t, corp, turn)
        # Only a corporation that must buy a train gets help to pay for it.
        most = math.inf if owes or t.wide else corp.cash
        full = not t.wide and self._is_full(t, corp)
        for offer in self._at_a_price(t, corp):
            if offer.price <= most and (offer.trade_in or not full):
                yield offer
        if most > 0 and not full:
            for other in t.state.corporations.values():
                if other.id != corp.id and not other.closed:
                    yield from self._from_other(t, turn, corp, other)
        if owes:
            t, turn = raised(t, self)
            yield from self.emergency.candidates(t, self._payment(t, t.state.corporations[corp.id], turn))

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Check sources, prices, limits and money, and forced sales if a train must be bought."""
        if isinstance(action, BuyTrain):
            self._check_purchase(t, turn, t.state.corporations[turn.corp], action)
            return
        t, turn = raised(t, self)
        corp = t.state.corporations[turn.corp]
        match action:
            case SellShares():
                self.emergency.check_due(t, action, self.owes_train(t, corp, turn))
                self.emergency.check_sale(t, self._payment(t, corp, turn), action)
            case SellBonds():
                self.emergency.check_due(t, action, self.owes_train(t, corp, turn))
                self.emergency.check_bonds(t, self._payment(t, corp, turn), action)
            case DeclareBankruptcy():
                self.emergency.check_due(t, action, self.owes_train(t, corp, turn))
                self.emergency.check_bankruptcy(t, self._payment(t, corp, turn), self._rescue(t, corp, turn))

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Buy, ask for consent, or raise money."""
        corp = t.state.corporations[turn.corp]
        if not isinstance(action, BuyTrain):
            self.raise_means(t, turn)
        match action:
            case BuyTrain():
                seller = t.state.corporations.get(action.source)
                if seller is not None and seller.president != action.player and self.asks_consent:
                    asked = seller.president
                    offer = events.OfferMade(asked, corp.id, seller.id, action.price, train=action.train)
                    offers.ask(t, action, offer)
                else:
                    buy_train(t, action, self.means)
            case SellShares():
                turn.sold = dict(self.emergency.sell(t, self._payment(t, corp, turn), action))
            case SellBonds():
                bonds.sell(t, action.player, action.count)
            case DeclareBankruptcy():
                self.emergency.give_up(t, self._payment(t, corp, turn))
        if corp.president != action.player:
            turn.sold = {}  # the new president has sold nothing yet

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """Refuse to leave if the corporation must buy a train, or has another duty."""
        corp = t.state.corporations[turn.corp]
        if self.obliges and self.owes_train(t, corp, turn):
            why = f"{corp.id} {'' if self.always else 'has a run and '}must own a train"
            t.refuse("train.compulsory", "Passing", why)
        for duty in self.duties:
            duty(t, corp, turn)

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Return False: there may be a loan to take or a private to buy."""
        return False

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Reset the sales, because a new payment begins."""
        turn.sold = {}

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """Return the status: the number of trains owned and the train limit."""
        corp = t.state.corporations[turn.corp]
        owned, limit = len(t.state.trains_at(corp.id)), t.title.policies.train_limit(t, corp)
        bought = any(isinstance(action, BuyTrain) for action in made)
        return Standing(bought, f"{owned} of {limit}" + (": full" if owned >= limit else ""))

    def owes_train(self, t: Table, corp: Corporation, turn: OperatingTurn) -> bool:
        """Return whether the corporation must buy a train now."""
        return (
            not t.state.trains_at(corp.id)
            and not self.exempt(t, corp, turn)
            and (self.always or not self.obliges or t.network(corp.id).has_run())
            and self.cheapest(t, corp) is not None
        )

    def cheapest(self, t: Table, corp: Corporation) -> int | None:
        """Return the lowest price of a bank or pool train that the corporation may buy, in dollars. With
        ``bank_only`` pool trains count only if the corporation can pay for them."""
        found = [(train, BANK) for train in depot.on_sale(t)]
        found += [(train, POOL) for train in t.state.trains_at(POOL)]
        offers = (
            BuyTrain(corp.president, corp.id, train, source, depot.train_type(t, train).price)
            for train, source in found
        )
        return min(
            (
                offer.price
                for offer in offers
                if self._terms_allow(t, corp, offer) and self._helps_for(t, corp, offer)
            ),
            default=None,
        )

    def raises_first(self, t: Table, turn: OperatingTurn) -> bool:
        """Return whether the corporation uses its means before its president sells or is bankrupt."""
        corp = t.state.corporations[turn.corp]
        return (
            self.means_first
            and own_means.credit(self.means, t, corp) > 0
            and self.owes_train(t, corp, turn)
            and self._payment(t, corp, turn).lacking(t) > 0
        )

    def raise_means(self, t: Table, turn: OperatingTurn) -> None:
        """Use the means for the required bank train if its president has to sell for it."""
        if self.raises_first(t, turn):
            corp = t.state.corporations[turn.corp]
            own_means.cover(self.means, t, corp, self.cheapest(t, corp) or 0)
            turn.raised = True

    def funds(self, t: Table, corp: Corporation) -> int:
        """Return the corporation's cash, with means that count as cash when it chooses a train, in
        dollars."""
        return corp.cash + own_means.credit((way for way in self.means if way.as_cash), t, corp)

    def _helps_for(self, t: Table, corp: Corporation, offer: BuyTrain) -> bool:
        """Return whether the train may get help, or needs none beyond the corporation's own funds."""
        if not self.bank_only or offer.source == BANK:
            return True
        return not _has_raised(t, corp) and offer.price <= self.funds(t, corp)

    def payment_due(self, t: Table, corp: Corporation, turn: OperatingTurn) -> PaymentDue | None:
        """Return the payment for the required train, or None if no train is required."""
        price = self.cheapest(t, corp)
        if price is None or not self.owes_train(t, corp, turn):
            return None
        return PaymentDue(self._payment(t, corp, turn), price, "the cheapest train")

    def _payment(self, t: Table, corp: Corporation, turn: OperatingTurn) -> Payment:
        price = self.cheapest(t, corp)
        own = corp.cash + own_means.credit(self.means, t, corp)
        due = max(0, price - own) if price is not None else 0
        return Payment(corp.president, due, corp.id, FORCED_SALE, turn.sold, KEEPS_PRESIDENCY)

    def _at_a_price(self, t: Table, corp: Corporation) -> Iterator[BuyTrain]:
        """Return the trains of bank and pool at their prices, with trade-ins."""
        own = depot.one_each(t, corp.id)
        for source, trains in ((BANK, depot.on_sale(t)), (POOL, depot.one_each(t, POOL))):
            for train in trains:
                kind = depot.train_type(t, train)
                yield BuyTrain(corp.president, corp.id, train, source, kind.price)
                for mine in own if source in self.trade_in_for else ():
                    off = kind.discount.get(depot.train_name(mine))
                    if off:
                        yield BuyTrain(corp.president, corp.id, train, source, kind.price - off, mine)

    def _from_other(
        self, t: Table, turn: OperatingTurn, corp: Corporation, other: Corporation
    ) -> Iterable[Choice]:
        helped = corp.cash
        if self.helps_freely and self.owes_train(t, corp, turn):
            helped += t.state.players[corp.president].cash
        for train in depot.one_each(t, other.id):
            offer = BuyTrain(corp.president, corp.id, train, other.id, 1)
            face = BuyTrain(corp.president, corp.id, train, other.id, depot.train_type(t, train).price)
            # Help ends at face value.
            most = max(corp.cash, min(helped, face.price))
            yield from self._in_range(t, corp, offer, face, most)

    def _in_range(
        self, t: Table, corp: Corporation, offer: BuyTrain, face: BuyTrain, most: int
    ) -> Iterator[Choice]:
        """Return the prices that the terms allow. They may bar prices below face value, above it, or both."""
        low = offer if self._terms_allow(t, corp, offer) else face
        if not t.wide and (low.price > most or (low is face and not self._terms_allow(t, corp, face))):
            return
        if most > face.price and not self._terms_allow(t, corp, replace(face, price=most)):
            most = face.price
        yield Amounts(low, "price", low.price, most) if most > low.price else low

    def _terms_allow(self, t: Table, corp: Corporation, action: BuyTrain) -> bool:
        return all(passes(term, t, corp, action) for term in self.terms)

    def _check_purchase(self, t: Table, turn: OperatingTurn, corp: Corporation, action: BuyTrain) -> None:
        what = f"Buying {action.train} from {action.source}"
        if t.state.trains.get(action.train) != action.source or action.source in (corp.id, OUT):
            t.refuse("train.from-bank-or-pool", what, "it is not for sale there")
        self._check_price(t, corp, action, what)
        for term in self.terms:
            term(t, corp, action)
        if self._is_full(t, corp) and not action.trade_in:
            limit = t.title.policies.train_limit(t, corp)
            t.refuse("train.limit", what, f"{corp.id} may own no more than {limit} trains")
        if turn.helped:
            t.refuse("train.president-adds", what, "its president paid for a train in this turn")
        if turn.raised and action.source != BANK:
            t.refuse("train.raised-for-bank", what, f"{corp.id} has raised money for a train of the bank")
        if corp.cash < action.price:
            self._check_help(t, turn, corp, action, what)
        elif action.source not in (BANK, POOL) and self._bound_by_sales(t, corp, turn):
            t.refuse("train.bound-by-sales", what, "shares were sold for a train from the bank or pool")

    def _is_full(self, t: Table, corp: Corporation) -> bool:
        """Return whether the corporation is at its train limit."""
        return len(t.state.trains_at(corp.id)) >= t.title.policies.train_limit(t, corp)

    def _check_price(self, t: Table, corp: Corporation, action: BuyTrain, what: str) -> None:
        kind = depot.train_type(t, action.train)
        price = kind.price
        if action.source == BANK and action.train not in depot.on_sale(t):
            t.refuse("train.order", what, f"the bank sells {_listed(t)} now")
        if action.trade_in:
            mine = depot.train_name(action.trade_in)
            if t.state.trains.get(action.trade_in) != corp.id:
                t.refuse("train.trade-in", what, f"{corp.id} does not own {action.trade_in}")
            if action.source not in self.trade_in_for or mine not in kind.discount:
                t.refuse("train.trade-in", what, f"no {mine}-train is taken in payment for it")
            price -= kind.discount[mine]
        if action.source in (BANK, POOL):
            if action.price != price:
                t.refuse("train.from-bank-or-pool", what, f"its price is ${price:,}")
        elif action.price < 1:
            own = t.state.corporations[action.source].president == corp.president
            t.refuse(
                "train.from-own-corporation" if own else "train.from-other-president",
                what,
                "the price must be at least $1",
            )

    def _check_help(
        self, t: Table, turn: OperatingTurn, corp: Corporation, action: BuyTrain, what: str
    ) -> None:
        if not self.owes_train(t, corp, turn):
            t.refuse("train.own-money", what, f"{corp.id} has only ${corp.cash:,}")
        between = action.source not in (BANK, POOL) and not self._helps_between(t, corp, action)
        if between and not self.bank_only:
            t.refuse("train.help-between", what, "with its president's money it buys from bank or pool")
        if between or not self._helps_for(t, corp, action):
            rule = "train.help-between" if between else "train.help-from-bank"
            own = corp.cash if between else self.funds(t, corp)
            why = f"{corp.id} has ${own:,}; loans and its president's money pay only for a train of the bank"
            t.refuse(rule, what, why)
        low = self.cheapest(t, corp)
        chosen = low is not None and corp.cash < low and action.price <= self.funds(t, corp)
        if low is not None and action.price != low and not self.helps_freely and not chosen:
            t.refuse("train.compulsory-cheapest", what, f"a train at ${low:,} is the cheapest")
        president = t.state.players[action.player]
        credit = own_means.credit(self.means, t, corp)
        if corp.cash + credit + president.cash < action.price:
            raises = f", can raise ${credit:,}" if credit else ""
            why = f"{corp.id} has ${corp.cash:,}{raises} and {president.name} has ${president.cash:,}"
            t.refuse("train.president-adds", what, why)

    def _bound_by_sales(self, t: Table, corp: Corporation, turn: OperatingTurn) -> bool:
        """Return whether shares sold for a bank or pool train bar all other trains. They do not if the
        proceeds were too small and something else prevents the president's bankruptcy."""
        if not turn.sold or self.helps_freely:
            return False
        short = self.emergency.exhausted(t, self._payment(t, corp, turn))
        return not (short and self._rescue(t, corp, turn))

    def _rescue(self, t: Table, corp: Corporation, turn: OperatingTurn) -> str:
        return self.rescue(t, corp, turn, self._payment(t, corp, turn).lacking(t))

    def _helps_between(self, t: Table, corp: Corporation, action: BuyTrain) -> bool:
        """Return whether the president may add money for another corporation's train. The corporation must
        have the same president, and the price may not exceed face value."""
        own = t.state.corporations[action.source].president == corp.president
        return self.helps_freely and own and action.price <= depot.train_type(t, action.train).price


def _has_raised(t: Table, corp: Corporation) -> bool:
    """Return whether the corporation has raised money for a bank train and not bought it yet."""
    turn = t.state.operating.turn if t.state.operating else None
    return turn is not None and turn.corp == corp.id and turn.raised


@once
def raised(t: Table, step: BuyTrains) -> tuple[Table, OperatingTurn]:
    """Return the table and the current turn as they are when the president sells for a train.

    The corporation has then used its means, which may have moved its price.
    """
    if not step.raises_first(t, _turn(t)):
        return t, _turn(t)
    found = Table(t.title, t.state.copy(), wide=t.wide)
    step.raise_means(found, _turn(found))
    return found, _turn(found)


def _turn(t: Table) -> OperatingTurn:
    """Return the current turn."""
    assert t.state.operating is not None
    assert t.state.operating.turn is not None
    return t.state.operating.turn


class Owed(NamedTuple):
    """A train that must still be bought in the turn, in dollars."""

    price: int
    """The lowest price."""
    credit: int
    """The amount that the corporation can raise for it without help."""


def owed(t: Table, turn: OperatingTurn) -> Owed | None:
    """Return the train that must still be bought in the turn, or None."""
    corp = t.state.corporations[turn.corp]
    for step in t.title.turn_steps[turn.step :]:
        if isinstance(step, BuyTrains) and step.obliges and step.owes_train(t, corp, turn):
            price = step.cheapest(t, corp)
            return None if price is None else Owed(price, own_means.credit(step.means, t, corp))
    return None


def buy_train(t: Table, offer: Action, means: tuple[Means, ...] = ()) -> None:
    """Pay for a train, with these means first and then with the president's money if the treasury is short.
    Take the train, and start its phase if there is one."""
    action = offer
    assert isinstance(action, BuyTrain)
    corp = t.state.corporations[action.corp]
    own_means.cover(means, t, corp, action.price)
    if corp.cash < action.price:
        missing = action.price - corp.cash
        pay(t, t.state.players[corp.president], corp, missing, "train")
        t.note(events.PresidentPaid(corp.president, corp.id, missing), "train.president-adds")
        if t.state.operating and t.state.operating.turn:
            t.state.operating.turn.helped = True
    pay(t, corp, t.state.corporations.get(action.source), action.price, "train")
    if action.trade_in:
        depot.move_train(t, action.trade_in, POOL)
        t.note(events.TrainTradedIn(corp.id, action.trade_in))
    depot.move_train(t, action.train, corp.id)
    t.note(events.TrainBought(corp.id, action.train, action.source, action.price))
    if action.source == BANK:
        if t.state.operating and t.state.operating.turn:
            t.state.operating.turn.raised = False
        depot.sold_by_bank(t, corp, action.train)
    for react in t.title.reactions.train_bought:
        react(t, corp, action.train)


def _listed(t: Table) -> str:
    return " and ".join(f"{depot.train_name(train)}-trains" for train in depot.on_sale(t))
