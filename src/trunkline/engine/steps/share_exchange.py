"""The exchange of a private for a share of a corporation, in a stock round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from trunkline.engine.kernel import private_events, shares
from trunkline.engine.kernel.action import AssignPower
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import move_shares, on_sale
from trunkline.engine.kernel.refusal_texts import gives_no_power
from trunkline.engine.kernel.state import OFFERING, POOL, Corporation
from trunkline.engine.mechanisms import closing, permission, purchase_limits
from trunkline.util.messages import gettext_lazy


class Exchange(NamedTuple):
    """A private that its owner may exchange for a share, by a rule."""

    private: str
    corp: str
    rule: str


Exchanges = tuple[Exchange, ...]


def candidates(ctx: Context, exchanges: Exchanges, player: str) -> Iterator[AssignPower]:
    """Yield the exchanges of the player's privates. If illegal actions are included, yield all."""
    for each in exchanges:
        if ctx.include_illegal or permission.owner(ctx, each.private) == player:
            yield AssignPower(player, each.corp, each.private)


def check(ctx: Context, exchanges: Exchanges, action: AssignPower) -> None:
    """Refuse another owner, a share that is not there, and one above the player's limit."""
    name = ctx.private_name(action.private)
    what = gettext_lazy("Exchanging {private} for a share of {corp}", private=name, corp=action.corp)
    exchange = next((each for each in exchanges if each.private == action.private), None)
    if exchange is None:
        ctx.refuse("sr.turn-shape", what, gives_no_power(name))
    rule = exchange.rule
    corp = ctx.corp(action.corp, what)
    if corp.id != exchange.corp or action.train:
        ctx.refuse(rule, what, gettext_lazy("it is exchanged for a share of {corp}", corp=exchange.corp))
    if ctx.state.privates[action.private].closed:
        ctx.refuse("private.close", what, gettext_lazy("it has closed"), lasting=True)
    if permission.owner(ctx, action.private) != action.player:
        ctx.refuse(rule, what, gettext_lazy("{player} does not own it", player=action.player))
    purchase_limits.check_open(ctx, corp, what)
    if not corp.started:
        ctx.refuse("buy.president-first", what, gettext_lazy("{corp} has not started", corp=corp.id))
    if not _source(ctx, corp):
        ctx.refuse("buy.sources", what, gettext_lazy("neither the IPO nor the pool has one"))
    held, cap = corp.shares.get(action.player, 0), shares.share_cap(ctx, corp)
    if held + 1 > cap:
        why = gettext_lazy(
            "{player} would hold {percent}% and may hold {most}%",
            player=action.player,
            percent=(held + 1) * corp.percent,
            most=cap * corp.percent,
        )
        ctx.refuse(ctx.title.policies.share_limit_rule(ctx, corp), what, why)


def apply(ctx: Context, exchanges: Exchanges, action: AssignPower) -> None:
    """Give the share and close the private."""
    exchange = next(each for each in exchanges if each.private == action.private)
    corp = ctx.state.corporations[exchange.corp]
    source = _source(ctx, corp)
    ctx.note(
        private_events.PrivateExchanged(action.player, exchange.private, corp.id, corp.percent, source),
        exchange.rule,
    )
    closing.close_private(ctx, exchange.private, exchange.rule)
    move_shares(ctx, corp, source, action.player, 1)
    if source == OFFERING:
        for react in ctx.title.reactions.offering_sold:
            react(ctx, corp, action.player, 1, 0)
    shares.settle_presidency(ctx, corp)


def _source(ctx: Context, corp: Corporation) -> str:
    """Return the place that gives the share, or an empty string."""
    return next((place for place in (OFFERING, POOL) if on_sale(ctx, corp, place)), "")
