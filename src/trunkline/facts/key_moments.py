"""The course of a game as it is sent: its rounds, and the moments it turned on. Money is in dollars."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from trunkline.facts.answers import Amount
from trunkline.tables.records import RoundKey

KeyKind = Literal[
    "phase",
    "rust",
    "destination",
    "formation",
    "president",
    "dump",
    "closing",
    "bankruptcy",
    "gain",
    "loss",
    "end",
]


class KeyMoment(Struct, frozen=True):
    """A moment that the game turned on, known by its entry.

    ``delta`` is by how many dollars the worth of ``player`` changed by it, of a destination what ``corp``
    received for it; None where it counts for nobody alone. A president's certificate that passed on because
    the president sold is a ``dump``; ``player`` is who got it.
    """

    number: int
    kind: KeyKind
    text: str
    mark: str = ""
    """What stands for it in few letters: the name of a phase."""
    delta: int | None = None
    player: str | None = None
    corp: str | None = None


class RoundSpan(Struct, frozen=True):
    """Entries in a row that were made in one round, undone ones and undos included.

    ``worth`` is what each player was worth as it ended, or now; of a stretch that was undone it is empty.
    """

    round: str
    round_key: RoundKey | None
    first: int
    last: int
    worth: tuple[Amount, ...]


class MomentFacts(Struct, frozen=True):
    """The course of a game: all its rounds, and the key moments of the line in play."""

    rounds: tuple[RoundSpan, ...]
    keys: tuple[KeyMoment, ...]
