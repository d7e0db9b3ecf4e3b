"""The choices of a corporation in an operating turn that begins now, and the reasons against the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from trunkline.engine.kernel.action import (
    DeclareBankruptcy,
    LayTile,
    RunTrains,
    SellBonds,
    SellShares,
)
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.referee import kind_of
from trunkline.engine.steps.turn_ahead import StepAhead, obstacle, steps_ahead
from trunkline.game import Game
from trunkline.game.wording.choices import words
from trunkline.util.messages import gettext
from trunkline.web.errors import GameNotFound
from trunkline.web.presenters import decisions, effects
from trunkline.web.schemas.moment import ForbiddenFacts
from trunkline.web.schemas.turn_ahead import StepAheadFacts, TurnAheadFacts

LAST_RESORTS = (SellShares, SellBonds, DeclareBankruptcy)
"""Kinds that are possible only if a payment is due."""
COUNTED = (LayTile, RunTrains)
"""Kinds whose choices have no texts here."""
SHOWN = 6
"""The maximum number of choices, and of reasons, of one part."""


def turn_ahead(game: Game, corp: str) -> TurnAheadFacts:
    """Return the obstacle to a turn of a corporation, and the parts of a turn that begins now."""
    ctx = Context(game.title, game.shared_state, read_only=True)
    company = ctx.state.corporations.get(corp)
    if company is None:
        known = ", ".join(ctx.state.corporations)
        raise GameNotFound(
            gettext("There is no corporation {corp}; the corporations are {known}.", corp=corp, known=known)
        )
    refusal = obstacle(ctx, company)
    operates = company.started and not company.closed and ctx.title.policies.operates(ctx, company)
    parts: dict[str, list[StepAhead]] = {}
    if refusal is not None and operates and not game.over:
        for step in steps_ahead(game.title, game.shared_state, corp):
            parts.setdefault(step.label, []).append(step)
    return TurnAheadFacts(
        corp,
        None if refusal is None else effects.refusal_facts(game.title, refusal),
        tuple(_part(game, corp, label, steps) for label, steps in parts.items()),
    )


def _part(game: Game, corp: str, label: str, steps: Sequence[StepAhead]) -> StepAheadFacts:
    legal = [
        choice for step in steps for choice in step.legal if not issubclass(kind_of(choice), LAST_RESORTS)
    ]
    # Almost every hex has a refusal. They matter only if no hex is left.
    on_map = not any(map(_hex, legal))
    refused = tuple(each for step in steps for each in _refused(game, step, on_map=on_map))
    return StepAheadFacts(
        gettext(label),
        _no_run(game, corp, steps) or next(filter(None, (step.text for step in steps)), ""),
        len(legal),
        tuple(islice((text for step in steps for text in _texts(game, step)), SHOWN)),
        refused[:SHOWN],
    )


def _no_run(game: Game, corp: str, steps: Sequence[StepAhead]) -> str:
    """Return why a part with runs has none. Empty for other parts."""
    runs = [step for step in steps if RunTrains in step.step.kinds]
    if not runs or any(kind_of(choice) is RunTrains for step in runs for choice in step.legal):
        return ""
    if game.shared_state.trains_at(corp):
        return gettext("no train has a run")
    return gettext("no train")


def _texts(game: Game, step: StepAhead) -> Iterator[str]:
    there = Game.at_state(game.options, step.state)
    for choice in step.legal:
        if not issubclass(kind_of(choice), (*COUNTED, *LAST_RESORTS)):
            yield words(there, choice)


def _hex(choice: Choice) -> str:
    """Return the hex of a choice. Empty without one."""
    return str(getattr(choice, "hex", ""))


def _refused(game: Game, step: StepAhead, *, on_map: bool) -> Iterator[ForbiddenFacts]:
    refused = [
        (choice, refusal)
        for choice, refusal in step.refused
        if not refusal.lasting
        and not issubclass(kind_of(choice), LAST_RESORTS)
        and (on_map or not _hex(choice))
    ]
    there = Game.at_state(game.options, step.state)
    yield from sorted(decisions.by_reason(there, refused), key=lambda each: -each.count)
