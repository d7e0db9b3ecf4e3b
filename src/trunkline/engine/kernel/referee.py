"""Play of a title: the players who must decide, the legal choices and the effects of an action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from trunkline.engine.kernel import ending, events
from trunkline.engine.kernel.action import (
    AT_ANY_MOMENT,
    Action,
    CreditDestination,
    EndGame,
    Pass,
    checked,
)
from trunkline.engine.kernel.choice import Amounts, Candidate, Choice, Open, Unavailable
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.correction import Correction
from trunkline.engine.kernel.decisions import Decision
from trunkline.engine.kernel.events import Event
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.refusal_texts import ACTING_NOW, all_of, attempt
from trunkline.engine.kernel.state import State
from trunkline.engine.kernel.step import Step
from trunkline.util.errors import UsageError
from trunkline.util.messages import Message, gettext, gettext_lazy, gettext_noop, ngettext_lazy


def current(title: Title, state: State) -> Step | None:
    """Return the step that waits for a decision, or None if the game is over."""
    if state.over:
        return None
    if state.pending:
        return title.decisions[type(state.pending[-1])]
    if state.opening is not None:
        return title.rounds["opening"]
    if state.stock is not None:
        return title.rounds["stock"]
    if state.operating is not None:
        return title.rounds["operating"]
    return None


def read_only_context(title: Title, state: State, kinds: frozenset[type[Action]] | None = None) -> Context:
    """Return a context that caches results, because its state does not change.

    Use one such context for several questions about the same state. ``kinds`` limits the candidates, if
    given: others may be left out.
    """
    return Context(title, state, read_only=True, kinds=kinds)


def to_act(title: Title, state: State, ctx: Context | None = None) -> frozenset[str]:
    """Return the players who must decide now."""
    step = current(title, state)
    return frozenset(step.deciders(ctx or read_only_context(title, state))) if step else frozenset()


def check(title: Title, state: State, action: Action, ctx: Context | None = None) -> Refusal | None:
    """Return the refusal for an action, or None if it is legal."""
    return _refusal(ctx or read_only_context(title, state), current(title, state), action)


def task(title: Title, state: State) -> tuple[str, str]:
    """Return the current task in the language of the reader, and the corporation whose turn it belongs to.

    Without a task or a corporation, return empty strings.
    """
    name, corp = _task(title, state)
    return name and gettext(name), corp


def _task(title: Title, state: State) -> tuple[str, str]:
    step = current(title, state)
    turn = state.operating.turn if state.operating else None
    if step is title.rounds.get("operating") and turn is not None:
        return title.turn_steps[turn.step].name, turn.corp
    return "" if step is None else _own("name", step, read_only_context(title, state)), ""


def _own(field: str, step: Step, ctx: Context) -> str:
    """Return a step's name or rule. If it depends on the moment, ``name_now`` or ``rule_now`` gives it."""
    now: Callable[[Context], str] | None = getattr(step, f"{field}_now", None)
    return now(ctx) if now else str(getattr(step, field))


def play(title: Title, state: State, action: Action, now: Context | None = None) -> tuple[State, list[Event]]:
    """Return the state after an action, and the events. Raises ``Refusal``. Does not change ``state``."""
    known = now or read_only_context(title, state)
    if action not in known.judged:
        _check(known, current(title, state), action)
    ctx = Context(title, state.copy())
    if isinstance(action, Correction):
        assert title.corrections is not None
        title.corrections.apply(ctx, action)
    elif isinstance(action, AT_ANY_MOMENT):
        _carry_out_recorded(ctx, action)
    else:
        step = current(title, ctx.state)
        assert step is not None
        step.apply(ctx, action)
    advance(ctx)
    return ctx.state.seal(), ctx.events


def advance(ctx: Context) -> None:
    """Carry out automatic steps until a player must decide or the game is over."""
    while (step := current(ctx.title, ctx.state)) is not None:
        if reason := ending.due_at_once(ctx):
            ending.end(ctx, reason)
            return
        if not step.advance(ctx):
            return


def legal(
    title: Title, state: State, player: str | None = None, kinds: tuple[type[Action], ...] | None = None
) -> list[Choice]:
    """Return every legal choice of one player, or of all who must decide. ``kinds`` limits the kinds, if
    given."""
    ctx = read_only_context(title, state)
    return legal_among(ctx, candidates(ctx, player), kinds)


def candidates(ctx: Context, player: str | None = None) -> list[Choice]:
    """Return the candidates for the legal choices of one player, or of all who must decide."""
    return list(_candidates(ctx, player))


