"""The operating round: privates pay, then the corporations take their turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn, Protocol

from trunkline.engine.kernel import chart, events, private_events
from trunkline.engine.kernel.action import Action, BuyTrain, LayTile, Pass, PlaceToken, SellShares
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Announcement, Offer
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.refusal_texts import ACTING_NOW, part_over, still_to, turn_of
from trunkline.engine.kernel.state import Corporation, Operating, OperatingTurn
from trunkline.engine.kernel.step import TurnStep
from trunkline.util.messages import gettext_lazy, gettext_noop

Picks = Callable[[Action], bool]
"""A function that returns whether a step takes an action of one of its kinds."""


class Power(TurnStep, Protocol):
    """A power that can be used in addition to any step of an operating turn."""

    def takes(self, action: Action) -> bool:
        """Return whether the power takes this action of one of its kinds. Otherwise the step of the kind
        takes it."""


def takes(step: TurnStep, action: Action) -> bool:
    """Return whether a step takes an action: any action of its kinds, unless the step restricts them."""
    if type(action) not in step.kinds:
        return False
    picks = _picks(step)
    return picks is None or picks(action)


def _picks(step: TurnStep) -> Picks | None:
    """Return the restriction that a step puts on the actions of its kinds, or None."""
    found: Picks | None = getattr(step, "takes", None)
    return found


def _any_corporation(step: TurnStep) -> bool:
    """Return whether the actions of a power may name any corporation. No other step takes them."""
    return bool(getattr(step, "any_corporation", False))


@dataclass(frozen=True)
class OperatingRound:
    """A round of turns made of ``steps`` in order. The powers in ``anytime`` may be used during any of them.

    A later action may leave an optional step undecided, unless steps are passed ``one_by_one``. A step that
    accepts passes carries them out. ``ended`` runs after the round. ``step_waits`` returns whether a step
    waits for a decision, if the steps do not decide that themselves.
    """

    steps: tuple[TurnStep, ...]
    anytime: tuple[Power, ...]
    ended: Callable[[Context], None]
    one_by_one: bool = False
    step_waits: Callable[[Context, OperatingTurn, TurnStep], bool] = lambda ctx, turn, step: (
        not step.idle(ctx, turn)
    )
    name: str = gettext_noop("continue the operating turn")
    rule: str = "or.step-order"

    kinds: tuple[type[Action], ...] = field(init=False, compare=False)
    """Every kind of action that is possible in a turn."""
    _by_kind: Mapping[type[Action], Sequence[tuple[int, TurnStep, Picks | None]]] = field(
        init=False, compare=False
    )
    """The steps that may take a kind of action, with their places in the turn and their own restriction, then
    the powers."""
    _ahead: Sequence[frozenset[type[Action]]] = field(init=False, compare=False)
    """The kinds of the remaining steps, for each place in the turn."""

    def __post_init__(self) -> None:
        found: dict[type[Action], list[tuple[int, TurnStep, Picks | None]]] = {}
        for place, step in enumerate((*self.steps, *self.anytime)):
            for kind in step.kinds:
                found.setdefault(kind, []).append((place, step, _picks(step)))
        object.__setattr__(self, "kinds", (Pass, *found))
        object.__setattr__(self, "_by_kind", found)
        ahead = (
            frozenset(kind for step in self.steps[place:] for kind in step.kinds)
            for place in range(len(self.steps) + 1)
        )
        object.__setattr__(self, "_ahead", tuple(ahead))

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the president of the corporation whose turn it is."""
        turn = _turn(ctx)
        return (ctx.state.corporations[turn.corp].president,) if turn else ()

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Return the choices of the current step, later steps and powers, and a pass."""
        turn = _turn(ctx)
        if turn is None:
            return
        yield Pass(player)
        for step in self.steps[turn.step :]:
            if ctx.lists(step.kinds):
                yield from step.candidates(ctx, turn)
            if not ctx.include_illegal and (
                self.one_by_one or not (step.optional and passes(step.check_leave, ctx, turn))
            ):
                break  # later steps must wait for this one
        for power in self.anytime:
            # If a step ahead has the kind, it offers the power itself.
            alone = self._ahead[turn.step].isdisjoint(power.kinds) or _any_corporation(power)
            if alone and ctx.lists(power.kinds):
                yield from power.candidates(ctx, turn)

    def check(self, ctx: Context, action: Action) -> None:
        """Check the president, the turn and the order of the steps, then let the step check the action."""
        turn = _turn(ctx)
        assert turn is not None
        corp = ctx.state.corporations[turn.corp]
        if action.player != corp.president:
            ctx.president_only(action, corp.president, corp.id)
        if isinstance(action, Pass) and not self._takes(turn, action):
            self.steps[turn.step].check_leave(ctx, turn)
            return
        step, index = self._step_for(turn, action)
        if step is None:
            self._refuse_late(ctx, turn, action)
        for place in range(turn.step, index):
            passed = self.steps[place]
            if not passed.optional or self.one_by_one:
                rule = ctx.title.kind_rules.get(type(action), "or.step-order")
                ctx.refuse(rule, ACTING_NOW, still_to(corp.id, passed.name))
            passed.check_leave(ctx, turn)
        named = getattr(action, "corp", corp.id)
        if named != corp.id and not isinstance(action, SellShares) and not _any_corporation(step):
            deal = isinstance(action, BuyTrain) and action.source in ctx.state.corporations
            rule = "train.buyers-turn" if deal else "or.step-order"
            what = (
                gettext_lazy("Acting for {corp}", corp=named)
                if named
                else gettext_lazy("Acting for no corporation")
            )
            ctx.refuse(rule, what, turn_of(corp.id))
        step.check(ctx, turn, action)

    def apply(self, ctx: Context, action: Action) -> None:
        """Pass, or let the step apply the action."""
        turn = _turn(ctx)
        assert turn is not None
        if isinstance(action, Pass) and not self._takes(turn, action):
            self._move_on(ctx, turn)
        else:
            step, index = self._step_for(turn, action)
            assert step is not None
            while turn.step < index:
                self._move_on(ctx, turn)
            step.apply(ctx, turn, action)
        if not (ctx.state.pending and isinstance(ctx.state.pending[-1], (Offer, Announcement))):
            acted(ctx)

    def advance(self, ctx: Context) -> bool:
        """Start and end turns, and skip steps with nothing to decide."""
        operating = ctx.state.operating
        if operating is None:
            return False
        turn = operating.turn
        if turn is None:
            corp = next_corporation(ctx)
            if corp is None:
                ctx.state.operating = None
                self.ended(ctx)
            else:
                begin_turn(ctx, corp, self.steps)
            return True
        if ctx.state.corporations[turn.corp].closed:
            end_turn(ctx)
            return True
        if turn.step >= len(self.steps):
            end_turn(ctx)
            return True
        if not self.step_waits(ctx, turn, self.steps[turn.step]):
            self._move_on(ctx, turn)
            return True
        return False

    def _takes(self, turn: OperatingTurn, action: Action) -> bool:
        """Return whether the current step takes the action. A pass can be one of its actions."""
        return type(action) in self.steps[turn.step].kinds

    def _move_on(self, ctx: Context, turn: OperatingTurn) -> None:
        turn.step += 1
        if turn.step < len(self.steps):
            self.steps[turn.step].enter(ctx, turn)

    def _step_for(self, turn: OperatingTurn, action: Action) -> tuple[TurnStep | None, int]:
        for place, step, picks in self._by_kind.get(type(action), ()):
            if place >= turn.step and (picks is None or picks(action)):
                return step, place if place < len(self.steps) else turn.step
        return None, turn.step

    def _refuse_late(self, ctx: Context, turn: OperatingTurn, action: Action) -> NoReturn:
        """Refuse an action whose step is over, by that step's own rule if it was used."""
        no_token = turn.token or not ctx.state.corporations[turn.corp].tokens
        used = (isinstance(action, LayTile) and turn.laid) or (isinstance(action, PlaceToken) and no_token)
        if used and getattr(action, "corp", "") == turn.corp:
            for step in self.steps:
                if type(action) in step.kinds:
                    step.check(ctx, turn, action)
        ctx.title.policies.may_still_act(ctx, turn, ACTING_NOW)
        ctx.refuse("or.step-order", ACTING_NOW, part_over(turn.corp))


