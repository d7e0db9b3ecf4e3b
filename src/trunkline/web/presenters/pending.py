"""Questions to a player: the asker, the result of each answer, and the earnings of runs after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from trunkline.engine.kernel import chart, depot, referee
from trunkline.engine.kernel.action import (
    ActivateFerry,
    AnnounceRuns,
    Answer,
    BuyPrivate,
    BuyTrain,
    DiscardTrain,
    Dividend,
    LayTile,
    Pass,
    PlacePrivateToken,
)
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Announcement, Discard, Offer
from trunkline.engine.kernel.events import DividendReceived, Event
from trunkline.engine.kernel.ledger import shares_at
from trunkline.engine.kernel.state import State
from trunkline.engine.routing import RunPlan
from trunkline.engine.steps import running
from trunkline.engine.steps.dividend import PAY
from trunkline.game import Game, routes
from trunkline.game.actions import Action
from trunkline.game.effects import Effects
from trunkline.game.wording.choices import offered
from trunkline.util.messages import gettext, gettext_noop, ngettext
from trunkline.web.errors import GameNotFound
from trunkline.web.presenters import decisions, effects, private_auction, runs
from trunkline.web.presenters.money import dollars
from trunkline.web.schemas.answers import Amount
from trunkline.web.schemas.pending import (
    AnnouncementFacts,
    AskedFacts,
    Earned,
    EarningsFacts,
    GainFacts,
    LaidFacts,
    Owned,
    ShownRuns,
    WayFacts,
)

SEARCH = 50_000
"""Search steps for the best runs of one corporation after one answer."""


def asked(game: Game) -> AskedFacts | None:
    """Return the pending question, or None."""
    waiting = _waiting(game)
    match waiting:
        case Offer():
            return _offer(game, waiting)
        case Discard():
            return _discard(game, waiting)
        case Announcement():
            return _announced(game, waiting)
    return None


def earned(game: Game) -> list[EarningsFacts]:
    """Return the earnings of the affected corporations now and after each answer. Raises ``GameNotFound``."""
    waiting = _waiting(game)
    if not isinstance(waiting, Offer | Discard):
        raise GameNotFound(gettext("Nothing waits here that would change what trains earn."))
    corps = _concerned(game, waiting)
    led_to = {number: _led_to(game, action).after for number, action in _answers(game)}
    return [
        EarningsFacts(
            corp,
            now.total,
            now.proof,
            tuple(
                Earned(number, then.total, then.total - now.total, then.proof)
                for number, after in led_to.items()
                for then in [_best(Game.at_state(game.options, after), corp)]
            ),
        )
        for corp in corps
        for now in [_best(game, corp)]
    ]


def announcement(game: Game) -> AnnouncementFacts:
    """Return the current runs next to the best possible announcement. Raises ``GameNotFound``."""
    waiting = _waiting(game)
    if not isinstance(waiting, Announcement):
        raise GameNotFound(gettext("No runs wait for what others say to them."))
    t = Context(game.title, game.shared_state)
    corp = t.state.corporations[waiting.corp]
    plan = running.best_for_same_tolls(t, corp, waiting.stands)
    asked = waiting.players[0]
    made, best = waiting.stands, AnnounceRuns(asked, corp.id, plan.runs)
    stands, better = _paid_out(game, corp.id, Pass(asked)), _paid_out(game, corp.id, best)
    return AnnouncementFacts(
        corp.id,
        waiting.player,
        waiting.players,
        ShownRuns(made.player, waiting.amount, "", runs.shown(game, corp.id, made.runs)),
        ShownRuns(asked, plan.total, plan.proof, runs.shown(game, corp.id, plan.runs)),
        plan.total - waiting.amount,
        tuple(_gains(game.shared_state, stands, better, corp.id)) if better else (),
        _price(game, stands, corp.id),
        _price(game, better, corp.id),
    )


# -- the questions


def _offer(game: Game, waiting: Offer) -> AskedFacts:
    offer = waiting.offer
    return AskedFacts(
        "offer",
        waiting.player,
        offer.player,
        offer.corp,
        offered(game, offer),
        _about(game, offer),
        tuple(_places(game, offer)),
        tuple(_owned(game.shared_state, _concerned(game, waiting))),
        None,
        0,
        tuple(_ways(game, waiting)),
    )


def _discard(game: Game, waiting: Discard) -> AskedFacts:
    t = Context(game.title, game.shared_state)
    corp = t.state.corporations[waiting.corp]
    limit, held = t.title.policies.train_limit(t, corp), len(t.state.trains_at(corp.id))
    text = ngettext(
        "{corp} owns {count} train and may keep {limit}",
        "{corp} owns {count} trains and may keep {limit}",
        held,
        corp=corp.id,
        limit=limit,
    )
    return AskedFacts(
        "discard",
        waiting.player,
        "",
        corp.id,
        text,
        "",
        (),
        tuple(_owned(game.shared_state, _concerned(game, waiting))),
        limit,
        held - limit,
        tuple(_ways(game, waiting)),
    )


def _announced(game: Game, waiting: Announcement) -> AskedFacts:
    text = gettext("{corp}'s runs earn {amount}", corp=waiting.corp, amount=dollars(waiting.amount))
    return AskedFacts(
        "announcement", waiting.players[0], waiting.player, waiting.corp, text, "", (), (), None, 0, ()
    )


def _about(game: Game, offer: Action) -> str:
    """Return the facts about the private that is sold."""
    if not isinstance(offer, BuyPrivate):
        return ""
    private = game.board.private[offer.private]
    income = gettext("income {amount} each operating round", amount=dollars(private.revenue))
    price = gettext("printed price {amount}", amount=dollars(private.cost))
    return "; ".join(filter(None, (price, income, private_auction.power(private))))


def _places(game: Game, offer: Action) -> Iterator[LaidFacts]:
    match offer:
        case LayTile():
            yield LaidFacts(offer.hex, offer.tile, offer.rotation)
        case PlacePrivateToken():
            yield LaidFacts(offer.hex)
        case ActivateFerry():
            ferry = next((each for each in game.board.ferries if each.id == offer.ferry), None)
            segments = ferry.segments if ferry else ()
            # If both are on the same hex, show it once.
            yield from map(LaidFacts, dict.fromkeys(hex for each in segments for hex in each.path))


# -- the answers


def _ways(game: Game, waiting: Offer | Discard) -> Iterator[WayFacts]:
    corps = _concerned(game, waiting)
    for number, action in _answers(game):
        led_to = _led_to(game, action)
        yield WayFacts(
            number,
            _name(action),
            effects.outcome(led_to),
            decisions.changes(led_to),
            tuple(Amount(name, after - before) for name, (before, after) in led_to.worth.items()),
            tuple(_owned(led_to.after, corps)),
            tuple(_given(game, waiting, led_to)),
        )


def _given(game: Game, waiting: Offer | Discard, led_to: Effects) -> Iterator[str]:
    """Name what the player asked, and that player's corporations, give away."""
    before, after = led_to.before, led_to.after
    for id, (old, _) in led_to.privates.items():
        if old == waiting.player:
            income = dollars(game.board.private[id].revenue)
            text = (
                gettext_noop("{private} and its income of {income}: it closes")
                if after.privates[id].closed
                else gettext_noop("{private} and its income of {income}")
            )
            yield gettext(text, private=game.board.private_name(id), income=income)
    for id in after.powers_used:
        private = after.privates.get(id)
        if id in before.powers_used or private is None or private.closed:
            continue
        if private.player == waiting.player:
            name = game.board.private_name(id)
            yield gettext("the power of {private}, which works once", private=name)
    for train, (old, _) in led_to.trains.items():
        corp = before.corporations.get(old)
        if corp is not None and corp.president == waiting.player:
            yield gettext("{train} of {owner}", train=depot.train_phrase(train), owner=corp.id)


