"""A title as the kernel sees it, and the context in which an action is carried out.

A title consists of steps (who decides, what is allowed), policies (numbers and small questions with answers
that differ between titles) and reactions to named moments. Steps hold no state.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar, TypeVarTuple

from trunkline.engine.board import Board, Destination, Phase
from trunkline.engine.kernel.action import ON_RECORD, Action
from trunkline.engine.kernel.decisions import Decision
from trunkline.engine.kernel.events import Event
from trunkline.engine.kernel.figures import NO_FIGURES, Figures
from trunkline.engine.kernel.leniency import NOTHING, Leniency, RecordedStep
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.refusal_texts import ACTING_NOW, THIS_ACTION
from trunkline.engine.kernel.rulebook import Rule
from trunkline.engine.kernel.state import Corporation, OperatingTurn, State
from trunkline.engine.kernel.step import Corrector, Step, TurnStep
from trunkline.engine.routing.context import RouteContext
from trunkline.engine.track.map_index import MapIndex
from trunkline.engine.track.network import Network, network
from trunkline.util.messages import Message, Plural, gettext_lazy

if TYPE_CHECKING:
    from trunkline.engine.kernel.merger_preview import MergerPreview


D = TypeVar("D", bound=Decision)
CorpMoment = Callable[["Context", Corporation], None]


class Sale(NamedTuple):
    """A sale of shares to the pool."""

    player: str
    corp: Corporation
    odd: int
    """Percent sold beyond the last full 10%, with the remainder of earlier sales."""
    excess_reduction: int
    """Reduction of the seller's excess over the limits, in halves of a certificate; 0 if the title does not
    ask for it (``Policies.counts_reduction``)."""


class Funding(NamedTuple):
    """The funding of a corporation, as far as its title has rules for it."""

    way: str = ""
    """The way its shares are paid for, as named by the board; empty before that is fixed."""
    escrow: int = 0
    """Dollars of the bank in escrow for it."""
    reached: bool = False
    """True if its destination counts as reached."""


@dataclass(frozen=True)
class Hooks:
    """The reactions of a title to named moments. All reactions of a moment run in order."""

    tile_laid: tuple[Callable[[Context, str], None], ...] = ()
    train_bought: tuple[Callable[[Context, Corporation, str], None], ...] = ()
    train_discarded: tuple[Callable[[Context, str], None], ...] = ()
    """After a corporation discards a train to the pool."""
    phase_began: tuple[Callable[[Context], None], ...] = ()
    started: tuple[CorpMoment, ...] = ()
    offering_sold: tuple[Callable[[Context, Corporation, str, int, int], None], ...] = ()
    """After shares left the IPO: corporation, player, number of shares, dollars paid."""
    closed: tuple[CorpMoment, ...] = ()
    home_placed: tuple[CorpMoment, ...] = ()
    """After a corporation's home token was placed."""
    turn_began: tuple[CorpMoment, ...] = ()
    turn_acted: tuple[CorpMoment, ...] = ()
    """After each action of an operating turn (for offers, after acceptance), before automatic changes."""
    turn_ended: tuple[CorpMoment, ...] = ()
    stock_round_began: tuple[Callable[[Context], None], ...] = ()
    stock_turn_ended: tuple[Callable[[Context, str], None], ...] = ()
    """After a player's turn in the stock round."""
    shares_sold: tuple[Callable[[Context, Sale], None], ...] = ()
    """After shares were sold to the pool and their price has fallen."""
    operating_round_ended: tuple[Callable[[Context], None], ...] = ()


def printed_limit(ctx: Context) -> int:
    """Return the certificate limit printed for the number of players."""
    return ctx.title.board.players[len(ctx.state.players)].certificates


def _phase_limit(ctx: Context, corp: Corporation) -> int:
    """Return the train limit of the phase."""
    return ctx.phase.train_limit_of.get(corp.id, ctx.phase.train_limit)


def _most_loans(ctx: Context, corp: Corporation) -> int | None:
    """Return the loan limit of the board."""
    loans = ctx.title.board.loans
    return None if loans is None else loans.maximum


def _printed_destination(ctx: Context, corp: Corporation) -> Destination | None:
    """Return the destination printed for the corporation."""
    return ctx.title.board.corporation[corp.id].destination


