"""Powers of the privates: port, bridge and tunnel, the transfer of rights, and the closing of privates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.board import BoardBonus
from trunkline.engine.kernel import depot, private_events
from trunkline.engine.kernel.action import Action, BuyPrivate
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.refusal_texts import costs
from trunkline.engine.kernel.state import BANK, Corporation, OperatingTurn, Private, State
from trunkline.engine.loans.borrowing import BEING_REDEEMED
from trunkline.engine.powers.private_tokens import PrivateTokenPower
from trunkline.engine.steps import offers
from trunkline.engine.steps.turn_step_bases import AnytimePower
from trunkline.titles.t1856.actions import BuyRight
from trunkline.titles.t1856.state import WS_TILE, WS_TOKEN, state_1856
from trunkline.util.messages import Message, gettext_lazy, gettext_noop

PORT = "port"
RIGHTS = ("bridge", "tunnel")
_BUYING = {
    "bridge": gettext_noop("Buying the bridge right"),
    "tunnel": gettext_noop("Buying the tunnel right"),
    "": gettext_noop("Buying the {right} right"),
}
WS = "ws"


def before_redeeming(ctx: Context, turn: OperatingTurn, what: Message) -> None:
    """Refuse to buy a private once the turn has reached the redemption of loans."""
    if state_1856(ctx.state).turn.redeeming:
        ctx.refuse("redeem.last-action", what, BEING_REDEEMED)


def private_bought(ctx: Context, offer: Action) -> None:
    """Transfer the private together with its right."""
    offers.buy_private(ctx, offer)
    assert isinstance(offer, BuyPrivate)
    if not offer.corp:
        return
    corp = ctx.state.corporations[offer.corp]
    for right in RIGHTS:
        if _bonus(ctx, right).by == offer.private and right not in corp.rights:
            corp.rights = (*corp.rights, right)


@dataclass(frozen=True)
class BuyRights(AnytimePower):
    """The power to buy the use of the bridge or the tunnel, from the owning corporation or from the bank."""

    name: str = gettext_noop("buy a right")
    label = gettext_noop("Privates")
    kinds: tuple[type[Action], ...] = (BuyRight,)

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return the rights that the corporation can buy, or both rights if illegal actions are included."""
        corp = ctx.state.corporations[turn.corp]
        rights = (right for right in RIGHTS if ctx.include_illegal or not _in_the_way(ctx, corp, right))
        return [BuyRight(corp.president, corp.id, right) for right in rights]

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse a right whose private a player owns, that the corporation has, or of which none is left."""
        assert isinstance(action, BuyRight)
        corp = ctx.state.corporations[turn.corp]
        what = gettext_lazy(_BUYING.get(action.right, _BUYING[""]), right=action.right)
        if action.right not in RIGHTS:
            ctx.refuse("private.bridge.buy-right", what, gettext_lazy("there is no such right"))
        why = _in_the_way(ctx, corp, action.right)
        if why:
            ctx.refuse(f"private.{action.right}.buy-right", what, why, lasting=action.right in corp.rights)

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Pay the owner or the bank."""
        assert isinstance(action, BuyRight)
        corp = ctx.state.corporations[turn.corp]
        private = granting(ctx, action.right)
        price = _bonus(ctx, action.right).price or 0
        owner = None if private.closed else ctx.state.corporations[private.corp]
        pay(ctx, corp, owner, price, "right")
        corp.rights = (*corp.rights, action.right)
        if action.right in ctx.state.rights_left:
            ctx.state.rights_left[action.right] -= 1
        ctx.note(private_events.RightBought(corp.id, action.right, owner.id if owner else BANK, price))


PLACE_PORT = PrivateTokenPower(PORT, ("2", "3"), "private.port.place", "private.port.removed-phase-five")
"""The Great Lakes Shipping Company's token, placed on an anchor."""


def phase_began(ctx: Context) -> None:
    """Return the right of a private to the bank if the private closes unsold to any corporation."""
    if depot.phase(ctx).name == ctx.title.board.private_rules.close_on_phase:
        for right in RIGHTS:
            if granting(ctx, right).player:
                return_right(ctx.state, right)


def operating_round_ended(ctx: Context) -> None:
    """Close the Waterloo & Saugeen at the end of the round in which its power was used."""
    used = ctx.state.powers_used
    ctx.state.powers_used = tuple(power for power in used if power not in (WS_TILE, WS_TOKEN))
    if ctx.state.powers_used != used and not ctx.state.privates[WS].closed:
        ctx.state.privates[WS].closed = True
        ctx.note(private_events.PrivateClosed(WS), "private.ws.closes")


def rights_at_start(t_bonuses: dict[str, BoardBonus], unlimited: bool) -> dict[str, int]:
    """Return the rights for sale in addition to the owner's own; empty if the number is unlimited."""
    if unlimited:
        return {}
    return {right: (t_bonuses[right].tokens or 1) - 1 for right in RIGHTS}


def return_right(state: State, right: str) -> None:
    """Return a token that is no longer needed to the bank."""
    if right in state.rights_left:
        state.rights_left[right] += 1


def granting(ctx: Context, bonus: str) -> Private:
    """Return the private that grants a bonus."""
    return ctx.state.privates[_bonus(ctx, bonus).by]


def _in_the_way(ctx: Context, corp: Corporation, right: str) -> Message | None:
    """Return the reason why a corporation cannot buy a right, or None."""
    private = granting(ctx, right)
    if right in corp.rights:
        return gettext_lazy("{corp} has it", corp=corp.id)
    if not private.closed and not private.corp:
        return gettext_lazy("a player owns the private company")
    if ctx.state.rights_left.get(right, 1) < 1:
        return gettext_lazy("no token is left")
    price = _bonus(ctx, right).price or 0
    return costs(price, corp.id, corp.cash) if corp.cash < price else None


def _bonus(ctx: Context, name: str) -> BoardBonus:
    return ctx.title.board.bonuses[name]
