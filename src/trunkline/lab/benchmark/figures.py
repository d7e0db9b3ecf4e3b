"""The row of a program: its figures, computed from its games and answers.

Intervals are 95% confidence intervals. Those of pairings and places group the games of one deal, because
they are not independent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean

from trunkline.lab.arena.match import IRREGULAR, GameResult
from trunkline.lab.arena.statistics import clustered_interval, interval, student_interval
from trunkline.lab.benchmark.definition import Definition, Table
from trunkline.lab.benchmark.results import GameLine, Head, Line, Pairings, PuzzlesLine, Row, Solved, games
from trunkline.players.spread import MeanInterval

Deals = list[list[tuple[int, GameResult]]]
"""The games of each deal, with the program's seat."""


def row(head: Head, definition: Definition, lines: Sequence[Line]) -> Row:
    """Return the row of a program from all lines of its results."""
    found = games(lines)
    deals = {table: _deals(table, found.get(table.name, ())) for table in definition.tables}
    every = [each for of_table in deals.values() for deal in of_table for each in deal]
    decisions = sum(game.decisions[seat] for seat, game in every)
    busy = sum(game.processor[seat] for seat, game in every)
    answered = [line for line in lines if isinstance(line, PuzzlesLine)]
    thought = sum(answer.processor for line in answered for answer in line.answers)
    return Row(
        head.benchmark,
        head.program,
        head.version,
        head.trunkline,
        head.quick,
        len(every),
        tuple(_all_pairings(deals)),
        _place([deal for of_table in deals.values() for deal in of_table]),
        tuple(_solved(definition, answered)),
        round(1000 * busy / max(1, decisions), 2),
        max((game.longest[seat] for seat, game in every), default=0.0),
        round(busy + thought, 1),
        round(sum(line.processor for line in lines), 1),
        sum(seat in game.forfeited for seat, game in every),
        sum(game.ending in IRREGULAR for _, game in every),
    )


def _deals(table: Table, lines: Iterable[GameLine]) -> Deals:
    found: Deals = [[] for _ in range(table.deals)]
    for line in lines:
        number = line.result.number
        found[table.deal(number)].append((table.seat(number), line.result))
    return found


def _all_pairings(deals: dict[Table, Deals]) -> Iterator[Pairings]:
    for opponent in dict.fromkeys(table.opponent for table in deals):
        mine = {table.title: found for table, found in deals.items() if table.opponent == opponent}
        yield _pairings("", opponent, [deal for found in mine.values() for deal in found])
        for title, found in mine.items():
            yield _pairings(title, opponent, found)


def _pairings(title: str, opponent: str, deals: Deals) -> Pairings:
    clusters = [[won for seat, game in deal for won in _won(seat, game)] for deal in deals]
    clusters = [each for each in clusters if each]
    decided = sum(map(len, clusters))
    won = int(sum(map(sum, clusters)))
    low, high = clustered_interval(clusters)
    share = round(won / decided, 4) if decided else 0.0
    return Pairings(
        title, opponent, sum(map(len, deals)), decided, won, share, (round(low, 4), round(high, 4))
    )


def _won(seat: int, game: GameResult) -> list[float]:
    """Return 1 for each other player who is worth less, and 0 for each who is worth more.

    A game that does not end by the rules counts as well, so a program gains nothing by stalling it.
    """
    worth = game.earned
    return [
        float(worth[seat] > other)
        for place, other in enumerate(worth)
        if place != seat and other != worth[seat]
    ]


def _place(deals: Deals) -> MeanInterval:
    means = [fmean(_place_in(seat, game) for seat, game in deal) for deal in deals if deal]
    if not means:
        return MeanInterval(0.0, 0.0, 0.0)
    low, high = student_interval(means) if len(means) > 1 else (means[0], means[0])
    return MeanInterval(round(fmean(means), 3), round(low, 3), round(high, 3))


def _place_in(seat: int, game: GameResult) -> float:
    worth = game.earned
    above = sum(other > worth[seat] for other in worth)
    equal = sum(other == worth[seat] for other in worth) - 1
    return 1 + above + equal / 2


def _solved(definition: Definition, lines: Sequence[PuzzlesLine]) -> Iterator[Solved]:
    for theme in definition.puzzles:
        answers = [answer for line in lines if line.theme is theme for answer in line.answers]
        solved = sum(answer.right for answer in answers)
        share = round(solved / len(answers), 4) if answers else 0.0
        yield Solved(theme, len(answers), solved, share, interval(solved, len(answers)))
