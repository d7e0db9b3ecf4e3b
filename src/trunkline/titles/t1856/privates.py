"""Powers of the privates: port, bridge and tunnel, the transfer of rights, and the closing of privates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.board import BoardBonus
from trunkline.kernel import depot, private_events
from trunkline.kernel.action import Action, BuyPrivate
from trunkline.kernel.choice import Choice
from trunkline.kernel.ledger import pay
from trunkline.kernel.state import BANK, Corporation, OperatingTurn, Private, State
from trunkline.kernel.table import Table
from trunkline.powers.private_tokens import PrivateTokenPower
from trunkline.steps import offers
from trunkline.steps.beside_steps import Anytime
from trunkline.titles.t1856.actions import BuyRight
from trunkline.titles.t1856.state import WS_TILE, WS_TOKEN, own

PORT = "port"
RIGHTS = ("bridge", "tunnel")
WS = "ws"


def before_redeeming(t: Table, turn: OperatingTurn, what: str) -> None:
    """Refuse to buy a private once the turn has reached the redemption of loans."""
    if own(t.state).turn.redeeming:
        t.refuse("redeem.last-action", what, "loans are being redeemed, which is the last thing in a turn")


def private_bought(t: Table, offer: Action) -> None:
    """Transfer the private together with its right."""
    offers.buy_private(t, offer)
    assert isinstance(offer, BuyPrivate)
    if not offer.corp:
        return
    corp = t.state.corporations[offer.corp]
    for right in RIGHTS:
        if _bonus(t, right).by == offer.private and right not in corp.rights:
            corp.rights = (*corp.rights, right)


@dataclass(frozen=True)
class BuyRights(Anytime):
    """The power to buy the use of the bridge or the tunnel, from the owning corporation or from the bank."""

    name: str = "buy a right"
    label = "Privates"
    kinds: tuple[type[Action], ...] = (BuyRight,)

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Return the rights that the corporation can buy, or both rights in a wide search."""
        corp = t.state.corporations[turn.corp]
        rights = (right for right in RIGHTS if t.wide or not _in_the_way(t, corp, right))
        return [BuyRight(corp.president, corp.id, right) for right in rights]

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Refuse a right whose private a player owns, that the corporation has, or of which none is left."""
        assert isinstance(action, BuyRight)
        corp = t.state.corporations[turn.corp]
        what = f"Buying the {action.right} right"
        if action.right not in RIGHTS:
            t.refuse("private.bridge.buy-right", what, "there is no such right")
        why = _in_the_way(t, corp, action.right)
        if why:
            t.refuse(f"private.{action.right}.buy-right", what, why)

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Pay the owner or the bank."""
        assert isinstance(action, BuyRight)
        corp = t.state.corporations[turn.corp]
        private = granting(t, action.right)
        price = _bonus(t, action.right).price or 0
        owner = None if private.closed else t.state.corporations[private.corp]
        pay(t, corp, owner, price, "right")
        corp.rights = (*corp.rights, action.right)
        if action.right in t.state.rights_left:
            t.state.rights_left[action.right] -= 1
        t.note(private_events.RightBought(corp.id, action.right, owner.id if owner else BANK, price))


PLACE_PORT = PrivateTokenPower(PORT, ("2", "3"), "private.port.place", "private.port.removed-phase-five")
"""The Great Lakes Shipping Company's token, placed on an anchor."""


def phase_began(t: Table) -> None:
    """Return the right of a private to the bank if the private closes unsold to any corporation."""
    if depot.phase(t).name == t.title.board.private_rules.close_on_phase:
        for right in RIGHTS:
            if granting(t, right).player:
                return_right(t.state, right)


def operating_round_ended(t: Table) -> None:
    """Close the Waterloo & Saugeen at the end of the round in which its power was used."""
    used = t.state.powers_used
    t.state.powers_used = tuple(power for power in used if power not in (WS_TILE, WS_TOKEN))
    if t.state.powers_used != used and not t.state.privates[WS].closed:
        t.state.privates[WS].closed = True
        t.note(private_events.PrivateClosed(WS), "private.ws.closes")


def rights_at_start(t_bonuses: dict[str, BoardBonus], unlimited: bool) -> dict[str, int]:
    """Return the rights for sale in addition to the owner's own; empty if the number is unlimited."""
    if unlimited:
        return {}
    return {right: (t_bonuses[right].tokens or 1) - 1 for right in RIGHTS}


def return_right(state: State, right: str) -> None:
    """Return a token that is no longer needed to the bank."""
    if right in state.rights_left:
        state.rights_left[right] += 1


def granting(t: Table, bonus: str) -> Private:
    """Return the private that grants a bonus."""
    return t.state.privates[_bonus(t, bonus).by]


def _in_the_way(t: Table, corp: Corporation, right: str) -> str:
    """Return the reason why a corporation cannot buy a right, or an empty string."""
    private = granting(t, right)
    if right in corp.rights:
        return f"{corp.id} has it"
    if not private.closed and not private.corp:
        return "a player owns the private company"
    if t.state.rights_left.get(right, 1) < 1:
        return "no token is left"
    price = _bonus(t, right).price or 0
    return f"it costs ${price:,} and {corp.id} has ${corp.cash:,}" if corp.cash < price else ""


def _bonus(t: Table, name: str) -> BoardBonus:
    return t.title.board.bonuses[name]
