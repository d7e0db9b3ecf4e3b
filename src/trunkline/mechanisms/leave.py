"""Leave of the players who own privates, for what another player's corporation does by them.

The president of the corporation whose turn it is proposes the very thing that is to be done, which is the
president's own consent; an owner who is somebody else is then asked. What has been declined is not asked
again in the same turn.
"""

from __future__ import annotations

from msgspec.structs import replace

from trunkline.kernel import private_events
from trunkline.kernel.action import LayTile
from trunkline.kernel.decisions import Offer, Proposal, Use
from trunkline.kernel.state import OperatingTurn
from trunkline.kernel.table import Table


def owner(t: Table, private: str) -> str:
    """The player who owns a private that is in the game and open; empty where none does."""
    found = t.state.privates.get(private)
    return "" if found is None or found.closed else found.player


def check(t: Table, turn: OperatingTurn, action: Use, what: str, rule: str = "power.leave") -> None:
    """Raise ``Refusal`` by this rule where leave for the action was declined in this turn."""
    if any(_alike(t, action, declined) for declined in turn.declined):
        t.refuse(rule, what, "its owner has declined that in this turn")


def ask(t: Table, action: Use, *privates: str) -> bool:
    """Put an action before the owners of these privates who are not its player; whether anybody is asked.

    With several owners each must agree.
    """
    asked = {owner(t, private): private for private in reversed(privates)}
    others = [player for player in asked if player not in ("", action.player)]
    for player in others:
        t.state.pending.append(Offer(player, action))
        t.note(private_events.LeaveAsked(player, action.corp, asked[player]))
    return bool(others)


def answered(t: Table, action: Use, accepted: bool) -> bool:
    """Whether the action may be carried out now that one owner has answered.

    It waits while another owner is asked about it, and who declines speaks for all.
    """
    waiting = t.state.pending
    if accepted:
        return not _same(t, action)
    while _same(t, action):
        waiting.pop()
    keep_declined(t, action)
    return False


def keep_declined(t: Table, proposal: Proposal) -> None:
    """Keep in mind what was declined in this turn: of offers for one thing the last, at whatever price."""
    turn = t.state.operating.turn if t.state.operating else None
    if turn is not None:
        others = (other for other in turn.declined if not _for_the_same(other, proposal))
        turn.declined = (*others, proposal)


def _for_the_same(one: Proposal, other: Proposal) -> bool:
    if isinstance(one, Use) or isinstance(other, Use):
        return False
    return replace(one, price=other.price) == other


def _alike(t: Table, one: Use, other: Proposal) -> bool:
    """Whether two uses are the same: a tile may be turned so that it shows the same track."""
    if isinstance(one, LayTile) and isinstance(other, LayTile) and one.tile == other.tile:
        return replace(one, rotation=other.rotation) == other and t.title.tables.same_lay(
            one.tile, one.rotation, other.rotation
        )
    return one == other


def _same(t: Table, action: Use) -> bool:
    """Whether the decision to be taken next is about this action too."""
    decision = t.state.pending[-1] if t.state.pending else None
    return isinstance(decision, Offer) and decision.offer == action
