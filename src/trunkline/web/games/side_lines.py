"""Lines of play of a game other than the current one."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from trunkline.game.actions import AnyAction
from trunkline.web.games.game_tree import Moment
from trunkline.web.games.hosted_game import HostedGame


class SideLine(Struct, frozen=True):
    """Moments that were reached one after another and are not in play."""

    before: int
    """The number of the moment that they follow."""
    numbers: tuple[int, ...]
    actions: tuple[AnyAction, ...]


def side_lines(
    hosted_game: HostedGame, path: Sequence[Moment], wanted: Collection[int]
) -> tuple[SideLine, ...]:
    """Return the other lines that leave ``path`` and lead to a wanted moment, with all lines that leave them.

    An undo leads from the end of each line to the moment that the next one follows.
    """
    known = {moment.number for moment in (*path, *hosted_game.path())}
    waiting = [
        (moment, branch)
        for moment in path
        for branch in hosted_game.branches(moment)
        if branch.number not in known and _leads_to(hosted_game, branch, wanted)
    ]
    found: list[SideLine] = []
    while waiting:
        before, first = waiting.pop()
        line = [first]
        while branches := hosted_game.branches(line[-1]):
            waiting.extend((line[-1], other) for other in branches[:-1])
            line.append(branches[-1])
        numbers = tuple(moment.number for moment in line)
        found.append(SideLine(before.number, numbers, tuple(moment.action() for moment in line)))
    return tuple(found)


def _leads_to(hosted_game: HostedGame, branch: Moment, wanted: Collection[int]) -> bool:
    """Return whether a branch has a wanted moment."""
    waiting = [branch]
    while waiting:
        moment = waiting.pop()
        if moment.number in wanted:
            return True
        waiting.extend(hosted_game.branches(moment))
    return False
