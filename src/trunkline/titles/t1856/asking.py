"""When 18xx.games asks anything at the end of an operating turn.

It passes over a step by itself when nothing can be done in it, and so ends turns; what is skipped that way is
no action, which interest may wait for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from trunkline.kernel import depot
from trunkline.kernel.action import Action, PlaceToken, SellShares, TakeLoan
from trunkline.kernel.choice import Choice
from trunkline.kernel.decisions import Discard
from trunkline.kernel.refusal import passes
from trunkline.kernel.state import POOL, Corporation, OperatingTurn
from trunkline.kernel.table import Table, TurnStep
from trunkline.steps import loans
from trunkline.steps.operating import Anytime, NoActions, Power
from trunkline.steps.tokens import PlaceTokens, check_spot
from trunkline.steps.trains import BuyTrains
from trunkline.titles.t1856 import government_loans
from trunkline.titles.t1856.decisions import TrainsToKeep
from trunkline.titles.t1856.interest import Interest
from trunkline.titles.t1856.privates import PORT, WS, PlacePort, granting
from trunkline.titles.t1856.redeeming import Redeem
from trunkline.titles.t1856.state import WS_SPENT, WS_TOKEN, own


def about_trains(t: Table, corp: Corporation, turn: OperatingTurn, step: BuyTrains) -> bool:
    """Whether a train can or must be bought; another corporation might sell one for a dollar."""
    own = t.state.trains_at(corp.id)
    on_sale = [*depot.on_sale(t), *t.state.trains_at(POOL)]
    if not on_sale:
        return False
    if step.owes_train(t, corp, turn):
        return True
    prices = [depot.train_type(t, train).price for train in on_sale]
    others = (t.state.corporations.get(place) for place in t.state.trains.values())
    if any(other is not None and not other.closed and other.id != corp.id for other in others):
        prices.append(1)
    room = len(own) + len(t.title.policies.extra_trains(t, corp)) < t.title.policies.train_limit(t, corp)
    if room and min(prices) <= corp.cash:
        return True
    names = {depot.train_name(train) for train in own}
    kinds = [depot.train_type(t, train) for train in on_sale]
    return any(
        kind.price - off <= corp.cash
        for kind in kinds
        for name, off in kind.discount.items()
        if name in names
    )


def trains_over(step: BuyTrains, t: Table, corp: Corporation, train: str) -> None:
    """The purchase after which no other can be made ends the step for trains itself."""
    turn = t.state.operating.turn if t.state.operating else None
    if turn is not None and turn.corp == corp.id and not about_trains(t, corp, turn, step):
        own(t.state).turn.redeeming = True


def about_loans(t: Table, corp: Corporation, turn: OperatingTurn) -> bool:
    """Whether loans can or must be redeemed, or one can be taken."""
    can_redeem = corp.loans > 0 and corp.cash >= loans.terms(t).value
    return can_redeem or bool(government_loans.excess(corp)) or may_borrow(t, corp, turn)


def may_borrow(t: Table, corp: Corporation, turn: OperatingTurn) -> bool:
    """Whether one more loan can be taken in this turn."""
    return passes(government_loans.Borrow(until_one=True).check, t, turn, TakeLoan(corp.president, corp.id))


def about_privates(t: Table, corp: Corporation, turn: OperatingTurn) -> bool:
    """Whether it owns a power to be used at any time, or could pay for a private, with a loan if need be."""
    port = granting(t, PORT)
    if port.corp == corp.id and not port.closed:
        return True
    if not depot.phase(t).buy_privates:
        return False
    lowest = (
        -(-t.title.board.private[private.id].cost // 2)
        for private in t.state.privates.values()
        if private.player and not private.closed
    )
    return any(price <= corp.cash + _loan(t, corp, turn) for price in lowest)


def about_token(t: Table, corp: Corporation, turn: OperatingTurn) -> bool:
    """Whether a city in reach takes a token that can be paid for, with a loan if need be; one is
    taken for free while the private's might be placed."""
    if turn.token or not corp.tokens:
        return False
    price = 0 if _owns_free_token(t, corp) else corp.tokens[0]
    return price <= corp.cash + _loan(t, corp, turn) and any(
        passes(check_spot, t, corp, (spot.hex, spot.stop), "A token")
        for spot in t.network(corp.id).token_spots()
    )


def _owns_free_token(t: Table, corp: Corporation) -> bool:
    power = t.state.privates[WS]
    if power.corp != corp.id or power.closed or not {WS_TOKEN, WS_SPENT}.isdisjoint(t.state.powers_used):
        return False
    hexes = t.title.board.private[WS].hexes
    return any(all(m.corp != corp.id for m in t.state.tokens.get(hex, ())) for hex in hexes)


def _loan(t: Table, corp: Corporation, turn: OperatingTurn) -> int:
    """What the loan brings that can still be taken."""
    return government_loans.lent(t, turn) if may_borrow(t, corp, turn) else 0


