"""Formation of a corporation out of others: its current state, and the result of each choice.

The results are found by playing on. Each later decision either has only one legal choice, or follows the
title's expectation. In the second case the title states the expectation in a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from trunkline.engine.kernel import chart, depot, referee
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.ledger import shares_at
from trunkline.engine.kernel.merger_preview import (
    Assumption,
    Expectation,
    MergerCandidate,
    MergerPreview,
    MergerStep,
)
from trunkline.engine.kernel.state import OFFERING, POOL, TREASURY, State
from trunkline.engine.mechanisms import merging
from trunkline.game import Game
from trunkline.game.wording.choices import words
from trunkline.game.wording.events import sentence
from trunkline.util.enumeration import all_of, enumerated
from trunkline.util.messages import gettext, gettext_noop, ngettext, translated
from trunkline.web.errors import GameNotFound
from trunkline.web.games.hosted_game import MomentView
from trunkline.web.presenters.money import dollars
from trunkline.web.schemas.merger import (
    DebtFacts,
    FormationFacts,
    FormationStep,
    FormedToken,
    FormedTrain,
    Forms,
    FutureFacts,
    GivenUp,
    HolderFacts,
    Received,
)

LONGEST = 200
"""Maximum number of decisions in a simulated formation."""
PLACES = (TREASURY, POOL, OFFERING)
Back = Iterable[tuple[State, Action]]
"""Earlier positions and the actions made in them, the newest first."""
Taken = Mapping[str, bool]
"""Assumptions of the user: for each corporation, whether it joins."""
NOTHING: Taken = {}
STAGES = {
    "formed": gettext_noop("{corporation} has formed."),
    "forming": gettext_noop("{corporation} is forming now."),
}
"""The sentences about the stages at which nothing can be foreseen."""
JOINS = gettext_noop("{corp} goes into {corporation}, as is supposed.")
STAYS_OUT = gettext_noop("{corp} stays out of {corporation}, as is supposed.")
NEVER = gettext_noop("{corporation} never forms.")
SUPPOSED = gettext_noop("as you suppose")


@dataclass
class Ended:
    """A formation simulated to its end."""

    state: State
    assumed: dict[str, None] = field(default_factory=dict)


def forms(game: Game) -> Forms | None:
    """Return the title's corporation that forms out of others, with its stage, or None."""
    room = game.title.formation
    if room is None:
        return None
    return Forms(room.corp, _name(game.title, room), room.stage(Context(game.title, game.shared_state)))


def shown(seen: MomentView) -> FormationFacts | None:
    """Return the formation that waits for a decision at a moment, or None."""
    return formation(seen.game, way_back(seen))


def way_back(seen: MomentView) -> Iterator[tuple[State, Action]]:
    """Yield the earlier positions of a moment of a table, with their actions."""
    here = seen.moment
    while here.parent is not None:
        yield seen.hosted_game.state(here.parent), here.action()
        here = here.parent


def supposed(seen: MomentView, taken: Taken) -> FormationFacts:
    """Return the result if these corporations join or stay out.

    It covers each choice of a pending decision, or else a formation that begins now.
    """
    for corp in taken:
        if corp not in seen.game.title.board.corporation:
            raise GameNotFound(gettext("There is no corporation {corp}.", corp=corp))
    return (formation(seen.game, way_back(seen), taken) if taken else None) or forecast(seen.game, taken)


def formation(game: Game, back: Back, taken: Taken = NOTHING) -> FormationFacts | None:
    """Return the formation that waits for a decision now, with the result of each choice."""
    room, title, state = game.title.formation, game.title, game.shared_state
    if room is None or not (state.pending and isinstance(state.pending[-1], room.decisions)):
        return None
    passages = _passages(room, title, back)
    began = passages[0].before
    formed = state.corporations[room.corp].started
    base = began if formed else state
    second = passages[1].before if len(passages) > 1 else state
    old = began if second.corporations[room.corp].started else second
    step = referee.current(title, state)
    assert step is not None
    futures: list[FutureFacts] = []
    for place, choice in enumerate(referee.legal(title, state)):
        if isinstance(choice, Open):
            continue
        expect = _supposing(room, title, taken, room.ways[0].expect)
        ended = _play_on(room, title, _carried(room, title, state, _action(choice)), expect)
        future = _future(room, title, old, base, ended, choice=place, name=words(game, choice))
        futures.append(replace(future, about=_about(choice), says=_says(game, room, ended, choice)))
    deciders = all_of(name for name in game.players if name in game.to_act)
    return _facts(
        room,
        Context(title, state),
        passages,
        old,
        base,
        futures,
        text=gettext("{players} must {task}.", players=deciders, task=translated(step.name)),
        worth_label=gettext("Worth before") if formed else gettext("Worth now"),
    )