def legal_among(
    ctx: Context, choices: Iterable[Choice], kinds: tuple[type[Action], ...] | None = None
) -> list[Choice]:
    """Return the legal choices among the candidates. ``kinds`` limits the kinds, if given."""
    step = current(ctx.title, ctx.state)
    found = [
        choice
        for choice in choices
        if (kinds is None or issubclass(kind_of(choice), kinds)) and _refusal_of(ctx, step, choice) is None
    ]
    # An open entry refers to the context, and only the garbage collector would free the two.
    ctx.judged = [choice for choice in found if isinstance(choice, Action)]
    return [_judging(ctx, choice) if isinstance(choice, Open) else choice for choice in found]


def each_legal(
    ctx: Context, player: str | None = None, wanted: Callable[[Choice], bool] | None = None
) -> Iterator[Choice]:
    """Yield every legal choice of one player, or of all who must decide.

    Each is found only when it is needed. ``wanted`` leaves choices out before they are judged.
    """
    step = current(ctx.title, ctx.state)
    for choice in _candidates(ctx, player):
        if (wanted is None or wanted(choice)) and _refusal_of(ctx, step, choice) is None:
            yield _judging(ctx, choice) if isinstance(choice, Open) else choice


def is_legal(ctx: Context, action: Action, player: str | None = None) -> bool:
    """Return whether an action is legal, and belongs to ``player`` if given. A malformed action is not
    legal."""
    try:
        # Compiled code must not read a field of the wrong type.
        well_formed = checked(action)
        return player in (None, well_formed.player) and check(ctx.title, ctx.state, well_formed, ctx) is None
    except UsageError:
        return False


def can_only_pass(title: Title, state: State, player: str) -> bool:
    """Return whether the player has no legal action except a pass."""
    ctx = read_only_context(title, state)
    choices = (choice for choice in _candidates(ctx, player) if not isinstance(choice, Pass))
    return all(refusal_of(ctx, choice) is not None for choice in choices)


def is_forced(title: Title, state: State, player: str) -> bool:
    """Return whether a player who must decide has one legal action and no other choice."""
    ctx = read_only_context(title, state)
    choices = (choice for choice in _candidates(ctx, player) if refusal_of(ctx, choice) is None)
    first = next(choices, None)
    return isinstance(first, Action) and next(choices, None) is None


def forbidden(title: Title, state: State, player: str | None = None) -> list[tuple[Candidate, Refusal]]:
    """Return refused candidates, each with its refusal. A kind without candidates appears once."""
    ctx = Context(title, state, include_illegal=True, read_only=True)
    found: list[tuple[Candidate, Refusal]] = []
    kinds: set[type[Action]] = set()
    for choice in _candidates(ctx, player):
        kinds.add(kind_of(choice))
        refusal = refusal_of(ctx, choice)
        if refusal is not None:
            found.append((choice, refusal))
    found.extend(_absent(ctx, player, kinds))
    return found


def kind_of(choice: Candidate) -> type[Action]:
    """Return the kind of action that a choice leads to."""
    if isinstance(choice, Action):
        return type(choice)
    return type(choice.action) if isinstance(choice, Amounts) else choice.kind


def refusal_of(ctx: Context, choice: Choice) -> Refusal | None:
    """Return the refusal for a choice, or None. A range is judged by its ends."""
    return _refusal_of(ctx, current(ctx.title, ctx.state), choice)


def _refusal_of(ctx: Context, step: Step | None, choice: Choice) -> Refusal | None:
    """Return the refusal for a choice, given the current step."""
    if isinstance(choice, Action):
        return _refusal(ctx, step, choice)
    if isinstance(choice, Amounts):
        return _refusal(ctx, step, choice.action) or _refusal(ctx, step, choice.at(choice.high))
    return None


def _refusal(ctx: Context, step: Step | None, action: Action) -> Refusal | None:
    """Return the refusal for an action, or None if it is legal.

    This is ``refusal_by(_check, ...)``, faster because it judges every candidate.
    """
    try:
        _check(ctx, step, action)
    except Refusal as refusal:
        return refusal.with_traceback(None)
    return None


def _judging(ctx: Context, choice: Open) -> Open:
    """Return the open entry with a check that judges a proposal as ``play`` would."""

    def judge(proposal: Action) -> Refusal | None:
        action = checked(proposal)
        if type(action) is not choice.kind:
            raise UsageError(f"This entry is for {choice.kind.__name__}, not {type(action).__name__}.")
        return _refusal(ctx, current(ctx.title, ctx.state), action)

    return replace(choice, check=judge)


def _candidates(ctx: Context, player: str | None) -> Iterator[Choice]:
    step = current(ctx.title, ctx.state)
    if step is None:
        return
    for decider in step.deciders(ctx):
        if player is None or player == decider:
            yield from step.candidates(ctx, decider)


