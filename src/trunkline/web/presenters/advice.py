"""Bot advice with reasons, computed for each request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from trunkline.engine.kernel.options import Options
from trunkline.game import Game
from trunkline.game.actions import Action, validated
from trunkline.game.position import Position
from trunkline.game.wording.choices import words
from trunkline.players import advice_text
from trunkline.players.advice import RULED_OUT, Advice, Adviser, Estimate, Term
from trunkline.players.answers import BEST_ESTIMATES, advise_with_known_answers
from trunkline.players.descriptions import levels
from trunkline.players.registry import advises, cached_player
from trunkline.web.games.game_tree import ReachedMoment
from trunkline.web.schemas.advice import AdviceFacts, EstimateFacts, TermFacts
from trunkline.web.schemas.log import Seat


def hinted(
    program: str, seed: int, seats: Iterable[Seat], options: Options, line: Iterable[ReachedMoment]
) -> AdviceFacts | None:
    """Return a bot's choice at the first position of a line, or None if it has no reasons.

    ``seats`` are the seats of the table. Bots in them answer hypothetical offers.
    """
    others = {}
    for seat in seats:
        if advises(seat.kind) and isinstance(known := cached_player(seat.kind, seat.seed), Adviser):
            others[seat.name] = known
    return _advised(program, seed, others, options, line)


def reasoned(
    program: str, seed: int, played: Action, options: Options, line: Iterable[ReachedMoment]
) -> AdviceFacts | None:
    """Return the reasons for an action that a bot played, or None if it would now choose another one.

    A bot may choose another one, for example, if a substitute played after a failure.
    """
    found = _advised(program, seed, {}, options, line)
    return found if found is not None and found.estimates[0].action == validated(played) else None


def _advised(
    program: str, seed: int, others: Mapping[str, Adviser], options: Options, line: Iterable[ReachedMoment]
) -> AdviceFacts | None:
    game = Game.at_state(options, next(iter(line)).state)
    adviser = cached_player(program, seed)
    if game.over or not isinstance(adviser, Adviser):
        return None
    position = Position.of(game)
    return _facts(game, program, position.to_act[0], advise_with_known_answers(position, adviser, others))


def _facts(game: Game, program: str, player: str, advice: Advice) -> AdviceFacts:
    best, *others = advice.estimates
    decisive = advice_text.decides(advice)
    estimates = (
        _estimate(game, best, advice_text.relevant_terms(advice)),
        *(
            _estimate(game, estimate, advice_text.main_terms(estimate))
            for estimate in others[: BEST_ESTIMATES - 1]
        ),
    )
    return AdviceFacts(
        player,
        program,
        levels()[program].label,
        estimates[0].text,
        advice_text.explain(game, advice),
        TermFacts(decisive.what, advice_text.label(decisive), round(decisive.dollars)) if decisive else None,
        estimates,
        advice.beside_second,
        advice.sure,
    )


def _estimate(game: Game, estimate: Estimate, terms: Iterable[Term]) -> EstimateFacts:
    return EstimateFacts(
        validated(estimate.action),
        words(game, estimate.action),
        round(estimate.total),
        None if estimate.low is None else round(estimate.low),
        None if estimate.high is None else round(estimate.high),
        estimate.total <= RULED_OUT,
        tuple(map(_term, terms)),
    )


def _term(term: Term) -> TermFacts:
    return TermFacts(term.what, advice_text.label(term), round(term.dollars))
