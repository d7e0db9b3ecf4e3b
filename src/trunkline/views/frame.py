"""Context of a moment: the rounds of the set, the order of turns, and the steps of the current turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trunkline.actions import Action
from trunkline.facts.frame import InOrder, RoundFacts, RoundOf, StepFacts
from trunkline.game import Game
from trunkline.kernel.choice import Choice
from trunkline.kernel.table import Table
from trunkline.notation.head import heading
from trunkline.steps import flow, operating
from trunkline.views import rail
from trunkline.wording.choices import round_name


def round_facts(t: Table) -> RoundFacts:
    """Return the current round, the rounds of its set, and the order of turns."""
    now = t.state.round
    return RoundFacts(
        now.kind, now.number, now.index, now.of, round_name(t.state), tuple(_path(t)), tuple(_order(t))
    )


def steps(game: Game, legal: Sequence[Choice], made: Sequence[Action]) -> tuple[StepFacts, ...]:
    """Return the steps of the current turn, with the actions in ``made``. Empty once the game is over."""
    if game.over:
        return ()
    found = rail.parts(Table(game.title, game.state), legal, made)
    return tuple(
        StepFacts(
            part.label.lower().replace(" ", "-"),
            part.label,
            part.state,
            len(part.choices),
            part.must,
            part.text,
            part.choices,
        )
        for part in found
    )


def _path(t: Table) -> Iterator[RoundOf]:
    now, over = t.state.round, t.state.over
    passed = True
    for each in flow.rounds_of_set(t):
        here = (each.kind, each.index) == (now.kind, now.index)
        passed = passed and not here
        yield RoundOf(
            each.kind, heading(each), "now" if here and not over else "done" if passed or over else "later"
        )


def _order(t: Table) -> Iterator[InOrder]:
    state = t.state
    if state.operating is not None:
        yield from _operating_order(t)
    elif state.stock is not None:
        yield from _seats(t, state.stock.turn, state.stock.passes)
    elif state.opening is not None and state.opening.auction:
        opening = state.opening
        place = opening.bidders.index(opening.bidder) if opening.bidder in opening.bidders else 0
        bidders = opening.bidders[place:] + opening.bidders[:place]
        for name in bidders:
            yield InOrder(None, name, "now" if name == opening.bidder else "next")
    elif state.opening is not None:
        yield from _seats(t, state.opening.turn, state.opening.passes)


def _operating_order(t: Table) -> Iterator[InOrder]:
    running = t.state.operating
    assert running is not None
    acting = running.turn.corp if running.turn else ""
    in_order = operating.round_order(t)
    in_order.sort(key=lambda corp: (corp.id not in running.done, corp.id != acting, corp.id != running.next))
    for corp in in_order:
        if corp.id == acting:
            yield InOrder(corp.id, corp.president, "now")
        elif corp.id in running.done:
            if corp.operated:
                yield InOrder(corp.id, corp.president, "done")
        elif not corp.closed and t.title.policies.operates(t, corp):
            yield InOrder(corp.id, corp.president, "next")


def _seats(t: Table, turn: str, passes: int) -> Iterator[InOrder]:
    seats = t.state.seats_from(turn)
    for place, name in enumerate(seats):
        passed = place >= max(1, len(seats) - passes)
        yield InOrder(None, name, "now" if not place else "done" if passed else "next")
