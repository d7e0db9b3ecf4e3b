"""The page about the balance of a title: its statistics, and its trains and emergencies.

The games are a data set, so a run that was stopped continues.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from trunkline.engine.board import Board
from trunkline.engine.kernel.depot import train_name
from trunkline.engine.kernel.state import BANK
from trunkline.lab.dataset import page, plots
from trunkline.lab.dataset.page import Block, Heading, Paragraph, Plot, Table
from trunkline.lab.dataset.schema import EVENTS, RESULTS
from trunkline.lab.dataset.statistics import Spread, set_of
from trunkline.lab.dataset.storage import Manifest, read_rows
from trunkline.titles import boards

COMMAND: Final = "trunkline title balance"
TRAIN_BOUGHT: Final = "train_bought"
EMERGENCIES: Final = {
    "went_bankrupt": "bankruptcy",
    "president_paid": "payment of a president",
    "loan_taken": "loan",
}
"""The emergencies of a game by kind of event."""


class TrainFigures(NamedTuple):
    """The purchases of a type of train from the bank."""

    name: str
    price: int
    """The printed price in dollars."""
    games: int
    """The number of games with a purchase."""
    mean: float
    """The mean number bought in a game."""
    first: Spread | None
    """The set of rounds of the first purchase, or None without one."""
    sets: dict[int, int]
    """The number of games by the set of the first purchase."""


def blocks(folder: Path, manifest: Manifest) -> Iterator[Block]:
    """Yield the contents of the page of a data set with one title. Raises ``UsageError``."""
    yield from page.blocks(folder, manifest, COMMAND)
    (title,) = manifest.plan.titles
    yield from _trains(trains(folder, manifest, boards()[title]()), manifest.games)
    yield from _emergencies(folder, manifest)


def trains(folder: Path, manifest: Manifest, board: Board) -> list[TrainFigures]:
    """Return the purchases from the bank by type, in the order of the board. Raises ``UsageError``."""
    bought: Counter[str] = Counter()
    first: dict[str, dict[int, int]] = defaultdict(dict)
    columns = ("game", "round", "kind", "train", "source")
    for row in read_rows(folder, manifest, EVENTS, columns, (TRAIN_BOUGHT,)):
        if row["source"] in ("", BANK):
            name = train_name(row["train"])
            bought[name] += 1
            first[name].setdefault(row["game"], set_of(row["round"]))
    return [
        TrainFigures(
            each.name,
            each.price,
            len(first[each.name]),
            bought[each.name] / manifest.games,
            Spread.of([*first[each.name].values()]) if first[each.name] else None,
            dict(sorted(Counter(first[each.name].values()).items())),
        )
        for each in board.trains
    ]


def emergencies(folder: Path, manifest: Manifest) -> dict[int, dict[str, int]]:
    """Return the number of games with each kind of emergency, by number of players; ``""`` counts all games.

    Raises ``UsageError``.
    """
    players = {
        row["game"]: row["players"] for row in read_rows(folder, manifest, RESULTS, ("game", "players"))
    }
    found = {count: dict.fromkeys(("", *EMERGENCIES), 0) for count in sorted({*players.values()})}
    for count in players.values():
        found[count][""] += 1
    rows = read_rows(folder, manifest, EVENTS, ("game", "kind"), tuple(EMERGENCIES))
    for game, kind in {(row["game"], row["kind"]) for row in rows}:
        found[players[game]][kind] += 1
    return found


def _trains(found: list[TrainFigures], games: int) -> Iterator[Block]:
    yield Heading(3, "Trains")
    yield Paragraph("Purchases from the bank. The sets are those of the first purchase in a game.")
    yield Table(
        ("train", "price", "games", "mean number", "set"),
        [
            (
                each.name,
                f"${each.price}",
                f"{each.games / games:.0%}",
                f"{each.mean:.1f}",
                page.spread(each.first) if each.first else "",
            )
            for each in found
        ],
    )
    series = {
        f"{each.name}-train": {set: count / games for set, count in each.sets.items()}
        for each in found[: len(plots.COLOURS)]
        if each.sets
    }
    yield Plot(plots.bars("Games by the set of the first purchase", "sets", series))


def _emergencies(folder: Path, manifest: Manifest) -> Iterator[Block]:
    yield Heading(3, "Emergencies")
    yield Paragraph(
        "The number of games with a bankruptcy, with a president who paid for a company, and with a loan."
    )
    yield Table(
        ("players", *EMERGENCIES.values()),
        [
            (str(players), *(f"{counts[kind]} ({counts[kind] / counts['']:.0%})" for kind in EMERGENCIES))
            for players, counts in emergencies(folder, manifest).items()
        ],
    )
