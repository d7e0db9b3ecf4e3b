"""Current decision: the choices with their effects, forbidden actions with reasons, and warnings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from trunkline.engine.kernel import depot, shares
from trunkline.engine.kernel.choice import Amounts, Candidate, Choice, Open, Unavailable
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.events import DividendReceived, Event, OfferAnswered, OfferMade, TrainBought
from trunkline.engine.kernel.referee import kind_of, task
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import BANK, POOL
from trunkline.engine.steps.trains import required_train
from trunkline.game import Game, actions
from trunkline.game.actions import Action, AnyAction, tag
from trunkline.game.auto_actions import obvious
from trunkline.game.effects import Effects
from trunkline.game.wording.choices import heading, phrase, words
from trunkline.game.wording.events import sentence
from trunkline.game.wording.headlines import decisive, headlines
from trunkline.game.wording.matching import contains
from trunkline.game.wording.refusal_labels import short_reason
from trunkline.util.enumeration import all_of
from trunkline.util.messages import gettext, gettext_noop, ngettext
from trunkline.web.games.turn_keys import round_key
from trunkline.web.presenters import maps, round
from trunkline.web.presenters.choice_keys import key
from trunkline.web.presenters.last_sales import last_sales
from trunkline.web.presenters.money import dollars
from trunkline.web.presenters.private_auction import power
from trunkline.web.schemas.answers import Amount
from trunkline.web.schemas.log import ActionKind
from trunkline.web.schemas.moment import (
    ChoiceFacts,
    ChoiceGroup,
    DecisionFacts,
    ForbiddenFacts,
    ObviousFacts,
    Place,
    Range,
)

LAST = (actions.Pass, actions.DeclareBankruptcy)
"""Kinds at the end of a list."""
EFFECTS = 100
"""Maximum number of choices with computed effects, not counting ``UNTRIED``.

