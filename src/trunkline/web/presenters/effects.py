"""Results of actions, simulated on a copy and compared, with the choices after them."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterator, Mapping, Sequence

from msgspec.structs import asdict, replace

from trunkline.engine.kernel import referee, shares
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.depot import train_name
from trunkline.engine.kernel.events import TrainsRusted, encode
from trunkline.engine.kernel.referee import kind_of, task
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import OUT, Cell, State
from trunkline.game import Game
from trunkline.game.actions import Action, Pass, tag, validated
from trunkline.game.effects import Effects
from trunkline.game.wording.choices import heading, words
from trunkline.game.wording.headlines import headlines
from trunkline.game.wording.rounds import moment as moment_text
from trunkline.learn.warnings import warnings_of
from trunkline.util.messages import SOURCE, language
from trunkline.web.errors import ActionRefused
from trunkline.web.games import turn_keys
from trunkline.web.games.log_entries import lines_of
from trunkline.web.presenters import decisions
from trunkline.web.schemas.effects import (
    Barred,
    CertificateChange,
    Change,
    ChartBox,
    CountChange,
    HoldingChange,
    NextFacts,
    Opened,
    Outcome,
    OwnerChange,
    PhaseChange,
    PresidentChange,
    PriceChange,
    RefusalFacts,
    TrainChange,
    WarningFacts,
)
from trunkline.web.schemas.log import ActionKind
from trunkline.web.schemas.moment import TryFacts

AMOUNTS = frozenset({"amount", "count", "price"})
"""Fields of actions that may hold ranges of amounts."""
ONE_PURCHASE = "buy.one-certificate"
"""The rule of one purchase in a turn (``rule_names``)."""


def tried(game: Game, action: Action) -> TryFacts:
    """Return the result of an action. Raises ``ActionRefused``."""
    return _tried(game, action, game.legal())


def tried_each(game: Game, actions: Sequence[Action]) -> list[TryFacts | RefusalFacts]:
    """Return the result of each of several actions, or its refusal."""
    now = game.legal()
    found: list[TryFacts | RefusalFacts] = []
    for action in actions:
        try:
            found.append(_tried(game, action, now))
        except ActionRefused as refused:
            found.append(refusal_facts(game.title, refused.refusal))
    return found


def refusal_facts(title: Title, refusal: Refusal) -> RefusalFacts:
    """Return a refusal with the heading of its rule."""
    sentence = str(ActionRefused(refusal))
    return RefusalFacts(sentence, refusal.rule, _section(title, refusal.rule), refusal.why)


def outcome(led_to: Effects) -> Outcome:
    """Return the result of an action, without the choices after it."""
    title, before, after = led_to.title, led_to.before, led_to.after
    was, is_now = led_to.phase
    return Outcome(
        led_to.asked,
        _changes(led_to.cash),
        _changes(led_to.worth),
        tuple(_certificates(led_to)),
        tuple(
            PriceChange(
                corp,
                _box(title, way[0]),
                _box(title, way[-1]),
                tuple(box for box in (_box(title, cell) for cell in way[1:]) if box is not None),
            )
            for corp, way in led_to.boxes.items()
        ),
        tuple(
            HoldingChange(corp, place, place in before.players, old, new)
            for (place, corp), (old, new) in led_to.percents.items()
        ),
        tuple(PresidentChange(corp, old, new) for corp, (old, new) in led_to.presidents.items()),
        tuple(_trains(led_to)),
        tuple(CountChange(corp, old, new) for corp, (old, new) in led_to.loans.items()),
        tuple(CountChange(place, old, new) for place, (old, new) in led_to.bonds.items()),
        tuple(
            OwnerChange(id, title.board.private[id].name, old, new, after.privates[id].closed)
            for id, (old, new) in led_to.privates.items()
        ),
        PhaseChange(was, is_now) if was != is_now else None,
        _next(title, after),
        headlines(led_to),
    )


def _tried(game: Game, action: Action, now: Sequence[Choice]) -> TryFacts:
    try:
        led_to = game.effects(action)
        after, told = led_to.after, list(led_to.events)
        if led_to.asked:
            after, told = referee.play(game.title, game.shared_state, validated(action))
    except Refusal as refusal:
        raise ActionRefused(refusal) from refusal
    at_once = Game.at_state(game.options, after)
    in_the_end = Game.at_state(game.options, led_to.after) if led_to.asked else at_once
    bars, opens = _between(game, in_the_end, led_to, action, now)
    moves_on = decisions.waits_for(at_once) != decisions.waits_for(game)
    then = outcome(led_to)
    if moves_on and then.next is not None:
        then = replace(then, next=_as_asked(in_the_end, then.next))
    return TryFacts(
        lines_of(game.title, told),
        tuple(map(encode, told)),
        decisions.changes(Effects(game.title, led_to.before, after, tuple(told))),
        moment_text(at_once),
        moves_on,
        replace(then, bars=bars, opens=opens, warnings=_warnings(action, led_to)),
    )


# -- the parts of an outcome


def _changes(changed: Mapping[str, tuple[int, int]]) -> tuple[Change, ...]:
    return tuple(Change(name, old, new) for name, (old, new) in changed.items())


def _certificates(led_to: Effects) -> Iterator[CertificateChange]:
    was, limit = led_to.certificate_limit
    changed = led_to.certificates
    for name in led_to.after.players:
        if name in changed or was != limit:
            counted = Context(led_to.title, led_to.before)
            old, new = changed.get(name) or (shares.certificates(counted, name),) * 2
            yield CertificateChange(name, old / 2, new / 2, limit, was)


def _box(title: Title, cell: Cell | None) -> ChartBox | None:
    box = None if cell is None else title.board.boxes.get(cell)
    return None if cell is None or box is None else ChartBox(cell[0], cell[1], box.price)


def _trains(led_to: Effects) -> Iterator[TrainChange]:
    rusted = {event.type for event in led_to.of(TrainsRusted)}
    for train, (old, new) in led_to.trains.items():
        yield TrainChange(train, train_name(train), old, new, new == OUT and train_name(train) in rusted)


def _warnings(action: Action, led_to: Effects) -> tuple[WarningFacts, ...]:
    return tuple(WarningFacts(each.kind.value, each.text) for each in warnings_of(action, led_to))


def _next(title: Title, state: State) -> NextFacts | None:
    if state.over:
        return None
    step, corp = task(title, state)
    deciders = referee.to_act(title, state)
    about = state.pending[-1].corp if state.pending else ""
    return NextFacts(
        tuple(name for name in state.players if name in deciders), step, corp or None, about or None
    )


def _as_asked(then: Game, next: NextFacts) -> NextFacts:
    """Return the next step, named after the first choice if it is part of a turn."""
    if not next.corp:
        return next
    for choice in then.legal():
        if kind_of(choice) not in decisions.LAST:
            return replace(next, step=_uncapitalised(heading(then.title, kind_of(choice))))
    return next


def _uncapitalised(text: str) -> str:
    # Other languages write nouns with capitals.
    return text.lower() if language() == SOURCE else text


# -- choices before and after an action


def _between(
    game: Game, then: Game, led_to: Effects, action: Action, now: Sequence[Choice]
) -> tuple[tuple[Barred, ...], tuple[Opened, ...]]:
    """Return the choices that the player loses and gains, if the turn continues without interruption."""
    player, own = action.player, ActionKind(tag(type(action)))
    title, before, after = led_to.title, led_to.before, led_to.after
    if turn_keys.turn_key(before) != turn_keys.turn_key(after) or len(before.pending) != len(after.pending):
        return (), ()
    if player not in referee.to_act(title, after):
        return (), ()
    # The next step shows whether the player may pass.
    mine = [choice for choice in now if _player(choice) == player and not isinstance(choice, Pass)]
    legal = [choice for choice in then.legal(player) if not isinstance(choice, Pass)]
    left = {ActionKind(tag(kind_of(choice))) for choice in legal}
    bars = [
        replace(bar, forfeited=bar.forfeited and bar.kind not in left and bar.kind != own)
        for bar in _barred(game, after, mine, set(map(_same, legal)))
    ]
    return tuple(bars), tuple(_opened(then, legal, set(map(_same, mine))))


def _barred(game: Game, after: State, now: list[Choice], still: Container[Hashable]) -> Iterator[Barred]:
    t = Context(game.title, after)
    found: dict[tuple[type[Action], str, str, str], list[Choice]] = {}
    for choice in now:
        # Skip choices such as runs, which need a search. The next step shows that they are gone.
        if _same(choice) not in still and (refusal := referee.refusal_of(t, choice)) is not None:
            found.setdefault((kind_of(choice), refusal.rule, refusal.why, refusal.name), []).append(choice)
    for (kind, rule, why, name), gone in found.items():
        yield Barred(
            ActionKind(tag(kind)),
            _corps(gone),
            _text(game, gone),
            len(gone),
            rule,
            _section(game.title, rule),
            why,
            # Every purchase uses up the purchase of the turn: no side effect to warn of.
            forfeited=name != ONE_PURCHASE,
        )


def _opened(then: Game, legal: list[Choice], already: Container[Hashable]) -> Iterator[Opened]:
    found: dict[type[Action], list[Choice]] = {}
    for choice in legal:
        if _same(choice) not in already:
            found.setdefault(kind_of(choice), []).append(choice)
    for kind, come in found.items():
        yield Opened(ActionKind(tag(kind)), _corps(come), _text(then, come), len(come))


def _same(choice: Choice) -> Hashable:
    """Return a key that a choice shares with itself at another amount, even as the last or only one."""
    if isinstance(choice, Open):
        return choice.kind, choice.player, choice.corp
    action = choice.action if isinstance(choice, Amounts) else choice
    fields = {name: value for name, value in asdict(action).items() if name not in AMOUNTS}
    return type(action), *fields.items()


def _player(choice: Choice) -> str:
    return choice.action.player if isinstance(choice, Amounts) else choice.player


def _corps(found: Sequence[Choice]) -> tuple[str, ...]:
    actions = [choice.action if isinstance(choice, Amounts) else choice for choice in found]
    return tuple(dict.fromkeys(corp for action in actions if (corp := getattr(action, "corp", ""))))


def _text(game: Game, found: Sequence[Choice]) -> str:
    """Return the text of one choice, or the heading of several choices of a kind."""
    return words(game, found[0]) if len(found) == 1 else heading(game.title, kind_of(found[0]))


def _section(title: Title, rule: str) -> str:
    found = title.rules.get(rule)
    return found.section if found else ""
