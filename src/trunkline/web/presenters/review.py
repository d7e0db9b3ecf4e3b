"""A review as text, as far as it has progressed."""

from __future__ import annotations

import msgspec

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.options import Options
from trunkline.game import Game
from trunkline.game.actions import AnyAction
from trunkline.game.wording.choices import words
from trunkline.game.wording.rounds import round_name
from trunkline.lab.review.results import Decision, Moment, Review, best, leads, turning, worst
from trunkline.lab.review.session import ReviewSession
from trunkline.lab.review.tasks import position_of
from trunkline.util.messages import translated
from trunkline.web.games import turn_keys
from trunkline.web.games.log_entries import lines_of
from trunkline.web.games.reviews import ReviewProgress
from trunkline.web.schemas.review import BestFacts, CostFacts, LeadFacts, ReviewFacts, WorstFacts

FEW = 3
"""The number of actions after a better one that a review has as text."""
# "null" stands for a review that was not started.
_decoder = msgspec.json.Decoder(ReviewFacts | None)


def decoded(response_json: bytes | None) -> ReviewFacts | None:
    """Return a stored review. None if none was started."""
    return _decoder.decode(response_json) if response_json else None


def shown(reviewing: ReviewProgress) -> ReviewFacts:
    """Return the results so far."""
    study, review = reviewing.study, reviewing.review
    failed = reviewing.failed and translated(reviewing.failed)
    if study is None:
        return ReviewFacts(0, 0, reviewing.over, failed, 0, 0, 0, (), (), ())
    found = _found(study, review) if review is not None else (0, 0, 0, (), (), (), ())
    done = study.budget if study.whole else min(study.steps, study.budget)
    return ReviewFacts(done, study.budget, reviewing.over, failed, *found)


def _found(
    study: ReviewSession, review: Review
) -> tuple[
    int, int, int, tuple[CostFacts, ...], tuple[WorstFacts, ...], tuple[LeadFacts, ...], tuple[BestFacts, ...]
]:
    def cost(decision: Decision) -> CostFacts:
        # While a review is in progress, its lines may still change, and it is written again and again.
        line = decision.line if study.whole else ()
        return _cost(study.options, study.moment(decision.number), decision, line)

    return (
        review.agreed + len(review.decisions),
        review.agreed,
        review.unseen,
        tuple(map(cost, turning(review))),
        tuple(WorstFacts(name, tuple(map(cost, worst(review, name)))) for name in review.players),
        tuple(
            LeadFacts(
                each.number,
                each.leader,
                round_name(position_of(study.options, study.moment(each.number)).state),
                _percent(each.shares[each.leader]),
            )
            for each in leads(review)
        ),
        tuple(
            _best(study.options, study.moment(each.number), each)
            for each in (best(review, name) for name in review.players)
            if each is not None
        ),
    )


def _best(options: Options, moment: Moment, decision: Decision) -> BestFacts:
    game = Game.at_state(options, position_of(options, moment).state)
    return BestFacts(
        decision.number,
        decision.player,
        round_name(game.shared_state),
        words(game, decision.played),
        words(game, decision.better),
        _percent(-decision.gain),
    )


def _cost(options: Options, moment: Moment, decision: Decision, line: tuple[AnyAction, ...]) -> CostFacts:
    game = Game.at_state(options, position_of(options, moment).state)
    return CostFacts(
        decision.number,
        decision.player,
        round_name(game.shared_state),
        turn_keys.round_key(game.shared_state),
        words(game, decision.played),
        words(game, decision.better),
        _percent(decision.loss),
        _percent(decision.low),
        _percent(decision.high),
        decision.lines,
        decision.better,
        line,
        _then(game, decision.better, line),
    )


def _then(game: Game, better: AnyAction, line: tuple[AnyAction, ...]) -> str:
    """Return the first actions of a line after a better action, as the log has them."""
    told: list[str] = []
    if not line:
        return ""
    state, _ = referee.play(game.title, game.shared_state, better)
    for action in line:
        state, events = referee.play(game.title, state, action)
        # An action that only ends a step has no line in the log.
        told += [each.text for each in lines_of(game.title, events)[:1]]
        if len(told) == FEW:
            break
    return "; ".join(told)


def _percent(share: float) -> float:
    return round(100 * share, 1)
