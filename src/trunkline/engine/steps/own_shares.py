"""Trades of a corporation's own shares with the pool."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trunkline.engine.kernel import chart, events, shares
from trunkline.engine.kernel.action import Action, IssueShares, RedeemShares
from trunkline.engine.kernel.choice import Amounts, Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import move_shares, pay, singles_at
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.refusal_texts import costs_it
from trunkline.engine.kernel.state import POOL, TREASURY, Corporation, OperatingTurn
from trunkline.engine.kernel.step import StepStatus
from trunkline.util.messages import Message, gettext, gettext_lazy, gettext_noop, ngettext_lazy

ISSUED = "issued"
REDEEMED = "redeemed"


@dataclass(frozen=True)
class OwnShares:
    """The step that issues shares from the treasury or redeems shares from the pool, but not both in one
    turn.

    All shares issued in a turn bring the price before the drop. Redeeming does not move the price.
    """

    name: str = gettext_noop("issue or redeem shares")
    kinds: tuple[type[Action], ...] = (IssueShares, RedeemShares)
    optional: bool = True
    label = "Shares"

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return any number of shares in either direction. If illegal actions are included, return at least
        one of each."""
        corp = ctx.state.corporations[turn.corp]
        most = _most_issued(ctx, corp)
        if most or ctx.include_illegal:
            issue = IssueShares(corp.president, corp.id, 1)
            yield Amounts(issue, "count", 1, most) if most > 1 else issue
        most = _most_redeemed(ctx, corp)
        if most or ctx.include_illegal:
            redeem = RedeemShares(corp.president, corp.id, 1)
            yield Amounts(redeem, "count", 1, most) if most > 1 else redeem

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Check one direction per turn, the available shares, the limits of both places, and the money."""
        assert isinstance(action, IssueShares | RedeemShares)
        corp = ctx.state.corporations[turn.corp]
        issues = isinstance(action, IssueShares)
        what = _issuing(corp.id, action.count) if issues else _redeeming(corp.id, action.count)
        if turn.own_shares not in ("", ISSUED if issues else REDEEMED):
            issued = gettext_lazy("it has issued shares in this turn")
            redeemed = gettext_lazy("it has redeemed shares in this turn")
            ctx.refuse("issue.or-redeem-not-both", what, redeemed if issues else issued)
        if isinstance(action, IssueShares):
            self._check_issue(ctx, corp, action, what)
        else:
            self._check_redemption(ctx, corp, action, what)

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Move the shares and the money, and the token if shares were issued."""
        assert isinstance(action, IssueShares | RedeemShares)
        corp = ctx.state.corporations[turn.corp]
        price = turn.sold.get(corp.id, chart.price(ctx, corp))
        sum_of = price * action.count
        if isinstance(action, IssueShares):
            turn.own_shares = ISSUED
            turn.sold = {**turn.sold, corp.id: price}
            move_shares(ctx, corp, TREASURY, POOL, action.count)
            pay(ctx, None, corp, sum_of, "shares")
            ctx.note(events.SharesIssued(corp.id, action.count, sum_of), "issue.proceeds")
            chart.down(ctx, corp, shares.rows(ctx, corp, action.count))
        else:
            turn.own_shares = REDEEMED
            move_shares(ctx, corp, POOL, TREASURY, action.count)
            pay(ctx, corp, None, sum_of, "shares")
            ctx.note(events.SharesRedeemed(corp.id, action.count, sum_of), "redeem.cost")

    def check_leave(self, ctx: Context, turn: OperatingTurn) -> None:
        """Return without a refusal: the turn may always leave this step."""

    def idle(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return whether nothing more can be issued or redeemed."""
        corp = ctx.state.corporations[turn.corp]
        one = (
            IssueShares(corp.president, corp.id, 1) if _most_issued(ctx, corp) else None,
            RedeemShares(corp.president, corp.id, 1) if _most_redeemed(ctx, corp) else None,
        )
        return not any(action is not None and passes(self.check, ctx, turn, action) for action in one)

    def enter(self, ctx: Context, turn: OperatingTurn) -> None:
        """Do nothing: sales for a train are separate."""
        turn.sold = {}

    def standing(
        self, ctx: Context, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> StepStatus:
        """Return the status: the number of its own shares that the corporation holds."""
        held = ctx.state.corporations[turn.corp].treasury
        done = {ISSUED: gettext("issued"), REDEEMED: gettext("redeemed")}.get(turn.own_shares)
        return StepStatus(done is not None, done or shares.number_held(held))

    def _check_issue(self, ctx: Context, corp: Corporation, action: IssueShares, what: Message) -> None:
        if ctx.title.board.no_issue_on_first_turn and not corp.operated:
            ctx.refuse("issue.not-first-turn", what, gettext_lazy("nothing may be issued in its first turn"))
        if action.count < 1:
            ctx.refuse("issue.proceeds", what, gettext_lazy("at least one share must be issued"))
        held = singles_at(corp, TREASURY)
        if action.count > held:
            why = ngettext_lazy("its treasury holds {count} share", "its treasury holds {count} shares", held)
            ctx.refuse("issue.proceeds", what, why)
        if action.count > shares.pool_room(ctx, corp):
            ctx.refuse("issue.pool-limit", what, shares.pool_is_full(ctx, corp))

    def _check_redemption(self, ctx: Context, corp: Corporation, action: RedeemShares, what: Message) -> None:
        if ctx.title.board.no_redeeming_on_first_turn and not corp.operated:
            ctx.refuse(
                "redeem.not-first-turn", what, gettext_lazy("nothing may be redeemed in its first turn")
            )
        if action.count < 1:
            ctx.refuse("redeem.cost", what, gettext_lazy("at least one share must be redeemed"))
        held = singles_at(corp, POOL)
        if action.count > held:
            ctx.refuse(
                "redeem.cost",
                what,
                ngettext_lazy("the pool holds {count} share", "the pool holds {count} shares", held),
            )
        if action.count > _treasury_room(ctx, corp):
            limit = ctx.title.board.treasury_limit
            why = gettext_lazy(
                "its treasury holds {percent}% and may hold no more than {limit}%",
                percent=corp.treasury * corp.percent,
                limit=limit,
            )
            ctx.refuse("redeem.treasury-limit", what, why)
        if action.count > _affordable(ctx, corp):
            price = chart.price(ctx, corp) * action.count
            ctx.refuse("redeem.cost", what, costs_it(price, corp.cash))


def _issuing(corp: str, count: int) -> Message:
    return ngettext_lazy(
        "Issuing {count} share of {corp}", "Issuing {count} shares of {corp}", count, corp=corp
    )


def _redeeming(corp: str, count: int) -> Message:
    return ngettext_lazy(
        "Redeeming {count} share of {corp}", "Redeeming {count} shares of {corp}", count, corp=corp
    )


def _most_issued(ctx: Context, corp: Corporation) -> int:
    """Return the number of shares that its treasury holds and the pool may take."""
    return min(singles_at(corp, TREASURY), shares.pool_room(ctx, corp))


def _most_redeemed(ctx: Context, corp: Corporation) -> int:
    """Return the number of shares in the pool that the corporation may take and can pay for."""
    return min(singles_at(corp, POOL), _treasury_room(ctx, corp), _affordable(ctx, corp))


def _treasury_room(ctx: Context, corp: Corporation) -> int:
    """Return the number of shares that its treasury may still take."""
    limit = ctx.title.board.treasury_limit
    return corp.total if limit is None else max(0, limit * corp.total // 100 - corp.treasury)


def _affordable(ctx: Context, corp: Corporation) -> int:
    """Return the number of shares that the corporation can pay for."""
    price = chart.price(ctx, corp)
    return corp.cash // price if price else corp.total
