"""A review as text, as far as it has progressed."""

from __future__ import annotations

import msgspec

from trunkline.engine.kernel.options import Options
from trunkline.game import Game
from trunkline.game.wording.choices import words
from trunkline.game.wording.rounds import round_name
from trunkline.lab.review.results import Decision, Moment, Review, best, leads, turning, worst
from trunkline.lab.review.session import ReviewSession
from trunkline.lab.review.tasks import position_of
from trunkline.util.messages import translated
from trunkline.web.games import turn_keys
from trunkline.web.games.reviews import ReviewProgress
from trunkline.web.schemas.review import BestFacts, CostFacts, LeadFacts, ReviewFacts, WorstFacts

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
        return _cost(study.options, study.moment(decision.number), decision)

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


def _cost(options: Options, moment: Moment, decision: Decision) -> CostFacts:
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
    )


def _percent(share: float) -> float:
    return round(100 * share, 1)