def forecast(game: Game, taken: Taken = NOTHING) -> FormationFacts:
    """Return the result of a formation that begins now. Raises ``GameNotFound`` if the title has none."""
    room, title, now = game.title.formation, game.title, game.shared_state
    if room is None:
        raise GameNotFound(gettext("No corporation of this game is formed from others."))
    stage = room.stage(Context(title, now))
    name = _name(title, room)
    if stage != "ahead" or game.over:
        text = _begun(gettext(STAGES.get(stage, NEVER), corporation=name))
        return FormationFacts(room.corp, name, stage, text, "", "", (), (), (), (), ())
    t = Context(title, now.copy())
    t.state.pending = []
    imagined = room.imagine(t)
    _settled(room, t)
    began = t.state.seal()
    old = now if began.corporations[room.corp].started else began
    passages = [MergerStep(now, None, tuple(t.events))]
    futures: list[FutureFacts] = []
    ways = [(way.name, way.expect) for way in room.ways]
    if taken:
        ways.insert(0, (gettext(SUPPOSED), _supposing(room, title, taken, room.ways[0].expect)))
    for name_of_way, expect in ways:
        ended = _play_on(room, title, began, expect)
        future = _future(room, title, old, now, ended, choice=None, name=name_of_way)
        if not any(set(future.joined) == set(other.joined) for other in futures):
            futures.append(future)
    if not any(future.forms for future in futures):
        text = _begun(gettext("{corporation} would not form now.", corporation=name))
    elif len(futures) == 1:
        joined = _listed(futures[0].joined)
        text = _begun(
            gettext("{corporation} would form now out of {joined}.", corporation=name, joined=joined)
        )
    else:
        text = gettext("Who goes into {corporation} is up to those who can still pay.", corporation=name)
    return _facts(
        room,
        Context(title, began),
        passages,
        old,
        now,
        futures,
        text=text,
        worth_label=gettext("Worth now"),
        imagined=imagined,
    )


# -- simulation


def _passages(room: MergerPreview, title: Title, back: Back) -> list[MergerStep]:
    found: list[MergerStep] = []
    for before, action in back:
        _, events = referee.play(title, before, action)
        found.append(MergerStep(before, action, tuple(events)))
        if room.stage(Context(title, before)) != "forming":
            break
    return found[::-1]


def _supposing(room: MergerPreview, title: Title, taken: Taken, expect: Expectation) -> Expectation:
    """Return an expectation that follows the assumptions first, and ``expect`` otherwise."""

    def supposed(ctx: Context, choices: Sequence[Choice]) -> Assumption:
        expected = expect(ctx, choices)
        id = _about(expected.choice)
        for choice in choices if id in taken else ():
            if _about(choice) == id:
                after = _play_on(room, title, _carried(room, title, ctx.state, _action(choice)), expect)
                if (id in room.joined(Context(title, after.state))) == taken[id]:
                    text = JOINS if taken[id] else STAYS_OUT
                    return Assumption(choice, gettext(text, corp=id, corporation=_name(title, room)))
        return expected

    return supposed


def _play_on(room: MergerPreview, title: Title, state: State, expect: Expectation) -> Ended:
    """Play until the formation needs no more decisions. Make other pending decisions on the way."""
    ended = Ended(state)
    for _ in range(LONGEST):
        if not any(isinstance(each, room.decisions) for each in ended.state.pending):
            break
        choices = [each for each in referee.legal(title, ended.state) if not isinstance(each, Open)]
        if len(choices) == 1:
            action = _action(choices[0])
        else:
            expected = expect(Context(title, ended.state), choices)
            ended.assumed[expected.words] = None
            action = _action(expected.choice)
        ended.state = _carried(room, title, ended.state, action)
    return ended


def _carried(room: MergerPreview, title: Title, state: State, action: Action) -> State:
    """Return the state after an action, with only those automatic effects that belong to the formation."""
    t = Context(title, state.copy())
    step = referee.current(title, state)
    assert step is not None
    step.apply(t, action)
    _settled(room, t)
    return t.state.seal()


def _settled(room: MergerPreview, ctx: Context) -> None:
    while any(isinstance(each, room.decisions) for each in ctx.state.pending):
        step = referee.current(ctx.title, ctx.state)
        if step is None or not step.advance(ctx):
            return


def _action(choice: Choice) -> Action:
    assert not isinstance(choice, Open)
    return choice.at(choice.high) if isinstance(choice, Amounts) else choice


# -- facts


def _facts(
    room: MergerPreview,
    ctx: Context,
    passages: Sequence[MergerStep],
    old: State,
    base: State,
    futures: Sequence[FutureFacts],
    *,
    text: str,
    worth_label: str,
    imagined: str = "",
) -> FormationFacts:
    joining = tuple(dict.fromkeys(corp for future in futures for corp in future.joined))
    candidates = room.candidates(passages, ctx)
    return FormationFacts(
        room.corp,
        _name(ctx.title, room),
        room.stage(ctx) if not imagined else "ahead",
        text,
        imagined,
        worth_label,
        tuple(
            FormationStep(part.name, "ahead", "")
            if imagined
            else FormationStep(part.name, part.state, part.summary)
            for part in room.parts(ctx)
        ),
        tuple(map(_debt, candidates)),
        tuple(corp for corp in old.corporations if corp in joining),
        tuple(_holders(Context(ctx.title, base), old, joining)),
        tuple(futures),
    )


