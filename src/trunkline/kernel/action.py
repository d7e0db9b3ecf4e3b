"""The actions that players of several titles can take, as frozen typed records.

An action holds only the choice, never its consequences. ``player`` is always who acts; ``corp`` is the
corporation acted for or upon. Amounts are whole dollars. Kinds that only one title has stand with it;
``trunkline.actions`` has them all. Saved games name a kind by its tag: whoever renames one writes a new
format, and a reader that upgrades the old (``format_1``).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from trunkline.errors import UsageError
from trunkline.runs.run import Run


class Action(
    msgspec.Struct, frozen=True, gc=False, tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    """What all actions have: the name of the player who acts. The garbage collector need not look at them."""

    player: str


class Pass(Action, frozen=True, tag="pass"):
    """Decline, or end the present step or turn."""


class Answer(Action, frozen=True, tag="answer"):
    """Accept or decline the offer that waits for this player."""

    accept: bool


class BuyOffered(Action, frozen=True, tag="buy_offered"):
    """Buy the private now on offer in the opening, at its price."""

    private: str


class Bid(Action, frozen=True, tag="bid"):
    """Bid dollars on a private: on one offered later, or in its auction."""

    private: str
    amount: int


class StartCorporation(Action, frozen=True, tag="start"):
    """Buy a president's certificate and set the par price."""

    corp: str
    par: int


class BuyShare(Action, frozen=True, tag="buy_share"):
    """Buy one certificate; ``source`` is offering, pool or treasury. ``president`` wants the president's, two
    shares, where it lies there."""

    corp: str
    source: str
    president: bool = False


class SellShares(Action, frozen=True, tag="sell_shares"):
    """Sell so many shares (a president's certificate is two) to the pool."""

    corp: str
    count: int


class BuyPrivate(Action, frozen=True, tag="buy_private"):
    """Offer dollars for a private in a player's hands: for oneself, or for one's corporation."""

    private: str
    price: int
    corp: str = ""


class LayTile(Action, frozen=True, tag="lay_tile"):
    """Lay or upgrade a tile; ``power`` names the private whose power is used."""

    corp: str
    hex: str
    tile: str
    rotation: int
    power: str = ""


class PlaceToken(Action, frozen=True, tag="place_token"):
    """Put a station token of ``corp`` on a stop of a hex."""

    corp: str
    hex: str
    stop: int
    power: str = ""


class RemoveToken(Action, frozen=True, tag="remove_token"):
    """Give up a station token of ``corp`` where it may not keep them all."""

    corp: str
    hex: str
    stop: int


class PlacePrivateToken(Action, frozen=True, tag="place_private_token"):
    """Put the token of a private's power on a hex."""

    corp: str
    private: str
    hex: str


class AssignPower(Action, frozen=True, tag="assign_power"):
    """Give the token of a private's power to ``corp``, or to one of its trains."""

    corp: str
    private: str
    train: str = ""


class ActivateFerry(Action, frozen=True, tag="activate_ferry"):
    """Open one of the ferry routes in place of a lay, by the power of its private."""

    corp: str
    ferry: str


class RunTrains(Action, frozen=True, tag="run"):
    """Run the corporation's trains on these routes."""

    corp: str
    runs: tuple[Run, ...] = ()


class AnnounceRuns(RunTrains, frozen=True, tag="announce"):
    """Show another player's corporation runs of its trains that earn more than those that stand."""


class AskNoMore(Action, frozen=True, tag="ask_no_more"):
    """Announce nothing, and never be asked again in this game."""


class DeclareRevenue(Action, frozen=True, tag="declare_revenue"):
    """Games recorded elsewhere only: say what the trains earn, in dollars, without naming their routes."""

    corp: str
    amount: int


class Dividend(Action, frozen=True, tag="dividend"):
    """Say what becomes of the revenue: ``pay``, ``half`` or ``withhold``."""

    corp: str
    payout: str


class BuyTrain(Action, frozen=True, tag="buy_train"):
    """Buy a train; ``source`` is bank, pool or the id of the selling corporation."""

    corp: str
    train: str
    source: str
    price: int
    trade_in: str = ""


class DiscardTrain(Action, frozen=True, tag="discard_train"):
    """Give up a train to the pool."""

    corp: str
    train: str


