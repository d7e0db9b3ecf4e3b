"""Routes of trains: the best ones, those through given stops, and the earnings of given ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from trunkline import svg
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.action import AnnounceRuns, RunTrains, tag
from trunkline.engine.routing import Earnings, RouteContext, Run, RunPlan, check_runs, earnings
from trunkline.engine.routing.run import BONUSES
from trunkline.engine.track.map_index import MapIndex
from trunkline.engine.track.track_state import Tiles
from trunkline.game import Game, routes
from trunkline.game.wording.rounds import round_name
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext, translated
from trunkline.web.errors import GameNotFound, NotPossible
from trunkline.web.games.game_tree import Moment
from trunkline.web.games.hosted_game import MomentView
from trunkline.web.games.turn_keys import round_key
from trunkline.web.schemas.answers import Amount
from trunkline.web.schemas.log import Line
from trunkline.web.schemas.map import CheckFacts, PlanFacts, RouteFacts, RunsMade, StopFacts, TrackFacts
from trunkline.web.schemas.requests import Through

RUNS = tuple(f'"kind":"{tag(kind)}"'.encode() for kind in (RunTrains, AnnounceRuns))
"""Marks in the JSON of every action with runs. The runs announced last are the ones that count."""


def best(game: Game, corp: str) -> PlanFacts:
    """Return the runs that earn a corporation the most. Raises ``GameNotFound``."""
    context = _route_context(game, corp)
    plan = routes.best(game, corp)
    return plan_facts(game.title.tables, context.trains, plan, context.tiles)


def trains_of(game: Game, corp: str) -> tuple[str, ...]:
    """Return the trains of a corporation. Raises ``GameNotFound``."""
    return tuple(_route_context(game, corp).trains)


def plan_facts(tables: MapIndex, trains: Iterable[str], plan: RunPlan, tiles: Tiles) -> PlanFacts:
    """Return the best runs on a map with these tiles."""
    return PlanFacts(
        plan.total,
        plan.proof,
        plan.bound,
        tuple(trains),
        tuple(_route(tables, tiles, run, earned) for run, earned in zip(plan.runs, plan.earned, strict=True)),
    )


def shown(game: Game, corp: str, found: Sequence[Run]) -> tuple[RouteFacts, ...]:
    """Return runs with the facts to draw them. Raises ``GameNotFound``."""
    context = _route_context(game, corp)
    return tuple(_route(game.title.tables, context.tiles, run, earnings(context, run)) for run in found)


def before_last(seen: MomentView, corp: str) -> int:
    """Return the moment before the last runs of a corporation. Raises ``GameNotFound``."""
    moment, _ = _last(seen, corp)
    assert moment.parent is not None
    return moment.parent.number


def last(seen: MomentView, before: MomentView, corp: str) -> RunsMade:
    """Return the last runs of a corporation, on the board before them. Raises ``GameNotFound``."""
    moment, action = _last(seen, corp)
    found = shown(before.game, corp, action.runs)
    state = before.game.shared_state
    total = sum(route.revenue for route in found)
    return RunsMade(moment.number, round_name(state), round_key(state), total, found)


def _last(seen: MomentView, corp: str) -> tuple[Moment, RunTrains]:
    found = next(
        (made for made in runs_made(seen.hosted_game.path(seen.moment)) if made[1].corp == corp), None
    )
    if found is None:
        raise GameNotFound(gettext("There is no such corporation, or it has run no trains yet."))
    return found


def runs_made(path: Sequence[Moment]) -> Iterator[tuple[Moment, RunTrains]]:
    """Yield the moments of a path at which trains were run, the last first."""
    for moment in reversed(path):
        action = moment.action() if any(mark in moment.data for mark in RUNS) else None
        if isinstance(action, RunTrains):
            yield moment, action


def complete(game: Game, corp: str, asked: Through) -> RouteFacts:
    """Return the best route of a train through some stops. Raises ``NotPossible`` if no route exists."""
    context = _route_context(game, corp)
    try:
        found = routes.complete(game, corp, asked.train, asked.stops, beside=asked.beside, only=asked.only)
    except UsageError as error:
        raise NotPossible(str(error)) from error
    if found is None:
        raise NotPossible(
            gettext("No route through these stops is legal beside the other routes.")
            if asked.beside
            else gettext("No route through these stops is legal.")
        )
    return _route(game.title.tables, context.tiles, found.run, found.earned, found.more)


def check(game: Game, corp: str, runs: Sequence[Run]) -> CheckFacts:
    """Return the total earnings of runs, and every rule that they break."""
    context = _route_context(game, corp)
    problems = routes.check(game, corp, runs)
    wrong = {problem.run for problem in check_runs(context, tuple(runs))}
    sound = [run for number, run in enumerate(runs) if number not in wrong]
    found = tuple(_route(game.title.tables, context.tiles, run, earnings(context, run)) for run in sound)
    return CheckFacts(
        sum(route.revenue for route in found),
        found,
        tuple(Line(f"{problem.what}: {problem.why}", problem.rule) for problem in problems),
    )


def _route_context(game: Game, corp: str) -> RouteContext:
    if corp not in game.shared_state.corporations:
        raise GameNotFound(gettext("There is no such corporation."))
    return routes.context(game, corp)


def _route(
    tables: MapIndex, tiles: Tiles, run: Run, earned: Earnings, more: tuple[str, ...] = ()
) -> RouteFacts:
    grid = svg.grid_of(tables.board.layout)
    track = svg.run_track(tables, grid, tiles, run.path)
    return RouteFacts(
        run.train,
        depot.train_name(run.train),
        run.path,
        tuple(StopFacts(*stop) for stop in earned.stops),
        tuple(
            StopFacts(stop, translated(BONUSES.get(name, name)), amount)
            for stop, name, amount in earned.bonuses
        ),
        earned.pair,
        tuple(Amount(name, fee) for name, fee in earned.tolls),
        earned.total,
        str(earned),
        tuple(TrackFacts(part.hex, part.d) for part in track),
        more,
    )
