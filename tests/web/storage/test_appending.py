"""Tests of a new entry: its changes to the game's seats and its database statements."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import create_engine, event, select

from trunkline.engine.kernel.options import Options
from trunkline.titles import begun
from trunkline.web.database.people_tables import chairs
from trunkline.web.games.log_entries import LogEntry, Snapshot
from trunkline.web.schemas.log import Ending, EntryOutcome, Placed, Seat
from trunkline.web.storage.urls import Place, opened, url_of

SEATS = ("Ann", "Bob", "Cy")


class Kept:
    """A game in a store, to which tests append entries."""

    def __init__(self, kept_in: Place) -> None:
        self.store = opened(kept_in)
        self.engine = create_engine(url_of(kept_in))
        seats = [Seat(name) for name in SEATS]
        options = begun(Options("1856", SEATS, 1))
        self.id = self.store.create(options, seats, EntryOutcome(to_act=("Ann",)), over=False)
        self.number = 0

    def add(self, *to_act: str, acted: str = "", ending: Ending | None = None) -> str:
        """Append an entry and return its time."""
        self.number += 1
        at = f"2026-01-01T00:00:{self.number:02}.000Z"
        told = EntryOutcome(to_act=to_act, ending=ending)
        entry = LogEntry(self.number, "action", b"{}", acted, at, b"{}")
        self.store.append(self.id, entry, told, Snapshot(self.number, b"", "", ""), ending is not None)
        return at

    def seats(self, column: str) -> list[object]:
        """Return a column of the stored seats."""
        wanted = select(chairs.c[column]).where(chairs.c.game_id == self.id).order_by(chairs.c.number)
        with self.engine.connect() as link:
            return list(link.execute(wanted).scalars())

    def close(self) -> None:
        """Close the store."""
        self.engine.dispose()
        self.store.close()


@pytest.fixture(name="kept")
def _kept(kept_in: Place) -> Iterator[Kept]:
    kept = Kept(kept_in)
    yield kept
    kept.close()


def test_a_seat_is_waited_for_until_it_has_acted(kept: Kept) -> None:
    both = kept.add("Bob", "Cy", acted="Ann")
    assert kept.seats("since") == [None, both, both]
    # Bob answers. Cy has been awaited since the same entry as before.
    one = kept.add("Ann", "Cy", acted="Bob")
    assert kept.seats("since") == [one, None, both]
    # If Ann acts and must act again, the server awaits her since the new entry.
    again = kept.add("Ann", "Cy", acted="Ann")
    assert kept.seats("since") == [again, None, both]
    kept.add()
    assert kept.seats("since") == [None, None, None]


def test_the_standings_are_kept_until_the_end_is_undone(kept: Kept) -> None:
    placed = tuple(Placed(name, 100 - place, place) for place, name in enumerate(SEATS, 1))
    kept.add(ending=Ending("bank", placed))
    assert kept.seats("place") == [1, 2, 3]
    assert kept.seats("worth") == [99, 98, 97]
    kept.add("Bob")
    assert kept.seats("place") == kept.seats("worth") == [None, None, None]


def test_entries_that_are_read_share_what_they_have_in_common(kept: Kept) -> None:
    for _ in range(2):
        kept.add("Ann", acted="Ann")
    opened = kept.store.load(kept.id)
    assert opened is not None
    one, other = opened.entries
    assert one.seat == "Ann"
    assert one.seat is other.seat
    assert one.kind is other.kind


def test_an_entry_asks_the_database_for_six_things(kept: Kept) -> None:
    """The game, the entry, the state, the notices, the seats and the list. A notification may follow."""
    asked: list[str] = []

    def noted(link: object, cursor: object, statement: str, *more: object) -> None:
        asked.append(statement.split("(")[0].split(" SET")[0])

    kept.add("Bob", acted="Ann")
    engine = kept.store._engine  # type: ignore[attr-defined]
    event.listen(engine, "before_cursor_execute", noted)
    kept.add("Cy", acted="Bob")
    six = [
        "UPDATE games",
        "INSERT INTO entries ",
        "INSERT INTO states ",
        "INSERT INTO notices ",
        "UPDATE chairs",
        "UPDATE owned",
    ]
    assert [each for each in asked if each.startswith(("UPDATE", "INSERT"))] == six
    assert len(asked) == 7
