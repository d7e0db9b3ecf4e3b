"""What goes over the wire: requests, which are checked on the way in, and answers.

Money is in whole dollars, shares are in percent. What is null does not exist at that moment.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from trunkline.kernel.action import KINDS, AnyAction, tag
from trunkline.kernel.routes import Run

Whole = Annotated[int, Meta(ge=0, le=2**31)]
"""A version, a number of entries or a seed; more than any game has."""
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Short = Annotated[str, Meta(max_length=80)]
PERSON, RANDOM = "person", "random"
Status = Literal["unstarted", "started", "floated", "closed"]
SeatKind = Literal["person", "random"]
EntryKind = Literal["action", "undo", "redo"]
ActionKind = StrEnum("ActionKind", [(tag(kind), tag(kind)) for kind in KINDS])  # type: ignore[misc]
ActionKind.__doc__ = "A kind of action."


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client sends; a field that is not known is refused."""


# -- requests


class SeatWish(Request, frozen=True):
    """A seat of a new game."""

    name: Name
    kind: SeatKind = "person"


class NewGame(Request, frozen=True):
    """A new game; without a seed one is drawn."""

    title: Short
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=12)]
    seed: Whole | None = None
    variants: Annotated[list[Short], Meta(max_length=20)] = field(default_factory=list)
    rules: Short = "printed"
    runs: Short = "best"
    seating: Short = "given"


class Act(Request, frozen=True):
    """An action at the moment it was chosen at."""

    version: Whole
    action: AnyAction


class Undo(Request, frozen=True):
    """Back to an earlier moment: the one after entry ``to``, or else the last at which a person decides."""

    version: Whole
    to: Whole | None = None


class Redo(Request, frozen=True):
    """Forward along a branch that begins with entry ``branch``, or else along the one played last."""

    version: Whole
    branch: Whole | None = None


class Wish(Request, frozen=True):
    """Which action an open choice should become: the best one known, or any legal one."""

    version: Whole
    choice: Whole
    how: Literal["best", "any"] = "best"


class Through(Request, frozen=True):
    """A train and stops that its route must go through, beside other runs."""

    train: Short
    stops: Annotated[list[Short], Meta(max_length=30)]
    beside: Annotated[list[Run], Meta(max_length=12)] = field(default_factory=list)
    only: bool = False


class Runs(Request, frozen=True):
    """Runs that might be made together."""

    runs: Annotated[list[Run], Meta(max_length=12)]


class BranchAt(Request, frozen=True):
    """Where a copy of the game should begin: after so many entries."""

    at: Whole


# -- what is kept


class Seat(Struct, frozen=True):
    """Who plays for a name. ``seed`` is that of a random player."""

    name: str
    kind: SeatKind = "person"
    seed: int = 0


class Line(Struct, frozen=True):
    """One line of the log; ``rule`` is the id of the rule it came from, or empty."""

    text: str
    rule: str = ""


class Told(Struct, frozen=True):
    """What an entry did, in words, and who had to decide after it."""

    lines: tuple[Line, ...] = ()
    round: str = ""
    """The round it was made in."""
    next_round: str = ""
    to_act: tuple[str, ...] = ()
    over: bool = False
    turn: str = ""
    """What tells the turn in progress after it from others; empty in what older versions kept."""


# -- answers


class Version(Struct, frozen=True):
    """The number of the last entry."""

    version: int


class Made(Struct, frozen=True):
    """A game that has been made."""

    id: str
    version: int


class Logged(Struct, frozen=True):
    """An entry of the log: an action of ``seat``, or an undo or a redo.

    ``corp`` is the corporation that the action is made for or concerns.
    """

    number: int
    kind: EntryKind
    action: ActionKind | None
    seat: str
    corp: str | None
    round: str
    at: str
    lines: tuple[Line, ...]


class Problem(Struct, frozen=True):
    """Why a request was not carried out."""

    error: str
    rule: str | None = None
    version: int | None = None
    missed: tuple[Logged, ...] | None = None
    """With 409: the entries since the version that the request was made at."""


class Event(Struct, frozen=True):
    """An entry, told to those who watch."""

    version: int
    kind: EntryKind
    seat: str
    to_act: tuple[str, ...]
    over: bool
    lines: tuple[Line, ...]


class TitleFacts(Struct, frozen=True):
    """A title that can be played."""

    id: str
    name: str
    players: tuple[int, int]
    variants: tuple[str, ...]
    rules: tuple[str, ...]
    designers: str


