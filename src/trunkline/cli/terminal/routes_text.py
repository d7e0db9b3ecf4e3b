"""Parser for typed runs such as ``3: C14 C16 D17; 2: ...``. A run may list only some of its stops."""

from __future__ import annotations

import itertools

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.action import AnnounceRuns, RunTrains
from trunkline.engine.kernel.choice import Open
from trunkline.engine.routing import (
    Completion,
    Earnings,
    RouteContext,
    Run,
    RunPlan,
    check_runs,
    complete_run,
    earnings,
)
from trunkline.engine.track.map_index import STOPS_A_HEX
from trunkline.game import Game, routes
from trunkline.game.routes.queries import stop_of, train_of
from trunkline.game.wording.places import piece_on
from trunkline.util.errors import UsageError

ORDERS = 24
READINGS = STOPS_A_HEX**3
"""Maximum number of choices of stops to try if hexes with several stops were typed."""


def help_text(plan: RunPlan) -> str:
    """Return help for typing runs, with the stops of a plan as an example."""
    example = "; ".join(f"{depot.train_name(run.train)}: {' '.join(run.stops)}" for run in plan.runs)
    return (
        f"Type a route a train, such as  {example or 'TRAIN: HEX HEX'}.  A few of its stops are enough: the "
        "best route through them is found.  HEX.0 or HEX.1 names a stop where a hex has several, HEX.- "
        "passes a hex without counting a stop."
    )


def typed_runs(game: Game, text: str, choice: Open) -> RunTrains:
    """Return the typed runs for an open choice.

    Raises ``UsageError`` if they make no sense, and ``Refusal`` if they are illegal. A route with only some
    stops becomes the best route through them, given the other runs.
    """
    offered = routes.context(game, choice.corp)
    runs: list[Run] = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, colon, rest = part.partition(":")
        path = rest.replace(",", " ").split()
        if not colon or not path:
            raise UsageError(f"{part!r} is no route: write the train, a colon and the places it runs to.")
        train = train_of(offered, name.strip(), {run.train for run in runs})
        runs.append(Run(train, tuple(_step(game, step) for step in path)))
    kind = AnnounceRuns if choice.kind is AnnounceRuns else RunTrains
    action = kind(choice.player, choice.corp, _whole(offered, runs))
    refusal = choice.check(action)
    if refusal is not None:
        raise refusal
    return action


def _whole(offered: RouteContext, runs: list[Run]) -> tuple[Run, ...]:
    """Return the runs, with partly typed runs completed. Raises ``UsageError``.

    They are completed one after the other, in the order that gives the highest total.
    """
    partial = [number for number, run in enumerate(runs) if _is_partial(offered, run)]
    typed = {number: run for number, run in enumerate(runs) if number not in partial}
    if not partial or not all(_has_track(offered, run) for run in typed.values()):
        return tuple(runs)
    found: list[tuple[Run, ...]] = []
    failures: list[UsageError] = []
    for order in itertools.islice(itertools.permutations(partial), ORDERS):
        whole = dict(typed)
        try:
            for number in order:
                whole[number] = _completed(offered, runs[number], tuple(whole.values()))
        except UsageError as failure:
            failures.append(failure)
        else:
            found.append(tuple(whole[number] for number in range(len(runs))))
    if not found:
        raise failures[0]
    return max(found, key=lambda whole: sum(_worth(earnings(offered, run)) for run in whole))


def _has_track(offered: RouteContext, run: Run) -> bool:
    problems = check_runs(offered, (run,))
    return len(run.path) > 1 and all(problem.key != "unknown_track" for problem in problems)


def _worth(earned: Earnings) -> int:
    return earned.total - earned.fees


def _is_partial(offered: RouteContext, run: Run) -> bool:
    """Return whether the path has only stops, with more than one step of track between them."""
    return not _has_track(offered, run) and all(_readings(offered, element) for element in run.path)


def _readings(offered: RouteContext, element: str) -> list[str]:
    """Return the stops that an element may mean: all stops of the hex if it names none."""
    hex, dot, _ = element.partition(".")
    stops = offered.position.pieces[offered.tables.index[hex]].stops
    return [element] if dot else [f"{hex}.{stop}" for stop in range(len(stops))]


def _completed(offered: RouteContext, run: Run, others: tuple[Run, ...]) -> Run:
    """Return the best route through the stops of a run, given the other runs. Raises ``UsageError``."""
    readings = itertools.product(*(_readings(offered, element) for element in run.path))
    found: list[Completion] = []
    for reading in itertools.islice(readings, READINGS):
        stops = [stop_of(offered, element) for element in reading]
        completion = complete_run(offered, run.train, stops, others)
        if completion is not None:
            found.append(completion)
    if not found:
        name = depot.train_name(run.train)
        beside = " beside the other routes" if others else ""
        raise UsageError(f"No route of the {name}-train through {' and '.join(run.path)} is legal{beside}.")
    return max(found, key=lambda completion: _worth(completion.earned)).run


def _step(game: Game, step: str) -> str:
    hex, dot, stop = step.upper().partition(".")
    if hex not in game.title.board.hexes:
        raise UsageError(f"There is no hex {hex} on the map.")
    if stop == "-":
        return hex
    if dot:
        if not stop.isdecimal():
            raise UsageError(f"{step} names no stop: write {hex}.0 or {hex}.1.")
        return f"{hex}.{stop}"
    # With one stop the meaning is clear. With several stops the player must name one.
    return f"{hex}.0" if len(piece_on(game, hex).stops) == 1 else hex
