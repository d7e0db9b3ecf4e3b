"""One moment of a game as it is sent: all that a client draws and offers. Money is in whole dollars."""

from __future__ import annotations

from msgspec import Struct

from trunkline.actions import AnyAction
from trunkline.facts.answers import Amount
from trunkline.facts.asked import AskedFacts
from trunkline.facts.companies import CorpFacts, Fact, TrainFacts
from trunkline.facts.formation import FormationFacts, Forms
from trunkline.facts.frame import RoundFacts, StepFacts
from trunkline.facts.keys import Key
from trunkline.facts.map import MapFacts, PlacedToken, SlotSpot
from trunkline.facts.market import MarketFacts
from trunkline.facts.opening import OpeningFacts
from trunkline.facts.outcomes import Outcome
from trunkline.facts.raising import RaisingFacts
from trunkline.tables.records import ActionKind, EventData, Line, Origin, SeatKind


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
    """A private in a player's hands; ``short`` is the nickname on its certificate, or else its name."""

    id: str
    name: str
    short: str
    revenue: int


class PlayerFacts(Struct, frozen=True):
    """A player."""

    name: str
    cash: int
    worth: int
    worth_items: tuple[Amount, ...]
    worth_share: int
    """Percent of what all players are worth together."""
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
    bonds: int
    privates: tuple[OwnedPrivate, ...]
    notes: tuple[str, ...]


class PrivateFacts(Struct, frozen=True):
    """A private company; ``power`` is empty where it has none."""

    id: str
    name: str
    cost: int
    revenue: int
    owner: str
    closed: bool
    power: str


class Stack(Struct, frozen=True):
    """The tokens in a box of the chart, the top one first."""

    row: int
    column: int
    tokens: tuple[str, ...]


class Place(Struct, frozen=True, omit_defaults=True):
    """Where on the map a choice is made."""

    hex: str
    tile: str | None = None
    rotation: int | None = None
    stop: int | None = None
    tokens: tuple[PlacedToken, ...] = ()
    """Where the tokens of the hex stand once this tile lies there."""
    slot: SlotSpot | None = None
    """The circle that the token would stand on, or that it stands on now where it would be given up."""


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
    label: str
    """The text without what stands in fields of its own: the hex of a tile, and the price it ends in."""
    price: int | None
    """The dollars that ``text`` ends in, of a range the lowest; None where ``label`` leaves none out."""
    player: str
    action: AnyAction | None
    amounts: Range | None
    open: bool
    place: Place | None
    corp: str | None
    cash: tuple[Amount, ...]
    """Whose cash changes, and by how many dollars."""
    effect: str
    """Other effects, which follow the figures."""
    about: str
    """What it is that is bought, bid for or started, for who does not know it by heart."""
    source: str = ""
    """Where it comes from: offering, pool, treasury or bank, or the corporation that sells a train."""
    seller: str = ""
    """The player or corporation who gives it away; empty for the bank."""
    percent: int | None = None
    """Percent of ``corp`` that change hands, of a range by the lowest amount."""
    president: bool = False
    """Whether it is the president's certificate."""
    private: str = ""
    train: str = ""
    """The type of a train."""
    amount: int | None = None
    """Shares, bonds or dollars: a par value, a bid, a price; of a range the lowest."""
    headline: str = ""
    """Creations, closings and bankruptcies, which come before the figures."""


class ChoiceGroup(Struct, frozen=True):
    """The choices of one kind."""

    heading: str
    kind: ActionKind
    choices: tuple[ChoiceFacts, ...]


class ForbiddenFacts(Struct, frozen=True):
    """What is refused now for one reason: ``count`` actions of a kind, of which ``examples`` are some.

    ``word`` stands beside a lock where there is room for no more; ``targets`` say what the actions are about.
    """

    text: str
    kind: ActionKind
    rule: str
    why: str
    section: str
    count: int
    examples: tuple[str, ...]
    word: str = ""
    targets: tuple[Key, ...] = ()


class Played(Struct, frozen=True):
    """What was played at a moment: the entry that says so, and which of the choices it was.

    ``choice`` is the id of one of ``groups``, None where they are left out; ``amount`` stands in its field.
    Where it was taken back since, ``undone``.
    """

    number: int
    seat: str
    kind: ActionKind
    text: str
    choice: int | None
    amount: int | None
    undone: bool


class DecisionFacts(Struct, frozen=True):
    """What has to be decided. In brief there are no choices at a moment that is not the newest."""

    seats: tuple[str, ...]
    text: str
    """What is decided, such as the step of an operating turn."""
    corp: str | None
    """The corporation whose operating turn this is a step of; None for all else, as what interrupts one."""
    about: str | None
    """The corporation that a decision is about which interrupts a turn; None for all else."""
    warnings: tuple[str, ...]
    groups: tuple[ChoiceGroup, ...]
    forbidden: tuple[ForbiddenFacts, ...]
    steps: tuple[StepFacts, ...]
    """The steps of the turn in progress, empty where it has none. While a decision interrupts the turn, no
    choice belongs to one of them."""
    played: Played | None = None
    """At a moment that is not the newest: what was played."""


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
    pool_trains: tuple[str, ...]
    tiles_left: dict[str, int | None]
    limits: tuple[Fact, ...]
    decision: DecisionFacts | None
    forms: Forms | None
    """The corporation of the title that only forms out of others; null where it has none."""
    formation: FormationFacts | None
    """Its formation, while something of it waits to be decided."""
    raising: RaisingFacts | None
    """A payment for which a president must raise money now."""
    asked: AskedFacts | None
    """An offer, trains to discard or runs to be bettered, where one of these waits for an answer."""
    last_entries: tuple[NumberedText, ...]
    market: MarketFacts
    opening: OpeningFacts | None
    """None outside the sale of the privates."""
    reasons: bool
    """Whether the table says why programs act."""
    hints: bool
    """Whether the table says what a program would do."""


class TryFacts(Struct, frozen=True):
    """What an action would lead to: the log it would write and whose cash changes by how much."""

    lines: tuple[Line, ...]
    events: tuple[EventData, ...]
    cash: tuple[Amount, ...]
    moment: str
    moves_on: bool
    """Whether something else is to be decided after it, or by somebody else."""
    outcome: Outcome
    """What it leads to in the end: of an offer what its acceptance would, while the rest is told of the offer
    itself."""


class Proposal(Struct, frozen=True):
    """An action made of an open choice."""

    action: AnyAction
    text: str
