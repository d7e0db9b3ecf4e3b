"""Facts about train types: trains left, owners, rusting, and the effects of the next type's first sale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from trunkline.engine.board import Train
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import BANK, POOL
from trunkline.engine.mechanisms.phase_preview import first_sale
from trunkline.util.enumeration import any_of
from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.presenters.money import dollars
from trunkline.web.schemas.corporations import (
    FirstSaleFacts,
    FormsFacts,
    LoansDue,
    Scrapped,
    TrainFacts,
    TrainsOf,
)


def trains(ctx: Context) -> Iterator[TrainFacts]:
    """Yield every type that is left, in order of sale."""
    types = {depot.train_name(train) for train in ctx.state.trains}
    sale = set(map(depot.train_name, depot.on_sale(ctx)))
    for kind in ctx.title.board.trains:
        if kind.name not in types:
            continue
        left = sum(depot.train_name(train) == kind.name for train in ctx.state.trains_at(BANK))
        yield TrainFacts(
            kind.name,
            kind.price,
            left if kind.count is not None else None,
            kind.name in sale,
            _train_note(ctx, kind),
            tuple(name for name in kind.rusts_on if name in types),
            next((phase.name for phase in ctx.title.board.phases if kind.name in phase.on_train), ""),
            _owners(ctx, kind.name),
            _on_first_sale(ctx, kind.name),
        )


def _train_note(ctx: Context, kind: Train) -> str:
    """Return the events tied to a type of train: the phase that its first sale begins, and its end."""
    board = ctx.title.board
    parts = []
    phase = next((p for p in board.phases[ctx.state.phase + 1 :] if kind.name in p.on_train), None)
    if phase is not None:
        parts.append(gettext("its first sale begins phase {phase}", phase=phase.name))
    if kind.discount:
        parts += [
            gettext("{amount} off for a {type}-train traded in", amount=dollars(off), type=old)
            for old, off in kind.discount.items()
        ]
    types = {depot.train_name(train) for train in ctx.state.trains}
    for enders, text in (
        (kind.rusts_on, gettext_noop("rusts with the first {trains}")),
        (kind.obsolete_on, gettext_noop("obsolete with the first {trains}")),
    ):
        if left := [name for name in enders if name in types]:
            first = any_of(gettext("{type}-train", type=name) for name in left)
            parts.append(gettext(text, trains=first))
    return "; ".join(parts)


def _owners(ctx: Context, name: str) -> tuple[TrainsOf, ...]:
    """Return the owners of a type's trains in order of the corporations, the pool last."""
    owned = [where for train, where in ctx.state.trains.items() if depot.train_name(train) == name]
    return tuple(TrainsOf(place, n) for place in (*ctx.state.corporations, POOL) if (n := owned.count(place)))


def _on_first_sale(ctx: Context, name: str) -> FirstSaleFacts | None:
    sale = first_sale(ctx, name)
    if sale is None:
        return None
    return FirstSaleFacts(
        sale.phase,
        sale.buyer,
        tuple(Scrapped(type, _counted(owners)) for type, owners in sale.scraps),
        tuple(
            LoansDue(
                each.corp,
                each.president,
                each.loans,
                each.repaid or 0,
                each.lacking or 0,
                each.short or 0,
                each.has or 0,
            )
            for each in sale.loans_due
        ),
        FormsFacts(*sale.forms) if sale.forms else None,
        sale.discards,
        sale.closes_privates,
    )


def _counted(places: Iterable[str]) -> tuple[TrainsOf, ...]:
    return tuple(TrainsOf(place, count) for place, count in Counter(places).items())
