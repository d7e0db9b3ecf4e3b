"""What a program would do at a position, and why: worked out again whenever somebody asks."""

from __future__ import annotations

from collections.abc import Iterable

from trunkline.actions import Action, as_saved
from trunkline.facts.advice import AdviceFacts, EstimateFacts, TermFacts
from trunkline.game import Game
from trunkline.kernel.options import Options
from trunkline.players.advice import RULED_OUT, Advice, Adviser, Estimate, Term
from trunkline.players.entrants import remembered
from trunkline.position import Position
from trunkline.tables.history import Reached
from trunkline.wording import reasons
from trunkline.wording.choices import words
from trunkline.wording.programs import levels

MOST = 4
"""Estimates that are told."""


def advised(program: str, seed: int, options: Options, line: Iterable[Reached]) -> AdviceFacts | None:
    """What a program would do at the first position of a line; None where it has no reasons."""
    game = Game.at_state(options, next(iter(line)).state)
    adviser = remembered(program, seed)
    if game.over or not isinstance(adviser, Adviser):
        return None
    position = Position.of(game)
    return _facts(game, program, position.to_act[0], adviser.advise(position))


def reasoned(
    program: str, seed: int, played: Action, options: Options, line: Iterable[Reached]
) -> AdviceFacts | None:
    """Why a program has played this; None where it would not play it again, as after a failure."""
    found = advised(program, seed, options, line)
    return found if found is not None and found.estimates[0].action == as_saved(played) else None


def _facts(game: Game, program: str, player: str, advice: Advice) -> AdviceFacts:
    best, *others = advice.estimates
    decisive = reasons.decides(advice)
    estimates = (
        _estimate(game, best, reasons.weighed(advice)),
        *(_estimate(game, estimate, reasons.told(estimate)) for estimate in others[: MOST - 1]),
    )
    return AdviceFacts(
        player,
        program,
        levels()[program].label,
        estimates[0].text,
        reasons.because(game, advice),
        TermFacts(decisive.what, reasons.called(decisive), round(decisive.dollars)) if decisive else None,
        estimates,
        advice.beside_second,
    )


def _estimate(game: Game, estimate: Estimate, terms: Iterable[Term]) -> EstimateFacts:
    return EstimateFacts(
        as_saved(estimate.action),
        words(game, estimate.action),
        round(estimate.total),
        estimate.total <= RULED_OUT,
        tuple(map(_term, terms)),
    )


def _term(term: Term) -> TermFacts:
    return TermFacts(term.what, reasons.called(term), round(term.dollars))