@dataclass(frozen=True)
class Policies:
    """Small questions that titles answer differently. Percentages and dollars are ints."""

    worth: Callable[[Context, str], int]
    """A player's worth in dollars, as at the end of the game."""
    offering_price: Callable[[Context, Corporation], int]
    operates: Callable[[Context, Corporation], bool]
    """True if the corporation has a turn in this operating round."""
    certificate_limit: Callable[[Context], int] = printed_limit
    certificate_limit_rule: Callable[[int], str] = lambda halves: "buy.certificate-limit"
    """The rule that bars a certificate that counts this many halves and exceeds the limit."""
    certificate_weight: Callable[[Context, Corporation], int] = lambda ctx, corp: 2
    """The count of one share certificate, in halves of a certificate. The president's certificate counts
    two."""
    share_limit_rule: Callable[[Context, Corporation], str] = lambda ctx, corp: "limit.corporation"
    """The rule that limits one player's shares of the corporation."""
    privates_count: bool = True
    """True if open privates count in a player's worth, at cost."""
    private_weight: int = 2
    """The count of a private, in halves of a certificate."""
    half_over: bool = False
    """True if half a certificate above the limit is tolerated."""
    odd_percent: Callable[[Context, Corporation], int] = lambda ctx, corp: 0
    """Percent of the corporation left over from earlier sales, which counts with the next sale."""
    row_a_share: bool = False
    """True if each share sold moves the token down a row; else each full 10% does."""
    rows_to_fall: Callable[[Context, Corporation], int | None] = lambda ctx, corp: None
    """Rows that a sale may move the corporation's token down; None for no limit except the chart."""
    one_share_president: bool = False
    """True if a player with one share may become president. The next share that this player buys completes
    the president's certificate."""
    tolerated: Callable[[Context, str], int] = lambda ctx, player: 0
    """Excess over the limits that a player may keep in this stock round, in halves of a certificate."""
    counts_reduction: Callable[[Context, str], bool] = lambda ctx, player: False
    """True if the reactions to a sale of this player need its reduction of the excess over the limits."""
    funding: Callable[[Context, Corporation], Funding] = lambda ctx, corp: Funding()
    destination: Callable[[Context, Corporation], Destination | None] = _printed_destination
    """Its destination in this game, or None."""
    figures: Figures = NO_FIGURES
    """Figures that only this title has."""
    loan_limit: Callable[[Context, Corporation], int | None] = _most_loans
    """Loans that the corporation may have; None for any number."""
    extra_trains: Callable[[Context, Corporation], tuple[str, ...]] = lambda ctx, corp: ()
    """Additional trains that the corporation runs in its turn, such as a borrowed train."""
    train_mark: Callable[[Context, str], str] = lambda ctx, train: ""
    """A mark that distinguishes a train from others of its type, as text after its name, such as "with a
    token". Empty if it has none."""
    may_still_act: Callable[[Context, OperatingTurn, Message], None] = lambda ctx, turn, what: None
    """Raises ``Refusal`` of ``what`` if the operating turn has already had an action that must be its
    last."""
    train_limit: Callable[[Context, Corporation], int] = _phase_limit
    """Trains a corporation may own."""
    token_moves: Callable[[Context, Corporation], bool] = lambda ctx, corp: True
    closes: Callable[[Context, Corporation], bool] = lambda ctx, corp: False
    """True if its share price may close the corporation."""
    closed_rule: Callable[[Context, Corporation], str] = lambda ctx, corp: "corporation.closed"
    """The rule by which a corporation closes."""
    may_buy_offering: Callable[[Context, Corporation], None] = lambda ctx, corp: None
    """Raises ``Refusal`` if a share may not be bought from the IPO."""
    may_act: Callable[[Context, Corporation], bool] = lambda ctx, corp: False
    """True if a player may act as its president without the certificate."""
    may_sell: Callable[[Context, Corporation], bool] = lambda ctx, corp: True
    """True if players may sell its shares at all."""
    may_sell_rule: Callable[[Context, Corporation, str], str] = lambda ctx, corp, player: "sell.not-operated"
    """The rule by which this player may not sell."""
    discards_wait: Callable[[Context], bool] = lambda ctx: False
    """True while excess trains are kept because their discards come later in the operating turn."""
    discards_first: Callable[[Context, list[Corporation]], list[Corporation]] = lambda ctx, corps: corps
    """Corporations with too many trains, given in operating order, in the order in which they discard."""
    ties_shared: bool = True
    """True if players of equal worth share a place; else the alphabet decides."""
    broken_below: int = 0
    """Dollars below which the bank is broken."""
    routes: Callable[[Context, Corporation, RouteContext], RouteContext] = lambda ctx, corp, context: context
    """The corporation's context for runs, based on the board's context."""
    pool_limit_rule: Callable[[Context, Corporation], str] = lambda ctx, corp: "sell.pool-limit"
    """The rule that limits the corporation's shares in the pool."""
    toll_owner: Callable[[Context, str], Corporation | None] = lambda ctx, toll: None
    """The corporation that receives a toll, by the toll's name; None for the bank."""
    extends_in_part: bool = False
    """True if a lay may extend a route onto new track even if the route used the far end before."""
    terrain: Callable[[Context, Corporation, str, int], int] = lambda ctx, corp, hex, cost: cost
    """The terrain cost that a corporation pays, given the dollars printed on a hex."""
    trains_must_run: bool = True
    """True if a corporation whose trains have a run must run."""
    best_run_binds: Callable[[Context, Corporation], bool] = lambda ctx, corp: False
    """True if runs that earn less than the best are refused when the best is proved."""


