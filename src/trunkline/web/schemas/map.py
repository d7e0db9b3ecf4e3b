"""Maps and routes: the board, its tiles and tokens, possible upgrades, and runs with their revenue."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from trunkline.web.schemas.answers import Amount
from trunkline.web.schemas.log import Line, RoundKey


class PlacedToken(Struct, frozen=True):
    """A station token. ``x`` and ``y`` are relative to the centre of its hex."""

    corp: str
    stop: int
    slot: int
    x: float
    y: float
    size: float
    """The scale of the token, where 1 is the size on most hexes."""


class SlotSpot(Struct, frozen=True):
    """A circle for a station token. ``x`` and ``y`` are relative to the centre of its hex."""

    x: float
    y: float
    radius: float


class PrivateTokenFacts(Struct, frozen=True):
    """A private's token on the map. ``x`` and ``y`` are relative to the centre of its hex."""

    id: str
    hex: str
    corp: str
    text: str
    x: float
    y: float


class StopSpot(Struct, frozen=True):
    """A stop and its id in routes. ``x`` and ``y`` are relative to the centre of its hex."""

    stop: str
    name: str
    x: float
    y: float


class TrackFacts(Struct, frozen=True):
    """The part of a route or line on one hex.

    ``d`` is the attribute of an SVG path around the centre of the hex.
    """

    hex: str
    d: str


class MapFacts(Struct, frozen=True):
    """The tiles, stops and tokens on the map, by hex. Hexes without any are omitted."""

    tiles: dict[str, tuple[str, int]]
    stops: dict[str, tuple[StopSpot, ...]]
    tokens: dict[str, tuple[PlacedToken, ...]]
    private_tokens: tuple[PrivateTokenFacts, ...]
    ferries: tuple[TrackFacts, ...]
    """The lines of open ferry routes, drawn at their shores."""
    highlights: dict[str, str]
    era: int
    """The index of the off-board values in force. The board draws them with the class ``worth-N``."""


class Laid(Struct, frozen=True):
    """The tiles laid on the map, with their rotations, and the tokens, by hex."""

    tiles: dict[str, tuple[str, int]]
    tokens: dict[str, tuple[PlacedToken, ...]]


class HexOption(Struct, frozen=True):
    """A tile that could be laid on the hex.

    ``rotations`` fit the hex, and those in ``legal`` are legal now.
    """

    tile: str
    colour: str
    rotations: tuple[int, ...]
    legal: tuple[int, ...]
    left: int | None
    when: str
    """``now``, or the first phase in which its colour may be laid."""
    rule: str | None
    why: str | None
    """The reason why it may not be laid now."""


class HexFacts(Struct, frozen=True):
    """A hex and the tiles that could be laid on it."""

    hex: str
    name: str
    now: str
    lines: tuple[str, ...]
    options: tuple[HexOption, ...]


class StopFacts(Struct, frozen=True):
    """A stop of a route and its value, in dollars."""

    stop: str
    name: str
    value: int


class RouteFacts(Struct, frozen=True):
    """The route of one train.

    ``more`` lists further stops that the train can visit on other routes through the same stops.
    """

    train: str
    type: str
    path: tuple[str, ...]
    stops: tuple[StopFacts, ...]
    bonuses: tuple[StopFacts, ...]
    pair: int
    tolls: tuple[Amount, ...]
    revenue: int
    text: str
    track: tuple[TrackFacts, ...]
    more: tuple[str, ...] = ()


class PlanFacts(Struct, frozen=True):
    """The best runs of a corporation."""

    total: int
    proof: str
    bound: int
    trains: tuple[str, ...]
    routes: tuple[RouteFacts, ...]


class RunsMade(Struct, frozen=True):
    """The last runs of a corporation, as made at the time, and the number of their entry."""

    number: int
    round: str
    round_key: RoundKey
    total: int
    routes: tuple[RouteFacts, ...]


class CheckFacts(Struct, frozen=True):
    """The total revenue of a set of runs, and every rule that they break."""

    total: int
    routes: tuple[RouteFacts, ...]
    problems: tuple[Line, ...]


class CorpDelta(Struct, frozen=True):
    """The change in a corporation's best runs, in dollars."""

    corp: str
    delta: int


class LayProspect(Struct, frozen=True):
    """The result of a lay: the best runs after it and the change from now, in dollars."""

    choice: int
    """The id of the choice."""
    hex: str
    tile: str
    rotation: int
    power: str
    cost: int
    run: int
    delta: int
    proof: str
    """``optimal``, or the upper bound of the search: ``at most X``."""
    others: tuple[CorpDelta, ...]
    """Other corporations whose best runs change. Empty if the table's settings hide them."""


class SlotProspect(Struct, frozen=True):
    """The result of placing a station token, in dollars."""

    choice: int
    """The id of the choice."""
    hex: str
    stop: int
    power: str
    cost: int
    run: int
    delta: int
    proof: str
    keeps: tuple[CorpDelta, ...]
    """The loss in best runs if other corporations' tokens filled the city. The corporation's own token
    prevents it."""
    shuts: tuple[CorpDelta, ...]
    """Other corporations whose best runs get worse. Empty if the table's settings hide them."""


class WhatIf(Struct, frozen=True):
    """The effect of each legal lay and token of a corporation on best runs, best first."""

    corp: str
    run: int
    """Its best runs on the present board, in dollars."""
    proof: str
    others_shown: bool
    """True if the table's settings allow results for other corporations."""
    lays: tuple[LayProspect, ...]
    slots: tuple[SlotProspect, ...]
    waiting: tuple[str, ...]
    """The hexes that the time limit left out, in order. Request each of them separately."""


class LayoutFacts(Struct, frozen=True):
    """The orientation of the hexes. ``radius`` is the distance from the centre to a corner."""

    orientation: Literal["flat", "pointy"]
    radius: float


class DrawnHex(Struct, frozen=True):
    """A hex of the map: its centre, and the symbol for its printed content."""

    x: float
    y: float
    name: str
    symbol: str


class BoxFacts(Struct, frozen=True):
    """A box of the chart."""

    price: int
    par: bool
    zone: str
    arrow: Literal["", "up", "down"]


class CorpColours(Struct, frozen=True):
    """The name, colours, symbol and home hexes of a corporation."""

    id: str
    name: str
    colour: str
    text_colour: str
    symbol: str
    home: tuple[str, ...]


class TileFacts(Struct, frozen=True):
    """A kind of tile. ``tile-ID-r`` is its symbol in rotation r."""

    colour: str
    count: int | None


class BoardFacts(Struct, frozen=True):
    """The printed part of the board, which never changes during a game."""

    title: str
    name: str
    hash: str
    """The hash for the address ``symbols.svg?h=``. A response for this hash never changes, so you can cache
    it permanently."""
    layout: LayoutFacts
    extent: tuple[float, float, float, float]
    hexes: dict[str, DrawnHex]
    chart: tuple[tuple[BoxFacts | None, ...], ...]
    zones: dict[str, str]
    chart_offset: bool
    """True if every second row of the chart is half a box further right, as on a chart of hexes."""
    corporations: tuple[CorpColours, ...]
    tiles: dict[str, TileFacts]
    token_scale: float
    """The scale of station tokens on the map, relative to their symbols."""
    private_token_scale: float
    """The scale of the tokens of privates' powers, relative to their symbols."""