def begin(ctx: Context) -> None:
    """Start an operating round. Privates pay first."""
    pay_privates(ctx)
    ctx.state.operating = Operating()


def pay_privates(ctx: Context) -> None:
    """Pay each private's revenue to its owner."""
    for private in ctx.state.privates.values():
        if private.closed:
            continue
        revenue = ctx.title.board.private[private.id].revenue
        if private.player:
            pay(ctx, None, ctx.state.players[private.player], revenue, "private revenue")
            ctx.note(private_events.PrivatePaid(private.id, private.player, revenue), "private.revenue")
        elif private.corp:
            pay(ctx, None, ctx.state.corporations[private.corp], revenue, "private revenue")
            ctx.note(private_events.PrivatePaid(private.id, private.corp, revenue), "private.revenue")


def next_corporation(ctx: Context) -> Corporation | None:
    """Return the next corporation to act. Skip corporations that cannot operate when their turn comes."""
    operating = ctx.state.operating
    assert operating is not None
    if operating.next:
        corp = ctx.state.corporations[operating.next]
        operating.next = ""
        return corp
    for corp in chart.order(ctx):
        if corp.id in operating.done or corp.closed:
            continue
        if ctx.title.policies.operates(ctx, corp):
            return corp
        operating.done = (*operating.done, corp.id)
    return None


