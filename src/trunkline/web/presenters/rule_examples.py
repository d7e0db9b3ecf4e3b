"""Examples of rules: a position, an action that the rule refuses there, and a picture."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.engine.kernel import depot, shares
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import OFFERING, POOL, TREASURY, Corporation
from trunkline.engine.steps.turn_ahead import obstacle
from trunkline.game import Game
from trunkline.game.wording.choices import words
from trunkline.game.wording.endings import why_ended
from trunkline.game.wording.rounds import moment
from trunkline.learn.rule_examples import Example, examples
from trunkline.titles import rules_of
from trunkline.util.messages import gettext, gettext_noop, ngettext
from trunkline.web.errors import GameNotFound
from trunkline.web.presenters import rule_pictures
from trunkline.web.schemas.answers import RuleExample
from trunkline.web.schemas.corporations import Fact

_PLACES = {
    OFFERING: gettext_noop("IPO {percent}%"),
    POOL: gettext_noop("pool {percent}%"),
    TREASURY: gettext_noop("treasury {percent}%"),
}


def has_example(rule: str) -> bool:
    """Return whether there is an example of a rule."""
    return rule in examples().rules


def refusal_at(game: Game, example: Example) -> Refusal | None:
    """Return the refusal of an example's action, or of its turn."""
    if example.action is not None:
        return game.check(example.action)
    ctx = Context(game.title, game.shared_state, read_only=True)
    return obstacle(ctx, game.shared_state.corporations[example.turn])


def example(rule: str) -> RuleExample:
    """Return the example of a rule. Raises ``GameNotFound``."""
    game, found = _found(rule)
    refusal = refusal_at(game, found)
    assert refusal is not None
    action = found.action
    player = action.player if action else ""
    printed = rules_of(game.title.id)[rule]
    return RuleExample(
        printed.section,
        " ".join(printed.rule.split()),
        moment(game),
        player,
        words(game, action) if action else refusal.what,
        refusal.why,
        tuple(_facts(game, found, player)),
        rule_pictures.kind(game, found),
    )


def picture(rule: str) -> str:
    """Return an SVG document of the part of the map that an example is about, or of the chart.

    Raises ``GameNotFound``, also if the example needs no picture.
    """
    game, found = _found(rule)
    drawn = rule_pictures.picture(game, found)
    if not drawn:
        raise GameNotFound(gettext("There is no picture of this example."))
    return drawn


def _facts(game: Game, example: Example, player: str) -> Iterator[Fact]:
    """Yield the facts on which the refusal may depend."""
    if game.over:
        yield Fact(gettext("End of the game"), why_ended(game.state.reason))
    ctx = Context(game.title, game.shared_state, read_only=True)
    if player in ctx.state.players:
        yield Fact(player, _player(ctx, player))
    id = example.turn or getattr(example.action, "corp", "")
    turn = ctx.state.operating.turn if ctx.state.operating else None
    for name in dict.fromkeys([id, turn.corp if turn else ""]):
        corp = ctx.state.corporations.get(name)
        if corp is not None and corp.started:
            yield Fact(corp.id, _corporation(ctx, corp))
            if not hasattr(example.action, "hex"):
                yield Fact(gettext("Shares of {corp}", corp=corp.id), _shares(corp))
    if hasattr(example.action, "train"):
        yield Fact(gettext("Trains for sale"), _for_sale(ctx))
    private = ctx.state.privates.get(getattr(example.action, "private", ""))
    if private is not None:
        yield Fact(ctx.private_name(private.id), _private(ctx, private.id))


def _player(ctx: Context, player: str) -> str:
    held = shares.certificates(ctx, player) / 2
    has = gettext("cash ${cash}", cash=ctx.state.players[player].cash)
    limit = ctx.title.policies.certificate_limit(ctx)
    number = f"{held:g}"
    count = gettext("{held} of at most {limit} certificates", held=number, limit=limit)
    return f"{has}, {count}"


def _corporation(ctx: Context, corp: Corporation) -> str:
    trains = [depot.train_name(train) for train in depot.trains_at(ctx, corp.id)]
    parts = [
        gettext("cash ${cash}", cash=corp.cash),
        ngettext("{count} train ({names})", "{count} trains ({names})", len(trains), names=", ".join(trains))
        if trains
        else gettext("no train"),
    ]
    if corp.loans:
        parts.append(ngettext("{count} loan", "{count} loans", corp.loans))
    if corp.president:
        parts.append(gettext("president {player}", player=corp.president))
    return ", ".join(parts)


def _shares(corp: Corporation) -> str:
    held = [f"{name} {count * corp.percent}%" for name, count in corp.shares.items() if count]
    places = {OFFERING: corp.offering, POOL: corp.pool, TREASURY: corp.treasury}
    held += [
        gettext(_PLACES[place], percent=count * corp.percent) for place, count in places.items() if count
    ]
    return ", ".join(held)


def _for_sale(ctx: Context) -> str:
    bank = [
        gettext("{name} for ${price}", name=depot.train_name(train), price=depot.train_type(ctx, train).price)
        for train in depot.on_sale(ctx)
    ]
    return ", ".join(bank) or gettext("none")


def _private(ctx: Context, id: str) -> str:
    private = ctx.state.privates[id]
    price = gettext("price ${price}", price=ctx.title.board.private[id].cost)
    if private.closed:
        return f"{price}, {gettext('closed')}"
    owner = private.player or private.corp
    return f"{price}, {gettext('owner {owner}', owner=owner)}" if owner else price


def _found(rule: str) -> tuple[Game, Example]:
    found = examples().rules.get(rule)
    if found is None:
        raise GameNotFound(gettext("There is no example of this rule."))
    return examples().game(rule), found