class TakeLoan(Action, frozen=True, tag="take_loan"):
    """Take one loan."""

    corp: str


class RedeemLoans(Action, frozen=True, tag="redeem_loans"):
    """Pay back so many loans."""

    corp: str
    count: int


class IssueShares(Action, frozen=True, tag="issue_shares"):
    """Sell so many of its own shares from the treasury to the pool."""

    corp: str
    count: int


class RedeemShares(Action, frozen=True, tag="redeem_shares"):
    """Buy so many of its own shares from the pool into the treasury."""

    corp: str
    count: int


class BuyBond(Action, frozen=True, tag="buy_bond"):
    """Buy one bond from the pool."""


class SellBonds(Action, frozen=True, tag="sell_bonds"):
    """Sell so many bonds to the pool."""

    count: int


class RedeemBonds(Action, frozen=True, tag="redeem_bonds"):
    """Buy back so many bonds of ``corp``; ``source`` is the pool or the player who holds them."""

    corp: str
    source: str
    count: int


class DeclareBankruptcy(Action, frozen=True, tag="bankrupt"):
    """Own up to a payment that cannot be met."""


class CreditDestination(Action, frozen=True, tag="credit_destination"):
    """Recorded games only: count a destination as reached, whatever the track says."""

    corp: str


class EndTurn(Action, frozen=True, tag="end_turn"):
    """Recorded games only: end an operating turn in which nothing was left to do, without acting in it."""


class EndGame(Action, frozen=True, tag="end_game"):
    """Recorded games only: the players agree to stop."""


SharedAction = (
    Pass
    | Answer
    | BuyOffered
    | Bid
    | StartCorporation
    | BuyShare
    | SellShares
    | BuyPrivate
    | LayTile
    | PlaceToken
    | RemoveToken
    | PlacePrivateToken
    | AssignPower
    | ActivateFerry
    | RunTrains
    | AnnounceRuns
    | AskNoMore
    | DeclareRevenue
    | Dividend
    | BuyTrain
    | DiscardTrain
    | TakeLoan
    | RedeemLoans
    | IssueShares
    | RedeemShares
    | BuyBond
    | SellBonds
    | RedeemBonds
    | DeclareBankruptcy
    | CreditDestination
    | EndTurn
    | EndGame
)

UNREADABLE = (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError)
"""What writing an action down and reading it may raise where a field is not of its type."""

AT_ANY_MOMENT = (CreditDestination, EndGame)
"""Kinds that no step takes: a record may hold them whichever step waits."""
ON_RECORD = (*AT_ANY_MOMENT, DeclareRevenue, EndTurn)
"""Kinds that only games recorded elsewhere may hold."""

_encoder = msgspec.json.Encoder()


def tag(kind: object) -> str:
    """Return the name a kind of action is saved under. Raises ``UsageError`` if it is not a kind."""
    if not (isinstance(kind, type) and issubclass(kind, Action)):
        raise UsageError(f"A kind of action is expected, such as LayTile, not {shortened(kind)}.")
    return str(kind.__struct_config__.tag)


def encode(action: Action) -> dict[str, Any]:
    """Return the action as plain data. Raises ``UsageError`` if it is not one."""
    if not isinstance(action, Action):
        raise UsageError(f"An action is expected, not {shortened(action)}.")
    return dict(msgspec.to_builtins(action))


def checked(action: object) -> Action:
    """The action as it would be read back, every field of its type.

    Records do not look at what is put into them, so whatever comes from outside goes through here. Raises
    ``UsageError`` where it is no action.
    """
    if not isinstance(action, Action):
        raise UsageError(f"An action is expected, not {shortened(action)}.")
    try:
        return _decoder(type(action)).decode(_encoder.encode(action))
    except UNREADABLE as error:
        raise UsageError(f"{shortened(action)} is no action that can be played: {error}.") from error


@cache
def _decoder(kind: type[Action]) -> msgspec.json.Decoder[Action]:
    return msgspec.json.Decoder(kind)


def shortened(value: object) -> str:
    """What a value looks like, in a sentence."""
    try:
        text = ascii(value)
    except ValueError:  # a number too long to write out
        text = type(value).__name__
    return text if len(text) <= 80 else f"{text[:77]}..."
