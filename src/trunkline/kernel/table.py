"""A title as the kernel sees it, and the table on which one action is carried out.

A title is put together from steps (who decides, what may be done), policies (numbers and small questions
whose answers differ from title to title) and reactions to named moments. Steps hold no state of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol, TypeVar, TypeVarTuple

from trunkline.board import Board, Phase
from trunkline.kernel.action import ON_RECORD, Action
from trunkline.kernel.choice import Choice
from trunkline.kernel.decisions import Decision
from trunkline.kernel.events import Event
from trunkline.kernel.options import Options
from trunkline.kernel.recorded import NOTHING, Recorded, RecordedStep
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.rulebook import Rule
from trunkline.kernel.state import Corporation, OperatingTurn, State
from trunkline.runs.context import RouteContext
from trunkline.track.network import Network, network
from trunkline.track.tables import MapTables

if TYPE_CHECKING:
    from trunkline.kernel.formation import Formation


class Step(Protocol):
    """Something to be decided. It answers questions about the table and keeps nothing itself."""

    @property
    def name(self) -> str:
        """What has to be done, as in "must ..."."""

    @property
    def rule(self) -> str:
        """The rule that other kinds of action are refused by."""

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """The kinds of action this step takes."""

    def deciders(self, t: Table) -> tuple[str, ...]:
        """The players who must decide now; empty where nobody has to."""

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """What the player might think of doing, wider than what is legal."""

    def check(self, t: Table, action: Action) -> None:
        """Raise ``Refusal`` where the action is not allowed now. Changes nothing."""

    def apply(self, t: Table, action: Action) -> None:
        """Carry out an action that has passed ``check``."""

    def advance(self, t: Table) -> bool:
        """Do what happens by itself now. True where something happened."""


class Standing(NamedTuple):
    """How a step of an operating turn stands."""

    done: bool
    """Whether something has been done in it this turn."""
    text: str
    """Two or three words: what was done, or what there is to do; empty where there is nothing to say."""


class TurnStep(Protocol):
    """One step of an operating turn."""

    @property
    def name(self) -> str:
        """What has to be done, as in "must ..."."""

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """The kinds of action this step takes."""

    @property
    def optional(self) -> bool:
        """Whether it may be left undecided by acting in a later step."""

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """What the president might think of doing, wider than what is legal."""

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Raise ``Refusal`` where the action is not allowed."""

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Carry out an action that has passed ``check``."""

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """Raise ``Refusal`` where the step must not be left yet."""

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Whether nothing is left to decide, so that the turn moves on by itself."""

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Do what happens by itself when the turn comes to this step."""

    @property
    def label(self) -> str:
        """What it is called in a word where the steps of a turn stand side by side: the same if steps belong
        together, empty where nobody decides anything."""

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """How it stands, with these legal ``choices`` in it, and these actions ``made`` in it this turn."""


D = TypeVar("D", bound=Decision)
CorpMoment = Callable[["Table", Corporation], None]


class Sale(NamedTuple):
    """A sale of shares into the pool."""

    player: str
    corp: Corporation
    odd: int
    """Percent sold beyond the last full 10%, with those left over by earlier sales."""
    nearer: int
    """How much nearer it has brought the seller to limits that are exceeded, in halves of a certificate."""


class Funding(NamedTuple):
    """How a corporation comes by its money, as far as its title has such a thing."""

    way: str = ""
    """How the shares it sells are paid for, as the board names it; empty before that is fixed."""
    escrow: int = 0
    """Dollars of the bank that are bound for it."""
    reached: bool = False
    """Whether its destination counts as reached."""


@dataclass(frozen=True)
class Reactions:
    """What a title does at named moments; all of a moment's reactions run in order."""

    tile_laid: tuple[Callable[[Table, str], None], ...] = ()
    train_bought: tuple[Callable[[Table, Corporation, str], None], ...] = ()
    train_discarded: tuple[Callable[[Table, str], None], ...] = ()
    """After a train came from a corporation to the pool."""
    phase_began: tuple[Callable[[Table], None], ...] = ()
    started: tuple[CorpMoment, ...] = ()
    offering_sold: tuple[Callable[[Table, Corporation, str, int, int], None], ...] = ()
    """After shares left the offering: corporation, player, number of shares, dollars paid."""
    closed: tuple[CorpMoment, ...] = ()
    home_placed: tuple[CorpMoment, ...] = ()
    """After a corporation's home token has come to the map."""
    turn_began: tuple[CorpMoment, ...] = ()
    turn_acted: tuple[CorpMoment, ...] = ()
    """After each action of an operating turn, an offer once it is accepted, before what happens by itself."""
    turn_ended: tuple[CorpMoment, ...] = ()
    stock_round_began: tuple[Callable[[Table], None], ...] = ()
    stock_turn_ended: tuple[Callable[[Table, str], None], ...] = ()
    """After a player's turn in the stock round."""
    shares_sold: tuple[Callable[[Table, Sale], None], ...] = ()
    """After shares were sold into the pool and their price has fallen."""
    operating_round_ended: tuple[Callable[[Table], None], ...] = ()


