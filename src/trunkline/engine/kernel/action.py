"""The actions that players of several titles can take, as frozen typed records.

An action holds only the choice, never its consequences. ``player`` is always the player who acts. ``corp``
is the corporation that the player acts for or on. Amounts are whole dollars. The package of a title defines
the kinds that only this title has; ``trunkline.game.actions`` lists all kinds. Saved games identify a kind
by its tag. If you rename a tag, write a new save format and a reader that upgrades the old one (see
``game.saves_v1``).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from trunkline.engine.routing.run import Run
from trunkline.util.errors import UsageError


class Action(
    msgspec.Struct, frozen=True, gc=False, tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    """The base of all actions, with the name of the player who acts. The garbage collector can skip
    actions."""

    player: str


class Pass(Action, frozen=True, tag="pass"):
    """A choice to decline, or to end the current step or turn."""


class Answer(Action, frozen=True, tag="answer"):
    """An answer to the offer that waits for this player: accept or decline."""

    accept: bool


class BuyOffered(Action, frozen=True, tag="buy_offered"):
    """A purchase of the private that is on offer in the opening, at its price."""

    private: str


class Bid(Action, frozen=True, tag="bid"):
    """A bid in dollars on a private that is offered later, or in the auction of a private."""

    private: str
    amount: int


class StartCorporation(Action, frozen=True, tag="start"):
    """A purchase of a president's certificate, which sets the par price."""

    corp: str
    par: int


class BuyShare(Action, frozen=True, tag="buy_share"):
    """A purchase of one certificate; ``source`` is offering, pool or treasury. ``president`` asks for the
    president's certificate of two shares, if it is at that source."""

    corp: str
    source: str
    president: bool = False


class SellShares(Action, frozen=True, tag="sell_shares"):
    """A sale of ``count`` shares to the pool. A president's certificate counts as two."""

    corp: str
    count: int


class BuyPrivate(Action, frozen=True, tag="buy_private"):
    """An offer in dollars for another player's private, for the player or for the corporation ``corp``."""

    private: str
    price: int
    corp: str = ""


class LayTile(Action, frozen=True, tag="lay_tile"):
    """A lay or upgrade of a tile; ``power`` names the private whose power is used."""

    corp: str
    hex: str
    tile: str
    rotation: int
    power: str = ""


class PlaceToken(Action, frozen=True, tag="place_token"):
    """The placement of a station token of ``corp`` on a stop of a hex."""

    corp: str
    hex: str
    stop: int
    power: str = ""


class RemoveToken(Action, frozen=True, tag="remove_token"):
    """The removal of a station token of ``corp`` that may not keep all its tokens."""

    corp: str
    hex: str
    stop: int


class PlacePrivateToken(Action, frozen=True, tag="place_private_token"):
    """The placement of a private's token on a hex."""

    corp: str
    private: str
    hex: str


class AssignPower(Action, frozen=True, tag="assign_power"):
    """The assignment of a private's token to ``corp``, or to one of its trains.

    In a stock round it is the exchange of a private for a share of ``corp``.
    """

    corp: str
    private: str
    train: str = ""


class ActivateFerry(Action, frozen=True, tag="activate_ferry"):
    """The opening of a ferry route in place of a lay, by the power of its private."""

    corp: str
    ferry: str


class RunTrains(Action, frozen=True, tag="run"):
    """Runs of the corporation's trains on these routes."""

    corp: str
    runs: tuple[Run, ...] = ()


class AnnounceRuns(RunTrains, frozen=True, tag="announce"):
    """Runs of another player's corporation that earn more than its current runs."""


class AskNoMore(Action, frozen=True, tag="ask_no_more"):
    """A choice to announce nothing, and never to be asked again in this game."""


class DeclareRevenue(Action, frozen=True, tag="declare_revenue"):
    """Only in imported games: the earnings of the trains in dollars, without their routes."""

    corp: str
    amount: int


class Dividend(Action, frozen=True, tag="dividend"):
    """The choice of what to do with the revenue: ``pay``, ``half`` or ``withhold``."""

    corp: str
    payout: str


class BuyTrain(Action, frozen=True, tag="buy_train"):
    """A purchase of a train; ``source`` is bank, pool or the id of the selling corporation."""

    corp: str
    train: str
    source: str
    price: int
    trade_in: str = ""


class DiscardTrain(Action, frozen=True, tag="discard_train"):
    """The discard of a train to the pool."""

    corp: str
    train: str


class TakeLoan(Action, frozen=True, tag="take_loan"):
    """A choice to take one loan."""

    corp: str


class RedeemLoans(Action, frozen=True, tag="redeem_loans"):
    """The repayment of ``count`` loans."""

    corp: str
    count: int


class IssueShares(Action, frozen=True, tag="issue_shares"):
    """A sale of ``count`` of the corporation's own shares from its treasury to the pool."""

    corp: str
    count: int


class RedeemShares(Action, frozen=True, tag="redeem_shares"):
    """A purchase of ``count`` of the corporation's own shares from the pool into its treasury."""

    corp: str
    count: int


class BuyBond(Action, frozen=True, tag="buy_bond"):
    """A purchase of one bond from the pool."""


class SellBonds(Action, frozen=True, tag="sell_bonds"):
    """A sale of ``count`` bonds to the pool."""

    count: int


class RedeemBonds(Action, frozen=True, tag="redeem_bonds"):
    """A purchase of ``count`` of the corporation's own bonds; ``source`` is the pool or the player who holds
    them."""

    corp: str
    source: str
    count: int


class DeclareBankruptcy(Action, frozen=True, tag="bankrupt"):
    """A declaration that the player cannot make a payment that is due."""


class CreditDestination(Action, frozen=True, tag="credit_destination"):
    """Only in recorded games: count a destination as reached, even without track to it."""

    corp: str


class EndTurn(Action, frozen=True, tag="end_turn"):
    """Only in recorded games: the end of an operating turn in which nothing was left to do, without acting in
    it."""


class EndGame(Action, frozen=True, tag="end_game"):
    """Only in recorded games: the players agree to stop."""


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
"""Exceptions that encoding and decoding an action may raise if a field has the wrong type."""

AT_ANY_MOMENT = (CreditDestination, EndGame)
"""Kinds that no step accepts. A recorded game may contain them during any step."""
ON_RECORD = (*AT_ANY_MOMENT, DeclareRevenue, EndTurn)
"""Kinds that only imported games may contain."""

_encoder = msgspec.json.Encoder()


def tag(kind: object) -> str:
    """Return the tag under which a kind of action is saved. Raises ``UsageError`` if it is not a kind."""
    if not (isinstance(kind, type) and issubclass(kind, Action)):
        raise UsageError(f"A kind of action is expected, such as LayTile, not {shortened(kind)}.")
    return str(kind.__struct_config__.tag)


def encode(action: Action) -> dict[str, Any]:
    """Return the action as plain data. Raises ``UsageError`` if it is not one."""
    if not isinstance(action, Action):
        raise UsageError(f"An action is expected, not {shortened(action)}.")
    return dict(msgspec.to_builtins(action))


def checked(action: object) -> Action:
    """Return the action after encoding and decoding it, with every field of its type.

    Records do not validate their fields, so every action from outside must pass through this function. Raises
    ``UsageError`` if the value is not an action.
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
    """Return a short text for a value, for use in a sentence."""
    try:
        text = ascii(value)
    except ValueError:  # a number that is too long to print
        text = type(value).__name__
    return text if len(text) <= 80 else f"{text[:77]}..."
