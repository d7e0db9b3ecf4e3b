"""Positions of 18GL in which money is due: CONRAIL and its bonds, a corporation that must buy a train."""

from __future__ import annotations

from older_rulings import begun_under
from scenes_18gl import Scene
from trunkline.engine.kernel.state import POOL, TREASURY, Corporation

CR = "CR"


def conrail(
    scene: Scene,
    president: str = "P1",
    shares: dict[str, int] | None = None,
    *,
    cash: int = 0,
    price: int = 125,
    bonds: dict[str, int] | None = None,
) -> Corporation:
    """Return CONRAIL after it has formed.

    Its ten bonds are in its treasury, except those that ``bonds`` gives to players or the pool.
    """
    scene.corp(CR).home = True
    corp = scene.floated(CR, president, shares or {president: 4}, treasury=0, price=price, cash=cash)
    scene.own.conrail.formed = True
    out = dict(bonds or {})
    left = {TREASURY: 10 - sum(out.values()), **out}
    scene.state.bonds = {place: count for place, count in left.items() if count}
    return corp


def in_need(
    *,
    players: int = 3,
    phase: str = "10H",
    treasury: int = 0,
    cash: int = 0,
    loans: int = 0,
    shares: dict[str, int] | None = None,
    rulings: int = 0,
) -> Scene:
    """Return a scene in which IC (P1) has no train and must buy one.

    P1 also holds three shares of NKP, P2's corporation, at $90. ``rulings`` is the version that the game
    started under; 0 means the current one.
    """
    scene = Scene(players)
    if rulings:
        scene.game = begun_under(scene.game, rulings)
    scene.opened().phase(phase)
    scene.floated("NKP", "P2", {"P1": 3, "P2": 4}, price=90)
    scene.floated("IC", "P1", shares or {"P1": 5, "P2": 2}, price=100, cash=treasury)
    scene.corp("IC").loans = loans
    scene.set_cash("P1", cash)
    return scene.turn("IC", "trains")


def pool_of(scene: Scene, id: str) -> int:
    """Return the percentage of a corporation in the pool."""
    corp = scene.corp(id)
    return corp.pool * corp.percent


def bonds_at(scene: Scene, *places: str) -> tuple[int, ...]:
    """Return the number of bonds at each of these places."""
    return tuple(scene.state.bonds.get(place, 0) for place in places)


__all__ = ["CR", "POOL", "TREASURY", "bonds_at", "conrail", "in_need", "pool_of"]