def _printed_limit(t: Table) -> int:
    """The certificate limit printed for so many players."""
    return t.title.board.players[len(t.state.players)].certificates


def _phase_limit(t: Table, corp: Corporation) -> int:
    """The train limit of the phase."""
    return t.phase.train_limit_of.get(corp.id, t.phase.train_limit)


def _most_loans(t: Table, corp: Corporation) -> int | None:
    """As many as the board says."""
    loans = t.title.board.loans
    return None if loans is None else loans.maximum


@dataclass(frozen=True)
class Policies:
    """Small questions that titles answer differently. Percentages and dollars are ints."""

    worth: Callable[[Table, str], int]
    """A player's worth in dollars, as at the end of the game."""
    offering_price: Callable[[Table, Corporation], int]
    operates: Callable[[Table, Corporation], bool]
    """Whether its turn comes in this operating round."""
    certificate_limit: Callable[[Table], int] = _printed_limit
    certificate_limit_rule: Callable[[int], str] = lambda halves: "buy.certificate-limit"
    """The rule that bars a certificate which counts so many halves from a full hand."""
    certificate_weight: Callable[[Table, Corporation], int] = lambda t, corp: 2
    """What one share certificate counts, in halves of a certificate; the president's counts two."""
    share_limit_rule: Callable[[Table, Corporation], str] = lambda t, corp: "limit.corporation"
    """The rule that bounds one player's shares of the corporation."""
    privates_count: bool = True
    """Whether open privates count in a player's worth, at their cost."""
    private_weight: int = 2
    """What a private counts, in halves."""
    half_over: bool = False
    """Whether half a certificate above the limit is tolerated."""
    odd_percent: Callable[[Table, Corporation], int] = lambda t, corp: 0
    """Percent of the corporation that earlier sales have left over, and that count with the next one."""
    row_a_share: bool = False
    """Whether each share sold moves the token down a row, whatever its percentage; else each full 10%."""
    rows_to_fall: Callable[[Table, Corporation], int | None] = lambda t, corp: None
    """How many rows a sale may move the corporation's token down; None: it goes as far as it can."""
    half_given: bool = False
    """Whether half a president's certificate goes to whoever holds one share: the missing half is given for
    any share that is paid for."""
    tolerated: Callable[[Table, str], int] = lambda t, player: 0
    """How far a player may stay over the limits in this stock round, in halves of a certificate."""
    funding: Callable[[Table, Corporation], Funding] = lambda t, corp: Funding()
    loan_limit: Callable[[Table, Corporation], int | None] = _most_loans
    """Loans that the corporation may have; None: any number."""
    extra_trains: Callable[[Table, Corporation], tuple[str, ...]] = lambda t, corp: ()
    """Trains that the corporation runs in its turn beside its own, such as one that it has borrowed."""
    train_mark: Callable[[Table, str], str] = lambda t, train: ""
    """What sets a train apart from others of its type, in words that follow its name, such as "with a token";
    empty where nothing does."""
    may_still_act: Callable[[Table, OperatingTurn, str], None] = lambda t, turn, what: None
    """Raises ``Refusal`` of ``what`` where something was done that is the last thing in an operating turn."""
    train_limit: Callable[[Table, Corporation], int] = _phase_limit
    """Trains a corporation may own."""
    token_moves: Callable[[Table, Corporation], bool] = lambda t, corp: True
    closes: Callable[[Table, Corporation], bool] = lambda t, corp: False
    """Whether the corporation may be closed by its share price."""
    closed_rule: Callable[[Table, Corporation], str] = lambda t, corp: "corporation.closed"
    """The rule by which a corporation has closed."""
    may_buy_offering: Callable[[Table, Corporation], None] = lambda t, corp: None
    """Raises ``Refusal`` where a share may not be bought from the offering."""
    may_act: Callable[[Table, Corporation], bool] = lambda t, corp: False
    """Whether somebody may act as its president without the certificate."""
    may_sell: Callable[[Table, Corporation], bool] = lambda t, corp: True
    """Whether players may sell its shares at all."""
    may_sell_rule: Callable[[Table, Corporation, str], str] = lambda t, corp, player: "sell.not-operated"
    """The rule by which this player may not."""
    discards_wait: Callable[[Table], bool] = lambda t: False
    """True while excess trains are kept, because discards are asked for later in the operating turn."""
    discards_first: Callable[[Table, list[Corporation]], list[Corporation]] = lambda t, corps: corps
    """Those that own too many trains, given in operating order, in the order in which they discard."""
    ties_shared: bool = True
    """Whether players of equal worth share a place; else the alphabet decides."""
    broken_below: int = 0
    """The bank is broken once it holds fewer dollars than this."""
    routes: Callable[[Table, Corporation, RouteContext], RouteContext] = lambda t, corp, context: context
    """What a corporation may run and earns, made of what the board says of it."""
    pool_limit_rule: Callable[[Table, Corporation], str] = lambda t, corp: "sell.pool-limit"
    """The rule that bounds the corporation's shares in the pool."""
    toll_owner: Callable[[Table, str], Corporation | None] = lambda t, toll: None
    """The corporation that receives a toll, by the toll's name; None: the bank does."""
    extends_in_part: bool = False
    """True if a lay extends a route that runs onto new track but has used its far end before."""
    terrain: Callable[[Table, Corporation, str, int], int] = lambda t, corp, hex, cost: cost
    """What a corporation pays of the dollars that are printed on a hex."""
    trains_must_run: bool = True
    """Whether a corporation whose trains have a run may not choose to run none of them."""
    best_run_binds: Callable[[Table, Corporation], bool] = lambda t, corp: False
    """Whether runs that earn less than the best, where that is proved, may not be run."""


