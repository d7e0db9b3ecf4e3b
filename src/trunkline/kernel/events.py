"""What happens in a game, as typed records: programs read these and parse no words.

An event holds what was so when it happened. Money is in whole dollars, shares are counted in shares.
``player``, ``corp``, ``private``, ``hex``, ``tile`` and ``train`` hold a name or an id. ``trunkline.wording``
makes sentences of events. What happens to privates stands in ``private_events``, to bonds in ``bond_events``;
what only one title knows is a kind of event of that title's own.
"""

from __future__ import annotations

from typing import Any

import msgspec

from trunkline.kernel.state import Cell
from trunkline.runs.run import Earnings


class Event(msgspec.Struct, gc=False, tag_field="event", omit_defaults=True, kw_only=True):
    """Something that happened. ``rule`` is the id of the rule that it came from, where one did."""

    rule: str = ""


# -- rounds, turns and decisions


class RoundBegan(Event, tag="round_began"):
    """A round began. ``number`` counts sets; an operating round is the ``index``-th of ``of`` in its set."""

    kind: str
    number: int
    index: int = 0
    of: int = 0


class TurnBegan(Event, tag="turn_began"):
    """A corporation's operating turn began under its president."""

    corp: str
    player: str


class TurnSkipped(Event, tag="turn_skipped"):
    """A corporation has no operating turn, with so many shares sold where ``needed`` must be."""

    corp: str
    sold: int
    needed: int


class Passed(Event, tag="passed"):
    """A player passed in the opening or in a stock round."""

    player: str


class OfferMade(Event, tag="offer_made"):
    """A buyer (a player or corporation) offers dollars for a train or a private, and ``player`` must answer.

    ``seller`` is the player or the corporation that owns it.
    """

    player: str
    buyer: str
    seller: str
    amount: int
    train: str = ""
    private: str = ""


class OfferAnswered(Event, tag="offer_answered"):
    """A player accepted or declined the offer that waited."""

    player: str
    accepted: bool


class PhaseBegan(Event, tag="phase_began"):
    """A phase began with the first train of a type."""

    phase: str
    train: str


class GameEnded(Event, tag="game_ended"):
    """The game is over; ``reason`` as in the state."""

    reason: str


class EndAgreed(Event, tag="end_agreed"):
    """The players of a recorded game agreed to stop."""


class BankBroke(Event, tag="bank_broke"):
    """The bank ran out of money."""


class WentBankrupt(Event, tag="went_bankrupt"):
    """A player owes more than can be paid; ``goes_on``: and leaves a game that goes on."""

    player: str
    goes_on: bool = False


# -- money and shares, wherever they move


class MoneyMoved(Event, tag="money_moved"):
    """Dollars changed hands. Payer and payee are a player or a corporation; empty is the bank."""

    payer: str
    payee: str
    amount: int
    why: str = ""


class SharesMoved(Event, tag="shares_moved"):
    """Shares changed hands: between players, the offering, the pool and the corporation's treasury."""

    corp: str
    source: str
    target: str
    count: int


class PriceMoved(Event, tag="price_moved"):
    """A price token moved on the chart; ``zone`` is that of its new box."""

    corp: str
    before: int
    price: int
    cell: Cell
    zone: str = ""


class EndPriceReached(Event, tag="end_price_reached"):
    """A share price was reached that ends the game."""

    corp: str
    price: int


# -- shares


class Started(Event, tag="started"):
    """A player bought a president's certificate and set the par price."""

    player: str
    corp: str
    par: int


class ParSet(Event, tag="par_set"):
    """A player set the par price of a corporation that is theirs already."""

    player: str
    corp: str
    par: int


class ShareBought(Event, tag="share_bought"):
    """A player bought a share of so many percent from the offering, the pool or the treasury."""

    player: str
    corp: str
    percent: int
    source: str
    amount: int


class SharesSold(Event, tag="shares_sold"):
    """A player sold shares to the pool; ``amount`` is for all of them."""

    player: str
    corp: str
    count: int
    amount: int


class SharesIssued(Event, tag="shares_issued"):
    """A corporation sold shares of its treasury to the pool."""

    corp: str
    count: int
    amount: int


class SharesRedeemed(Event, tag="shares_redeemed"):
    """A corporation bought shares from the pool for its treasury."""

    corp: str
    count: int
    amount: int


class PresidentChanged(Event, tag="president_changed"):
    """A corporation has another president."""

    corp: str
    player: str


