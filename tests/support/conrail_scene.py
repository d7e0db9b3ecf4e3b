"""Positions around CONRAIL: corporations without a train, the train that begins a phase, itself in play."""

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
    """A game of 18GL just before the first train of a class: DT&I is rich and about to buy it."""

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
        """A corporation, the first holder its president: without a train if it is given none."""
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
        """DT&I buys the first train of the class, after these have had their turns. Returns what happens."""
        self.turn(BUYER, "trains", done=done)
        return self.play(self.buy(BUYER, self.first))

    @property
    def formed(self) -> bool:
        """Whether CONRAIL has formed."""
        return self.own.conrail.formed

    def split(self) -> tuple[dict[str, int], int, int]:
        """CONRAIL's shares with the players, in its treasury and in the pool."""
        corp = self.corp(CR)
        return dict(corp.shares), corp.treasury, corp.pool

    def bonds(self) -> dict[str, int]:
        """The bonds by place."""
        return dict(self.state.bonds)

    def stations(self) -> list[str]:
        """The hexes where CONRAIL's tokens stand."""
        return sorted(hex for hex, _ in self.state.tokens_of(CR))

    def place_station(self) -> None:
        """A token of CONRAIL in Flint, with track to Lansing's neighbour: it has a run."""
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
        """CONRAIL in play, formed at some time before; the first holder is its president and the rest of its
        shares lie in the pool. ``certificate``: where the president's lies if the president has it not."""
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
    """CONRAIL formed at the first 10H out of corporations so held, with shares in their treasuries and the
    rest in the pool; prices are $100 where nothing is said."""
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
    """A token given up by CONRAIL's president."""
    return A.RemoveToken(player, CR, hex, 0)
