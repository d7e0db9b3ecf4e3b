"""Translation of Rails file actions into Trunkline actions."""

from __future__ import annotations

from collections.abc import Callable

from trunkline.engine.board import Board
from trunkline.engine.kernel.action import (
    Action,
    BuyShare,
    BuyTrain,
    DeclareRevenue,
    DiscardTrain,
    Dividend,
    IssueShares,
    LayTile,
    PlaceToken,
    RedeemShares,
    SellShares,
    StartCorporation,
)
from trunkline.engine.kernel.state import BANK, OFFERING, POOL, TREASURY
from trunkline.engine.steps.dividend import HALF, PAY
from trunkline.engine.steps.dividend import WITHHOLD as KEEP
from trunkline.interop.rails.file import (
    BUY_SHARE,
    BUY_TRAIN,
    DISCARD,
    DIVIDEND,
    LAY_TILE,
    LAY_TOKEN,
    PAYOUT,
    SELL,
    SPLIT,
    START,
    START_COMPANY,
    WITHHOLD,
    RailsEntry,
)
from trunkline.util.messages import gettext

IPO, RAILS_POOL = "IPO", "Pool"
OWNERS = ("Bank_", "PublicCompany_")
"""Prefixes that Rails 1.3.1 and later put before the name of a seller to show its owner."""
PAYOUTS = {PAYOUT: PAY, SPLIT: HALF, WITHHOLD: KEEP}

TURNED = {
    "5": 4, "6": 3, "202": 3, "17": 2, "21": 5, "22": 5, "23": 3, "26": 3, "28": 2, "30": 5, "31": 5,
    "624": 5, "625": 4, "619": 5, "511": 1, "42": 3, "627": 5, "628": 1, "629": 2, "611": 5, "216": 2,
}  # fmt: skip
"""Clockwise turns of a tile in sixths at Rails orientation 0, relative to our rotation 0."""


class RailsActionReader:
    """A translator of entries into actions. It raises ``ValueError`` for things that do not exist."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._kinds: dict[str, Callable[[RailsEntry], list[Action]]] = {
            START: self._start,
            START_COMPANY: self._start_company,
            BUY_SHARE: self._buy_share,
            SELL: self._sell,
            LAY_TILE: self._lay_tile,
            LAY_TOKEN: self._lay_token,
            DIVIDEND: self._dividend,
            BUY_TRAIN: self._buy_train,
            DISCARD: self._discard,
        }

    def actions(self, entry: RailsEntry, own_shares: bool) -> list[Action]:
        """Return our actions for an entry. With ``own_shares`` a corporation trades its own shares."""
        if entry.corp and entry.corp not in self._board.corporation:
            raise ValueError(gettext("there is no corporation {corp}", corp=repr(entry.corp)))
        if own_shares:
            return self._own_shares(entry)
        return self._kinds[entry.kind](entry)

    def _start(self, entry: RailsEntry) -> list[Action]:
        """Return the start of a corporation whose presidency came with a private, at its price.

        The privates themselves are dealt before the first action.
        """
        price = entry.fields["associatedSharePrice"]
        name = entry.fields["startItemName"]
        gift = next((private.gives for private in self._board.privates if private.short == name), None)
        if not price or gift is None or not gift.president:
            return []
        return [StartCorporation(entry.player, gift.corporation, price)]

    def _start_company(self, entry: RailsEntry) -> list[Action]:
        return [StartCorporation(entry.player, entry.corp, entry.fields["price"])]

    def _buy_share(self, entry: RailsEntry) -> list[Action]:
        source = {IPO: OFFERING, RAILS_POOL: POOL, entry.corp: TREASURY}.get(_seller(entry))
        if source is None:
            raise ValueError(
                gettext(
                    "no shares of {corp} lie at {place}",
                    corp=entry.corp,
                    place=repr(entry.fields["fromName"]),
                )
            )
        return [BuyShare(entry.player, entry.corp, source)] * _few(entry.fields["numberBought"])

    def _sell(self, entry: RailsEntry) -> list[Action]:
        return [SellShares(entry.player, entry.corp, _shares(entry))]

    def _own_shares(self, entry: RailsEntry) -> list[Action]:
        if entry.kind == SELL:
            return [IssueShares(entry.player, entry.corp, _shares(entry))]
        return [RedeemShares(entry.player, entry.corp, _few(entry.fields["numberBought"]))]

    def _lay_tile(self, entry: RailsEntry) -> list[Action]:
        tile = entry.fields["sLaidTileId"]
        rotation = (_few(entry.fields["orientation"], 0) + TURNED.get(tile, 0)) % 6
        return [LayTile(entry.player, entry.corp, entry.fields["chosenHexName"], tile, rotation)]

    def _lay_token(self, entry: RailsEntry) -> list[Action]:
        stop = _few(entry.fields["chosenStation"]) - 1
        return [PlaceToken(entry.player, entry.corp, entry.fields["chosenHexName"], stop)]

    def _dividend(self, entry: RailsEntry) -> list[Action]:
        payout = PAYOUTS.get(entry.fields["revenueAllocation"])
        amount = entry.fields["actualRevenue"]
        if payout is None and amount:
            raise ValueError(gettext("there is no allocation {name}", name=entry.fields["revenueAllocation"]))
        declared = DeclareRevenue(entry.player, entry.corp, amount)
        return [declared, Dividend(entry.player, entry.corp, payout or KEEP)]

    def _buy_train(self, entry: RailsEntry) -> list[Action]:
        seller = _seller(entry)
        source = {IPO: BANK, RAILS_POOL: POOL}.get(seller, seller)
        train = _train(entry.fields["trainUniqueId"])
        return [BuyTrain(entry.player, entry.corp, train, source, entry.fields["pricePaid"])]

    def _discard(self, entry: RailsEntry) -> list[Action]:
        return [DiscardTrain(entry.player, entry.corp, _train(entry.fields["discardedTrainUniqueId"]))]


def _seller(entry: RailsEntry) -> str:
    name = str(entry.fields["fromName"])
    return next((name.removeprefix(owner) for owner in OWNERS if name.startswith(owner)), name)


def _shares(entry: RailsEntry) -> int:
    return _few(entry.fields["number"]) * _few(entry.fields["shareUnits"])


def _few(number: int, least: int = 1) -> int:
    """Return a number that counts something. Raises ``ValueError`` if it is out of range."""
    if not least <= number <= 20:
        raise ValueError(
            f"{number} is no number for this" if abs(number) < 10**9 else "a number is too large"
        )
    return number


def _train(id: str) -> str:
    name, _, copy = id.rpartition("_")
    return f"{name}-{copy}"