With more choices, effects are computed only if the text of a choice needs them.
"""
UNTRIED = (actions.LayTile, actions.RunTrains)
"""Kinds whose text already describes their effects."""
EXAMPLES = 3
TARGETS = 400
"""Maximum number of actions to list as subjects of one refusal."""


def decision(
    game: Game, *, live: bool, brief: bool = False, made: Sequence[Action] = ()
) -> DecisionFacts | None:
    """Return the current decision, or None once the game is over.

    A brief decision omits forbidden actions in an operating turn, because they need every tile on every hex.
    For a moment that is not the newest, it omits all legal and forbidden actions. ``made`` are the actions of
    the current turn.
    """
    if game.over:
        return None
    text, corp = asked(game)
    pending = game.shared_state.pending
    legal = game.legal()
    return DecisionFacts(
        tuple(name for name in game.players if name in game.to_act),
        text,
        corp,
        (pending[-1].corp or None) if pending else None,
        tuple(warnings(game)),
        groups(game, legal) if live or not brief else (),
        forbidden(game) if not brief or (live and not corp) else (),
        round.steps(game, legal, made),
        obvious=_obvious(game, legal) if live else None,
    )


def _obvious(game: Game, legal: Sequence[Choice]) -> ObviousFacts | None:
    found = obvious(game, legal)
    return ObviousFacts(found.why.value, cast("AnyAction", found.action)) if found else None


def asked(game: Game) -> tuple[str, str | None]:
    """Return the text of the decision, and the corporation if it is a step of an operating turn."""
    text, corp = task(game.title, game.shared_state)
    return text, corp or None


def waits_for(game: Game) -> tuple[object, ...]:
    """Return a key that changes whenever the decision or its players change."""
    return round_key(game.shared_state), game.to_act, asked(game), game.over


def groups(game: Game, legal: Sequence[Choice] | None = None) -> tuple[ChoiceGroup, ...]:
    """Return the legal choices by kind. The id of a choice is its index in ``Game.legal``."""
    kinds: dict[type[Action], list[ChoiceFacts]] = {}
    choices = game.legal() if legal is None else legal
    tried = sum(not issubclass(kind_of(choice), UNTRIED) for choice in choices) <= EFFECTS
    for number, choice in enumerate(choices):
        kinds.setdefault(kind_of(choice), []).append(_choice(game, number, choice, tried=tried))
    order = sorted(kinds, key=lambda kind: kind in LAST)
    return tuple(
        ChoiceGroup(heading(game.title, kind), ActionKind(tag(kind)), tuple(kinds[kind])) for kind in order
    )


def forbidden(
    game: Game, text: str = "", examples: int = EXAMPLES, *, lasting: bool = True
) -> tuple[ForbiddenFacts, ...]:
    """Return the forbidden actions, grouped by refusal. ``text`` selects those that contain all its words.

    Without ``lasting``, actions whose reason cannot change in this game are left out.
    """

    def wanted(choice: Candidate, refusal: Refusal) -> bool:
        said = f"{heading(game.title, kind_of(choice))} {words(game, choice)} {choice} {refusal}"
        return contains(said, text)

    refused = (each for each in game.forbidden() if lasting or not each[1].lasting)
    return by_reason(game, (each for each in refused if not text or wanted(*each)), examples)


def by_reason(
    game: Game, refused: Iterable[tuple[Candidate, Refusal]], examples: int = EXAMPLES
) -> tuple[ForbiddenFacts, ...]:
    """Return refused choices, grouped by kind and refusal."""
    found: dict[tuple[type[Action], str, str], list[tuple[Candidate, Refusal]]] = {}
    for choice, refusal in refused:
        found.setdefault((kind_of(choice), refusal.rule, refusal.why), []).append((choice, refusal))
    return tuple(_forbidden(game, kind, each, examples) for (kind, _, _), each in found.items())


def warnings(game: Game) -> Iterator[str]:
    """Yield warnings about upcoming demands of the rules, such as a forced sale or train purchase."""
    t = Context(game.title, game.shared_state)
    if not t.state.operating:
        yield from _over_limits(t)
    yield from _owed_train(t, game)
    yield from last_sales(game)
    yield from _doomed_trains(t)
    if game.shared_state.bank_broken and not game.over:
        yield gettext("The bank is broken: the game is about to end.")


def changes(led_to: Effects) -> tuple[Amount, ...]:
    """Return the changes of cash of players and corporations, in dollars."""
    return tuple(Amount(name, after - before) for name, (before, after) in led_to.cash.items())


def _over_limits(ctx: Context) -> Iterator[str]:
    """Yield a warning about players who must sell on their next turn in a stock round."""
    over = [
        name for name in ctx.state.seats if shares.excess(ctx, name) > ctx.title.policies.tolerated(ctx, name)
    ]
    if over:
        yield ngettext(
            "{players} is over a limit and must sell before buying or passing.",
            "{players} are over a limit and must sell before buying or passing.",
            len(over),
            players=all_of(over),
        )


def _owed_train(ctx: Context, game: Game) -> Iterator[str]:
    """Yield a warning if the current corporation must buy a train, with the president's contribution."""
    turn = ctx.state.operating.turn if ctx.state.operating else None
    train = required_train(ctx, turn) if turn is not None else None
    if turn is None or train is None:
        return
    corp = ctx.state.corporations[turn.corp]
    prices = [depot.train_type(ctx, each).price for each in (*depot.on_sale(ctx), *ctx.state.trains_at(POOL))]
    # Some trains may not be bought with the money raised.
    cheapest = min(prices, default=0) == train.price
    demand = _demand(corp.id, train.price, has_run=ctx.network(corp.id).has_run(), cheapest=cheapest)
    if train.price <= corp.cash:
        yield gettext("{demand}, and it has {cash}.", demand=demand, cash=dollars(corp.cash))
        return
    lacking = train.price - corp.cash - train.credit
    if lacking <= 0:
        yield gettext("{demand}. It has {cash} and borrows the rest.", demand=demand, cash=dollars(corp.cash))
        return
    cash = ctx.state.players[corp.president].cash
    if not train.credit:
        text = gettext_noop("{demand}. It has {cash}, so {president} must add {lacking} and has {own}")
    else:
        text = gettext_noop(
            "{demand}. It has {cash} and borrows {credit}, so {president} must add {lacking} and has {own}"
        )
    shortage = gettext(
        text,
        demand=demand,
        cash=dollars(corp.cash),
        credit=dollars(train.credit),
        president=corp.president,
        lacking=dollars(lacking),
        own=dollars(cash),
    )
    if cash >= lacking:
        yield f"{shortage}."
        return
    rest = dollars(lacking - cash)
    if any(isinstance(choice, actions.TakeLoan) and choice.corp == corp.id for choice in game.legal()):
        text = gettext_noop("{shortage}: {rest} would have to come from sales or loans.")
    else:
        text = gettext_noop("{shortage}: {rest} would have to come from sales.")
    yield gettext(text, shortage=shortage, rest=rest)


def _demand(corp: str, price: int, *, has_run: bool, cheapest: bool) -> str:
    """Return the start of a sentence about a corporation that must buy a train."""
    if has_run and cheapest:
        text = gettext_noop("{corp} has a run and no train, so it must buy one: the cheapest costs {price}")
    elif has_run:
        text = gettext_noop(
            "{corp} has a run and no train, so it must buy one: the cheapest that it may buy costs {price}"
        )
    elif cheapest:
        text = gettext_noop("{corp} has no train, so it must buy one: the cheapest costs {price}")
    else:
        text = gettext_noop(
            "{corp} has no train, so it must buy one: the cheapest that it may buy costs {price}"
        )
    return gettext(text, corp=corp, price=dollars(price))


def _doomed_trains(ctx: Context) -> Iterator[str]:
    """Yield a warning about corporations' trains that the next purchase from the bank may rust."""
    for train in depot.on_sale(ctx):
        kind = depot.train_type(ctx, train)
        copies = [place for each, place in ctx.state.trains.items() if depot.train_name(each) == kind.name]
        if any(place != BANK for place in copies):
            continue  # the first sale of this type has already had its effect
        doomed = {
            depot.train_name(held): None
            for held, place in ctx.state.trains.items()
            if place in ctx.state.corporations and kind.name in depot.train_type(ctx, held).rusts_on
        }
        for old in doomed:
            owners = {
                place: None
                for held, place in ctx.state.trains.items()
                if depot.train_name(held) == old and place in ctx.state.corporations
            }
            yield gettext(
                "When the first {type}-train is bought, the {old}-trains of {owners} rust.",
                type=kind.name,
                old=old,
                owners=all_of(owners),
            )


