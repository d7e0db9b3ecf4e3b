"""Positions around CONRAIL: corporations without a train, its formation and its operation."""

from __future__ import annotations

from collections.abc import Mapping

from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.kernel import chart
from trunkline.engine.kernel.events import Event
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.track.map_index import Token
from trunkline.titles.t18gl.state import Conrail

BUYER = "DT&I"
CR = "CR"
BEFORE = {"6H": "4H", "10H": "6H", "E": "10H", "D": "E"}

Held = Mapping[str, Mapping[str, int]]


class ConrailScene(Scene):
    """A game of 18GL just before the first train of a class. DT&I is rich and about to buy it."""

    def __init__(self, players: int = 3, *, buyer: str = "P1", first: str = "10H") -> None:
        super().__init__(players)
        self.first = first
        self.opened().phase(BEFORE[first])
        self.sell_out(BEFORE[first])
        self.floated(BUYER, buyer, cash=2000)

    def old(
        self,
        id: str,
        shares: Mapping[str, int],
        *,
        treasury: int | None = None,
        price: int = 100,
        cash: int = 0,
        loans: int = 0,
        operated: bool = True,
        trains: str = "",
    ) -> Corporation:
        """Add a corporation with the first holder as president. ``trains`` names its trains, if any."""
        corp = self.floated(
            id,
            next(iter(shares)),
            dict(shares),
            treasury=treasury,
            price=price,
            cash=cash,
            operated=operated,
        )
        corp.loans = loans
        self.give_trains(id, *trains.split())
        return corp

    def begins(self, *, done: tuple[str, ...] = ()) -> list[Event]:
        """Let DT&I buy the first train of the class after the turns of ``done``. Return the events."""
        self.turn(BUYER, "trains", done=done)
        return self.play(self.buy(BUYER, self.first))

    @property
    def formed(self) -> bool:
        """True once CONRAIL has formed."""
        return self.own.conrail.formed

    def split(self) -> tuple[dict[str, int], int, int]:
        """Return CONRAIL's shares of the players, in its treasury and in the pool."""
        corp = self.corp(CR)
        return dict(corp.shares), corp.treasury, corp.pool

    def bonds(self) -> dict[str, int]:
        """Return the number of bonds by place."""
        return dict(self.state.bonds)

    def stations(self) -> list[str]:
        """Return the hexes with a CONRAIL token."""
        return sorted(hex for hex, _ in self.state.tokens_of(CR))

    def place_station(self) -> None:
        """Put a token of CONRAIL in Flint, with track to Lansing's neighbour, so that it has a run."""
        self.tiles("I11:57:0 I9:58:0")
        self.state.tokens = {**self.state.tokens, "I11": (Token(0, CR, 0),)}

    def conrail(
        self,
        shares: Mapping[str, int],
        *,
        total: int = 10,
        treasury: int = 0,
        certificate: str = "",
        price: int = 125,
        cash: int = 0,
        operated: bool = True,
        bonds: Mapping[str, int] | None = None,
    ) -> Corporation:
        """Return CONRAIL in play, formed earlier. The first holder is its president.

        The rest of its shares are in the pool. ``certificate`` is the place of the president's certificate if
        the president does not hold it.
        """
        if self.waits_for_opening():
            self.opened()
        corp = self.corp(CR)
        corp.total, corp.offering, corp.home, corp.started = total, 0, True, True
        corp.shares, corp.president = dict(shares), next(iter(shares))
        corp.treasury = treasury
        corp.pool = total - treasury - sum(shares.values())
        corp.certificate, corp.double = certificate, 0 if certificate else 2
        corp.operated = operated
        row = self.game.title.board.chart.rows[0]
        column = next(place for place, box in enumerate(row) if box is not None and box.price == price)
        chart.place(self.table, corp, (0, column))
        self.set_cash(CR, cash)
        self.state.bonds = dict(bonds or {"treasury": 10})
        self.own.conrail = Conrail(True, "10H", ("PRR", "NYC"), bool(certificate))
        return corp


def forming(
    held: Held,
    *,
    players: int = 3,
    buyer: str = "P1",
    treasury: Mapping[str, int] | None = None,
    prices: Mapping[str, int] | None = None,
    cash: Mapping[str, int] | None = None,
    loans: Mapping[str, int] | None = None,
    done: tuple[str, ...] = (),
) -> ConrailScene:
    """Form CONRAIL at the first 10H from corporations with these holdings.

    ``treasury`` gives shares in their treasuries; the rest are in the pool. A price that is not given is
    $100.
    """
    scene = ConrailScene(players, buyer=buyer)
    for id, shares in held.items():
        scene.old(
            id,
            shares,
            treasury=(treasury or {}).get(id, 0),
            price=(prices or {}).get(id, 100),
            cash=(cash or {}).get(id, 0),
            loans=(loans or {}).get(id, 0),
        )
    scene.begins(done=done)
    return scene


def give_up(hex: str, player: str = "P1") -> A.RemoveToken:
    """Return the action by which CONRAIL's president gives up a token."""
    return A.RemoveToken(player, CR, hex, 0)
