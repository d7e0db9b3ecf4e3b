"""One moment of a game: everything that a client displays and offers. Money is in whole dollars."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from trunkline.game.actions import AnyAction
from trunkline.web.schemas.answers import Amount
from trunkline.web.schemas.choice_keys import Key
from trunkline.web.schemas.corporations import CorpFacts, Fact, TrainFacts
from trunkline.web.schemas.effects import Outcome
from trunkline.web.schemas.emergency import RaisingFacts
from trunkline.web.schemas.log import ActionKind, EventData, Line, Origin, SeatKind
from trunkline.web.schemas.map import MapFacts, PlacedToken, SlotSpot
from trunkline.web.schemas.market import MarketFacts
from trunkline.web.schemas.merger import FormationFacts, Forms
from trunkline.web.schemas.pending import AskedFacts
from trunkline.web.schemas.private_auction import OpeningFacts
from trunkline.web.schemas.round import RoundFacts, StepFacts


class BranchFacts(Struct, frozen=True):
    """The actions played from a moment on and then undone. ``number`` is their first entry."""

    number: int
    text: str


class TurnFacts(Struct, frozen=True):
    """The turn in progress.

    ``began`` is the moment at which the turn began. An undo to that moment restarts the turn. ``steps`` is
    the number of actions made in it.
    """

    player: str
    corp: str | None
    began: int
    steps: int


class PhaseFacts(Struct, frozen=True):
    """The phase in force, and the event that begins the next one."""

    name: str
    number: int
    train: str
    text: str
    next: str


class StandingFacts(Struct, frozen=True):
    """A player's place in the ranking."""

    player: str
    worth: int
    place: int


class ResultFacts(Struct, frozen=True):
    """The result of the game."""

    reason: str
    winners: tuple[str, ...]
    standings: tuple[StandingFacts, ...]


class Bank(Struct, frozen=True):
    """The bank."""

    cash: int
    broken: bool


class Share(Struct, frozen=True):
    """Shares of one corporation that a player owns."""

    corp: str
    percent: int
    president: bool


class OwnedPrivate(Struct, frozen=True):
    """A private that a player owns.

    ``short`` is the nickname on its certificate, or its name if it has none.
    """

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
    """The player's percentage of the total worth of all players."""
    liquidity: int
    """The player's cash plus the proceeds of every legal sale."""
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
    """A private company. ``power`` is empty if it has none."""

    id: str
    name: str
    cost: int
    revenue: int
    owner: str
    closed: bool
    power: str


class Stack(Struct, frozen=True):
    """The price tokens in a box of the chart, top one first."""

    row: int
    column: int
    tokens: tuple[str, ...]


class Place(Struct, frozen=True, omit_defaults=True):
    """The place of a choice on the map."""

    hex: str
    tile: str | None = None
    rotation: int | None = None
    stop: int | None = None
    tokens: tuple[PlacedToken, ...] = ()
    """The positions of the hex's tokens after this tile is laid."""
    slot: SlotSpot | None = None
    """The circle for the token. If the choice gives a token up, the circle of that token."""


class Range(Struct, frozen=True):
    """The amounts allowed in a field of an action."""

    field: str
    low: int
    high: int
    step: int


class ChoiceFacts(Struct, frozen=True):
    """A legal choice.

    ``action`` can be sent unchanged. If ``amounts`` is present, ``action`` contains the lowest amount, and
    you may set the field to any amount in the range. An open choice has no action: use ``propose``.
    """

    id: int
    text: str
    label: str
    """The text without the parts that have separate fields: the hex of a tile and the final price."""
    price: int | None
    """The price at the end of ``text``, in dollars; the lowest one for a range. Null if ``label`` omits no
    price."""
    player: str
    action: AnyAction | None
    amounts: Range | None
    open: bool
    place: Place | None
    corp: str | None
    cash: tuple[Amount, ...]
    """The changes in cash, in dollars."""
    effect: str
    """Other effects, to show after the amounts."""
    about: str
    """A description of the item to buy, bid for or start, for players who do not know it."""
    source: str = ""
    """The source: ``offering``, ``pool``, ``treasury``, ``bank``, or the corporation that sells a train."""
    seller: str = ""
    """The player or corporation that sells it. Empty for the bank."""
    percent: int | None = None
    """The percentage of ``corp`` that changes hands; the lowest one for a range."""
    president: bool = False
    """True for the president's certificate."""
    private: str = ""
    train: str = ""
    """The type of a train."""
    amount: int | None = None
    """Shares, bonds or dollars: a par price, a bid or a price. For a range, the lowest amount."""
    headline: str = ""
    """New corporations, closings and bankruptcies, to show before the amounts."""


