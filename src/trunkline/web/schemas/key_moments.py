"""The course of a game: its rounds and key moments. Money is in dollars."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from trunkline.web.schemas.answers import Amount
from trunkline.web.schemas.log import RoundKey

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
    """A turning point of a game, identified by the number of its entry.

    ``delta`` is the resulting change in the worth of ``player``, in dollars. For a destination, it is the
    amount that ``corp`` received. It is null if no single player is affected. A president's certificate that
    changes hands because the president sold is a ``dump``, and ``player`` is the new president.
    """

    number: int
    kind: KeyKind
    text: str
    mark: str = ""
    """A short mark to show: the name of a phase."""
    delta: int | None = None
    player: str | None = None
    corp: str | None = None


class RoundSpan(Struct, frozen=True):
    """Consecutive entries of one round, including undone entries and undos.

    ``worth`` is each player's worth at the end of the round, or now. It is empty for entries that were
    undone.
    """

    round: str
    round_key: RoundKey | None
    first: int
    last: int
    worth: tuple[Amount, ...]


class MomentFacts(Struct, frozen=True):
    """The course of a game: all its rounds, and the key moments of the current line of play."""

    rounds: tuple[RoundSpan, ...]
    keys: tuple[KeyMoment, ...]
