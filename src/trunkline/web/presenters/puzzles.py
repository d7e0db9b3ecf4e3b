"""Puzzles as the page shows them: without their answers, and with the judgement of one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from trunkline.game import Game
from trunkline.game.actions import Action, RunTrains, decode
from trunkline.game.wording.choices import words
from trunkline.learn.puzzles import collection
from trunkline.learn.puzzles.puzzle import KINDS, UNRATED, Figures, Puzzle, Theme
from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.errors import GameNotFound, NotPossible
from trunkline.web.presenters import maps, runs
from trunkline.web.schemas.map import Laid, PlanFacts, RouteFacts
from trunkline.web.schemas.moment import ChoiceFacts, DecisionFacts
from trunkline.web.schemas.puzzles import (
    AnswerFacts,
    Opinion,
    PlayoutFacts,
    PuzzleSummary,
    RunsAfter,
    Worth,
)
from trunkline.web.schemas.requests import Through

SEEDED: Final = re.compile(r"(?P<title>\w+), (?P<players>\d+) players, seed \d+")
"""The source of a puzzle from a game that the program has played."""
YOURS: Final = re.compile(r"your game(?: \d+)?, (?P<title>\w+), (?P<players>.+)")
"""The source of a puzzle from a recorded game."""
UNNAMED: Final = re.compile(r"(?P<number>\d+) players")
"""The players of a recorded game, without their names."""
PROOFS = {
    Theme.LAY: gettext_noop(
        "The best runs after all {choices} lays were searched exactly. The next best earns ${amount}."
    ),
    Theme.TOKEN: gettext_noop(
        "The best runs after all {choices} places for a token were searched exactly. The next best earns "
        "${amount}."
    ),
    Theme.RUN: gettext_noop(
        "An exact search of all runs proves it. The runs that a quick search finds earn ${amount}."
    ),
    Theme.ENDGAME: gettext_noop(
        "A search of all actions to the end of the game proves it: the other players cannot prevent this "
        "place. The game ends after this turn. Trains run their best runs."
    ),
    **dict.fromkeys(
        UNRATED,
        gettext_noop(
            "Playouts by directors with small errors give this answer. It is an estimate and not proved."
        ),
    ),
}
"""The reasons why an answer is the best."""


def find_puzzle(id: str) -> Puzzle:
    """Return a puzzle. Raises ``GameNotFound``."""
    found = collection.own().get(id)
    if found is None:
        raise GameNotFound(gettext("There is no puzzle {id}. The list of puzzles has the others.", id=id))
    return found


def summary(puzzle: Puzzle, points: float | None, right: bool | None) -> PuzzleSummary:
    """Return a puzzle without its answer.

    ``points`` is None if the puzzle is not rated, and ``right`` if the caller has not answered it.
    """
    return PuzzleSummary(
        puzzle.id,
        puzzle.title,
        puzzle.theme,
        puzzle.question,
        puzzle.player,
        puzzle.corporation,
        puzzle.choices,
        _source(puzzle),
        puzzle.adapted,
        None if points is None else round(points),
        None if right is None else "right" if right else "wrong",
    )


def judged(puzzle: Puzzle, action: Action, *, given_up: bool) -> AnswerFacts:
    """Return the judgement of an answer that was played. After giving up, that is the solution."""
    start = puzzle.start
    solutions = list(map(decode, puzzle.solutions))
    hexes = [hex for each in solutions if (hex := getattr(each, "hex", ""))]
    right = not given_up and puzzle.is_right(action)
    changed = tuple(sorted({hex for each in (action, solutions[0]) if (hex := getattr(each, "hex", ""))}))
    mine = _runs_after(puzzle, action, changed)
    other = None if given_up or right else mine
    return AnswerFacts(
        right=right,
        answer=words(start, action),
        yours=None if given_up else mine.total if mine else puzzle.revenue(action),
        best=puzzle.best,
        next=puzzle.next,
        solutions=tuple(words(start, each) for each in solutions),
        hexes=tuple(dict.fromkeys(hexes)),
        best_runs=_runs_after(puzzle, solutions[0], changed) if other else mine,
        your_runs=other,
        proof=_proof(puzzle),
        playouts=_playouts(puzzle.figures, start) if puzzle.figures else None,
    )


def _runs_after(puzzle: Puzzle, answer: Action, changed: tuple[str, ...]) -> RunsAfter | None:
    """Return the best runs after an answer, or those of the answer. None if the theme is not about runs.

    ``changed`` are the hexes that the answers change.
    """
    if puzzle.theme not in KINDS:
        return None
    game = puzzle.start
    if isinstance(answer, RunTrains):
        routes = runs.shown(game, puzzle.corporation, answer.runs)
        return RunsAfter(sum(each.revenue for each in routes), routes, (), Laid({}, {}))
    game.play(answer)
    plan = runs.best(game, puzzle.corporation)
    whole = maps.laid(game)
    tiles = {hex: whole.tiles[hex] for hex in changed if hex in whole.tiles}
    tokens = {hex: whole.tokens[hex] for hex in changed if hex in whole.tokens}
    return RunsAfter(plan.total, plan.routes, changed, Laid(tiles, tokens))


def _proof(puzzle: Puzzle) -> str:
    return gettext(PROOFS[puzzle.theme], choices=str(puzzle.choices), amount=puzzle.next)


def _playouts(figures: Figures, start: Game) -> PlayoutFacts:
    return PlayoutFacts(
        figures.gain,
        figures.low,
        figures.high,
        figures.lines,
        figures.sets,
        tuple(Worth(words(start, decode(answer)), worth) for answer, worth in figures.worths),
        tuple(Opinion(name, words(start, decode(answer))) for name, answer in figures.opinions),
    )


# -- before the answer


def asked(found: DecisionFacts, id: str) -> DecisionFacts:
    """Return a decision with the possible answers to a puzzle only."""
    puzzle = find_puzzle(id)
    kinds = puzzle.kinds or {*(each.kind for each in found.groups), *(each.kind for each in found.forbidden)}
    groups = (
        msgspec.structs.replace(
            group,
            choices=tuple(_answers(puzzle, group.choices)),
        )
        for group in found.groups
        if group.kind in kinds
    )
    return msgspec.structs.replace(
        found,
        groups=tuple(group for group in groups if group.choices),
        forbidden=tuple(each for each in found.forbidden if each.kind in kinds),
        obvious=None,
    )


def _answers(puzzle: Puzzle, choices: Iterable[ChoiceFacts]) -> Iterator[ChoiceFacts]:
    """Yield the choices that are answers. Their amounts are those that are answers."""
    for choice in choices:
        action, amounts = choice.action, choice.amounts
        if action is None or amounts is None:
            if action is None or puzzle.is_answer(action):
                yield choice
            continue
        possible = (
            msgspec.structs.replace(action, **{amounts.field: amount})
            for amount in range(amounts.low, amounts.high + 1, amounts.step)
        )
        answers = list(filter(puzzle.is_answer, possible))
        if answers:
            low, high = (getattr(each, amounts.field) for each in (answers[0], answers[-1]))
            within = msgspec.structs.replace(amounts, low=low, high=high)
            yield msgspec.structs.replace(choice, action=answers[0], amounts=within)


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


def _source(puzzle: Puzzle) -> str:
    """Return the source of a puzzle in the language of the reader.

    The seed of a game tells nothing to a solver. The command line shows it.
    """
    number = str(puzzle.set_number)
    if found := SEEDED.fullmatch(puzzle.source):
        return gettext(
            "{title}, {players} players, game by computer players, set {set}", **found.groupdict(), set=number
        )
    if found := YOURS.fullmatch(puzzle.source):
        title, players = found["title"], found["players"]
        if unnamed := UNNAMED.fullmatch(players):
            players = gettext("{number} players", number=unnamed["number"])
        return gettext("{title}, {players}, your game, set {set}", title=title, players=players, set=number)
    return puzzle.source