class ChoiceWords(NamedTuple):
    """How a kind of action is offered to people."""

    heading: str
    """What the kind is called in a menu."""
    text: str | Callable[[Any], str]
    """What a choice of the kind says, in the form of ``sentences``: a template over its fields, or what
    picks one."""


@dataclass(frozen=True)
class Milestone:
    """Something worth counting in games of a title, so that trials can say how varied they were."""

    what: str
    """In the plural, such as ``loans taken``."""
    count: Callable[[Sequence[Action], State], int]
    """How often it happened in a game, by its actions and its last state."""
    aim: int | None = None
    """Percent of games in which it should happen at the least; 0: in some games; None: in any number."""
    of_phase: str = ""
    """Only games that come to this phase count towards the aim; empty: all."""


@dataclass(frozen=True)
class Title:
    """A title, put together for one choice of variants and one reading of its rules."""

    id: str
    name: str
    board: Board
    tables: MapTables
    rules: Mapping[str, Rule]
    rule_ids: Mapping[str, str]
    """What this title's list calls the rules that the kernel knows by another name."""
    rounds: Mapping[str, Step]
    turn_steps: tuple[TurnStep, ...]
    """The steps of an operating turn, in order."""
    decisions: Mapping[type[Decision], Step]
    """The step that takes each kind of decision."""
    policies: Policies
    reactions: Reactions
    setup: Callable[[Options], State]
    credit_destination: CorpMoment = lambda t, corp: None
    """Counts a destination as reached, for recorded games."""
    destination_due: Callable[[Table, Corporation], bool] = lambda t, corp: False
    """Whether track has joined a destination that has yet to be credited; recorded games credit it late."""
    asks: Callable[[Table, OperatingTurn, RecordedStep, Container[str]], bool] | None = None
    """For games recorded where steps of an operating turn are passed over: whether anything can be done in
    one of them. The last argument are the privates with no power left; None: the title
    knows no such record."""
    recorded: Recorded = NOTHING
    """What a recorded game may hold and a game of ours may not."""
    kind_rules: Mapping[type[Action], str] = field(default_factory=dict)
    """The rule that keeps a kind of action out of a moment that has no place for it, where it is not the
    rule of that moment's step."""
    decision_rules: Mapping[tuple[type[Decision], type[Action]], str] = field(default_factory=dict)
    """The same for a kind of action while a decision of this kind waits."""
    kept_out: tuple[type[Action], ...] = ()
    """Kinds of action that none of its steps takes, by one of its rules."""
    milestones: tuple[Milestone, ...] = ()
    state: type[State] = State
    """What its state is: the kernel's, or one of its own with what only this title remembers."""
    sentences: Mapping[type[Event], str | Callable[..., str]] = field(default_factory=dict)
    """What is said of events that only this title knows, as ``trunkline.wording.events`` has it."""
    choices: Mapping[type[Action], ChoiceWords] = field(default_factory=dict)
    """What kinds of action that only this title knows are called."""
    formation: Formation | None = None
    """What it tells of a corporation that forms out of others; None: it has none."""
    rulings: int = 1
    """The version of its rulings, as in ``Options``."""
    turning: tuple[type[Event], ...] = ()
    """Events that only this title knows and that a game turns on: a story of it tells them first."""
    headlines: tuple[type[Event], ...] = ()
    """Further events of its own that are told before figures, in order of importance."""

    kinds: tuple[type[Action], ...] = field(init=False, compare=False)
    """Every kind of action that its steps take, and those that one of its rules keeps out."""

    def __post_init__(self) -> None:
        steps = (*self.rounds.values(), *self.decisions.values())
        found = dict.fromkeys(kind for step in steps for kind in step.kinds)
        kinds = tuple(kind for kind in (*found, *self.kept_out) if kind not in ON_RECORD)
        object.__setattr__(self, "kinds", kinds)

    def rule_id(self, name: str) -> str:
        """The rulebook's id of a rule that a step knows by ``name``."""
        return f"{self.id.lower()}.{self.rule_ids.get(name, name)}"


