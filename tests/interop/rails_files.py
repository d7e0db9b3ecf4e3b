"""Small made-up games in the decoded format of Rails."""

from __future__ import annotations

import json
from typing import Any, ClassVar, Self

PLAYERS = ("Ann", "Bob", "Cy")
FIVE = ("Ann", "Bob", "Cy", "Dee", "Ed")
PRIVATES = {"L&O": 200, "M&C": 50, "ET&WNC": 80}
FIVE_PRIVATES = (*PRIVATES, "O&W", "CNO&TP")
DONE, PASS, SKIP, AUTOPASS = range(4)
WITHHOLD, SPLIT, PAYOUT = range(3)


class RailsFile:
    """A file to which actions are added one by one.

    At the start each player buys a private. Ann's price for the L&N is $70 unless another is given.
    """

    SETTINGS: ClassVar[dict[str, Any]] = {
        "options": {"RouteAlgorithm": "Semi-Restrictive", "SeparateSalesAtSamePrice": "yes"}
    }

    def __init__(
        self, items: tuple[str, ...] = tuple(PRIVATES), price: int = 70, players: tuple[str, ...] = PLAYERS
    ) -> None:
        self.data: dict[str, Any] = {
            "format": "rails-save-decoded",
            "game": "1851",
            "players": list(players),
            "actions": [],
            **self.SETTINGS,
        }
        for player, item in zip(players, items, strict=False):
            par = price if item == "L&O" else 0
            self.add("BuyStartItem", player, startItemName=item, associatedSharePrice=par)

    def add(self, kind: str, player: str, **fields: Any) -> Self:
        """Add an action of a kind. ``corp`` becomes the company's name."""
        if "corp" in fields:
            fields["companyName"] = fields.pop("corp")
        entry = {"class": f"rails.game.action.{kind}", "playerName": player, **fields}
        self.data["actions"].append(entry)
        return self

    def say(self, mode: int, *players: str) -> Self:
        """Let these players in turn say done, pass or skip."""
        for player in players:
            self.add("NullAction", player, mode=mode)
        return self

    def start(self, player: str, corp: str, price: int) -> Self:
        """Add the purchase of a president's certificate."""
        return self.add("StartCompany", player, corp=corp, price=price, fromName="IPO", numberBought=2)

    def buy(self, player: str, corp: str, source: str = "IPO", count: int = 1) -> Self:
        """Add the purchase of shares."""
        return self.add("BuyCertificate", player, corp=corp, fromName=source, numberBought=count)

    def sell(self, player: str, corp: str, count: int = 1) -> Self:
        """Add a sale of shares."""
        return self.add("SellShares", player, corp=corp, number=count, shareUnits=1)

    def lay(self, player: str, corp: str, hex: str, tile: str, orientation: int) -> Self:
        """Add a lay of track."""
        return self.add(
            "LayTile", player, corp=corp, chosenHexName=hex, sLaidTileId=tile, orientation=orientation
        )

    def token(self, player: str, corp: str, hex: str, station: int = 1) -> Self:
        """Add a station token."""
        return self.add("LayBaseToken", player, corp=corp, chosenHexName=hex, chosenStation=station)

    def earn(self, player: str, corp: str, amount: int, allocation: int = PAYOUT) -> Self:
        """Add a revenue and its allocation."""
        return self.add("SetDividend", player, corp=corp, actualRevenue=amount, revenueAllocation=allocation)

    def train(self, player: str, corp: str, train: str, price: int, seller: str = "IPO") -> Self:
        """Add the purchase of a train."""
        return self.add("BuyTrain", player, corp=corp, trainUniqueId=train, fromName=seller, pricePaid=price)

    def discard(self, player: str, corp: str, train: str) -> Self:
        """Add the discard of a train."""
        return self.add("DiscardTrain", player, corp=corp, discardedTrainUniqueId=train)

    def floated(self) -> Self:
        """Let Ann float the L&N. Operating round 1.1 begins with its turn."""
        for _ in range(3):
            self.buy("Ann", "L&N").say(DONE, "Ann").say(PASS, "Bob", "Cy")
        return self.say(PASS, "Ann")

    def bytes(self) -> bytes:
        """Return the content of the file."""
        return json.dumps(self.data).encode()


class FirstRailsFile(RailsFile):
    """The same file as saved by Rails before 1.3.1, with fewer fields and some other names."""

    SETTINGS: ClassVar[dict[str, Any]] = {
        "rails_version": "1.2.2 20100523",
        "options": {"UnlimitedTiles": "no", "Variant": "no", "numberOfPlayers": "5"},
    }

    def start(self, player: str, corp: str, price: int) -> Self:
        """Add the purchase of a president's certificate."""
        bought = {"fromName": "IPO", "maximumNumber": 1, "numberBought": 2}
        return self.add("StartCompany", player, certUniqueId=f"{corp}-0", price=price, **bought)

    def buy(self, player: str, corp: str, source: str = "IPO", count: int = 1) -> Self:
        """Add the purchase of shares, with the id of one of the certificates."""
        bought = {"price": 70, "maximumNumber": 1, "numberBought": count}
        return self.add("BuyCertificate", player, certUniqueId=f"{corp}-4", fromName=source, **bought)

    def sell(self, player: str, corp: str, count: int = 1) -> Self:
        """Add a sale of shares."""
        unit = {"shareUnit": 10, "shareUnits": 1, "share": 10}
        return self.add("SellShares", player, corp=corp, maximumNumber=5, numberSold=count, **unit)

    def lay(self, player: str, corp: str, hex: str, tile: str, orientation: int) -> Self:
        """Add a lay of track."""
        laid = {"chosenHexName": hex, "laidTileId": int(tile), "orientation": orientation}
        return self.add("LayTile", player, corp=corp, type=0, tileIds=None, **laid)

    def request(self, player: str, asking: str) -> Self:
        """Let a player who passes automatically ask for his turn back while another player acts."""
        return self.add("RequestTurn", player, requestingPlayerName=asking)
