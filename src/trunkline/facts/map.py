"""Maps and routes as they are sent: the board, what lies on it, what a hex can become, runs, their sums."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from trunkline.facts.answers import Amount
from trunkline.tables.records import Line, RoundKey


class PlacedToken(Struct, frozen=True):
    """A station token; x and y are seen from the centre of its hex."""

    corp: str
    stop: int
    slot: int
    x: float
    y: float
    size: float
    """How large it stands, where 1 is as large as on most hexes."""


class SlotSpot(Struct, frozen=True):
    """A circle that a token may stand on; x and y are seen from the centre of its hex."""

    x: float
    y: float
    radius: float


class PrivateTokenFacts(Struct, frozen=True):
    """The token of a private's power on the map; x and y are seen from the centre of its hex."""

    id: str
    hex: str
    corp: str
    text: str
    x: float
    y: float


class StopSpot(Struct, frozen=True):
    """A stop as runs name it; x and y are seen from the centre of its hex."""

    stop: str
    name: str
    x: float
    y: float


class TrackFacts(Struct, frozen=True):
    """The part of a route, or a line, on one hex: the ``d`` of an SVG path around the centre of the hex."""

    hex: str
    d: str


class MapFacts(Struct, frozen=True):
    """What lies on the map, by hex; where there is nothing of a kind there is no entry."""

    tiles: dict[str, tuple[str, int]]
    stops: dict[str, tuple[StopSpot, ...]]
    tokens: dict[str, tuple[PlacedToken, ...]]
    private_tokens: tuple[PrivateTokenFacts, ...]
    ferries: tuple[TrackFacts, ...]
    """The lines at the shores of the ferry routes that are open."""
    highlights: dict[str, str]
    era: int
    """Which of the off-board values are in force: those drawn with the class ``worth-N``."""


class Laid(Struct, frozen=True):
    """What has been laid on the map: a tile and its rotation, and tokens, by hex."""

    tiles: dict[str, tuple[str, int]]
    tokens: dict[str, tuple[PlacedToken, ...]]


class HexOption(Struct, frozen=True):
    """A tile that the hex could become. ``rotations`` fit the hex, those in ``legal`` may be laid now."""

    tile: str
    colour: str
    rotations: tuple[int, ...]
    legal: tuple[int, ...]
    left: int | None
    when: str
    """``now``, or from which phase on its colour may be laid."""
    rule: str | None
    why: str | None
    """Why it may not be laid now."""


class HexFacts(Struct, frozen=True):
    """A hex, and what it can become."""

    hex: str
    name: str
    now: str
    lines: tuple[str, ...]
    options: tuple[HexOption, ...]


class StopFacts(Struct, frozen=True):
    """A stop of a route and what it adds."""

    stop: str
    name: str
    value: int


class RouteFacts(Struct, frozen=True):
    """A route of one train. ``more`` are further stops that routes through the same stops can visit."""

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
    """The runs that a corporation made last, as they were then, and the entry they were made with."""

    number: int
    round: str
    round_key: RoundKey
    total: int
    routes: tuple[RouteFacts, ...]


class CheckFacts(Struct, frozen=True):
    """What runs would earn together, and every rule they break."""

    total: int
    routes: tuple[RouteFacts, ...]
    problems: tuple[Line, ...]


class CorpDelta(Struct, frozen=True):
    """By how many dollars the best runs of a corporation change."""

    corp: str
    delta: int


class LayProspect(Struct, frozen=True):
    """What a lay would do: the best runs after it, in dollars, and the change from now."""

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
    """``optimal``, or the bound that the search left: ``at most X``."""
    others: tuple[CorpDelta, ...]
    """Other corporations whose best runs change; empty where the table's setting keeps that back."""


class SlotProspect(Struct, frozen=True):
    """What a station token would do."""

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
    """What the corporation's best runs would lose if the city were full of others' tokens, which its own
    token keeps from happening."""
    shuts: tuple[CorpDelta, ...]
    """Other corporations whose best runs get worse; empty where the table's setting keeps that back."""


class WhatIf(Struct, frozen=True):
    """What each legal lay and token of a corporation would do to best runs, the best first."""

    corp: str
    run: int
    """Its best runs as the board lies, in dollars."""
    proof: str
    others_shown: bool
    """Whether the table's setting lets the answer say what becomes of other corporations' runs."""
    lays: tuple[LayProspect, ...]
    slots: tuple[SlotProspect, ...]
    waiting: tuple[str, ...]
    """Hexes for which there was no time in this answer: to be asked for one by one, in this order."""


class LayoutFacts(Struct, frozen=True):
    """How the hexes lie; radius is from the centre to a corner."""

    orientation: Literal["flat", "pointy"]
    radius: float


class DrawnHex(Struct, frozen=True):
    """A hex of the map: its centre, and the symbol of what is printed there."""

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
    """How a corporation is drawn."""

    id: str
    name: str
    colour: str
    text_colour: str
    symbol: str
    home: tuple[str, ...]


class TileFacts(Struct, frozen=True):
    """A kind of tile; its symbol in rotation r is ``tile-ID-r``."""

    colour: str
    count: int | None


class BoardFacts(Struct, frozen=True):
    """What is printed and never changes."""

    title: str
    name: str
    hash: str
    """To be put behind ``symbols.svg?h=``; what is asked for by it may be kept for ever."""
    layout: LayoutFacts
    extent: tuple[float, float, float, float]
    hexes: dict[str, DrawnHex]
    chart: tuple[tuple[BoxFacts | None, ...], ...]
    zones: dict[str, str]
    corporations: tuple[CorpColours, ...]
    tiles: dict[str, TileFacts]
    token_scale: float
    """How much larger than their symbols station tokens stand on the map."""
    private_token_scale: float
    """The same for the tokens of privates' powers."""
