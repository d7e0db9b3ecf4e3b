"""What is worth counting in games of 18GL, and how often it should happen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trunkline.kernel.action import Action
from trunkline.kernel.state import TREASURY, State
from trunkline.kernel.table import Milestone
from trunkline.titles.t18gl.state import Conrail, own

FIRST_CHANCE, LAST_CHANCE = "10H", "E"


def _conrail(count: Callable[[Conrail], int]) -> Callable[[Sequence[Action], State], int]:
    """A count of what has become of CONRAIL."""
    return lambda played, last: int(count(own(last).conrail))


def _bonds_out(played: Sequence[Action], last: State) -> int:
    return sum(count for place, count in last.bonds.items() if place != TREASURY)


MILESTONES: tuple[Milestone, ...] = (
    Milestone("bonds outstanding", _bonds_out),
    Milestone("corporations merged", _conrail(lambda conrail: len(conrail.merged))),
    Milestone("CONRAIL forms in phase 10H", _conrail(lambda c: c.phase == FIRST_CHANCE), 0, FIRST_CHANCE),
    Milestone("CONRAIL forms in phase E", _conrail(lambda c: c.phase == LAST_CHANCE), 0, LAST_CHANCE),
    Milestone("CONRAIL forms of three or four", _conrail(lambda c: len(c.merged) in (3, 4)), 0, FIRST_CHANCE),
    Milestone("CONRAIL forms of five or more", _conrail(lambda c: len(c.merged) > 4), 0, FIRST_CHANCE),
    Milestone("CONRAIL forms under an acting president", _conrail(lambda c: c.acting)),
    Milestone("CONRAIL never forms", _conrail(lambda c: not c.formed), 0, LAST_CHANCE),
)