class ChoiceGroup(Struct, frozen=True):
    """The choices of one kind."""

    heading: str
    kind: ActionKind
    choices: tuple[ChoiceFacts, ...]


class ForbiddenFacts(Struct, frozen=True):
    """Actions of one kind that are refused for the same reason.

    ``count`` is their number, and ``examples`` lists some. ``word`` is a short label to show next to a lock
    symbol. ``targets`` are the subjects of the actions.
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
    """The action played at a moment: its entry, and the matching choice.

    ``choice`` is the id of a choice in ``groups``, or null if the groups are omitted. ``amount`` is the value
    of its amount field. ``undone`` is true if the action was undone later.
    """

    number: int
    seat: str
    kind: ActionKind
    text: str
    choice: int | None
    amount: int | None
    undone: bool


class ObviousFacts(Struct, frozen=True):
    """An action that needs no decision.

    ``why`` is ``only`` if no other action is legal, and ``bought`` if the player has bought in this turn and
    can only sell or end the turn.
    """

    why: Literal["only", "bought"]
    action: AnyAction


class DecisionFacts(Struct, frozen=True):
    """The decision to make.

    In the brief form, choices are included only at the newest moment.
    """

    seats: tuple[str, ...]
    text: str
    """The subject of the decision, such as the step of an operating turn."""
    corp: str | None
    """The corporation whose operating turn this decision is part of. Null otherwise, also for a decision that
    interrupts a turn."""
    about: str | None
    """The corporation that an interrupting decision is about. Null for every other decision."""
    warnings: tuple[str, ...]
    groups: tuple[ChoiceGroup, ...]
    forbidden: tuple[ForbiddenFacts, ...]
    steps: tuple[StepFacts, ...]
    """The steps of the turn in progress; empty if the turn has none. While a decision interrupts the turn, no
    choice belongs to a step."""
    played: Played | None = None
    """The action that was played, at any moment but the newest."""
    obvious: ObviousFacts | None = None
    """The action that needs no decision, at the newest moment. Null after an undo or a redo, so that the
    player can choose differently."""


class NumberedText(Struct, frozen=True):
    """A line of the log and the number of its entry."""

    number: int
    text: str


class MomentContent(Struct, frozen=True):
    """One moment of a game, with everything needed to display it.

    It does not change while the game continues.
    """

    id: str
    title: str
    name: str
    at: int
    live: bool
    broken: str
    """The reason why later moments cannot be shown: they were played by other rules. Empty if they can be
    shown."""
    origin: Origin | None
    """The moment at which a sandbox began. Null for other games."""
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
    """The title's corporation that can only form out of others. Null if the title has none."""
    formation: FormationFacts | None
    """Its formation, while part of it is undecided."""
    raising: RaisingFacts | None
    """A payment for which a president must raise money now."""
    asked: AskedFacts | None
    """An offer, a train discard or an announcement of runs that waits for an answer."""
    last_entries: tuple[NumberedText, ...]
    market: MarketFacts
    opening: OpeningFacts | None
    """Null outside the sale of the privates."""
    reasons: bool
    """True if the table shows the reasons of bots."""
    hints: bool
    """True if the table gives hints."""
    puzzle: str | None
    """The id of the puzzle. Null if the game is not that of a puzzle."""
    withheld: bool
    """True until the answer to the puzzle: only possible answers are listed, and no best runs are shown."""
    disagreements: tuple[str, ...] | None
    """Sentences about facts that do not agree with the rules. Null unless the game is played on a printed
    board, so that people may correct it."""


class View(MomentContent, frozen=True):
    """One moment of a game, with everything needed to display it, and the version of the game."""

    version: int
    """The number of entries of the game, which are more than those up to an older moment."""


class TryFacts(Struct, frozen=True):
    """The result of an action that was tried on a copy: its log lines and the changes in cash."""

    lines: tuple[Line, ...]
    events: tuple[EventData, ...]
    cash: tuple[Amount, ...]
    moment: str
    moves_on: bool
    """True if a different decision follows, or another player decides next."""
    outcome: Outcome
    """The final result. For an offer, this is the result of its acceptance, while the other fields describe
    the offer itself."""


class Proposal(Struct, frozen=True):
    """An action built from an open choice."""

    action: AnyAction
    text: str