class ChoiceWords(NamedTuple):
    """The words that offer a kind of action to players."""

    heading: str
    """The name of the kind in a menu."""
    text: str | Plural | Callable[[Any], str | Plural]
    """The text of a choice of the kind, in the form of ``sentences``: a template over its fields, or a
    function that picks one."""


@dataclass(frozen=True)
class Milestone:
    """A countable event in games of a title, so that trials can report how varied the games were."""

    what: str
    """A plural, such as ``loans taken``."""
    count: Callable[[Sequence[Action], State], int]
    """Returns the count in a game, from its actions and its last state."""
    aim: int | None = None
    """Minimum percent of games in which it should happen; 0: in some games; None: no aim."""
    of_phase: str = ""
    """The phase that a game must reach to count towards the aim; empty for all games."""


@dataclass(frozen=True)
class Title:
    """A title, built for one choice of variants and one reading of its rules."""

    id: str
    name: str
    board: Board
    tables: MapIndex
    rules: Mapping[str, Rule]
    rule_ids: Mapping[str, str]
    """The ids in this title's list of the rules that the kernel knows by another name."""
    rounds: Mapping[str, Step]
    turn_steps: tuple[TurnStep, ...]
    """The steps of an operating turn, in order."""
    decisions: Mapping[type[Decision], Step]
    """The step that handles each kind of decision."""
    policies: Policies
    reactions: Hooks
    setup: Callable[[Options], State]
    credit_destination: CorpMoment = lambda ctx, corp: None
    """Counts a destination as reached, for recorded games."""
    destination_due: Callable[[Context, Corporation], bool] = lambda ctx, corp: False
    """True if track has reached a destination that is not credited yet. Recorded games credit it late."""
    recorded_step_waits: Callable[[Context, OperatingTurn, RecordedStep, Container[str]], bool] | None = None
    """For records that skip steps of an operating turn: return whether anything can be done in a step. The
    last argument holds the privates with no power left. None: the title has no such records."""
    recorded: Leniency = NOTHING
    """The exceptions for recorded games."""
    corrections: Corrector | None = None
    """The corrections of a game on a printed board; None in any other game."""
    kind_rules: Mapping[type[Action], str] = field(default_factory=dict)
    """The rule that refuses a kind of action outside its time, if it is not the rule of the current step."""
    decision_rules: Mapping[tuple[type[Decision], type[Action]], str] = field(default_factory=dict)
    """The same rule, for a kind of action while a decision of this kind waits."""
    never_accepted: tuple[type[Action], ...] = ()
    """Kinds of action that no step accepts, by one of the title's rules."""
    milestones: tuple[Milestone, ...] = ()
    state: type[State] = State
    """The class of its state: the kernel's, or a subclass with the data that only this title has."""
    sentences: Mapping[type[Event], str | Plural | Callable[..., str | Plural]] = field(default_factory=dict)
    """Sentences for events that only this title has, in the form of ``trunkline.game.wording.events``."""
    choices: Mapping[type[Action], ChoiceWords] = field(default_factory=dict)
    """The names of kinds of action that only this title has."""
    formation: MergerPreview | None = None
    """The formation of a corporation out of others, or None."""
    rulings: int = 1
    """The version of its rulings, as in ``Options``."""
    turning_points: tuple[type[Event], ...] = ()
    """Decisive events that only this title has. A story of the game begins with them."""
    headlines: tuple[type[Event], ...] = ()
    """Other events of the title for headlines before figures, in order of importance."""

    kinds: tuple[type[Action], ...] = field(init=False, compare=False)
    """Every kind of action that its steps accept, and the kinds in ``never_accepted``."""

    def __post_init__(self) -> None:
        steps = (*self.rounds.values(), *self.decisions.values())
        found = dict.fromkeys(kind for step in steps for kind in step.kinds)
        kinds = tuple(kind for kind in (*found, *self.never_accepted) if kind not in ON_RECORD)
        object.__setattr__(self, "kinds", kinds)

    def rule_id(self, name: str) -> str:
        """Return the rulebook's id of a rule that a step knows by ``name``."""
        return f"{self.id.lower()}.{self.rule_ids.get(name, name)}"


