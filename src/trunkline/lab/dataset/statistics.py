"""Statistics of a data set by title and number of players: lengths, seats, privates and companies.

They come from the tables of results and events. Intervals are exact 95% intervals (Clopper and Pearson).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, median
from typing import Final, NamedTuple

from trunkline.lab.arena.statistics import interval
from trunkline.lab.dataset.schema import EVENTS, RESULTS
from trunkline.lab.dataset.storage import Manifest, read_rows
from trunkline.titles import boards
from trunkline.util.errors import UsageError

STARTED: Final = ("started", "par_set")
KINDS: Final = (*STARTED, "private_bought", "dividend_paid", "price_moved")
"""The kinds of events that the statistics use."""
RESULT_COLUMNS: Final = (
    "game",
    "title",
    "seat",
    "player",
    "bot",
    "won",
    "worth",
    "reason",
    "sets",
    "actions",
    "digest",
)
EVENT_COLUMNS: Final = (
    "game",
    "round",
    "kind",
    "player",
    "corporation",
    "private",
    "source",
    "target",
    "amount",
)


class Spread(NamedTuple):
    """The least, the median and the greatest of some numbers."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Spread:
        """Return the spread of at least one number."""
        return cls(min(numbers), median(numbers), max(numbers))


@dataclass
class PlayedGame:
    """The facts about one game that the statistics use. Lists are by seat."""

    title: str
    reason: str
    sets: int
    actions: int
    digest: str
    players: list[str] = field(default_factory=list)
    bots: list[str] = field(default_factory=list)
    worth: list[int] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    privates: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The first buyer of each private, and the price in dollars."""
    pars: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    """The founder of each corporation, its par price in dollars, and the set of rounds."""
    dividends: Counter[str] = field(default_factory=Counter)
    prices: dict[str, int] = field(default_factory=dict)
    """The last price of each corporation in dollars."""

    def wins(self, player: str) -> float:
        """Return the part of the win that a player has: 1, 0, or less than 1 if winners share it."""
        return (player in self.winners) / max(1, len(self.winners))


class SeatFigures(NamedTuple):
    """The results of a seat."""

    wins: float
    rate: float
    interval: tuple[float, float]
    share: float
    """The mean share of the worth of all players."""


class GroupFigures(NamedTuple):
    """The figures of the games of a title with the same number of players."""

    players: int
    games: int
    different: int
    """The number of games that ended in different positions."""
    sets: Spread
    actions: Spread
    lengths: dict[int, int]
    """The number of games by the number of sets."""
    reasons: dict[str, int]
    worth: Spread
    """The worth of the winners in dollars."""
    margin: float
    """The median lead of the winner over the second, in dollars."""
    seats: tuple[SeatFigures, ...]


class PrivateFigures(NamedTuple):
    """The first sales of a private."""

    name: str
    cost: int
    """The printed price in dollars."""
    prices: dict[int, Spread]
    """The prices in dollars by number of players."""
    sold: int
    rate: float
    """The win rate of its buyers."""
    interval: tuple[float, float]


class CompanyFigures(NamedTuple):
    """The foundations of a corporation and its results."""

    name: str
    started: int
    pars: dict[int, int]
    """The number of games by par price in dollars."""
    set: float
    """The median set of rounds in which it started."""
    rate: float
    """The win rate of its founders."""
    interval: tuple[float, float]
    dividends: float
    """The mean sum of its dividends in dollars."""
    price: float
    """The mean of its last price in dollars."""


class TitleFigures(NamedTuple):
    """The figures of a title."""

    title: str
    name: str
    bots: tuple[str, ...]
    groups: tuple[GroupFigures, ...]
    privates: tuple[PrivateFigures, ...]
    companies: tuple[CompanyFigures, ...]
    pars: dict[int, dict[int, int]]
    """The number of foundations by number of players and par price."""


def figures(folder: Path, manifest: Manifest) -> list[TitleFigures]:
    """Return the figures of a data set by title. Raises ``UsageError`` if a file is damaged."""
    games = list(_games(folder, manifest).values())
    for game in games:
        if game.title not in boards():
            raise UsageError(f"{folder} has games of {game.title}, which this version does not know.")
    by_title = {title: [game for game in games if game.title == title] for title in manifest.plan.titles}
    return [_of_title(title, played) for title, played in by_title.items() if played]


def _games(folder: Path, manifest: Manifest) -> dict[int, PlayedGame]:
    found: dict[int, PlayedGame] = {}
    for row in read_rows(folder, manifest, RESULTS, RESULT_COLUMNS):
        game = found.get(row["game"])
        if game is None:
            game = found[row["game"]] = PlayedGame(
                row["title"], row["reason"], row["sets"], row["actions"], row["digest"]
            )
        game.players.append(row["player"])
        game.bots.append(row["bot"])
        game.worth.append(row["worth"])
        if row["won"]:
            game.winners.append(row["player"])
    for row in read_rows(folder, manifest, EVENTS, EVENT_COLUMNS, KINDS):
        game, kind, corp, amount = found[row["game"]], row["kind"], row["corporation"], row["amount"]
        if kind in STARTED:
            game.pars[corp] = row["player"], amount, set_of(row["round"])
        elif kind == "dividend_paid":
            game.dividends[corp] += amount
        elif kind == "price_moved":
            game.prices[corp] = amount
        elif not row["source"]:
            # Later sales have a seller.
            game.privates.setdefault(row["private"], (row["target"], amount))
    return found


def set_of(round: str) -> int:
    """Return the number of the set of a round such as ``OR 2.1``."""
    digits = round.partition(" ")[2].partition(".")[0]
    return int(digits) if digits else 0


def _of_title(title: str, games: Sequence[PlayedGame]) -> TitleFigures:
    board = boards()[title]()
    counts = sorted({len(game.players) for game in games})
    groups = {count: [game for game in games if len(game.players) == count] for count in counts}
    corps = [corp.id for corp in board.corporations]
    return TitleFigures(
        title,
        board.full_title,
        tuple(sorted({bot for game in games for bot in game.bots})),
        tuple(_group(count, group) for count, group in groups.items()),
        tuple(
            _private(each.name, each.cost, id, groups)
            for id, each in board.private.items()
            if any(id in game.privates for game in games)
        ),
        tuple(_company(corp, games) for corp in corps if any(corp in game.pars for game in games)),
        {
            count: dict(sorted(Counter(par for game in group for _, par, _ in game.pars.values()).items()))
            for count, group in groups.items()
        },
    )


def _group(count: int, games: Sequence[PlayedGame]) -> GroupFigures:
    ranked = [sorted(game.worth, reverse=True) for game in games]
    return GroupFigures(
        count,
        len(games),
        len({game.digest for game in games}),
        Spread.of([game.sets for game in games]),
        Spread.of([game.actions for game in games]),
        dict(sorted(Counter(game.sets for game in games).items())),
        dict(Counter(game.reason for game in games).most_common()),
        Spread.of([worth[0] for worth in ranked]),
        median(worth[0] - worth[1] for worth in ranked),
        tuple(_seat(seat, games) for seat in range(count)),
    )


def _seat(seat: int, games: Sequence[PlayedGame]) -> SeatFigures:
    wins = sum(game.wins(game.players[seat]) for game in games)
    shares = [max(0, game.worth[seat]) / max(1, sum(max(0, each) for each in game.worth)) for game in games]
    return SeatFigures(wins, wins / len(games), interval(wins, len(games)), fmean(shares))


def _rate(pairs: Iterable[tuple[PlayedGame, str]]) -> tuple[float, tuple[float, float]]:
    """Return the win rate of some players with its interval."""
    wins = [game.wins(player) for game, player in pairs]
    return fmean(wins), interval(sum(wins), len(wins))


def _private(name: str, cost: int, id: str, groups: dict[int, list[PlayedGame]]) -> PrivateFigures:
    sold = {count: [game for game in group if id in game.privates] for count, group in groups.items()}
    all_sold = [game for group in sold.values() for game in group]
    return PrivateFigures(
        name,
        cost,
        {
            count: Spread.of([game.privates[id][1] for game in group])
            for count, group in sold.items()
            if group
        },
        len(all_sold),
        *_rate((game, game.privates[id][0]) for game in all_sold),
    )


def _company(corp: str, games: Sequence[PlayedGame]) -> CompanyFigures:
    started = [game for game in games if corp in game.pars]
    return CompanyFigures(
        corp,
        len(started),
        dict(sorted(Counter(game.pars[corp][1] for game in started).items())),
        median(game.pars[corp][2] for game in started),
        *_rate((game, game.pars[corp][0]) for game in started),
        fmean(game.dividends[corp] for game in started),
        fmean(game.prices.get(corp, game.pars[corp][1]) for game in started),
    )
