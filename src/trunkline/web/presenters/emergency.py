"""A payment that a president must cover: the sum due, the available cash, and the ways to raise the rest."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from trunkline.engine.kernel import chart, referee
from trunkline.engine.kernel.action import (
    Action,
    BuyTrain,
    DeclareBankruptcy,
    LayTile,
    Pass,
    RunTrains,
    SellBonds,
    SellShares,
)
from trunkline.engine.kernel.choice import Amounts, Candidate, Choice, Open
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.events import SharesSold
from trunkline.engine.kernel.referee import kind_of
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import State
from trunkline.engine.mechanisms import bonds
from trunkline.engine.steps.emergency_money import EmergencyPayment, PaymentView
from trunkline.game import Game
from trunkline.game.effects import Effects, effects
from trunkline.util.messages import gettext
from trunkline.web.schemas.emergency import HelpFacts, KeptFacts, LotFacts, RaisingFacts, SaleFacts

MOST = 60
"""Maximum number of sales to simulate in a row."""
TRIED = 60
"""Maximum number of other choices to simulate, to see whether they reduce the shortfall."""
UNTRIED = (DeclareBankruptcy, LayTile, Pass, RunTrains)
"""Kinds that do not help to raise money: they cost money or give up the payment."""
Sale = SellShares | SellBonds


def payment_due(title: Title, state: State) -> PaymentView | None:
    """Return the pending payment, or None."""
    t = Context(title, state)
    turn = t.state.operating.turn if t.state.operating else None
    step: object = referee.current(title, t.state)
    about: tuple[object, ...] = ()
    if not t.state.pending and turn is not None:
        step, about = title.turn_steps[turn.step], (t.state.corporations[turn.corp], turn)
    ask: Callable[..., PaymentView | None] | None = getattr(step, "payment_due", None)
    return ask(t, *about) if ask else None


def raising(game: Game) -> RaisingFacts | None:
    """Return the payment for which a president must raise money now, or None if the money suffices."""
    if game.over:
        return None
    due = payment_due(game.title, game.shared_state)
    if due is None:
        return None
    t = Context(game.title, game.shared_state)
    payment = due.payment
    lacking = payment.lacking(t)
    if payment.due <= 0 or lacking <= 0:
        return None
    legal = game.legal()
    sales = [
        _sale(game, place, choice, sold, lacking)
        for place, choice in enumerate(legal)
        if (sold := _sold(choice)) is not None
    ]
    brings = sold_out(game.title, game.shared_state, lacking).brought
    refused = game.forbidden(payment.player)
    bankrupt = next((place for place, each in enumerate(legal) if isinstance(each, DeclareBankruptcy)), None)
    why = next((refusal for each, refusal in refused if isinstance(each, DeclareBankruptcy)), None)
    return RaisingFacts(
        payment.player,
        _about(game.shared_state),
        due.what,
        due.whole,
        due.whole - payment.due,
        payment.due,
        t.state.players[payment.player].cash,
        lacking,
        brings,
        brings >= lacking,
        max(0, lacking - brings),
        tuple(sales),
        tuple(_ways(game, legal, payment, lacking)),
        tuple(_kept(refused, {sale.corp for sale in sales})),
        bankrupt,
        why.why if why else "",
        why.rule if why else "",
    )


def _about(state: State) -> str:
    """Return the corporation of the payment."""
    if state.pending:
        return state.pending[-1].corp
    return state.operating.turn.corp if state.operating and state.operating.turn else ""


def _sold(choice: Choice) -> Sale | None:
    action = choice.action if isinstance(choice, Amounts) else choice
    return action if isinstance(action, SellShares | SellBonds) else None


def _sale(game: Game, place: int, choice: Choice, sold: Sale, lacking: int) -> SaleFacts:
    t = Context(game.title, game.shared_state)
    counts = range(choice.low, choice.high + 1, choice.step) if isinstance(choice, Amounts) else (sold.count,)
    lots = tuple(_lot(game, replace(sold, count=count), lacking) for count in counts)
    if isinstance(sold, SellBonds):
        price = bonds.terms(t)[1].price
        return SaleFacts(place, gettext("bonds"), None, bonds.held(t, sold.player), price, lots)
    corp = t.state.corporations[sold.corp]
    # A loan that comes before the sale lowers the price, so count the actual proceeds.
    price = lots[0].raises // lots[0].count
    return SaleFacts(
        place, gettext("shares of {corp}", corp=corp.id), corp.id, corp.shares[sold.player], price, lots
    )


def _lot(game: Game, sale: Sale, lacking: int) -> LotFacts:
    led_to = game.effects(sale)
    raised = _raised(led_to, sale)
    if isinstance(sale, SellBonds):
        return LotFacts(sale.count, raised, None, max(0, lacking - raised), "")
    corp = led_to.after.corporations[sale.corp]
    price = chart.price(Context(game.title, led_to.after), corp)
    return LotFacts(sale.count, raised, price, max(0, lacking - raised), corp.president)


def _raised(led_to: Effects, sale: Sale) -> int:
    if isinstance(sale, SellBonds):
        return sale.count * bonds.terms(Context(led_to.title, led_to.before))[1].price
    return sum(event.amount for event in led_to.of(SharesSold))


def _ways(game: Game, legal: Sequence[Choice], payment: EmergencyPayment, lacking: int) -> list[HelpFacts]:
    """Return the other ways to reduce the shortfall.

    Ways that need no consent come first, and loans come before trains.
    """
    tried = [
        (place, choice)
        for place, choice in enumerate(legal)
        if _sold(choice) is None and not isinstance(choice, Open) and not issubclass(kind_of(choice), UNTRIED)
    ]
    found: list[tuple[bool, bool, HelpFacts]] = []
    for place, choice in tried[:TRIED]:
        ends = (choice.low, choice.high) if isinstance(choice, Amounts) else (None,)
        ways: list[HelpFacts] = []
        for amount in ends:
            action = choice.at(amount) if isinstance(choice, Amounts) and amount is not None else choice
            assert isinstance(action, Action)
            led_to = game.effects(action)
            if (left := _left(led_to, payment, _about(game.shared_state))) < lacking:
                ways.append(HelpFacts(place, amount, left, led_to.asked))
        if ways:
            best = min(ways, key=lambda way: way.lacking_after)
            found.append((bool(best.asked), issubclass(kind_of(choice), BuyTrain), best))
    return [way for *_, way in sorted(found, key=lambda each: each[:2])]


def _left(led_to: Effects, payment: EmergencyPayment, corp: str) -> int:
    """Return the remaining shortfall of the same payment."""
    due = payment_due(led_to.title, led_to.after)
    if due is None or due.payment.player != payment.player or _about(led_to.after) != corp:
        return 0
    return max(0, due.payment.lacking(Context(led_to.title, led_to.after)))


class SoldOut(NamedTuple):
    """Sales in a row, until they raise enough or nothing is left."""

    brought: int
    """Total proceeds in dollars."""
    first: Effects | None
    """The effects of the first sale. None if nothing can be sold."""
    state: State
    """The state after the last sale."""


def sold_out(title: Title, state: State, lacking: int) -> SoldOut:
    """Return the proceeds of sales, the largest lot of each, until they reach ``lacking`` dollars."""
    brought = 0
    first: Effects | None = None
    for _ in range(MOST):
        if brought >= lacking or state.over:
            break
        largest = [found for choice in referee.legal(title, state) if (found := _largest(choice))]
        if not largest:
            break
        led_to = effects(title, state, largest[0])
        brought += _raised(led_to, largest[0])
        state, first = led_to.after, first or led_to
    return SoldOut(brought, first, state)


def _largest(choice: Choice) -> Sale | None:
    sold = _sold(choice)
    return replace(sold, count=choice.high) if sold and isinstance(choice, Amounts) else sold


def _kept(refused: Sequence[tuple[Candidate, Refusal]], sold: Container[str | None]) -> Iterator[KeptFacts]:
    """Yield the shares that a player may not sell at all."""
    for choice, refusal in refused:
        action = choice.action if isinstance(choice, Amounts) else choice
        if isinstance(action, SellShares) and action.corp not in sold:
            yield KeptFacts(
                gettext("shares of {corp}", corp=action.corp), action.corp, refusal.why, refusal.rule
            )