@dataclass(frozen=True)
class Asking:
    """Whether a step waits for its corporation, as the site sees it; of the others each knows itself."""

    tokens: PlaceTokens
    trains: BuyTrains
    redeem: Redeem

    def __call__(self, t: Table, turn: OperatingTurn, step: TurnStep) -> bool:
        """Whether the step is asked for now."""
        corp = t.state.corporations[turn.corp]
        if step is self.tokens:
            return about_token(t, corp, turn)
        if step is self.trains:
            return not own(t.state).turn.redeeming and about_trains(t, corp, turn, self.trains)
        if step is self.redeem:
            return about_loans(t, corp, turn)
        return not step.idle(t, turn)


@dataclass(frozen=True)
class FreeToken(Anytime):
    """A private's free token, which the site lets be placed after track until interest is settled."""

    tokens: PlaceTokens
    name: str = "place a free station token"
    kinds: tuple[type[Action], ...] = (PlaceToken,)

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """The tokens of powers."""
        for choice in self.tokens.candidates(t, turn):
            if isinstance(choice, PlaceToken) and choice.power:
                yield choice

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """As in the step for tokens, which is over for the others."""
        assert isinstance(action, PlaceToken)
        if turn.interest or (not action.power and not turn.token):
            over = f"that part of {turn.corp}'s turn is over"
            t.refuse("sequence.company-steps", "Acting now", over)
        self.tokens.check(t, turn, action)

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Place it."""
        self.tokens.apply(t, turn, action)


@dataclass(frozen=True)
class Held(Anytime):
    """A power of any time that the site takes in some steps only: ``bar`` says what is in the way, or
    nothing."""

    power: Power
    bar: Callable[[Table, OperatingTurn], str]

    @property
    def name(self) -> str:
        """As the power's."""
        return self.power.name

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """As the power's."""
        return self.power.kinds

    def takes(self, action: Action) -> bool:
        """As the power."""
        return self.power.takes(action)

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """As the power's."""
        return self.power.candidates(t, turn)

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """The bar, then the power itself."""
        if why := self.bar(t, turn):
            t.refuse("sequence.company-steps", "Acting now", why)
        self.power.check(t, turn, action)

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """As the power's."""
        self.power.apply(t, turn, action)


@dataclass(frozen=True)
class LastCall(NoActions):
    """The end of a turn, in which privates may still be bought and powers used. Discards that have waited for
    the loans come first."""

    name: str = "buy privates"
    optional: bool = True

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Over where nothing can be bought or used; a recorded turn says so itself."""
        corp = t.state.corporations[turn.corp]
        return not t.title.recorded.passes_end_steps and not about_privates(t, corp, turn)

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Ask for the discards."""
        discards_due(t)


@dataclass(frozen=True)
class LoansFirst:
    """While the step for loans waits, the site takes nothing that comes behind it: no private, no right, no
    free token and no discard. Once it has been left, or passed over, it takes no loan."""

    redeem: Redeem
    before: tuple[TurnStep, ...]
    """The steps of a turn by the rulebook; the last call comes behind them."""

    @cached_property
    def steps(self) -> tuple[TurnStep, ...]:
        """The steps of a turn."""
        return (*self.before, LastCall())

    def held(self, power: Power) -> Power:
        """A power of any time as the site takes it."""
        if isinstance(power, PlacePort):
            return power
        return Held(power, self._over if isinstance(power, government_loans.Borrow) else self._waits)

    def acted(self, t: Table, corp: Corporation) -> None:
        """Discards wait for the loans."""
        turn = t.state.operating.turn if t.state.operating else None
        if turn is None or not own(t.state).turn.redeeming or turn.step >= len(self.before):
            return
        if about_loans(t, corp, turn):
            t.state.pending = [each for each in t.state.pending if not isinstance(each, Discard)]

    def closing(self, interest: Interest, t: Table, corp: Corporation) -> None:
        """A sale for a train or a debt that closes the company is the action its interest has waited for; a
        dividend that was passed over is none."""
        turn = t.state.operating.turn if t.state.operating else None
        if turn is not None and turn.corp == corp.id and SellShares in self.steps[turn.step].kinds:
            interest.acted(t, corp)

    def turn_ended(self, t: Table, corp: Corporation) -> None:
        """A corporation that has closed leaves no loans to wait for."""
        discards_due(t)

    def _waits(self, t: Table, turn: OperatingTurn) -> str:
        waits = self.steps[turn.step] is self.redeem
        return f"{turn.corp} has yet to {self.redeem.name}, or to pass" if waits else ""

    def _over(self, t: Table, turn: OperatingTurn) -> str:
        return f"that part of {turn.corp}'s turn is over" if turn.step >= len(self.before) else ""


def discards_due(t: Table) -> None:
    """Put the discards that nobody has been asked for yet before the presidents; the CGR, while it forms,
    chooses its trains."""
    if not any(isinstance(decision, Discard | TrainsToKeep) for decision in own(t.state).pending):
        depot.discard_excess(t)
