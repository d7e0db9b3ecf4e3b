"""Events worth counting in games of 18GL, and their expected frequency."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trunkline.engine.kernel.action import Action, Answer, RedeemBonds, RedeemLoans, RunTrains
from trunkline.engine.kernel.context import Milestone
from trunkline.engine.kernel.state import TREASURY, State
from trunkline.titles.t18gl.state import Conrail, state_18gl

FIRST_CHANCE, LAST_CHANCE = "10H", "E"


def _conrail(count: Callable[[Conrail], int]) -> Callable[[Sequence[Action], State], int]:
    """Return a counter based on the state of CONRAIL."""
    return lambda played, last: int(count(state_18gl(last).conrail))


def _played(kind: type[Action]) -> Callable[[Sequence[Action], State], int]:
    """Return a counter of the actions of a kind."""
    return lambda played, last: sum(isinstance(action, kind) for action in played)


def _bonds_out(played: Sequence[Action], last: State) -> int:
    return sum(count for place, count in last.bonds.items() if place != TREASURY)


def _used(private: str) -> Callable[[Sequence[Action], State], int]:
    """Return a counter that is 1 if the power of a private was used."""
    return lambda played, last: int(private in last.powers_used)


def _ferry_runs(played: Sequence[Action], last: State) -> int:
    """Return the number of runs over the lake with the ferry's token."""
    lake, _ = last.private_tokens.get("ferry", ("", ""))
    ran = [action for action in played if isinstance(action, RunTrains)]
    return sum(lake in run.path for action in ran for run in action.runs)


def _closed(played: Sequence[Action], last: State) -> int:
    """Return the number of corporations closed by a bankruptcy.

    Merged corporations are also closed, so they are deducted.
    """
    return sum(corp.closed for corp in last.corporations.values()) - len(state_18gl(last).conrail.merged)


POWERS = ("ej_and_e", "railworks", "ferry", "bridge", "tunnel", "terminal", "port", "mine", "alco")

MILESTONES: tuple[Milestone, ...] = (
    *(Milestone(f"uses of {private}", _used(private), 0) for private in POWERS),
    Milestone("runs by ferry", _ferry_runs, 0),
    Milestone("offers answered", _played(Answer), 0),
    Milestone("loans paid back", _played(RedeemLoans), 25),
    Milestone("bonds redeemed", _played(RedeemBonds), 0),
    Milestone("players ruined", lambda played, last: sum(player.out for player in last.players.values())),
    Milestone("corporations closed", _closed),
    Milestone("bonds outstanding", _bonds_out),
    Milestone("corporations merged", _conrail(lambda conrail: len(conrail.merged))),
    Milestone("CONRAIL forms in phase 10H", _conrail(lambda c: c.phase == FIRST_CHANCE), 25, FIRST_CHANCE),
    Milestone("CONRAIL forms in phase E", _conrail(lambda c: c.phase == LAST_CHANCE), 5, LAST_CHANCE),
    Milestone("CONRAIL forms of three or four", _conrail(lambda c: len(c.merged) in (3, 4)), 5, FIRST_CHANCE),
    Milestone("CONRAIL forms of five or more", _conrail(lambda c: len(c.merged) > 4)),
    Milestone("CONRAIL forms under an acting president", _conrail(lambda c: c.acting)),
    Milestone("CONRAIL never forms", _conrail(lambda c: not c.formed)),
)