class SoldOut(Event, tag="sold_out"):
    """All shares of a corporation were in players' hands at the end of a stock round."""

    corp: str


class Floated(Event, tag="floated"):
    """A corporation floated: capital and shares went to its treasury."""

    corp: str
    amount: int
    count: int


class Closed(Event, tag="closed"):
    """A corporation closed, and its shares are worthless."""

    corp: str


# -- the map


class TileLaid(Event, tag="tile_laid"):
    """A tile was laid or upgraded; ``amount`` was paid for terrain."""

    corp: str
    hex: str
    tile: str
    rotation: int
    amount: int = 0


class TokenPlaced(Event, tag="token_placed"):
    """A station token came to the map: at ``home``, or ``again`` after a tile left its place open."""

    corp: str
    hex: str
    stop: int
    amount: int = 0
    home: bool = False
    again: bool = False


class TokenRemoved(Event, tag="token_removed"):
    """A station token left the map."""

    corp: str
    hex: str


class DestinationReached(Event, tag="destination_reached"):
    """A corporation reached its destination and received its escrow; ``early``: before its start."""

    corp: str
    amount: int = 0
    early: bool = False


class EscrowHeld(Event, tag="escrow_held"):
    """Dollars for shares wait in escrow."""

    corp: str
    amount: int


class CapitalPaid(Event, tag="capital_paid"):
    """A corporation received ten times its par price."""

    corp: str
    amount: int


# -- trains, runs and dividends


class TrainBought(Event, tag="train_bought"):
    """A corporation bought a train from the bank, the pool or another corporation."""

    corp: str
    train: str
    source: str
    amount: int


class TrainTradedIn(Event, tag="train_traded_in"):
    """A corporation gave a train in payment."""

    corp: str
    train: str


class TrainBorrowed(Event, tag="train_borrowed"):
    """A corporation borrowed a train for its turn."""

    corp: str
    train: str


class TrainDiscarded(Event, tag="train_discarded"):
    """A corporation gave up a train."""

    corp: str
    train: str


class TrainsRusted(Event, tag="trains_rusted"):
    """All trains of a type were scrapped; ``owners`` had them, once for each train."""

    type: str
    owners: tuple[str, ...] = ()


class TrainRan(Event, tag="train_ran"):
    """A train ran, and what that earns item by item."""

    corp: str
    train: str
    path: tuple[str, ...]
    earnings: Earnings


class TollPaid(Event, tag="toll_paid"):
    """A corporation paid for a train's use of another's ferry; ``owner`` is that corporation."""

    corp: str
    owner: str
    toll: str
    amount: int


class RunsShown(Event, tag="runs_shown"):
    """The runs shown earn so much, unless more is announced."""

    corp: str
    amount: int


class RunsAnnounced(Event, tag="runs_announced"):
    """A player announced higher earnings for another's corporation."""

    player: str
    corp: str
    amount: int


class NoneAnnounced(Event, tag="none_announced"):
    """A player announced no more; ``never``: and does not want to be asked again."""

    player: str
    never: bool = False


class RevenueEarned(Event, tag="revenue_earned"):
    """What a corporation's trains earned in its turn."""

    corp: str
    amount: int


class RevenueWithheld(Event, tag="revenue_withheld"):
    """A corporation kept revenue."""

    corp: str
    amount: int


class DividendPaid(Event, tag="dividend_paid"):
    """A corporation paid so much out in all; 0 where there was nothing to pay."""

    corp: str
    amount: int


class DividendReceived(Event, tag="dividend_received"):
    """A player, or the corporation for its shares at ``place``, received a part of the dividend."""

    corp: str
    owner: str
    amount: int
    place: str = ""


# -- loans and debts


class LoanTaken(Event, tag="loan_taken"):
    """A corporation took a loan and received so much."""

    corp: str
    amount: int


class LoansRedeemed(Event, tag="loans_redeemed"):
    """A corporation paid back loans, ``forced`` where it had too many."""

    corp: str
    count: int
    amount: int
    forced: bool = False


class InterestPaid(Event, tag="interest_paid"):
    """A corporation paid interest; ``borrowed``: out of the loan that was taken for it."""

    corp: str
    amount: int
    borrowed: bool = False


class PresidentPaid(Event, tag="president_paid"):
    """A president added money to a purchase, or paid what the corporation owed for ``why``."""

    player: str
    corp: str
    amount: int
    why: str = ""


def encode(event: Event) -> dict[str, Any]:
    """The event as plain data; ``event`` names its kind."""
    return dict(msgspec.to_builtins(event))
