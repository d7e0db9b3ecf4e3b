"""Standard powers of privates, as records of the board schema (see `trunkline.engine.board`).

A title in one file lists them with each private. Titles with code leave them out, and use the steps of
`trunkline.engine.powers` directly.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from trunkline.engine.board.map import BoardRecord

User = Literal["corporation", "player"]
"""The owner of a private for whom its power works: a corporation that has bought it, or a player. A player's
power works for the corporation whose turn it is, if the player agrees."""
Percent = Annotated[int, Meta(ge=1, le=100)]


class PrivatePower(BoardRecord, frozen=True, tag_field="kind"):
    """The base of all powers of privates."""


class BlocksHexes(PrivatePower, frozen=True, tag="blocks"):
    """A power that bars track on some hexes while a player owns the private."""

    hexes: tuple[str, ...] = ()
    """The hexes; empty for the hexes of the private."""


class LaysTile(PrivatePower, frozen=True, tag="lay"):
    """A power to lay one tile on one of some hexes without a route, once."""

    hexes: tuple[str, ...] = ()
    """The hexes; empty for the hexes of the private."""
    tiles: tuple[str, ...] = ()
    """The tiles that a corporation may lay; empty for every first tile of the hex."""
    extra: bool = True
    """True if the lay comes in addition to the lays of the turn. A player's lay always does."""
    by: User = "corporation"
    """The owner who can use the power."""


class PlacesToken(PrivatePower, frozen=True, tag="token"):
    """A power of a corporation to place its token of the turn in a city without a route and without cost."""

    hexes: Annotated[tuple[str, ...], Meta(max_length=1)] = ()
    """The hex of the city; empty for the hex of the private."""


class CheaperTerrain(PrivatePower, frozen=True, tag="discount"):
    """A power that reduces terrain costs of a corporation."""

    terrain: tuple[Literal["mountain", "water", "river", "hill"], ...] = ()
    """The kinds of terrain; empty for all."""
    hexes: tuple[str, ...] = ()
    """The hexes; empty for all."""
    percent: Percent = 100
    """The part of the cost that is not paid, in percent."""
    by: User = "corporation"
    """The owner who can use the power. A player gives it to one corporation permanently."""


class EarnsMore(PrivatePower, frozen=True, tag="revenue"):
    """A power that adds dollars to each train of a corporation that counts a stop on one of some hexes."""

    value: int
    """Dollars for each train."""
    hexes: tuple[str, ...] = ()
    """The hexes; empty for the hexes of the private."""
    chosen: bool = False
    """True if the corporation chooses one of the hexes, and marks it with a token."""
    until_phase: str = ""
    """The phase that ends the power; empty if no phase does."""
    by: User = "corporation"
    """The owner who can use the power. A player gives it to one corporation permanently."""


class ExchangesForShare(PrivatePower, frozen=True, tag="exchange"):
    """A power of a player to exchange the private for a share, in the player's turn. The share comes from the
    IPO, or from the pool if the IPO has none."""

    corporation: str
    """Id of the corporation whose share the player gets."""
    when: Literal["stock round", "any round"] = "stock round"
    """The rounds of the exchange. `any round`: also in the operating turn of a corporation of which the
    player is president."""


AnyPower = BlocksHexes | LaysTile | PlacesToken | CheaperTerrain | EarnsMore | ExchangesForShare
"""Every power that a private of a board file can have."""