_NOTHING: Any = object()
"""What is found where a question has not been asked yet; None may be an answer."""
_Asked = TypeVarTuple("_Asked")
_Answer = TypeVar("_Answer")


def once(find: Callable[[Table, *_Asked], _Answer]) -> Callable[[Table, *_Asked], _Answer]:
    """Have a question about a table that stands still looked into but once."""

    @wraps(find)
    def asked(t: Table, *about: *_Asked) -> _Answer:
        found = t.found
        if found is None:
            return find(t, *about)
        question = (find, *about)
        answer: _Answer = found.get(question, _NOTHING)
        if answer is _NOTHING:
            answer = found[question] = find(t, *about)
        return answer

    return asked


class Table:
    """A state, its title, and what has happened to it."""

    __slots__ = ("events", "found", "state", "title", "wide")

    def __init__(self, title: Title, state: State, *, wide: bool = False, still: bool = False) -> None:
        self.title = title
        self.state = state
        self.wide = wide
        """Whether candidates are wanted that are plainly out of reach, to say why they are refused."""
        self.events: list[Event] = []
        self.found: dict[object, Any] | None = {} if still else None
        """What was found ``once`` on a table that stands still; None on one on which something may change."""

    def refuse(self, rule: str, what: str, why: str) -> NoReturn:
        """Raise the refusal of ``what`` under a rule of this title, named without its prefix."""
        refusal = Refusal(self.title.rule_id(rule), what, why)
        refusal.name = rule
        raise refusal

    def president_only(self, action: Action, president: str, corp: str, what: str = "Acting now") -> None:
        """Refuse ``what`` where it is not the president of the corporation who acts."""
        if action.player != president:
            self.refuse("president.decides", what, f"{president} is president of {corp}")

    def note(self, event: Event, rule: str = "") -> None:
        """Write down what has happened, by a rule named without the title's prefix."""
        if rule:
            event.rule = self.title.rule_id(rule)
        self.events.append(event)

    def private_name(self, id: str) -> str:
        """What a private is called in words: the nickname on its certificate, or else its name."""
        return self.title.board.private_name(id)

    def waiting(self, kind: type[D]) -> D:
        """The decision that waits, which must be of this kind."""
        decision: Decision = self.state.pending[-1]
        assert isinstance(decision, kind)
        return decision

    def corp(self, id: str, what: str = "This action") -> Corporation:
        """The corporation with this id. Raises ``Refusal`` where there is none."""
        corp = self.state.corporations.get(id)
        if corp is None:
            self.refuse("setup.companies", what, f"there is no corporation {id!r}")
        return corp

    @once
    def network(self, corp: str) -> Network:
        """What the corporation reaches on the board as it is."""
        return network(
            self.title.tables, self.state.tiles, self.state.tokens, corp, closed=self.closed_hexes()
        )

    def closed_hexes(self) -> frozenset[int]:
        """Numbers of the hexes whose printed track may not be used in this phase."""
        return self.title.tables.closed(self.phase.name)

    @property
    def phase(self) -> Phase:
        """The phase in force."""
        return self.title.board.phases[self.state.phase]