def round_order(ctx: Context) -> list[Corporation]:
    """Return all corporations with a price in the order of this round: first those that have acted."""
    operating = ctx.state.operating
    acted = list(operating.done) if operating else []
    if operating and operating.turn:
        acted.append(operating.turn.corp)
    in_order = chart.order(ctx)
    places = {id: place for place, id in enumerate(acted)}
    return sorted(in_order, key=lambda corp: places.get(corp.id, len(places)))


def begin_turn(ctx: Context, corp: Corporation, steps: tuple[TurnStep, ...]) -> None:
    """Start a corporation's turn."""
    assert ctx.state.operating is not None
    turn = OperatingTurn(corp.id)
    ctx.state.operating.turn = turn
    ctx.note(events.TurnBegan(corp.id, corp.president))
    for react in ctx.title.reactions.turn_began:
        react(ctx, corp)
    steps[0].enter(ctx, turn)


def leave_closed(ctx: Context) -> None:
    """Start the next turn before any other decision if the current corporation has left the game."""
    turn, operating_round = _turn(ctx), ctx.title.rounds["operating"]
    assert isinstance(operating_round, OperatingRound)
    if turn is not None and ctx.state.corporations[turn.corp].closed:
        end_turn(ctx)
        corp = next_corporation(ctx)
        if corp is not None:
            begin_turn(ctx, corp, operating_round.steps)


def acted(ctx: Context) -> None:
    """Run the title's reactions to an action of the current operating turn, if there is one."""
    turn = _turn(ctx)
    if turn is not None:
        for react in ctx.title.reactions.turn_acted:
            react(ctx, ctx.state.corporations[turn.corp])


def end_turn(ctx: Context) -> None:
    """End the current turn."""
    operating = ctx.state.operating
    assert operating is not None
    assert operating.turn is not None
    corp = ctx.state.corporations[operating.turn.corp]
    operating.done = (*operating.done, corp.id)
    operating.turn = None
    corp.operated = True
    for react in ctx.title.reactions.turn_ended:
        react(ctx, corp)


def _turn(ctx: Context) -> OperatingTurn | None:
    return ctx.state.operating.turn if ctx.state.operating else None
