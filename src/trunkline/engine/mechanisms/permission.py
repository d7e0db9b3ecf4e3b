"""Consent of players who own privates, for actions of another player's corporation.

The president of the corporation whose turn it is proposes the exact action, and so consents to it. Another
owner of the private is then asked. An action that was declined is not asked again in the same turn.
"""

from __future__ import annotations

from msgspec.structs import replace

from trunkline.engine.kernel import private_events
from trunkline.engine.kernel.action import LayTile
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Offer, Proposal, Use
from trunkline.engine.kernel.state import Corporation, OperatingTurn
from trunkline.util.messages import Message, gettext_lazy


def owner(ctx: Context, private: str) -> str:
    """Return the owner of a private that is open and in the game, or an empty string."""
    found = ctx.state.privates.get(private)
    return "" if found is None or found.closed else found.player


def is_owned_by(ctx: Context, corp: Corporation, private: str) -> bool:
    """Return whether the corporation owns a private that is open and in the game."""
    found = ctx.state.privates.get(private)
    return found is not None and found.corp == corp.id and not found.closed


def check(ctx: Context, turn: OperatingTurn, action: Use, what: Message, rule: str = "power.leave") -> None:
    """Refuse the action by this rule if consent for it was declined in this turn."""
    if any(_alike(ctx, action, declined) for declined in turn.declined):
        ctx.refuse(rule, what, gettext_lazy("its owner has declined that in this turn"))


def ask(ctx: Context, action: Use, *privates: str) -> bool:
    """Ask the owners of these privates, except the acting player, for consent.

    With several owners each must agree. Returns whether any owner was asked.
    """
    asked = {owner(ctx, private): private for private in reversed(privates)}
    others = [player for player in asked if player not in ("", action.player)]
    for player in others:
        ctx.state.pending.append(Offer(player, action))
        ctx.note(private_events.LeaveAsked(player, action.corp, asked[player]))
    return bool(others)


def answered(ctx: Context, action: Use, accepted: bool) -> bool:
    """Return whether the action may be carried out after one owner's answer.

    It waits while another owner is asked about it. One refusal decides for all.
    """
    waiting = ctx.state.pending
    if accepted:
        return not _same(ctx, action)
    while _same(ctx, action):
        waiting.pop()
    keep_declined(ctx, action)
    return False


def keep_declined(ctx: Context, proposal: Proposal) -> None:
    """Record a proposal that was declined in this turn.

    Of offers for the same thing, at any price, only the last is kept.
    """
    turn = ctx.state.operating.turn if ctx.state.operating else None
    if turn is not None:
        others = (other for other in turn.declined if not _for_the_same(other, proposal))
        turn.declined = (*others, proposal)


def _for_the_same(one: Proposal, other: Proposal) -> bool:
    if isinstance(one, Use) or isinstance(other, Use):
        return False
    return replace(one, price=other.price) == other


def _alike(ctx: Context, one: Use, other: Proposal) -> bool:
    """Return whether two uses are the same. A tile may be rotated if it shows the same track."""
    if isinstance(one, LayTile) and isinstance(other, LayTile) and one.tile == other.tile:
        return replace(one, rotation=other.rotation) == other and ctx.title.tables.same_lay(
            one.tile, one.rotation, other.rotation
        )
    return one == other


def _same(ctx: Context, action: Use) -> bool:
    """Return whether the next decision is about the same action."""
    decision = ctx.state.pending[-1] if ctx.state.pending else None
    return isinstance(decision, Offer) and decision.offer == action
