"""The reference page of the environments, from their schema: ``make env-reference`` writes it.

Names of one title stand for their kind: COMPANY, TRAIN, PRIVATE and so on. The schema itself has every name.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable

import trunkline
from trunkline.engine.board import COLOURS
from trunkline.engine.kernel.action import tag
from trunkline.lab.environments import encoding, graph, observation, parametric
from trunkline.lab.environments.action_keys import COUNTS, KINDS, LADDER, RUNS, SINGLE
from trunkline.lab.environments.columns import Column
from trunkline.lab.environments.game_setup import GameSetup

PLAYERS = 4
ENTRIES = (
    "aec",
    "gym",
    "vector",
    "openspiel",
    "game_setup.GameSetup",
    "turns.TurnsEnv",
    "single.SingleEnv",
    "encoding.ActionSpace",
    "encoding.LegalActions",
    "parametric.ParametricActions",
    "parametric.COLUMNS",
    "structured.structured",
    "graph.graph_space",
    "graph.GraphSpace",
    "graph.Graph",
    "rewards.Shaping",
    "schema.schema",
    "schema.check_schema",
    "schema.check_arrays",
)
"""The documented names, in the order of the page."""

HEAD = """# Environments

Environments for reinforcement learning. [Train an agent](../how-to/environments.md) shows how to use them.
`make env-reference` writes this page from the schema. The numbers of columns are those of games of
{players} players.

Names in capitals stand for every name of the title: COMPANY, TRAIN (a kind of train), PHASE, RIGHT and
DECISION. `schema(setup)` has all of them in their order.

## Versions

| part | version |
|---|---|
{versions}

A version changes if a number or a column changes its meaning. Then `check_schema` refuses data of the older
version.

## Numbers of actions

Each action of a title has one number. It stands for the kind of the action and the fields in this table. The
numbers are in the order of the kinds and of the board, so they are the same on every machine. The company is
not part of the key if the turn decides it. The last columns are numbers of actions.

| kind | fields | {titles} |
|---|---|{rule}|
{kinds}

**Amounts.** A bid or a price has {rungs} numbers. These are the lowest legal amount plus
{ladder} steps, and the highest legal amount. The rules set the step: for example,
$5 for bids in 1856. Counts of shares, loans and bonds have the numbers {least} to {most}.

**Runs.** Place 0 is the best set of runs. If a game also admits other runs (`runs="free"` or `"announced"`),
places 1 to {places} are sets of runs drawn with fixed seeds.

**Actions without a number.** You can play these in the parametric form, or as an action record:

- amounts between the places of the ladder,
- sets of runs that are not in the list; with `runs="best"`, all sets except the best one,
- counts above {most}.

Trains of one kind at one place are equal, so one number stands for all of them. Actions that only recorded
games contain are never offered: for example, a revenue without runs in the reading `rails` of 1851.

## Arrays of an observation

