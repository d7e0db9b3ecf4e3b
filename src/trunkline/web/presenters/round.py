"""Context of a moment: the rounds of the set, the order of turns, and the steps of the current turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Round
from trunkline.engine.steps import operating, round_sequence
from trunkline.game import Game
from trunkline.game.actions import Action
from trunkline.game.notation.tags import heading
from trunkline.game.wording.rounds import round_name
from trunkline.util.messages import gettext
from trunkline.web.presenters import turn_bar
from trunkline.web.schemas.round import InOrder, RoundFacts, RoundOf, StepFacts


def round_facts(ctx: Context) -> RoundFacts:
    """Return the current round, the rounds of its set, and the order of turns."""
    now = ctx.state.round
    return RoundFacts(
        now.kind, now.number, now.index, now.of, round_name(ctx.state), tuple(_path(ctx)), tuple(_order(ctx))
    )


def steps(game: Game, legal: Sequence[Choice], made: Sequence[Action]) -> tuple[StepFacts, ...]:
    """Return the steps of the current turn, with the actions in ``made``. Empty once the game is over."""
    if game.over:
        return ()
    found = turn_bar.parts(Context(game.title, game.shared_state), legal, made)
    return tuple(
        StepFacts(
            part.label.lower().replace(" ", "-"),
            gettext(part.label),
            part.state,
            len(part.choices),
            part.must,
            part.text,
            part.choices,
        )
        for part in found
    )


def _path(ctx: Context) -> Iterator[RoundOf]:
    now, over = ctx.state.round, ctx.state.over
    passed = True
    for each in round_sequence.rounds_of_set(ctx):
        here = (each.kind, each.index) == (now.kind, now.index)
        passed = passed and not here
        yield RoundOf(
            each.kind, _short(each), "now" if here and not over else "done" if passed or over else "later"
        )


def _short(round: Round) -> str:
    """Return a round in few letters, such as OR 3.1. A round without a number keeps its name."""
    match round.kind:
        case "operating":
            return gettext("OR {number}.{index}", number=str(round.number), index=str(round.index))
        case "stock":
            return gettext("SR {number}", number=str(round.number))
    return gettext(heading(round))


def _order(ctx: Context) -> Iterator[InOrder]:
    state = ctx.state
    if state.operating is not None:
        yield from _operating_order(ctx)
    elif state.stock is not None:
        yield from _seats(ctx, state.stock.turn, state.stock.passes)
    elif state.opening is not None and state.opening.auction:
        opening = state.opening
        place = opening.bidders.index(opening.bidder) if opening.bidder in opening.bidders else 0
        bidders = opening.bidders[place:] + opening.bidders[:place]
        for name in bidders:
            yield InOrder(None, name, "now" if name == opening.bidder else "next")
    elif state.opening is not None:
        yield from _seats(ctx, state.opening.turn, state.opening.passes)


def _operating_order(ctx: Context) -> Iterator[InOrder]:
    running = ctx.state.operating
    assert running is not None
    acting = running.turn.corp if running.turn else ""
    in_order = operating.round_order(ctx)
    in_order.sort(key=lambda corp: (corp.id not in running.done, corp.id != acting, corp.id != running.next))
    for corp in in_order:
        if corp.id == acting:
            yield InOrder(corp.id, corp.president, "now")
        elif corp.id in running.done:
            if corp.operated:
                yield InOrder(corp.id, corp.president, "done")
        elif not corp.closed and ctx.title.policies.operates(ctx, corp):
            yield InOrder(corp.id, corp.president, "next")


def _seats(ctx: Context, turn: str, passes: int) -> Iterator[InOrder]:
    seats = ctx.state.seats_from(turn)
    for place, name in enumerate(seats):
        passed = place >= max(1, len(seats) - passes)
        yield InOrder(None, name, "now" if not place else "done" if passed else "next")