def _choice(game: Game, number: int, choice: Choice, *, tried: bool) -> ChoiceFacts:
    if isinstance(choice, Open):
        text, corp = words(game, choice), choice.corp or None
        return ChoiceFacts(number, text, text, None, choice.player, None, None, True, None, corp, (), "", "")
    amounts = (
        Range(choice.field, choice.low, choice.high, choice.step) if isinstance(choice, Amounts) else None
    )
    action = choice.action if isinstance(choice, Amounts) else choice
    led_to = None
    if tried and amounts is None and not isinstance(action, UNTRIED):
        led_to = game.effects(action)
    said = phrase(game, choice, led_to)
    about = key(game, choice)
    return ChoiceFacts(
        number,
        said.text,
        said.label,
        said.price,
        action.player,
        cast("AnyAction", action),
        amounts,
        False,
        _place(game, action),
        getattr(action, "corp", "") or None,
        changes(led_to) if led_to else (),
        _effect(led_to) if led_to else "",
        _about(game, action),
        source=about.source,
        seller=about.seller,
        percent=about.percent,
        president=about.president,
        private=about.private,
        train=about.train,
        amount=about.amount,
        headline="; ".join(headlines(led_to)) if led_to else "",
    )


def _place(game: Game, action: Action) -> Place | None:
    match action:
        case actions.LayTile():
            tokens = maps.carried(game, action.hex, action.tile, action.rotation)
            return Place(action.hex, action.tile, action.rotation, tokens=tokens)
        case actions.PlaceToken():
            slot = maps.free_slot(game, action.hex, action.stop)
            return Place(action.hex, stop=action.stop, slot=slot)
        case actions.RemoveToken():
            standing = game.shared_state.tokens.get(action.hex, ())
            mine = (token for token in standing if (token.corp, token.stop) == (action.corp, action.stop))
            at = next((maps.slot_spot(game, action.hex, token.stop, token.slot) for token in mine), None)
            return Place(action.hex, stop=action.stop, slot=at)
        case actions.PlacePrivateToken():
            return Place(action.hex)
    return None


def _about(game: Game, action: Action) -> str:
    match action:
        case actions.Bid() | actions.BuyOffered() | actions.BuyPrivate():
            private = game.title.board.private[action.private]
            bids = game.shared_state.opening.bids.get(private.id, {}) if game.shared_state.opening else {}
            first = max(bids, key=lambda name: bids[name], default=None)
            leads = ""
            if first:
                leads = gettext("{player} leads with {bid}", player=first, bid=dollars(bids[first]))
            income = gettext("income {amount}", amount=dollars(private.revenue))
            return "; ".join(part for part in (leads, income, power(private)) if part)
        case actions.StartCorporation():
            corp = game.title.board.corporation[action.corp]
            home = all_of(game.title.board.hexes[hex].name or hex for hex in corp.home)
            return gettext("{corp}, home {home}", corp=corp.name, home=home) if home else corp.name
    return ""


def _effect(led_to: Effects) -> str:
    """Return the effects of an action, except the action itself, its headlines and the changes of cash."""
    cash = {name: after - before for name, (before, after) in led_to.cash.items()}
    # For an offer, show the effect of its acceptance.
    itself = (OfferMade, OfferAnswered) if led_to.asked else ()
    told = [event for event in led_to.events if not isinstance(event, itself)]
    first = decisive(led_to.title, told)
    said = [(event, text) for event in told if (text := sentence(led_to.title, event))]
    # A loan may come before the purchase that it pays for. Otherwise the first event is the action itself.
    own = next((event for event, _ in said if isinstance(event, TrainBought)), said[0][0] if said else None)
    rest = [text for event, text in said if event not in (own, *first) and not _is_in(cash, event)]
    return "; ".join(rest[:3])


def _is_in(cash: Mapping[str, int], event: Event) -> bool:
    """Return whether a change of cash already shows the whole event."""
    return isinstance(event, DividendReceived) and not event.place and cash.get(event.owner) == event.amount


def _forbidden(
    game: Game, kind: type[Action], refused: list[tuple[Candidate, Refusal]], examples: int
) -> ForbiddenFacts:
    choice, refusal = refused[0]
    rule = game.title.rules.get(refusal.rule)
    shown = [words(game, each) for each, _ in refused[:examples] if not isinstance(each, Unavailable)]
    targets = dict.fromkeys(key(game, each) for each, _ in refused if not isinstance(each, Unavailable))
    return ForbiddenFacts(
        heading(game.title, kind) if isinstance(choice, Unavailable) else words(game, choice),
        ActionKind(tag(kind)),
        refusal.rule,
        refusal.why,
        rule.section if rule else "",
        len(refused),
        tuple(shown),
        short_reason(game.title, choice, refusal),
        tuple(targets)[:TARGETS],
    )