All arrays have 32-bit floats. Players are listed from the viewer on: `player 0` is the viewer. The array
`game` has one row. The rows of the others are the players, companies, privates, kinds of trains and hexes
of the board.
"""


def setups() -> list[GameSetup]:
    """Return a setup of each title."""
    return [GameSetup(title, PLAYERS) for title in trunkline.catalogue()]


def as_markdown() -> str:
    """Return the page."""
    every = setups()
    parts = (("actions", encoding), ("arrays", observation), ("parametric", parametric), ("graph", graph))
    page = HEAD.format(
        players=PLAYERS,
        versions="\n".join(f"| {name} | {module.VERSION} |" for name, module in parts),
        titles=" | ".join(setup.title for setup in every),
        rule="---|" * (len(every) - 1) + "---",
        kinds="\n".join(_kinds(every)),
        rungs=len(LADDER) + 1,
        ladder=", ".join(map(str, LADDER[:-1])) + f" or {LADDER[-1]}",
        least=COUNTS[0],
        most=COUNTS[-1],
        places=RUNS - 1,
    )
    lines = [page]
    features = graph.graph_space(every[0].actions.names.board).features
    for array in every[0].arrays.arrays:
        lines += [f"### {array}\n", *_columns(every, array), ""]
    lines += [
        "## Parametric form\n",
        "One row of whole numbers for each legal choice, in the order of `Game.legal`. -1 stands for a field",
        "that the choice does not have. The lists of names are in the schema.\n",
        "| column | meaning |\n|---|---|",
        *(f"| {column} | {_meaning(column)} |" for column in parametric.COLUMNS),
        "",
        "## Graph\n",
        "Nodes are numbered in one list, in this order: hexes, sides, stops, companies and kinds of trains.",
        "A side is the border of two hexes. Companies and trains have the columns of their arrays.\n",
        "| node | features |\n|---|---|",
        *(f"| {kind} | {_features(found)} |" for kind, found in features.items()),
        "",
        "Kinds of edges: " + ", ".join(graph.EDGES) + ".\n",
        "## Functions and classes\n",
        *(f"::: trunkline.lab.environments.{name}\n" for name in ENTRIES),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _kinds(every: list[GameSetup]) -> Iterable[str]:
    found = dict.fromkeys(kind for setup in every for kind in setup.actions.kinds)
    counts = [Counter(key[0] for key in setup.actions.keys) for setup in every]
    for kind in found:
        fields = ", ".join(KINDS.get(kind, SINGLE).fields) or "–"
        numbers = " | ".join(f"{each[tag(kind)]:,}" if each[tag(kind)] else "–" for each in counts)
        yield f"| `{tag(kind)}` | {fields} | {numbers} |"
    yield "| all | | " + " | ".join(f"{len(setup.actions):,}" for setup in every) + " |"


def _columns(every: list[GameSetup], array: str) -> Iterable[str]:
    """Yield a table of the columns of an array, with their number in each title."""
    counts = [Counter(_general(setup, setup.arrays.arrays[array].columns)) for setup in every]
    titles = " | ".join(setup.title for setup in every)
    yield f"| column | unit | {titles} |"
    yield "|---|---|" + "---|" * len(every)
    for column in dict.fromkeys(column for each in counts for column in each):
        numbers = " | ".join(str(each[column] or "–") for each in counts)
        yield f"| {column.name} | {column.unit} | {numbers} |"


def _general(setup: GameSetup, columns: Iterable[Column]) -> list[Column]:
    """Return columns with the kinds of names in place of the names of a title."""
    board = setup.actions.names.board
    lists: dict[str, Iterable[str]] = {
        "COMPANY": board.corporation,
        "RIGHT": board.bonuses,
        "TRAIN": board.train,
        "PHASE": [phase.name for phase in board.phases],
    }
    patterns = [
        (rf"^(token of|shares of|may not buy) ({_any(lists['COMPANY'])})\b", r"\1 COMPANY"),
        (rf"^({_any(lists['COMPANY'])}) owns it", "COMPANY owns it"),
        (rf"^({_any(lists['TRAIN'])})-trains", "TRAIN-trains"),
        (rf"^right ({_any(lists['RIGHT'])})$", "right RIGHT"),
        (rf"^phase ({_any(lists['PHASE'])})$", "phase PHASE"),
        (rf"\b({_any([*COLOURS, 'blue'])}) tile", "COLOUR tile"),
        (r"^decision: .*", "decision: DECISION"),
        (r"player \d", "player N"),
        (r"edges \d and \d", "edges A and B"),
        (r"(edge|stop|step) \d+", r"\1 N"),
    ]
    found = []
    for name, unit in columns:
        for pattern, text in patterns:
            name = re.sub(pattern, text, name)
        found.append(Column(name, unit))
    return found


def _any(names: Iterable[str]) -> str:
    longest = sorted(names, key=len, reverse=True)
    return "|".join(map(re.escape, longest)) or "(?!)"


def _meaning(column: str) -> str:
    if column == "kind":
        return "place of the kind in the list of kinds"
    if column in parametric.NAMED:
        return "place of the name in the list of names"
    if column in parametric.RANGE:
        return "range of an amount, in dollars or pieces"
    if column == "open":
        return "1 for a set of runs"
    return parametric.UNITS.get(column, "number, or 0 and 1 for no and yes")


def _features(columns: Iterable[Column]) -> str:
    return ", ".join(f"{column.name} ({column.unit})" for column in columns)


if __name__ == "__main__":
    sys.stdout.write(as_markdown())