def _answers(game: Game) -> Iterator[tuple[int, Action]]:
    """Yield the legal answers, each with its index among the choices."""
    for number, choice in enumerate(game.legal()):
        if isinstance(choice, Answer | DiscardTrain):
            yield number, choice


def _name(action: Action) -> str:
    if isinstance(action, Answer):
        return gettext("Accept") if action.accept else gettext("Decline")
    assert isinstance(action, DiscardTrain)
    return gettext("Discard {train}", train=depot.train_phrase(action.train))


def _led_to(game: Game, action: Action) -> Effects:
    """Return the result of an answer. If other players are asked too, assume that they accept."""
    led_to = game.effects(action)
    if not (isinstance(action, Answer) and action.accept):
        return led_to
    offer, after, told = _waiting(game), led_to.after, list(led_to.events)
    while isinstance(offer, Offer) and after.pending:
        other = after.pending[-1]
        if not (isinstance(other, Offer) and other.offer == offer.offer):
            break
        after, then = referee.play(game.title, after, Answer(other.player, accept=True))
        told += then
    return Effects(game.title, led_to.before, after, tuple(told))


def _concerned(game: Game, waiting: Offer | Discard) -> tuple[str, ...]:
    """Return the corporations that an answer affects."""
    if isinstance(waiting, Discard):
        return (waiting.corp,)
    offer = waiting.offer
    seller = offer.source if isinstance(offer, BuyTrain) else ""
    # The player asked looks for the seller first.
    return tuple(corp for corp in (seller, offer.corp) if corp in game.shared_state.corporations)


