"""Events of a game, as typed records that programs can read without parsing text.

An event describes the game at the moment when it happened. Money is in whole dollars, shares are counted in
shares. ``player``, ``corp``, ``private``, ``hex``, ``tile`` and ``train`` hold a name or an id.
``trunkline.game.wording`` turns events into sentences. See ``private_events`` for events about privates and
``bond_events`` for events about bonds. A title defines the events that only it has.
"""

from __future__ import annotations

from typing import Any

import msgspec

from trunkline.engine.kernel.state import Cell
from trunkline.engine.routing.run import Earnings


class Event(msgspec.Struct, gc=False, tag_field="event", omit_defaults=True, kw_only=True):
    """Something that happened. ``rule`` is the id of the rule that caused it, if there is one."""

    rule: str = ""


# -- rounds, turns and decisions


class RoundBegan(Event, tag="round_began"):
    """The start of a round. ``number`` is the set, ``index`` and ``of`` count its operating rounds."""

    kind: str
    number: int
    index: int = 0
    of: int = 0


class TurnBegan(Event, tag="turn_began"):
    """The start of a corporation's operating turn, with its president."""

    corp: str
    player: str


class TurnSkipped(Event, tag="turn_skipped"):
    """A corporation that does not operate: only ``sold`` of the ``needed`` shares are sold."""

    corp: str
    sold: int
    needed: int


class Passed(Event, tag="passed"):
    """A player's pass in the opening or in a stock round."""

    player: str


class OfferMade(Event, tag="offer_made"):
    """An offer in dollars for a train or a private, which ``player`` must answer.

    ``buyer`` and ``seller`` are a player or a corporation.
    """

    player: str
    buyer: str
    seller: str
    amount: int
    train: str = ""
    private: str = ""


class OfferAnswered(Event, tag="offer_answered"):
    """A player's answer to an offer."""

    player: str
    accepted: bool


class PhaseBegan(Event, tag="phase_began"):
    """The start of a phase, with the first train of a type."""

    phase: str
    train: str


class GameEnded(Event, tag="game_ended"):
    """The end of the game; ``reason`` has the same values as in the state."""

    reason: str


class EndAgreed(Event, tag="end_agreed"):
    """An agreement of the players of a recorded game to stop."""


class BankBroke(Event, tag="bank_broke"):
    """The moment at which the bank ran out of money."""


class WentBankrupt(Event, tag="went_bankrupt"):
    """A player who owes more than they can pay. ``goes_on`` means that the player leaves and the game
    continues."""

    player: str
    goes_on: bool = False


# -- money and shares, wherever they move


class MoneyMoved(Event, tag="money_moved"):
    """A payment. Payer and payee are a player or a corporation; empty is the bank."""

    payer: str
    payee: str
    amount: int
    why: str = ""


class SharesMoved(Event, tag="shares_moved"):
    """A transfer of shares between players, the IPO, the pool and the corporation's treasury."""

    corp: str
    source: str
    target: str
    count: int


class PriceMoved(Event, tag="price_moved"):
    """A move of a price token on the chart; ``zone`` is the zone of its new box."""

    corp: str
    before: int
    price: int
    cell: Cell
    zone: str = ""


class EndPriceReached(Event, tag="end_price_reached"):
    """A share price that ends the game was reached."""

    corp: str
    price: int


# -- shares


class Started(Event, tag="started"):
    """A player's purchase of a president's certificate, which set the par price."""

    player: str
    corp: str
    par: int


class ParSet(Event, tag="par_set"):
    """A par price that a player set for a corporation they already own."""

    player: str
    corp: str
    par: int


class ShareBought(Event, tag="share_bought"):
    """A player's purchase of a share of ``percent`` percent from the IPO, the pool or the treasury."""

    player: str
    corp: str
    percent: int
    source: str
    amount: int


class SharesSold(Event, tag="shares_sold"):
    """A player's sale of shares to the pool; ``amount`` is for all of them."""

    player: str
    corp: str
    count: int
    amount: int


class SharesIssued(Event, tag="shares_issued"):
    """A corporation's sale of shares from its treasury to the pool."""

    corp: str
    count: int
    amount: int


class SharesRedeemed(Event, tag="shares_redeemed"):
    """A corporation's purchase of shares from the pool for its treasury."""

    corp: str
    count: int
    amount: int


class PresidentChanged(Event, tag="president_changed"):
    """A change of a corporation's president."""

    corp: str
    player: str


class SoldOut(Event, tag="sold_out"):
    """A corporation whose shares were all in players' hands at the end of a stock round."""

    corp: str


class Floated(Event, tag="floated"):
    """A corporation that floated: its treasury received capital and shares."""

    corp: str
    amount: int
    count: int


class Closed(Event, tag="closed"):
    """A corporation that closed, which makes its shares worthless."""

    corp: str


