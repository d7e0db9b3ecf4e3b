"""The printed map and the tiles, as records of the board schema (see `trunkline.engine.board`)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from trunkline.util.messages import gettext_noop

Colour = Literal["yellow", "green", "brown", "gray", "blue"]
"""Tile colours in the order in which tiles replace each other. Blue marks ferry tiles, which replace
nothing."""
COLOURS: tuple[Colour, ...] = ("yellow", "green", "brown", "gray")

Edge = Annotated[int, Meta(ge=0, le=5)]
StopName = Annotated[
    str, Meta(pattern=r"^s[0-3]\Z", description=gettext_noop("the name of a stop, s0 to s3"))
]
Few = Annotated[int, Meta(ge=0, le=9)]
"""A number of places on one hex, each of which is drawn."""
End = Edge | StopName
"""One end of a piece of track: an edge, or a stop of the same tile."""
Track = tuple[tuple[End, End], ...]


class BoardRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of all board records. They are immutable and reject misspelt keys."""


class Stop(BoardRecord, frozen=True):
    """A place on a hex or tile where trains stop."""

    kind: Literal["city", "town", "offboard"]
    """Kind of the stop. Tokens go to cities."""
    value: int = 0
    """Revenue in dollars, unless `values` gives it by phase."""
    values: dict[str, int] = {}
    """Revenue in dollars, by value key (see `off_board` of the phases)."""
    slots: Few = 0
    """Slots for station tokens. A city printed as a black dot has none and is never full."""
    printed: tuple[int, ...] = ()
    """Revenue figures in the printed order, if it differs from the order of use."""
    position: str = ""
    """Position of the printed circle in the hex."""


class Hex(BoardRecord, frozen=True):
    """A hex of the printed map."""

    kind: Literal["clear", "city", "town", "preprinted", "gray", "offboard", "lake", "impassable"]
    """Kind of the hex. preprinted: has track and takes tiles; gray: has track and takes none."""
    name: str = ""
    """Name on the map."""
    colour: Literal["yellow", "green", "brown", ""] = ""
    """Ground colour if not light green. A tile of the next colour is the first one laid here."""
    label: str = ""
    """Letters on the hex, which `first_tiles` can ask for."""
    cities: Annotated[int, Meta(ge=0, le=4)] = 0
    """Number of cities without track."""
    towns: Annotated[int, Meta(ge=0, le=4)] = 0
    """Number of towns without track."""
    stops: tuple[Stop, ...] = ()
    """The stops of printed track."""
    track: Track = ()
    """Printed track: pairs of ends. An end is an edge, 0 to 5, or a stop, s0 to s3."""
    values: dict[str, int] = {}
    """Off-board revenue in dollars, by value key."""
    exits: tuple[Edge, ...] = ()
    """Edges at which an off-board place takes trains."""
    slots: Few = 0
    """Slots for station tokens of an off-board place, for companies that start there."""
    group: str = ""
    """Name of the off-board place that includes this hex. The place counts once."""
    link_edge: Edge | None = None
    """Edge toward the other half of a double hex."""
    pass_through: bool = False
    """True for an off-board-like place that may be in the middle of a run."""
    cost: int = 0
    """Price of the first tile laid here, in dollars."""
    terrain: Literal["", "mountain", "water", "river", "hill"] = ""
    """Terrain on the drawing. Its price is `cost`."""
    upgrade_cost: dict[Colour, int] = {}
    """Price of a replacement in dollars, by its colour."""
    private: str = ""
    """The private company that controls this hex while a player owns it."""
    icons: tuple[str, ...] = ()
    """Marks on the drawing."""
    blocked_edges: tuple[Edge, ...] = ()
    """Sides that track may not cross. A side is blocked if either of its hexes lists it."""
    first_upgrade_exits: tuple[Edge, ...] = ()
    """Exits that the first tile laid here must have."""
    usable_from_phase: str = ""
    """Phase from which routes may use the hex's own track. Track may be laid up to it before."""
    ferry: Track = ()
    """Ferry lines: on a printed stop, track once the route is active; on a lake, the place for a ferry
    tile."""
    ferry_edges: tuple[Edge, ...] = ()
    """Edges that face a ferry route. Tiles laid here must show a ferry line on exactly these."""
    basis: Literal["", "printed", "reconstructed"] = ""
    """Source of the facts of this hex."""
    recon: tuple[str, ...] = ()
    """Fields that are reconstructed although the hex itself is printed."""
    fit_residual: float = 0.0
    """Distance in hexes between a reconstructed place and its geographical position."""


class TileType(BoardRecord, frozen=True):
    """A kind of track tile in the manifest."""

    colour: Colour
    """Colour of the tile."""
    count: int | None
    """Pieces in the box; None: unlimited."""
    supplied: int | None = None
    """Pieces printed, if more may be made."""
    stops: tuple[Stop, ...] = ()
    """The stops of the tile."""
    track: Track = ()
    """Track in rotation 0: pairs of ends. An end is an edge, 0 to 5, or a stop, s0 to s3."""
    label: str = ""
    """Letters on the tile."""
    only_on: tuple[str, ...] = ()
    """The hexes that may have the tile; empty: all."""
    not_on: tuple[str, ...] = ()
    """Hexes that may not have the tile."""
    upgrades_to: tuple[str, ...] = ()
    """Tiles that may replace this tile."""
    upgrades_to_public: tuple[str, ...] = ()
    """Upgrades missing from the rulebook's list that recorded games of other programs use."""
    downgrades_to: tuple[str, ...] = ()
    """Tiles of the same colour or a lower one that may replace this tile."""
    upgrade_phase: str = ""
    """Phase from which upgrades and downgrades of this tile are legal."""
    keep_exits: bool = False
    """True if a replacement must keep the exits but not the separate pieces of track."""
    ferry: Track = ()
    """Ferry lines. They are not track until the route is active."""
    link_edge: Edge | None = None
    """Edge toward the other half of a double hex, in rotation 0."""
    row: int | None = None
    """Position in the printed manifest."""
    basis: Literal["", "matched", "inferred", "reconstructed"] = ""
    """Source of the facts of this tile."""


class FirstTiles(BoardRecord, frozen=True):
    """Tiles that may be laid first on a kind of printed hex. The first entry that matches a hex decides."""

    tiles: tuple[str, ...]
    """The tiles, in any rotation that fits."""
    kind: str = ""
    """Kind of the hexes; empty: every kind."""
    label: str = ""
    """Letters on the hexes; empty: any."""
    cities: int | None = None
    """Number of cities on the hexes; None: any."""
    towns: int | None = None
    """Number of towns on the hexes; None: any."""
    ferries: int | None = None
    """Number of ferry edges."""
    hexes: tuple[str, ...] = ()
    """Coordinates of the hexes; empty: all."""


class Layout(BoardRecord, frozen=True):
    """The arrangement of the hexes."""

    orientation: Literal["flat", "pointy"]
    """Shape of the hexes: with a flat top, or with a point at the top."""
    columns: Literal["letters", "numbers"]
    """The coordinate that names the column. The other one names the row."""