def _absent(
    ctx: Context, player: str | None, present: set[type[Action]]
) -> Iterator[tuple[Candidate, Refusal]]:
    step = current(ctx.title, ctx.state)
    if step is None:
        return
    deciders = step.deciders(ctx)
    name = player or (deciders[0] if deciders else "")
    if player is not None and player not in deciders:
        refusal = check(ctx.title, ctx.state, Pass(player))
        if refusal is not None:
            yield Pass(player), refusal
        return
    for kind in ctx.title.kinds:
        if kind not in present:
            refusal = _not_now(ctx, step, kind)
            yield Unavailable(kind, name), refusal


def _check(ctx: Context, step: Step | None, action: Action) -> None:
    """Check an action, given the current step; None if the game is over."""
    if step is None:
        ctx.refuse(f"end.{ctx.state.reason}", ACTING_NOW, gettext_lazy("the game is over"))
    if type(action) not in step.kinds or action.player not in ctx.state.players:
        _check_uncommon(ctx, step, action)
        return
    try:
        step.check(ctx, action)
    except Refusal as refusal:
        # Steps assume that ids are known, and would give another reason.
        if unknown := _unknown(ctx, action):
            refusal.because(unknown)
        raise


def _check_uncommon(ctx: Context, step: Step, action: Action) -> None:
    """Check an action of a kind that the step does not accept, or of a stranger."""
    by_moderator = isinstance(action, Correction) and not action.player
    if action.player not in ctx.state.players and not by_moderator:
        why = gettext_lazy("{player} does not play", player=action.player)
        ctx.refuse("president.decides", gettext_lazy("Acting"), why)
    if isinstance(action, Correction):
        _check_correction(ctx, step, action)
    elif isinstance(action, AT_ANY_MOMENT):
        _check_recorded(ctx, action)
    else:
        raise _not_now(ctx, step, type(action))


def _check_correction(ctx: Context, step: Step, action: Correction) -> None:
    if ctx.title.corrections is None:
        what = gettext_lazy("A correction")
        why = gettext_lazy("only a game on a printed board takes it, which its creator chooses at the start")
        raise Refusal(ctx.title.rule_id(_own("rule", step, ctx)), what, why)
    ctx.title.corrections.check(ctx, action)


def _check_recorded(ctx: Context, action: Action) -> None:
    """Check an action that only recorded games hold."""
    lenient = ctx.title.recorded
    allowed = lenient.agreed_end if isinstance(action, EndGame) else lenient.credited_destinations
    if not allowed:
        ctx.refuse("end.agreed", gettext_lazy("This"), gettext_lazy("only a recorded game may hold it"))
    if isinstance(action, CreditDestination):
        ctx.corp(action.corp)


def _unknown(ctx: Context, action: Action) -> Message | None:
    """Return a reason if an action names a private, corporation or train that the game does not have."""
    state = ctx.state
    for field, ids, why in (
        ("private", state.privates, _NO_PRIVATE),
        ("power", state.privates, _NO_PRIVATE),
        ("corp", state.corporations, _NO_CORPORATION),
        ("train", state.trains, _NO_TRAIN),
        ("trade_in", state.trains, _NO_TRAIN),
    ):
        id = getattr(action, field, "")
        if id and id not in ids:
            return gettext_lazy(why, id=repr(id), ids=", ".join(ids))
    return None


_NO_PRIVATE = gettext_noop("there is no private {id} in this game; there are {ids}")
_NO_CORPORATION = gettext_noop("there is no corporation {id} in this game; there are {ids}")
_NO_TRAIN = gettext_noop("there is no train {id} in this game")


def _not_now(ctx: Context, step: Step, kind: type[Action]) -> Refusal:
    deciders = step.deciders(ctx)
    waiting = type(ctx.state.pending[-1]) if ctx.state.pending else Decision
    rule = (
        ctx.title.decision_rules.get((waiting, kind))
        or ctx.title.kind_rules.get(kind)
        or _own("rule", step, ctx)
    )
    name, corp = _task(ctx.title, ctx.state)
    names, now = all_of(deciders), gettext_lazy(name)
    if corp:
        why = ngettext_lazy(
            "it is not the moment for it; in {corp}'s turn {players} must {task}",
            "it is not the moment for it; in {corp}'s turn {players} must {task}",
            len(deciders),
            corp=corp,
            players=names,
            task=now,
        )
    else:
        why = ngettext_lazy(
            "it is not the moment for it; {players} must {task}",
            "it is not the moment for it; {players} must {task}",
            len(deciders),
            players=names,
            task=now,
        )
    return Refusal(ctx.title.rule_id(rule), attempt(kind), why)


def _carry_out_recorded(ctx: Context, action: Action) -> None:
    if isinstance(action, EndGame):
        ctx.state.over = True
        ctx.state.reason = "agreed"
        ctx.note(events.EndAgreed())
    elif isinstance(action, CreditDestination):
        ctx.title.credit_destination(ctx, ctx.corp(action.corp))
