"""The events of a game as a table, with a row for each event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from trunkline.engine.kernel.events import Event, RoundBegan


class EventRow(NamedTuple):
    """One event. Money is in dollars. Fields that a kind of event does not have are empty or None.

    ``number`` is the number of the action that caused it; ``round`` is such as ``SR 2`` or ``OR 2.1``.
    ``source`` and ``target`` are the giver and the receiver; empty is the bank.
    """

    number: int
    round: str
    kind: str
    player: str = ""
    corporation: str = ""
    private: str = ""
    train: str = ""
    tile: str = ""
    hex: str = ""
    source: str = ""
    target: str = ""
    amount: int | None = None
    quantity: int | None = None
    why: str = ""
    rule: str = ""


COLUMNS = {
    "corp": "corporation",
    "payer": "source",
    "seller": "source",
    "payee": "target",
    "buyer": "target",
    "owner": "target",
    "price": "amount",
    "par": "amount",
    "count": "quantity",
    "percent": "quantity",
    "reason": "why",
}
"""The columns for fields that have another name in events."""


def event_rows(moments: Iterable[tuple[int, Sequence[Event]]]) -> Iterator[EventRow]:
    """Yield the table of events. Each item of ``moments`` is the number of an action and its events."""
    round = "Opening"
    for number, happened in moments:
        for event in happened:
            if isinstance(event, RoundBegan):
                round = f"OR {event.number}.{event.index}" if event.index else f"SR {event.number}"
            fields = {COLUMNS.get(name, name): getattr(event, name) for name in event.__struct_fields__}
            kind = str(event.__struct_config__.tag)
            yield EventRow(number, round, kind, **{name: fields[name] for name in _FIELDS if name in fields})


_FIELDS = frozenset(EventRow._fields) - {"number", "round", "kind"}
