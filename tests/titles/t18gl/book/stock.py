"""All moves of a stock turn (3, 4.1, 4.5.1.2): sales and purchases with their prices."""

from __future__ import annotations

from typing import Any

from titles.t18gl.book.printed import BOARD, PHASES

Move = tuple[str | int, ...]
"""A move as a tuple. The forms are:

pass; sell, corporation, count; buy or buy president, corporation, source; start, corporation, price; buy
bond; sell bonds, count.
"""
ROWS = BOARD["chart"]["rows"]
STARTING_VALUES = (60, 70, 75, 80, 90, 100, 140, 200)
BOND = 100
CERTIFICATE_PASSES_ON = True
"""If true, a president may sell the shares of the certificate if another player can exchange two shares.

Other games of the family allow this. By the letter of the rulings only single shares are sold.
"""


class Stock:
    """The moves of the player whose turn it is in a stock round."""

    def __init__(self, state: dict[str, Any]) -> None:
        self.state = state
        self.turn = state["stock"]
        self.name: str = self.turn["turn"]
        self.player = state["players"][self.name]
        self.cash: int = self.player["cash"]
        seats = len(state["players"])
        self.certificate_limit: int = BOARD["players"][seats]["certificates"]
        self.corps = [corp for corp in state["corporations"].values() if not corp.get("closed")]
        self.set: int = state["round"].get("number", 1)

    # -- holdings

    def box(self, corp: dict[str, Any]) -> dict[str, Any]:
        """Return the box of its share price."""
        row, column = corp["cell"]
        return dict(ROWS[row][column])

    def held(self, corp: dict[str, Any], player: str | None = None) -> int:
        """Return the number of shares of a corporation that a player holds."""
        return int(corp.get("shares", {}).get(player or self.name, 0))

    def certificate(self, corp: dict[str, Any]) -> int:
        """Return by how many a president's shares exceed his certificates."""
        return max(corp.get("double", 2) - 1, 0) if corp.get("president") == self.name else 0

    def counted(self) -> int:
        """Return the number of certificates that count against the limit, without the yellow zone."""
        return sum(
            self.held(corp) - self.certificate(corp)
            for corp in self.corps
            if self.held(corp) and self.box(corp).get("zone") != "yellow"
        )

    def most(self, corp: dict[str, Any]) -> int:
        """Return the most shares of a corporation that one player may hold: 60 percent."""
        return int(corp.get("total", 10) * BOARD["share_limit"] // 100)

    # -- moves

    def sales(self) -> dict[Move, dict[str, Any]]:
        """Return the legal sales, each with its corporation."""
        found: dict[Move, dict[str, Any]] = {}
        if self.turn.get("bought"):
            return found
        for corp in self.corps:
            if not corp.get("operated") or corp["id"] in self.turn.get("sold", {}):
                continue
            can = self.sellable(corp)
            room = corp.get("total", 10) * BOARD["pool_limit"] // 100 - corp.get("pool", 0)
            for count in range(1, min(can, room) + 1):
                found["sell", corp["id"], count] = corp
        return found

    def sellable(self, corp: dict[str, Any]) -> int:
        """Return the number of shares that the player could sell.

        The certificate is never sold, but it may pass to another player. The last player with a share of
        CONRAIL keeps it.
        """
        held = self.held(corp)
        if corp.get("president") != self.name:
            return held
        others = [self.held(corp, other) for other in self.state["players"] if other != self.name]
        certificate: int = corp.get("double", 2)
        if not certificate:
            return held if any(others) else held - 1
        return held if CERTIFICATE_PASSES_ON and max(others) >= 2 else held - certificate

    def bond_sales(self) -> set[Move]:
        """Return the legal sales of bonds."""
        own = self.state.get("bonds", {}).get(self.name, 0)
        return set() if self.turn.get("bought") else {("sell bonds", count) for count in range(1, own + 1)}

    def purchases(self) -> set[Move]:
        """Return the legal purchases."""
        if self.turn.get("bought"):
            return set()
        found: set[Move] = set()
        for corp in self.corps:
            if corp["id"] == "CR" and not corp.get("cell"):
                continue
            if corp.get("cell") and not self.barred(corp):
                found |= self.shares_of(corp)
            elif not corp.get("started") and not corp.get("cell"):
                found |= {("start", corp["id"], value) for value in self.values() if self.may_start(value)}
        sold = "a bond" in self.turn.get("sold", {})
        if self.state.get("bonds", {}).get("pool", 0) and self.cash >= BOND and not sold:
            found.add(("buy bond",))
        return found

    def barred(self, corp: dict[str, Any]) -> bool:
        """Return whether the player has sold shares of it in this stock round."""
        bans = self.state.get("bans", {}).get(self.name, ())
        return corp["id"] in self.turn.get("sold", {}) or any([corp["id"], self.set] == list(b) for b in bans)

    def shares_of(self, corp: dict[str, Any]) -> set[Move]:
        """Return the legal purchases of a corporation's certificates."""
        box, found = self.box(corp), set[Move]()
        if box.get("zone") != "yellow" and self.counted() + 1 > self.certificate_limit:
            return found
        for source in ("offering", "treasury", "pool"):
            # A player who takes the president's certificate without an owner pays for its two shares.
            lies_there = 2 if corp.get("certificate", "") == source else 0
            for word, shares, there in (
                ("buy", 1, corp.get(source, 0) - lies_there),
                ("buy president", 2, lies_there),
            ):
                room = self.held(corp) + shares <= self.most(corp)
                if there > 0 and room and shares * box["price"] <= self.cash:
                    found.add((word, corp["id"], source))
        return found

    def values(self) -> list[int]:
        """Return the starting values of the phase."""
        phase = PHASES[self.state.get("phase", 0)]["name"]
        top = {"2H": 100, "4H": 100, "6H": 140, "10H": 140, "E": 200, "D": 200}[phase]
        return [value for value in STARTING_VALUES if value <= top]

    def may_start(self, value: int) -> bool:
        """Return whether a president's certificate may be bought at this value."""
        return 2 * value <= self.cash and self.counted() + 1 <= self.certificate_limit

    def owed(self, sales: dict[Move, dict[str, Any]]) -> set[Move]:
        """Return the sales that a player over a limit must choose from. The set is empty otherwise (4.1.1).

        Each corporation is sold once in a turn. So a sale that is too small to comply, as far as that is
        possible, is not among them.
        """
        counts: dict[str, set[int]] = {corp["id"]: {0} for corp in self.corps if self.held(corp)}
        for move in sales:
            counts[str(move[1])].add(int(move[2]))
        over_share = False
        for corp in self.corps:
            excess = self.held(corp) - self.most(corp)
            if excess > 0 and len(counts[corp["id"]]) > 1:
                over_share = True
                needed = min(excess, max(counts[corp["id"]]))
                counts[corp["id"]] = {count for count in counts[corp["id"]] if count >= needed}
        by_id = {corp["id"]: corp for corp in self.corps}
        least = {id: min(self.left(by_id[id], count) for count in known) for id, known in counts.items()}
        limit = max(self.certificate_limit, sum(least.values()))
        over = self.counted() > self.certificate_limit and sum(least.values()) < self.counted()
        if not over and not over_share:
            return set()
        return {
            move
            for move in sales
            if int(move[2]) in counts[str(move[1])]
            and sum(least.values()) - least[str(move[1])] + self.left(sales[move], int(move[2])) <= limit
        }

    def left(self, corp: dict[str, Any], count: int) -> int:
        """Return the number of certificates that count against the limit after a sale of ``count`` shares."""
        row, column = corp["cell"]
        floor = max(number for number, boxes in enumerate(ROWS) if column < len(boxes))
        held = self.held(corp) - count
        if ROWS[min(row + count, floor)][column].get("zone") == "yellow":
            return 0
        others = [self.held(corp, name) for name in self.state["players"] if name != self.name]
        return held - (self.certificate(corp) if held >= max(others) else 0)

    def price(self, move: Move) -> int:
        """Return the player's payment for a move. For a sale it is negative: the bank pays."""
        if move[0] == "pass":
            return 0
        if move[0] == "buy bond":
            return BOND
        if move[0] == "sell bonds":
            return -BOND * int(move[1])
        corp = self.state["corporations"][str(move[1])]
        if move[0] == "start":
            return 2 * int(move[2])
        if move[0] == "sell":
            return -int(self.box(corp)["price"]) * int(move[2])
        price: int = self.box(corp)["price"]
        return 2 * price if move[0] == "buy president" else price

    def all(self) -> set[Move]:
        """Return every legal move."""
        sales = self.sales()
        if owed := self.owed(sales):
            return owed
        return {("pass",), *sales, *self.bond_sales(), *self.purchases()}