# -- the map


class TileLaid(Event, tag="tile_laid"):
    """A lay or upgrade of a tile; ``amount`` was paid for terrain."""

    corp: str
    hex: str
    tile: str
    rotation: int
    amount: int = 0


class TokenPlaced(Event, tag="token_placed"):
    """A station token that came to the map: at ``home``, or ``again`` after a tile left its place open."""

    corp: str
    hex: str
    stop: int
    amount: int = 0
    home: bool = False
    again: bool = False


class TokenRemoved(Event, tag="token_removed"):
    """A station token that left the map."""

    corp: str
    hex: str


class DestinationReached(Event, tag="destination_reached"):
    """A corporation that reached its destination and received its escrow; ``early`` means before its
    start."""

    corp: str
    amount: int = 0
    early: bool = False


class EscrowHeld(Event, tag="escrow_held"):
    """Proceeds of share sales that the bank holds in escrow, in dollars."""

    corp: str
    amount: int


class CapitalPaid(Event, tag="capital_paid"):
    """A payment of ten times the par price to a corporation."""

    corp: str
    amount: int


# -- trains, runs and dividends


class TrainBought(Event, tag="train_bought"):
    """A corporation's purchase of a train from the bank, the pool or another corporation."""

    corp: str
    train: str
    source: str
    amount: int


class TrainTradedIn(Event, tag="train_traded_in"):
    """A train that a corporation gave in payment."""

    corp: str
    train: str


class TrainBorrowed(Event, tag="train_borrowed"):
    """A train that a corporation borrowed for its turn."""

    corp: str
    train: str


class TrainDiscarded(Event, tag="train_discarded"):
    """A train that a corporation discarded."""

    corp: str
    train: str


class TrainExported(Event, tag="train_exported"):
    """A train of the bank that left the game without a buyer."""

    train: str


class TrainsRusted(Event, tag="trains_rusted"):
    """The rusting of all trains of a type; ``owners`` names the owner of each train."""

    type: str
    owners: tuple[str, ...] = ()


class TrainsObsolete(Event, tag="trains_obsolete"):
    """The obsolescence of a type: its trains run once more. ``owners`` names the owner of each train."""

    type: str
    owners: tuple[str, ...] = ()


class ObsoleteTrainLeft(Event, tag="obsolete_train_left"):
    """An obsolete train that left the game after its last run."""

    corp: str
    train: str


class TrainRan(Event, tag="train_ran"):
    """A run of a train, with its earnings item by item."""

    corp: str
    train: str
    path: tuple[str, ...]
    earnings: Earnings


class TollPaid(Event, tag="toll_paid"):
    """A corporation's payment for a train that used a ferry of another corporation, ``owner``."""

    corp: str
    owner: str
    toll: str
    amount: int


class RunsShown(Event, tag="runs_shown"):
    """The earnings of the runs shown, if no player announces more."""

    corp: str
    amount: int


class RunsAnnounced(Event, tag="runs_announced"):
    """Higher earnings that a player announced for another player's corporation."""

    player: str
    corp: str
    amount: int


class NoneAnnounced(Event, tag="none_announced"):
    """A player announced no higher earnings; ``never`` means that the player does not want to be asked
    again."""

    player: str
    never: bool = False


class RevenueEarned(Event, tag="revenue_earned"):
    """The earnings of a corporation's trains in its turn."""

    corp: str
    amount: int


class RevenueWithheld(Event, tag="revenue_withheld"):
    """Revenue that a corporation withheld."""

    corp: str
    amount: int


class DividendPaid(Event, tag="dividend_paid"):
    """The total dividend that a corporation paid; 0 if there was nothing to pay."""

    corp: str
    amount: int


class DividendReceived(Event, tag="dividend_received"):
    """The part of a dividend that a player, or the corporation for its shares at ``place``, received."""

    corp: str
    owner: str
    amount: int
    place: str = ""


# -- loans and debts


class LoanTaken(Event, tag="loan_taken"):
    """A loan that a corporation took; ``amount`` is the dollars it received."""

    corp: str
    amount: int


class LoansRedeemed(Event, tag="loans_redeemed"):
    """Loans that a corporation repaid; ``forced`` if it had too many."""

    corp: str
    count: int
    amount: int
    forced: bool = False


class InterestPaid(Event, tag="interest_paid"):
    """Interest that a corporation paid; ``borrowed`` if a loan was taken for it."""

    corp: str
    amount: int
    borrowed: bool = False


class PresidentPaid(Event, tag="president_paid"):
    """Money that a president added to a purchase, or paid for a debt of the corporation for ``why``."""

    player: str
    corp: str
    amount: int
    why: str = ""


def encode(event: Event) -> dict[str, Any]:
    """Return the event as plain data; ``event`` names its kind."""
    return dict(msgspec.to_builtins(event))
