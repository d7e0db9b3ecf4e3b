"""The best runs of a company as text and on the map."""

from __future__ import annotations

import textwrap

from trunkline.cli.terminal.map_drawing import NUMBERS, Drawing
from trunkline.engine.kernel import depot
from trunkline.engine.routing import RouteContext, RunPlan


def run_lines(plan: RunPlan, width: int = 0, *, numbered: bool = True) -> list[str]:
    """Return each run with its earnings and path, wrapped to ``width`` (0: no limit).

    The numbers are those of the map.
    """
    lines: list[str] = []
    for number, run, earned in zip(NUMBERS, plan.runs, plan.earned, strict=False):
        head = f"{number}  " if numbered else ""
        lines += cut(f"{head}{depot.train_name(run.train)}-train: {earned}", width)
        lines += cut(f"   {' '.join(run.path)}", width)
    return lines


def worth(plan: RunPlan) -> str:
    """Return the earnings of a plan and their certainty, such as ``$230, optimal``."""
    tolls = f" (tolls: ${plan.fees:,})" if plan.fees else ""
    proof = "optimal" if plan.optimal else f"at most ${plan.bound:,}"
    return f"${plan.total:,}{tolls}, {proof}"


def plan_map(context: RouteContext, plan: RunPlan, width: int = 0) -> list[str]:
    """Return the runs on the map, or an empty list if there are no runs."""
    return Drawing.of_runs(context, plan.runs).lines(width) if plan.runs else []


def cut(line: str, width: int) -> list[str]:
    """Return a line wrapped to ``width`` (0: no limit), with an indent after the first piece."""
    indent = " " * (len(line) - len(line.lstrip()) + 3)
    return textwrap.wrap(line, max(width, 40), subsequent_indent=indent) if width else [line]