def _owned(state: State, corps: tuple[str, ...]) -> Iterator[Owned]:
    for corp in corps:
        yield Owned(corp, tuple(map(depot.train_name, state.trains_at(corp))))


def _best(game: Game, corp: str) -> RunPlan:
    return routes.best(game, corp, budget=SEARCH)


# -- gains by an announcement


class _Settled(NamedTuple):
    """The state after runs are final and the largest dividend is paid."""

    state: State
    received: tuple[DividendReceived, ...]


def _paid_out(game: Game, corp: str, answer: Action) -> _Settled | None:
    """Return the payout of runs if no player announces more after an answer, or None without a dividend."""
    title, state = game.title, game.shared_state
    told: list[Event] = []
    waiting: object = state.pending[-1]
    while isinstance(waiting, Announcement):
        state, happened = referee.play(title, state, answer)
        told += happened
        waiting = state.pending[-1] if state.pending else None
        answer = Pass(waiting.players[0]) if isinstance(waiting, Announcement) else answer
    ways = referee.legal(title, state)
    pay = next((way for way in ways if isinstance(way, Dividend) and way.payout == PAY), None)
    if pay is None:
        return None
    state, happened = referee.play(title, state, pay)
    received = [event for event in happened if isinstance(event, DividendReceived) and event.corp == corp]
    return _Settled(state, tuple(received))


def _gains(now: State, stands: _Settled | None, better: _Settled, id: str) -> Iterator[GainFacts]:
    corp = now.corporations[id]
    old = {event.owner: event.amount for event in stands.received} if stands else {}
    new = {event.owner: event.amount for event in better.received}
    places = {event.owner: event.place for event in better.received}
    for holder in (*now.players, id):
        if holder in old or holder in new:
            percent = shares_at(corp, places.get(holder) or holder) * corp.percent
            got, then = old.get(holder, 0), new.get(holder, 0)
            yield GainFacts(holder, holder in now.players, percent, got, then, then - got)


def _price(game: Game, settled: _Settled | None, corp: str) -> int | None:
    if settled is None:
        return None
    return chart.price(Context(game.title, settled.state), settled.state.corporations[corp])


def _waiting(game: Game) -> object:
    return game.shared_state.pending[-1] if game.shared_state.pending and not game.over else None
