"""Steps of an operating turn in which 18xx.games asks the player.

The site skips a step if no action is possible in it, and ends turns in the same way. The reading
``18xx.games`` and the reader of the site's files both use this module. The files hold no entry for a skipped
step.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from trunkline.engine.kernel import depot, referee
from trunkline.engine.kernel.action import TakeLoan
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.leniency import RecordedStep
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.refusal_texts import THIS_ACTION
from trunkline.engine.kernel.state import POOL, Corporation, OperatingTurn
from trunkline.engine.kernel.step import TurnStep
from trunkline.engine.loans import borrowing
from trunkline.engine.loans.redemption import Redeem
from trunkline.engine.mechanisms import loans
from trunkline.engine.powers.privates import BuyPrivates, in_hands
from trunkline.engine.steps.tokens import PlaceTokens, check_spot
from trunkline.engine.steps.track import LayTrack
from trunkline.engine.steps.trains import BuyTrains
from trunkline.titles.t1856 import government_loans
from trunkline.titles.t1856.actions import BorrowTrain
from trunkline.titles.t1856.privates import PORT, WS, granting
from trunkline.titles.t1856.state import WS_SPENT, WS_TOKEN, state_1856


@dataclass(frozen=True)
class Blocks:
    """The test of whether a step waits for its corporation on the site."""

    track: LayTrack
    tokens: PlaceTokens
    trains: BuyTrains
    redeem: Redeem

    def __call__(self, ctx: Context, turn: OperatingTurn, step: TurnStep) -> bool:
        """Return whether our step is asked for now. Steps that the site lacks decide for themselves."""
        corp = ctx.state.corporations[turn.corp]
        if step is self.tokens:
            return about_token(ctx, corp, turn)
        if step is self.trains:
            return not state_1856(ctx.state).turn.redeeming and about_trains(ctx, corp, turn, self.trains)
        if step is self.redeem:
            return about_loans(ctx, corp, turn)
        return not step.idle(ctx, turn)

    def in_step(self, ctx: Context, turn: OperatingTurn, step: RecordedStep, used: Container[str]) -> bool:
        """Return whether any action is possible in a step of the site.

        ``used`` holds privates with no power left.
        """
        corp = ctx.state.corporations[turn.corp]
        match step:
            case RecordedStep.TRACK:
                return about_track(ctx, corp, turn, self.track, used)
            case RecordedStep.TOKEN:
                return about_token(ctx, corp, turn)
            case RecordedStep.BORROW:
                return about_borrowing(ctx, corp)
            case RecordedStep.ROUTES:
                return about_runs(ctx, corp)
            case RecordedStep.TRAINS:
                return about_trains(ctx, corp, turn, self.trains)
            case RecordedStep.LOANS:
                return about_loans(ctx, corp, turn)
            case RecordedStep.PRIVATES:
                return about_privates(ctx, corp, turn)


def about_track(
    ctx: Context, corp: Corporation, turn: OperatingTurn, step: LayTrack, used: Container[str]
) -> bool:
    """Return whether the corporation can still lay its ordinary tile or one by a private's power.

    The private may be its own or one it could buy.
    """
    if not turn.laid:
        return True
    privates = ctx.state.privates
    extra = [privates[power.private] for power in step.powers if power.extra]
    if any(owned.corp == corp.id and not owned.closed and owned.id not in used for owned in extra):
        return True
    lays = {power.private for power in step.powers}
    return any(price <= corp.cash for id, price in _for_sale(ctx) if id in lays)


def about_borrowing(ctx: Context, corp: Corporation) -> bool:
    """Return whether the corporation can borrow a train."""
    borrowed = (BorrowTrain(corp.president, corp.id, train) for train in depot.on_sale(ctx))
    return any(referee.check(ctx.title, ctx.state, action) is None for action in borrowed)


def about_runs(ctx: Context, corp: Corporation) -> bool:
    """Return whether a train has a run."""
    return (
        bool(ctx.state.trains_at(corp.id) or ctx.title.policies.extra_trains(ctx, corp))
        and ctx.network(corp.id).has_run()
    )


def about_trains(ctx: Context, corp: Corporation, turn: OperatingTurn, step: BuyTrains) -> bool:
    """Return whether the corporation can or must buy a train.

    Another corporation might sell one for $1.
    """
    held = ctx.state.trains_at(corp.id)
    on_sale = [*depot.on_sale(ctx), *ctx.state.trains_at(POOL)]
    if not on_sale:
        return False
    if step.owes_train(ctx, corp, turn):
        return True
    prices = [depot.train_type(ctx, train).price for train in on_sale]
    others = (ctx.state.corporations.get(place) for place in ctx.state.trains.values())
    if any(other is not None and not other.closed and other.id != corp.id for other in others):
        prices.append(1)
    room = len(held) + len(ctx.title.policies.extra_trains(ctx, corp)) < ctx.title.policies.train_limit(
        ctx, corp
    )
    if room and min(prices) <= corp.cash:
        return True
    names = {depot.train_name(train) for train in held}
    kinds = [depot.train_type(ctx, train) for train in on_sale]
    return any(
        kind.price - off <= corp.cash
        for kind in kinds
        for name, off in kind.discount.items()
        if name in names
    )


def about_loans(ctx: Context, corp: Corporation, turn: OperatingTurn) -> bool:
    """Return whether the corporation can redeem, must redeem, or can take a loan."""
    can_redeem = corp.loans > 0 and corp.cash >= loans.terms(ctx).value
    return can_redeem or bool(borrowing.excess(ctx, corp)) or may_borrow(ctx, corp, turn)


def may_borrow(ctx: Context, corp: Corporation, turn: OperatingTurn) -> bool:
    """Return whether the corporation can take one more loan in this turn."""
    return passes(government_loans.Borrow(until_one=True).check, ctx, turn, TakeLoan(corp.president, corp.id))


def about_privates(ctx: Context, corp: Corporation, turn: OperatingTurn) -> bool:
    """Return whether it owns a power for any time, or can pay for a private, with a loan if necessary."""
    port = granting(ctx, PORT)
    if port.corp == corp.id and not port.closed:
        return True
    return any(price <= corp.cash + _loan(ctx, corp, turn) for _, price in _for_sale(ctx))


def _for_sale(ctx: Context) -> list[tuple[str, int]]:
    """Return the privates that a corporation may buy now, with the lowest price of each in dollars."""
    if not depot.phase(ctx).buy_privates:
        return []
    return [(private.id, BuyPrivates().prices(ctx, private.id)[0]) for private in in_hands(ctx)]


def about_token(ctx: Context, corp: Corporation, turn: OperatingTurn) -> bool:
    """Return whether a reachable city takes a token that the corporation can pay for.

    A loan counts as money. A token is free while the private's free token might be placed.
    """
    if turn.token or not corp.tokens:
        return False
    price = 0 if _owns_free_token(ctx, corp) else corp.tokens[0]
    return price <= corp.cash + _loan(ctx, corp, turn) and any(
        passes(check_spot, ctx, corp, (spot.hex, spot.stop), THIS_ACTION)
        for spot in ctx.network(corp.id).token_spots()
    )


def _owns_free_token(ctx: Context, corp: Corporation) -> bool:
    power = ctx.state.privates[WS]
    if power.corp != corp.id or power.closed or not {WS_TOKEN, WS_SPENT}.isdisjoint(ctx.state.powers_used):
        return False
    hexes = ctx.title.board.private[WS].hexes
    return any(all(m.corp != corp.id for m in ctx.state.tokens.get(hex, ())) for hex in hexes)


def _loan(ctx: Context, corp: Corporation, turn: OperatingTurn) -> int:
    """Return the dollars of the loan that the corporation can still take."""
    return borrowing.lent(ctx, turn) if may_borrow(ctx, corp, turn) else 0
