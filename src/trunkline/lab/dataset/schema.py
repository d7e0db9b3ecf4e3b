"""The tables of a data set: their columns, types and meanings. ``docs/how-to/dataset.md`` shows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pyarrow as pa

VERSION: Final = 1
"""The version of the schema. It rises if a column changes its meaning or is removed."""


class Column(NamedTuple):
    """A column of a table."""

    name: str
    type: Any
    meaning: str


GAME = Column("game", pa.int32(), "number of the game in the data set, from 0")
NUMBER = Column("number", pa.int32(), "number of the action in the game, from 1")
ROUND = Column("round", pa.string(), "round, such as `SR 2` or `OR 2.1`; `Opening` before the first")
PHASE = Column("phase", pa.string(), "phase of the game")
CHOICE = pa.struct(
    [
        pa.field("action", pa.string()),
        pa.field("highest", pa.int32()),
        pa.field("step", pa.int32()),
        pa.field("open", pa.bool_()),
    ]
)
ESTIMATE = pa.struct([pa.field("action", pa.string()), pa.field("dollars", pa.float64())])

RESULTS, EVENTS, DECISIONS, POSITIONS = "results", "events", "decisions", "positions"
TABLES: Final[dict[str, tuple[Column, ...]]] = {
    RESULTS: (
        GAME,
        Column("title", pa.string(), "title of the game"),
        Column("players", pa.int8(), "number of players"),
        Column("seat", pa.int8(), "seat, from 1"),
        Column("player", pa.string(), "name of the player, as in the other tables"),
        Column("bot", pa.string(), "bot in the seat"),
        Column("place", pa.int8(), "place at the end, 1 for the best; equal players share a place"),
        Column("won", pa.bool_(), "true for each winner; false for all if the game did not end by the rules"),
        Column("worth", pa.int32(), "worth of the player at the end, in dollars"),
        Column("reason", pa.string(), "reason for the end: bank, bankruptcy, price, stalled or cut off"),
        Column("sets", pa.int16(), "number of the last set of rounds"),
        Column("actions", pa.int32(), "number of actions in the game"),
        Column("failed", pa.bool_(), "true if the bot failed and a clerk continued for it"),
        Column("options", pa.string(), "settings of the game with seed and deal, in JSON"),
        Column("digest", pa.string(), "hash of the final position"),
    ),
    EVENTS: (
        GAME,
        NUMBER,
        ROUND,
        Column("kind", pa.string(), "kind of the event, such as `train_bought`"),
        Column("player", pa.string(), "player"),
        Column("corporation", pa.string(), "corporation"),
        Column("private", pa.string(), "private company"),
        Column("train", pa.string(), "train"),
        Column("tile", pa.string(), "tile"),
        Column("hex", pa.string(), "hex"),
        Column("source", pa.string(), "giver; empty is the bank"),
        Column("target", pa.string(), "receiver; empty is the bank"),
        Column("amount", pa.int32(), "dollars"),
        Column("quantity", pa.int32(), "number of shares or other pieces, or a percentage"),
        Column("why", pa.string(), "purpose of a payment, or reason for the end"),
        Column("rule", pa.string(), "id of the rule that caused the event"),
    ),
    DECISIONS: (
        GAME,
        NUMBER,
        Column("player", pa.string(), "player who decided"),
        Column("seat", pa.int8(), "seat of the player, from 1"),
        Column("bot", pa.string(), "bot in the seat"),
        PHASE,
        ROUND,
        Column("task", pa.string(), "task, such as `buy trains`"),
        Column("corporation", pa.string(), "corporation whose turn it is; empty outside of operating turns"),
        Column("kind", pa.string(), "kind of the chosen action"),
        Column("action", pa.string(), "chosen action in notation"),
        Column("action_json", pa.string(), "chosen action in JSON, as in saved games"),
        Column("forced", pa.bool_(), "true if the chosen action was the only legal one"),
        Column("legal_count", pa.int32(), "number of entries in `legal`"),
        Column(
            "legal",
            pa.list_(CHOICE),
            "legal choices of the player. `action` is a line of notation. A range of amounts has its lowest "
            "amount there, and `highest` and `step`. An `open` entry stands for more actions than can be "
            "listed, such as sets of runs, and has the best known one",
        ),
        Column(
            "estimates",
            pa.list_(ESTIMATE),
            "estimates of the bot in dollars, best first; no dollars for an action that it rules out. "
            "Null if the bot gives none",
        ),
        Column(
            "compared_with",
            pa.string(),
            "zero point of the estimates: `nothing` for doing nothing, `second` for the second-best choice",
        ),
    ),
    POSITIONS: (
        GAME,
        Column("number", pa.int32(), "number of actions before the position"),
        ROUND,
        PHASE,
        Column("line", pa.string(), "position as a line, which `trunkline.Game.from_line` reads"),
    ),
}


def schema(table: str) -> Any:
    """Return the Arrow schema of a table, with the meaning of each column."""
    return pa.schema(
        [pa.field(each.name, each.type, metadata={"meaning": each.meaning}) for each in TABLES[table]],
        metadata={"trunkline.schema": str(VERSION)},
    )


def as_markdown() -> str:
    """Return the tables as Markdown, for the documentation."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    for table, columns in TABLES.items():
        yield from (f"### {table}", "", "| Column | Type | Meaning |", "|---|---|---|")
        yield from (f"| `{each.name}` | {_named(each.type)} | {each.meaning} |" for each in columns)
        yield ""


def _named(type: Any) -> str:
    if pa.types.is_list(type):
        fields = ", ".join(f"{field.name}: {field.type}" for field in type.value_type)
        return f"list of ({fields})"
    return str(type)
