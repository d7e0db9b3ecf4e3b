"""Consent of players who own privates, for actions of another player's corporation.

The president of the corporation whose turn it is proposes the exact action, and so consents to it. Another
owner of the private is then asked. An action that was declined is not asked again in the same turn.
"""

from __future__ import annotations

from msgspec.structs import replace

from trunkline.kernel import private_events
from trunkline.kernel.action import LayTile
from trunkline.kernel.decisions import Offer, Proposal, Use
from trunkline.kernel.state import OperatingTurn
from trunkline.kernel.table import Table


def owner(t: Table, private: str) -> str:
    """Return the owner of a private that is open and in the game, or an empty string."""
    found = t.state.privates.get(private)
    return "" if found is None or found.closed else found.player


def check(t: Table, turn: OperatingTurn, action: Use, what: str, rule: str = "power.leave") -> None:
    """Refuse the action by this rule if consent for it was declined in this turn."""
    if any(_alike(t, action, declined) for declined in turn.declined):
        t.refuse(rule, what, "its owner has declined that in this turn")


def ask(t: Table, action: Use, *privates: str) -> bool:
    """Ask the owners of these privates, except the acting player, for consent.

    With several owners each must agree. Returns whether any owner was asked.
    """
    asked = {owner(t, private): private for private in reversed(privates)}
    others = [player for player in asked if player not in ("", action.player)]
    for player in others:
        t.state.pending.append(Offer(player, action))
        t.note(private_events.LeaveAsked(player, action.corp, asked[player]))
    return bool(others)


def answered(t: Table, action: Use, accepted: bool) -> bool:
    """Return whether the action may be carried out after one owner's answer.

    It waits while another owner is asked about it. One refusal decides for all.
    """
    waiting = t.state.pending
    if accepted:
        return not _same(t, action)
    while _same(t, action):
        waiting.pop()
    keep_declined(t, action)
    return False


def keep_declined(t: Table, proposal: Proposal) -> None:
    """Record a proposal that was declined in this turn.

    Of offers for the same thing, at any price, only the last is kept.
    """
    turn = t.state.operating.turn if t.state.operating else None
    if turn is not None:
        others = (other for other in turn.declined if not _for_the_same(other, proposal))
        turn.declined = (*others, proposal)


def _for_the_same(one: Proposal, other: Proposal) -> bool:
    if isinstance(one, Use) or isinstance(other, Use):
        return False
    return replace(one, price=other.price) == other


def _alike(t: Table, one: Use, other: Proposal) -> bool:
    """Return whether two uses are the same. A tile may be rotated if it shows the same track."""
    if isinstance(one, LayTile) and isinstance(other, LayTile) and one.tile == other.tile:
        return replace(one, rotation=other.rotation) == other and t.title.tables.same_lay(
            one.tile, one.rotation, other.rotation
        )
    return one == other


def _same(t: Table, action: Use) -> bool:
    """Return whether the next decision is about the same action."""
    decision = t.state.pending[-1] if t.state.pending else None
    return isinstance(decision, Offer) and decision.offer == action