class Origin(Struct, frozen=True):
    """The moment of another game that a sandbox began at."""

    game: str
    at: int


class Listed(Struct, frozen=True):
    """A game in the list of games."""

    id: str
    title: str
    seats: tuple[Seat, ...]
    round: str
    over: bool
    to_act: tuple[str, ...]
    created: str
    version: int
    put_away: bool
    origin: Origin | None


class PutAway(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a game lies aside."""

    away: bool


class RuleFacts(Struct, frozen=True):
    """A rule in words."""

    id: str
    section: str
    rule: str


class Amount(Struct, frozen=True):
    """One part of a sum of dollars."""

    what: str
    amount: int


class Fact(Struct, frozen=True):
    """Something worth knowing, in words."""

    label: str
    text: str


class BranchFacts(Struct, frozen=True):
    """What was played from a moment before it was undone; ``number`` is the entry it begins with."""

    number: int
    text: str


class TurnFacts(Struct, frozen=True):
    """The turn in progress: whose it is, the moment it began at (undo to it begins it again), and how many
    actions have been made in it."""

    player: str
    corp: str | None
    began: int
    steps: int


class RoundFacts(Struct, frozen=True):
    """The round in play."""

    kind: str
    number: int
    index: int
    of: int
    text: str


class PhaseFacts(Struct, frozen=True):
    """The phase in force, and what begins the next one."""

    name: str
    number: int
    train: str
    text: str
    next: str


class StandingFacts(Struct, frozen=True):
    """A player's place."""

    player: str
    worth: int
    place: int


class ResultFacts(Struct, frozen=True):
    """How the game ended."""

    reason: str
    winners: tuple[str, ...]
    standings: tuple[StandingFacts, ...]


class Bank(Struct, frozen=True):
    """The bank."""

    cash: int
    broken: bool


class Share(Struct, frozen=True):
    """Shares of one corporation in a player's hands."""

    corp: str
    percent: int
    president: bool


class OwnedPrivate(Struct, frozen=True):
    """A private in a player's hands."""

    id: str
    name: str
    revenue: int


class PlayerFacts(Struct, frozen=True):
    """A player."""

    name: str
    cash: int
    worth: int
    worth_items: tuple[Amount, ...]
    liquidity: int
    """Cash and what could be raised by selling all that may be sold."""
    liquidity_items: tuple[Amount, ...]
    certificates: float
    limit: int
    priority: bool
    to_act: bool
    out: bool
    seat_kind: SeatKind
    shares: tuple[Share, ...]
    privates: tuple[OwnedPrivate, ...]
    notes: tuple[str, ...]


class Holding(Struct, frozen=True):
    """Where shares of a corporation lie: with a player, in the offering, the market or its treasury."""

    place: str
    percent: int
    player: bool


class HexOf(Struct, frozen=True):
    """A hex."""

    hex: str


class OneRun(Struct, frozen=True):
    """A run as it was made; ``train`` is the train's id."""

    train: str
    type: str
    path: tuple[str, ...]


class LastRun(Struct, frozen=True):
    """The last runs of a corporation, and the entry they were made with."""

    number: int
    runs: tuple[OneRun, ...]


class CorpFacts(Struct, frozen=True):
    """A corporation."""

    id: str
    name: str
    president: str
    price: int | None
    par: int | None
    cash: int
    trains: tuple[str, ...]
    train_limit: int
    holdings: tuple[Holding, ...]
    markers: tuple[HexOf, ...]
    markers_left: tuple[int, ...]
    facts: tuple[Fact, ...]
    revenue: int
    last_run: LastRun | None
    status: Status
    order: int | None
    """Its place in the operating order, from 1."""


class PrivateFacts(Struct, frozen=True):
    """A private company."""

    id: str
    name: str
    cost: int
    revenue: int
    owner: str
    closed: bool
    power: str


class PlacedMarker(Struct, frozen=True):
    """A station marker; x and y are seen from the centre of its hex."""

    corp: str
    stop: int
    slot: int
    x: float
    y: float


class TokenFacts(Struct, frozen=True):
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


class MapFacts(Struct, frozen=True):
    """What lies on the map, by hex; where there is nothing of a kind there is no entry."""

    tiles: dict[str, tuple[str, int]]
    stops: dict[str, tuple[StopSpot, ...]]
    markers: dict[str, tuple[PlacedMarker, ...]]
    tokens: tuple[TokenFacts, ...]
    highlights: dict[str, str]
    era: int
    """Which of the off-board values are in force: those drawn with the class ``worth-N``."""


class Stack(Struct, frozen=True):
    """The tokens in a box of the chart, the top one first."""

    row: int
    column: int
    tokens: tuple[str, ...]


class TrainFacts(Struct, frozen=True):
    """A type of train; ``left`` in the bank, null where there is no end of them."""

    type: str
    price: int
    left: int | None
    on_sale: bool
    note: str
    rusts_on: tuple[str, ...] = ()
    """The types whose first sale scraps it."""
    phase: str = ""
    """The phase that its first sale begins, or began."""


class Place(Struct, frozen=True, omit_defaults=True):
    """Where on the map a choice is made."""

    hex: str
    tile: str | None = None
    rotation: int | None = None
    stop: int | None = None
    markers: tuple[PlacedMarker, ...] = ()
    """Where the markers of the hex stand once this tile lies there."""


class Range(Struct, frozen=True):
    """The amounts that may stand in a field of an action."""

    field: str
    low: int
    high: int
    step: int


class ChoiceFacts(Struct, frozen=True):
    """Something that may be done now.

    ``action`` is ready to be sent; with ``amounts`` it holds the lowest one, and its field may be set to any
    in the range. An open choice has none: see ``propose``.
    """

    id: int
    text: str
    player: str
    action: AnyAction | None
    amounts: Range | None
    open: bool
    place: Place | None
    corp: str | None
    effect: str


class Group(Struct, frozen=True):
    """The choices of one kind."""

    heading: str
    kind: ActionKind
    choices: tuple[ChoiceFacts, ...]


class ForbiddenFacts(Struct, frozen=True):
    """What is refused now for one reason: ``count`` actions of a kind, of which ``examples`` are some."""

    text: str
    kind: ActionKind
    rule: str
    why: str
    section: str
    count: int
    examples: tuple[str, ...]


class Decision(Struct, frozen=True):
    """What has to be decided. At a moment that is not the newest there are no choices."""

    seats: tuple[str, ...]
    text: str
    warnings: tuple[str, ...]
    groups: tuple[Group, ...]
    forbidden: tuple[ForbiddenFacts, ...]


class NumberedText(Struct, frozen=True):
    """A line of the log with the number of its entry."""

    number: int
    text: str


class View(Struct, frozen=True):
    """One moment of a game, with all that is drawn of it."""

    id: str
    title: str
    name: str
    version: int
    at: int
    live: bool
    broken: str
    """Why nothing after this moment can be shown although there is more: it was played by other rules."""
    origin: Origin | None
    """Of a sandbox: the moment that it began at."""
    variants: tuple[str, ...]
    rules: str
    branches: tuple[BranchFacts, ...]
    can_undo: bool
    can_redo: bool
    moment: str
    turn: TurnFacts | None
    round: RoundFacts
    phase: PhaseFacts
    over: bool
    result: ResultFacts | None
    bank: Bank
    players: tuple[PlayerFacts, ...]
    corporations: tuple[CorpFacts, ...]
    privates: tuple[PrivateFacts, ...]
    map: MapFacts
    chart: tuple[Stack, ...]
    trains: tuple[TrainFacts, ...]
    market_trains: tuple[str, ...]
    tiles_left: dict[str, int | None]
    limits: tuple[Fact, ...]
    decision: Decision | None
    last_entries: tuple[NumberedText, ...]


class TryFacts(Struct, frozen=True):
    """What an action would lead to: the log it would write and whose cash changes by how much."""

    lines: tuple[Line, ...]
    cash: tuple[Amount, ...]
    moment: str


class Proposal(Struct, frozen=True):
    """An action made of an open choice."""

    action: AnyAction
    text: str


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


class TrackFacts(Struct, frozen=True):
    """The part of a route on one hex: the ``d`` of an SVG path around the centre of the hex."""

    hex: str
    d: str


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
    total: int
    routes: tuple[RouteFacts, ...]


class CheckFacts(Struct, frozen=True):
    """What runs would earn together, and every rule they break."""

    total: int
    routes: tuple[RouteFacts, ...]
    problems: tuple[Line, ...]


class SheetRow(Struct, frozen=True):
    """A player at the end of a round. ``income`` came from dividends and privates in that round."""

    player: str
    cash: int
    liquidity: int
    income: int
    worth: int
    worth_items: tuple[Amount, ...]


class SheetRound(Struct, frozen=True):
    """A round of the line in play; ``number`` is the moment it ended at, or the newest one."""

    round: str
    number: int
    players: tuple[SheetRow, ...]


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
    marker_scale: float
    """How much larger than their symbols station markers stand on the map."""
