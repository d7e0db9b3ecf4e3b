"""Steps of an operating turn in which 18xx.games asks the player.

The site skips a step if no action is possible in it, and ends turns in the same way. The reading
``18xx.games`` and the reader of the site's files both use this module. The files hold no entry for a skipped
step.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from trunkline.kernel import depot, engine
from trunkline.kernel.action import TakeLoan
from trunkline.kernel.recorded import RecordedStep
from trunkline.kernel.refusal import passes
from trunkline.kernel.state import POOL, Corporation, OperatingTurn
from trunkline.kernel.table import Table, TurnStep
from trunkline.mechanisms import loans
from trunkline.powers.privates import BuyPrivates, in_hands
from trunkline.steps.tokens import PlaceTokens, check_spot
from trunkline.steps.track import LayTrack
from trunkline.steps.trains import BuyTrains
from trunkline.titles.t1856 import government_loans
from trunkline.titles.t1856.actions import BorrowTrain
from trunkline.titles.t1856.privates import PORT, WS, granting
from trunkline.titles.t1856.redeeming import Redeem
from trunkline.titles.t1856.state import WS_SPENT, WS_TOKEN, own


@dataclass(frozen=True)
class Asking:
    """The test of whether a step waits for its corporation on the site."""

    track: LayTrack
    tokens: PlaceTokens
    trains: BuyTrains
    redeem: Redeem

    def __call__(self, t: Table, turn: OperatingTurn, step: TurnStep) -> bool:
        """Return whether our step is asked for now. Steps that the site lacks decide for themselves."""
        corp = t.state.corporations[turn.corp]
        if step is self.tokens:
            return about_token(t, corp, turn)
        if step is self.trains:
            return not own(t.state).turn.redeeming and about_trains(t, corp, turn, self.trains)
        if step is self.redeem:
            return about_loans(t, corp, turn)
        return not step.idle(t, turn)

    def in_step(self, t: Table, turn: OperatingTurn, step: RecordedStep, used: Container[str]) -> bool:
        """Return whether any action is possible in a step of the site.

        ``used`` holds privates with no power left.
        """
        corp = t.state.corporations[turn.corp]
        match step:
            case RecordedStep.TRACK:
                return about_track(t, corp, turn, self.track, used)
            case RecordedStep.TOKEN:
                return about_token(t, corp, turn)
            case RecordedStep.BORROW:
                return about_borrowing(t, corp)
            case RecordedStep.ROUTES:
                return about_runs(t, corp)
            case RecordedStep.TRAINS:
                return about_trains(t, corp, turn, self.trains)
            case RecordedStep.LOANS:
                return about_loans(t, corp, turn)
            case RecordedStep.PRIVATES:
                return about_privates(t, corp, turn)


def about_track(
    t: Table, corp: Corporation, turn: OperatingTurn, step: LayTrack, used: Container[str]
) -> bool:
    """Return whether the corporation can still lay its ordinary tile or one by a private's power.

    The private may be its own or one it could buy.
    """
    if not turn.laid:
        return True
    privates = t.state.privates
    extra = [privates[power.private] for power in step.powers if power.extra]
    if any(owned.corp == corp.id and not owned.closed and owned.id not in used for owned in extra):
        return True
    lays = {power.private for power in step.powers}
    return any(price <= corp.cash for id, price in _for_sale(t) if id in lays)


def about_borrowing(t: Table, corp: Corporation) -> bool:
    """Return whether the corporation can borrow a train."""
    borrowed = (BorrowTrain(corp.president, corp.id, train) for train in depot.on_sale(t))
    return any(engine.check(t.title, t.state, action) is None for action in borrowed)


def about_runs(t: Table, corp: Corporation) -> bool:
    """Return whether a train has a run."""
    return (
        bool(t.state.trains_at(corp.id) or t.title.policies.extra_trains(t, corp))
        and t.network(corp.id).has_run()
    )


def about_trains(t: Table, corp: Corporation, turn: OperatingTurn, step: BuyTrains) -> bool:
    """Return whether the corporation can or must buy a train.

    Another corporation might sell one for $1.
    """
    held = t.state.trains_at(corp.id)
    on_sale = [*depot.on_sale(t), *t.state.trains_at(POOL)]
    if not on_sale:
        return False
    if step.owes_train(t, corp, turn):
        return True
    prices = [depot.train_type(t, train).price for train in on_sale]
    others = (t.state.corporations.get(place) for place in t.state.trains.values())
    if any(other is not None and not other.closed and other.id != corp.id for other in others):
        prices.append(1)
    room = len(held) + len(t.title.policies.extra_trains(t, corp)) < t.title.policies.train_limit(t, corp)
    if room and min(prices) <= corp.cash:
        return True
    names = {depot.train_name(train) for train in held}
    kinds = [depot.train_type(t, train) for train in on_sale]
    return any(
        kind.price - off <= corp.cash
        for kind in kinds
        for name, off in kind.discount.items()
        if name in names
    )


def about_loans(t: Table, corp: Corporation, turn: OperatingTurn) -> bool:
    """Return whether the corporation can redeem, must redeem, or can take a loan."""
    can_redeem = corp.loans > 0 and corp.cash >= loans.terms(t).value
    return can_redeem or bool(government_loans.excess(corp)) or may_borrow(t, corp, turn)


def may_borrow(t: Table, corp: Corporation, turn: OperatingTurn) -> bool:
    """Return whether the corporation can take one more loan in this turn."""
    return passes(government_loans.Borrow(until_one=True).check, t, turn, TakeLoan(corp.president, corp.id))


def about_privates(t: Table, corp: Corporation, turn: OperatingTurn) -> bool:
    """Return whether it owns a power for any time, or can pay for a private, with a loan if necessary."""
    port = granting(t, PORT)
    if port.corp == corp.id and not port.closed:
        return True
    return any(price <= corp.cash + _loan(t, corp, turn) for _, price in _for_sale(t))


def _for_sale(t: Table) -> list[tuple[str, int]]:
    """Return the privates that a corporation may buy now, with the lowest price of each in dollars."""
    if not depot.phase(t).buy_privates:
        return []
    return [(private.id, BuyPrivates().prices(t, private.id)[0]) for private in in_hands(t)]


def about_token(t: Table, corp: Corporation, turn: OperatingTurn) -> bool:
    """Return whether a reachable city takes a token that the corporation can pay for.

    A loan counts as money. A token is free while the private's free token might be placed.
    """
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
    """Return the dollars of the loan that the corporation can still take."""
    return government_loans.lent(t, turn) if may_borrow(t, corp, turn) else 0
