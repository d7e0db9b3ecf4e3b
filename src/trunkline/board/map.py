"""The printed map and the tiles, as records of the board schema (see `trunkline.board`)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Colour = Literal["yellow", "green", "brown", "gray", "blue"]
"""Tile colours in the order tiles replace each other; blue marks ferry tiles, which replace nothing."""
COLOURS: tuple[Colour, ...] = ("yellow", "green", "brown", "gray")

Edge = Annotated[int, Meta(ge=0, le=5)]
StopName = Annotated[str, Meta(pattern=r"^s[0-3]\Z")]
Few = Annotated[int, Meta(ge=0, le=9)]
"""A number of places on one hex, each of which is drawn."""
End = Edge | StopName
"""One end of a piece of track: an edge, or a stop of the same tile."""
Track = tuple[tuple[End, End], ...]


class Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Common ground of all board records: immutable, and a misspelt key is refused."""


class Stop(Part, frozen=True):
    """A place on a hex or tile where trains stop."""

    kind: Literal["city", "town", "offboard"]
    value: int = 0
    """Revenue, unless `values` gives it by phase."""
    values: dict[str, int] = {}
    """Revenue by value key (see `Phase.off_board`)."""
    slots: Few = 0
    """Station tokens it can hold; a city printed as a black dot holds none and is never full."""
    printed: tuple[int, ...] = ()
    """The figures in the order they are printed, where that is not the order of use."""
    position: str = ""
    """Where in the hex the circle is printed."""


class Hex(Part, frozen=True):
    """One hex of the printed map."""

    kind: Literal["clear", "city", "town", "preprinted", "gray", "offboard", "lake", "impassable"]
    """preprinted: has track and takes tiles; gray: has track and takes none."""
    name: str = ""
    colour: Literal["yellow", ""] = ""
    """Ground colour where not light green: yellow or yellow-edged."""
    label: str = ""
    cities: Annotated[int, Meta(ge=0, le=4)] = 0
    towns: Annotated[int, Meta(ge=0, le=4)] = 0
    stops: tuple[Stop, ...] = ()
    track: Track = ()
    values: dict[str, int] = {}
    """Off-board revenue by value key."""
    exits: tuple[Edge, ...] = ()
    """Edges at which an off-board place takes trains."""
    slots: Few = 0
    """Token circles of an off-board place, for the companies that start there."""
    group: str = ""
    """Name of the off-board place of which this hex is one part; the place counts once."""
    link_edge: Edge | None = None
    """Edge toward the other half of a double hex."""
    pass_through: bool = False
    """An off-board-like place that may stand in the middle of a run."""
    cost: int = 0
    """Price of the first tile laid here."""
    terrain: Literal["", "mountain", "water", "river", "hill"] = ""
    upgrade_cost: dict[Colour, int] = {}
    """Price of a replacement, by its colour."""
    private: str = ""
    """The private company that controls this hex while a player owns it."""
    icons: tuple[str, ...] = ()
    blocked_edges: tuple[Edge, ...] = ()
    """Sides no track may cross; a side is blocked if either of its hexes says so."""
    first_upgrade_exits: tuple[Edge, ...] = ()
    """Exits that the first tile laid here must have."""
    usable_from_phase: str = ""
    """The hex's own track is part of no route before this phase, though track may be laid up to it."""
    ferry: Track = ()
    """Ferry lines: on a printed stop, track once the route is active; on a lake, where a ferry tile goes."""
    ferry_edges: tuple[Edge, ...] = ()
    """Edges that face a ferry route; tiles laid here must show a ferry line on exactly these."""
    basis: Literal["", "printed", "reconstructed"] = ""
    recon: tuple[str, ...] = ()
    """Fields that are reconstructed although the hex itself is printed."""
    fit_residual: float = 0.0
    """Distance in hexes between a reconstructed place and where its geography would put it."""


class TileType(Part, frozen=True):
    """One kind of track tile of the manifest."""

    colour: Colour
    count: int | None
    """Pieces in the box; None: as many as wanted."""
    supplied: int | None = None
    """Pieces printed, where more may be made."""
    stops: tuple[Stop, ...] = ()
    track: Track = ()
    label: str = ""
    only_on: tuple[str, ...] = ()
    not_on: tuple[str, ...] = ()
    upgrades_to: tuple[str, ...] = ()
    upgrades_to_public: tuple[str, ...] = ()
    """Targets missing from the rulebook's list which recorded games of other programs use."""
    downgrades_to: tuple[str, ...] = ()
    upgrade_phase: str = ""
    """Upgrades and downgrades of this tile are legal only from this phase on."""
    keep_exits: bool = False
    """A replacement must keep the exits but not the separate pieces of track."""
    ferry: Track = ()
    """Ferry lines; not track until the route is active."""
    link_edge: Edge | None = None
    """Edge toward the other half of a double hex, in rotation 0."""
    row: int | None = None
    """Position in the printed manifest."""
    basis: Literal["", "matched", "inferred", "reconstructed"] = ""


class FirstTiles(Part, frozen=True):
    """Which tiles may be laid first on a kind of printed hex; the first entry that matches a hex decides."""

    tiles: tuple[str, ...]
    kind: str = ""
    label: str = ""
    cities: int | None = None
    towns: int | None = None
    ferries: int | None = None
    """Number of ferry edges."""
    hexes: tuple[str, ...] = ()


class Layout(Part, frozen=True):
    """How the hexes lie."""

    orientation: Literal["flat", "pointy"]
    columns: Literal["letters", "numbers"]
    """Which coordinate names the column; the other one names the row."""