_MISSING: Any = object()
"""A marker for a result that is not in the cache. None may be a result."""
_Args = TypeVarTuple("_Args")
_Result = TypeVar("_Result")


def cached(function: Callable[[Context, *_Args], _Result]) -> Callable[[Context, *_Args], _Result]:
    """Cache the results of a function in each context whose state does not change."""

    name = (function,)

    @wraps(function)
    def lookup(ctx: Context, *args: *_Args) -> _Result:
        cache = ctx.cache
        if cache is None:
            return function(ctx, *args)
        key = name + args
        result: _Result = cache.get(key, _MISSING)
        if result is _MISSING:
            result = cache[key] = function(ctx, *args)
        return result

    return lookup


class Context:
    """A state, its title, and the events so far."""

    __slots__ = ("cache", "events", "include_illegal", "judged", "kinds", "state", "title")

    def __init__(
        self,
        title: Title,
        state: State,
        *,
        include_illegal: bool = False,
        read_only: bool = False,
        kinds: frozenset[type[Action]] | None = None,
    ) -> None:
        self.title = title
        self.state = state
        self.include_illegal = include_illegal
        """True to include candidates that are plainly illegal, to explain why they are refused."""
        self.kinds = kinds
        """Kinds of action to list candidates of, and perhaps others; None for all. This saves time."""
        self.events: list[Event] = []
        self.cache: dict[object, Any] | None = {} if read_only else None
        """Results of ``cached`` functions. None if the state may change."""
        self.judged: Sequence[Action] = ()
        """Actions that the rules are known to allow in this state."""

    def lists(self, kinds: Iterable[type[Action]]) -> bool:
        """Return whether to list candidates of any of these kinds."""
        return self.kinds is None or not self.kinds.isdisjoint(kinds)

    def refuse(
        self, rule: str, what: Message | str, why: Message | str, *, lasting: bool = False
    ) -> NoReturn:
        """Raise the refusal of ``what`` under a rule of this title, named without its prefix.

        ``lasting`` is true if the reason cannot change before the end of the game.
        """
        refusal = Refusal(self.title.rule_id(rule), what, why)
        refusal.name = rule
        refusal.lasting = lasting
        raise refusal

    def president_only(self, action: Action, president: str, corp: str, what: Message = ACTING_NOW) -> None:
        """Refuse ``what`` if the acting player is not the president of the corporation."""
        if action.player != president:
            why = gettext_lazy("{player} is president of {corp}", player=president, corp=corp)
            self.refuse("president.decides", what, why)

    def note(self, event: Event, rule: str = "") -> None:
        """Record an event, with a rule named without the title's prefix."""
        if rule:
            event.rule = self.title.rule_id(rule)
        self.events.append(event)

    def private_name(self, id: str) -> str:
        """Return the name of a private: the nickname on its certificate, or else its full name."""
        return self.title.board.private_name(id)

    def waiting(self, kind: type[D]) -> D:
        """Return the waiting decision, which must be of this kind."""
        decision: Decision = self.state.pending[-1]
        assert isinstance(decision, kind)
        return decision

    def corp(self, id: str, what: Message = THIS_ACTION) -> Corporation:
        """Return the corporation with this id. Raises ``Refusal`` if it does not exist."""
        corp = self.state.corporations.get(id)
        if corp is None:
            self.refuse("setup.companies", what, gettext_lazy("there is no corporation {id}", id=repr(id)))
        return corp

    @cached
    def network(self, corp: str) -> Network:
        """Return the network of the corporation on the current board."""
        return network(
            self.title.tables, self.state.tiles, self.state.tokens, corp, closed=self.closed_hexes()
        )

    def closed_hexes(self) -> frozenset[int]:
        """Return the numbers of the hexes whose printed track may not be used in this phase."""
        return self.title.tables.closed(self.phase.name)

    @property
    def phase(self) -> Phase:
        """The current phase."""
        return self.title.board.phases[self.state.phase]
