"""Questions about runs in a position. Money is in whole dollars.

A position is a game in play or a bare state. A state knows its title and its trains but not the settings of
its game. So it is read as a game of that title without variants, by the printed rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import Corporation, State
from trunkline.engine.routing import Completion, RouteContext, Run, RunPlan, best_runs, complete_run
from trunkline.engine.routing.best import BUDGET
from trunkline.engine.steps import running
from trunkline.game.game import Game
from trunkline.titles import build, checked
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext


def context(position: Game | State | Context, company: str) -> RouteContext:
    """Return the trains of a corporation and everything that its earnings depend on. Raises
    ``UsageError``."""
    return running.context(*_place(position, company))


def best(position: Game | State | Context, company: str, *, budget: int = BUDGET) -> RunPlan:
    """Return the runs that earn a corporation the most after tolls, proved, or with a bound if ``budget``
    ends.

    ``budget`` counts search steps; the default is about one second. If the search does not finish, the answer
    is the best plan found, and its ``proof`` is ``at most X``. Raises ``UsageError``.
    """
    check_budget(budget)
    return best_runs(context(position, company), budget=budget)


def check_budget(budget: object) -> None:
    """Raise ``UsageError`` if this is not a number of search steps."""
    if type(budget) is not int or budget < 0:
        raise UsageError(f"The budget is a number of search steps, not {clipped(budget)}.")


def check(position: Game | State, company: str, routes: Iterable[Run]) -> list[Refusal]:
    """Return every rule that a corporation's runs break, each with its id; empty if the runs are legal
    together.

    This includes the rule that requires the best runs, if it applies. Raises ``UsageError`` if an item is not
    a run.
    """
    table, corp = _place(position, company)
    return running.run_refusals(table, corp, _runs(routes))


def complete(
    position: Game | State,
    company: str,
    train: str,
    stops: Iterable[str],
    *,
    beside: Iterable[Run] = (),
    only: bool = False,
) -> Completion | None:
    """Return the best legal route of one train through all these stops, in any order, or None.

    A train is named by its id ("3-0") or its type ("3"). A stop is named as in a path ("C14.0"), or by its
    hex if the hex has one stop. The runs ``beside`` keep their track. With ``only`` the route visits no other
    stop. Raises ``UsageError`` for an unknown corporation, train or stop.
    """
    offered = context(position, company)
    others = _runs(beside)
    chosen = train_of(offered, train, {run.train for run in others})
    asked = [stop_of(offered, stop) for stop in several(stops, "stops")]
    try:
        return complete_run(offered, chosen, asked, others, only=only)
    except ValueError as error:
        raise UsageError(
            gettext("These runs cannot be made together with it: {error}.", error=error)
        ) from error


def train_of(offered: RouteContext, name: object, taken: Collection[str] = ()) -> str:
    """Return the id of a train given by id or type, except those ``taken``. Raises ``UsageError``."""
    wanted = name.upper() if isinstance(name, str) else ""
    for train in offered.trains:
        if train not in taken and wanted in (train.upper(), depot.train_name(train).upper()):
            return train
    raise UsageError(
        gettext("{company} has no train {name} left to run.", company=offered.company, name=clipped(name))
        if taken
        else gettext("{company} has no train {name} to run.", company=offered.company, name=clipped(name))
    )


def stop_of(offered: RouteContext, name: object) -> str:
    """Return the name of a stop in paths. A hex with one stop is enough. Raises ``UsageError``."""
    text = name if isinstance(name, str) else ""
    hex, dot, _ = text.partition(".")
    h = offered.tables.index.get(hex)
    if h is None:
        raise UsageError(gettext("There is no stop {name}: no such hex is on the map.", name=clipped(name)))
    known = [f"{hex}.{s}" for s in range(len(offered.position.pieces[h].stops))]
    if not dot and len(known) == 1:
        return known[0]
    if text in known:
        return text
    if not known:
        raise UsageError(gettext("There is no stop on {hex}.", hex=hex))
    raise UsageError(
        gettext("{name} names no stop: write {known}.", name=clipped(name), known=" or ".join(known))
    )


def clipped(value: object) -> str:
    """Return a value as text, shortened if it is long."""
    try:
        text = ascii(value)
    except (ValueError, RecursionError):  # numbers too long to print; lists that contain themselves
        return f"this {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."


def table_of(position: object) -> Context:
    """Return the context of a position, which may already be one. Raises ``UsageError``."""
    if isinstance(position, Context):
        return position
    if isinstance(position, Game):
        return Context(position.title, position.state)
    if isinstance(position, State):
        return Context(build(checked(Options(position.title, tuple(position.players)))), position)
    raise UsageError(f"A position is a game or a state, not {clipped(position)}.")


def _place(position: object, company: object) -> tuple[Context, Corporation]:
    """Return the context of a position, and its corporation."""
    table = table_of(position)
    known = table.state.corporations
    corp = known.get(company) if isinstance(company, str) else None
    if corp is None:
        raise UsageError(
            gettext(
                "There is no company {company}; there are {known}.",
                company=clipped(company),
                known=", ".join(known),
            )
        )
    return table, corp


def _runs(routes: object) -> tuple[Run, ...]:
    return tuple(_run(run) for run in several(routes, "routes"))


def _run(run: object) -> Run:
    if isinstance(run, Run):
        train: object = run.train
        path: object = run.path
        elements = path if isinstance(path, (tuple, list)) else (None,)
        if isinstance(train, str) and all(isinstance(element, str) for element in elements):
            return Run(train, tuple(elements))
    raise UsageError(f"A run names a train and a path of hexes and stops, unlike {clipped(run)}.")


def several(values: object, what: str) -> tuple[Any, ...]:
    """Return the values as a tuple. Raises ``UsageError`` if they are not a list; a text is not one."""
    if isinstance(values, (str, Run)) or not isinstance(values, Iterable):
        raise UsageError(f"The {what} must be a list, not {clipped(values)}.")
    return tuple(values)
