"""Routes of trains: the best ones, those through given stops, and the earnings of given ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from trunkline import art, routes
from trunkline.errors import UsageError
from trunkline.facts.answers import Amount
from trunkline.facts.map import CheckFacts, PlanFacts, RouteFacts, RunsMade, StopFacts, TrackFacts
from trunkline.facts.requests import Through
from trunkline.game import Game
from trunkline.kernel import depot
from trunkline.kernel.action import AnnounceRuns, RunTrains, tag
from trunkline.runs import Earnings, RouteContext, Run, RunPlan, check_runs, earnings
from trunkline.tables.errors import Impossible, Unknown
from trunkline.tables.history import Moment
from trunkline.tables.records import Line
from trunkline.tables.table import Seen
from trunkline.tables.turns import round_key
from trunkline.track.position import Tiles
from trunkline.wording.choices import round_name

RUNS = tuple(f'"kind":"{tag(kind)}"'.encode() for kind in (RunTrains, AnnounceRuns))
"""Marks in the JSON of every action with runs. The runs announced last are the ones that count."""


def best(game: Game, corp: str) -> PlanFacts:
    """Return the runs that earn a corporation the most. Raises ``Unknown``."""
    context = _route_context(game, corp)
    plan = routes.best(game, corp)
    return plan_facts(game, context.trains, plan, context.tiles)


def plan_facts(game: Game, trains: Iterable[str], plan: RunPlan, tiles: Tiles) -> PlanFacts:
    """Return the best runs on a map with these tiles."""
    return PlanFacts(
        plan.total,
        plan.proof,
        plan.bound,
        tuple(trains),
        tuple(_route(game, tiles, run, earned) for run, earned in zip(plan.runs, plan.earned, strict=True)),
    )


def shown(game: Game, corp: str, found: Sequence[Run]) -> tuple[RouteFacts, ...]:
    """Return runs with the facts to draw them. Raises ``Unknown``."""
    context = _route_context(game, corp)
    return tuple(_route(game, context.tiles, run, earnings(context, run)) for run in found)


def before_last(seen: Seen, corp: str) -> int:
    """Return the moment before the last runs of a corporation. Raises ``Unknown``."""
    moment, _ = _last(seen, corp)
    assert moment.parent is not None
    return moment.parent.number


def last(seen: Seen, before: Seen, corp: str) -> RunsMade:
    """Return the last runs of a corporation, on the board before them. Raises ``Unknown``."""
    moment, action = _last(seen, corp)
    found = shown(before.game, corp, action.runs)
    state = before.game.state
    total = sum(route.revenue for route in found)
    return RunsMade(moment.number, round_name(state), round_key(state), total, found)


def _last(seen: Seen, corp: str) -> tuple[Moment, RunTrains]:
    with seen.table.lock:
        path = seen.table.history.path(seen.moment)
    found = next((made for made in runs_made(path) if made[1].corp == corp), None)
    if found is None:
        raise Unknown("There is no such corporation, or it has run no trains yet.")
    return found


def runs_made(path: Sequence[Moment]) -> Iterator[tuple[Moment, RunTrains]]:
    """Yield the moments of a path at which trains were run, the last first."""
    for moment in reversed(path):
        action = moment.action() if any(mark in moment.data for mark in RUNS) else None
        if isinstance(action, RunTrains):
            yield moment, action


def complete(game: Game, corp: str, asked: Through) -> RouteFacts:
    """Return the best route of a train through some stops. Raises ``Impossible`` if no route exists."""
    context = _route_context(game, corp)
    try:
        found = routes.complete(game, corp, asked.train, asked.stops, beside=asked.beside, only=asked.only)
    except UsageError as error:
        raise Impossible(str(error)) from error
    if found is None:
        beside = " beside the other routes" if asked.beside else ""
        raise Impossible(f"No route through these stops is legal{beside}.")
    return _route(game, context.tiles, found.run, found.earned, found.more)


def check(game: Game, corp: str, runs: Sequence[Run]) -> CheckFacts:
    """Return the total earnings of runs, and every rule that they break."""
    context = _route_context(game, corp)
    problems = routes.check(game, corp, runs)
    wrong = {problem.run for problem in check_runs(context, tuple(runs))}
    sound = [run for number, run in enumerate(runs) if number not in wrong]
    found = tuple(_route(game, context.tiles, run, earnings(context, run)) for run in sound)
    return CheckFacts(
        sum(route.revenue for route in found),
        found,
        tuple(Line(f"{problem.what}: {problem.why}", problem.rule) for problem in problems),
    )


def _route_context(game: Game, corp: str) -> RouteContext:
    if corp not in game.state.corporations:
        raise Unknown("There is no such corporation.")
    return routes.context(game, corp)


def _route(game: Game, tiles: Tiles, run: Run, earned: Earnings, more: tuple[str, ...] = ()) -> RouteFacts:
    grid = art.Grid(game.title.board.layout)
    track = art.run_track(game.title.tables, grid, tiles, run.path)
    return RouteFacts(
        run.train,
        depot.train_name(run.train),
        run.path,
        tuple(StopFacts(*stop) for stop in earned.stops),
        tuple(StopFacts(*bonus) for bonus in earned.bonuses),
        earned.pair,
        tuple(Amount(name, fee) for name, fee in earned.tolls),
        earned.total,
        str(earned),
        tuple(TrackFacts(part.hex, part.d) for part in track),
        more,
    )