def _debt(each: MergerCandidate) -> DebtFacts:
    return DebtFacts(
        each.corp, each.president, each.price, each.loans, each.repaid, each.treasury, each.lacking, each.has,
        each.short, each.fate, each.word,
    )  # fmt: skip


def _holders(base: Context, old: State, joining: Sequence[str]) -> Iterator[HolderFacts]:
    for holder in (*old.players, *PLACES):
        player = holder in old.players
        gives = tuple(
            GivenUp(corp.id, held * corp.percent)
            for corp in old.corporations.values()
            if corp.id in joining and (held := shares_at(corp, holder))
        )
        if gives or player:
            worth = base.title.policies.worth(base, holder) if player else None
            yield HolderFacts(holder, player, gives, worth)


def _future(
    room: MergerPreview,
    title: Title,
    old: State,
    base: State,
    ended: Ended,
    *,
    choice: int | None,
    name: str,
) -> FutureFacts:
    t = Context(title, ended.state)
    corp = t.state.corporations[room.corp]
    joined = room.joined(t)
    before = Context(title, old)
    merged = [old.corporations[id] for id in joined]
    odd = merging.pairs(merged, room.order(t)).odd if merged else ()
    homes = {hex for id in joined for hex in title.board.corporation[id].home}
    return FutureFacts(
        choice,
        "",
        name,
        "",
        tuple(ended.assumed),
        corp.started,
        joined,
        tuple(_received(t, Context(title, base), room, odd)),
        chart.price(t, corp) if corp.started else None,
        room.price_made(before, joined) if joined else "",
        corp.president,
        *(room.president_made(t) if corp.started else ("", "")),
        corp.started and corp.double < 2,
        corp.cash,
        tuple(
            FormedTrain(train, depot.train_name(train), tuple(depot.train_type(t, train).rusts_on))
            for train in t.state.trains_at(room.corp)
        ),
        tuple(FormedToken(hex, token.stop, hex in homes) for hex, token in t.state.tokens_of(room.corp)),
        corp.tokens,
    )


def _received(ctx: Context, base: Context, room: MergerPreview, odd: Sequence[str]) -> Iterator[Received]:
    corp = ctx.state.corporations[room.corp]
    for holder in (*ctx.state.players, *PLACES):
        player = holder in ctx.state.players
        held = shares_at(corp, holder) if corp.started else 0
        bonds = ctx.state.bonds.get(holder, 0) if corp.started else 0
        if not (player or held or bonds):
            continue
        worth = ctx.title.policies.worth(ctx, holder) if player else None
        change = worth - base.title.policies.worth(base, holder) if worth is not None else None
        president = player and corp.started and corp.president == holder
        yield Received(holder, held * corp.percent, bonds, holder in odd, president, worth, change)


def _about(choice: Choice) -> str:
    return str(getattr(_action(choice), "corp", ""))


def _says(game: Game, room: MergerPreview, ended: Ended, choice: Choice) -> str:
    """Return a sentence about the result for the corporation of a choice."""
    action = _action(choice)
    id = _about(choice)
    title, before = game.title, game.shared_state
    if not id or id == room.corp:
        told = [text for event in game.effects(action).events if (text := sentence(title, event))]
        return f"{told[0]}." if told else ""
    t = Context(title, ended.state)
    corp = before.corporations[id]
    trains = [depot.train_phrase(train) for train in before.trains_at(id)]
    if id in room.joined(t):
        tokens = ngettext("{count} token", "{count} tokens", len(before.tokens_of(id)))
        text = gettext(
            "{corp} goes into {corporation}, two shares for one, with {assets}.",
            corp=id,
            corporation=_name(title, room),
            assets=_listed([*trains, tokens, dollars(corp.cash)]),
        )
        lost = title.policies.funding(Context(title, before), corp).escrow
        if lost:
            text += " " + gettext("Its escrow of {amount} is lost.", amount=dollars(lost))
        return text
    after = t.state.corporations[id]
    has = _listed([*(trains or [gettext("no train")]), dollars(after.cash)])
    left = dollars(game.effects(action).after.players[action.player].cash)
    return gettext(
        "{corp} continues with {assets}. {player} is left with {cash}.",
        corp=id,
        assets=has,
        player=action.player,
        cash=left,
    )


def _name(title: Title, room: MergerPreview) -> str:
    printed = title.board.corporation[room.corp]
    return printed.short or gettext("the {corporation}", corporation=printed.id)


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


def _listed(parts: Sequence[str]) -> str:
    return enumerated(parts) or gettext("nothing")
