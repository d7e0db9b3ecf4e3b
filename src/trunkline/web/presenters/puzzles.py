"""Puzzles as the page shows them: without their answers, and with the judgement of one."""

from __future__ import annotations

import msgspec

from trunkline.game import Game
from trunkline.game.actions import Action, RunTrains, decode, encode
from trunkline.game.wording.choices import words
from trunkline.learn.puzzles import collection
from trunkline.learn.puzzles.puzzle import Puzzle, Theme
from trunkline.web.errors import GameNotFound, NotPossible
from trunkline.web.presenters import runs
from trunkline.web.presenters.money import dollars
from trunkline.web.schemas.map import PlanFacts, RouteFacts
from trunkline.web.schemas.moment import DecisionFacts
from trunkline.web.schemas.puzzles import AnswerFacts, PuzzleSummary
from trunkline.web.schemas.requests import Through

ANSWERS = {Theme.LAY: "lays", Theme.TOKEN: "places for a token"}
"""The answers to a theme in words."""


def find_puzzle(id: str) -> Puzzle:
    """Return a puzzle. Raises ``GameNotFound``."""
    found = collection.own().get(id)
    if found is None:
        raise GameNotFound(f"There is no puzzle {id}. The list of puzzles has the others.")
    return found


def summary(puzzle: Puzzle, points: float, right: bool | None) -> PuzzleSummary:
    """Return a puzzle without its answer. ``right`` is None if the caller has not answered it."""
    return PuzzleSummary(
        puzzle.id,
        puzzle.title,
        puzzle.theme,
        puzzle.question,
        puzzle.player,
        puzzle.corporation,
        puzzle.choices,
        puzzle.source,
        round(points),
        None if right is None else "right" if right else "wrong",
    )


def kind_of(action: Action) -> str:
    """Return the kind of an action."""
    return str(encode(action)["kind"])


def judged(puzzle: Puzzle, action: Action, *, given_up: bool) -> AnswerFacts:
    """Return the judgement of an answer that was played. After giving up, that is the solution."""
    start = puzzle.start
    best = puzzle.solution()
    solutions = list(map(decode, puzzle.solutions)) or [best]
    routes = runs.shown(start, puzzle.corporation, best.runs) if isinstance(best, RunTrains) else ()
    hexes = [hex for each in solutions if (hex := getattr(each, "hex", ""))]
    return AnswerFacts(
        right=not given_up and puzzle.is_right(action),
        answer=words(start, action),
        yours=None if given_up else puzzle.revenue(action),
        best=puzzle.best,
        next=puzzle.next,
        solutions=tuple(words(start, each) for each in solutions),
        hexes=tuple(dict.fromkeys(hexes)),
        routes=routes,
        proof=_proof(puzzle),
    )


def _proof(puzzle: Puzzle) -> str:
    if puzzle.theme is Theme.RUN:
        return (
            "An exact search of all runs proves it. "
            f"The runs that a quick search finds earn {dollars(puzzle.next)}."
        )
    answers = f"{puzzle.choices} {ANSWERS[puzzle.theme]}"
    return (
        f"The best runs after all {answers} were searched exactly. "
        f"The next best earns {dollars(puzzle.next)}."
    )


# -- before the answer


def asked(found: DecisionFacts, id: str) -> DecisionFacts:
    """Return a decision with the possible answers to a puzzle only."""
    kind = find_puzzle(id).kind
    return msgspec.structs.replace(
        found,
        groups=tuple(group for group in found.groups if group.kind == kind),
        forbidden=tuple(each for each in found.forbidden if each.kind == kind),
    )


def trains(game: Game, corp: str) -> PlanFacts:
    """Return the trains of a corporation without its best runs. Raises ``GameNotFound``."""
    return PlanFacts(0, "withheld", 0, runs.trains_of(game, corp), ())


def complete(game: Game, corp: str, through: Through) -> RouteFacts:
    """Return the route of a train through exactly these stops, with the stops that could be added.

    The route is empty if more stops are needed. Raises ``NotPossible`` if no route visits these stops.
    """
    whole = runs.complete(game, corp, msgspec.structs.replace(through, only=False))
    if through.stops:
        try:
            exact = runs.complete(game, corp, msgspec.structs.replace(through, only=True))
        except NotPossible:
            pass
        else:
            return msgspec.structs.replace(exact, more=whole.more)
    more = {stop.stop for stop in whole.stops} | set(whole.more)
    further = tuple(sorted(more.difference(through.stops)))
    return RouteFacts(whole.train, whole.type, (), (), (), 0, (), 0, "", (), further)
