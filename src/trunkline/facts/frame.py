"""The frame of a moment as it is sent: the rounds of its set, whose turns they are, the steps of a turn."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class RoundOf(Struct, frozen=True):
    """A round of the set in play; ``label`` is its short name, such as ``OR 2.1``."""

    kind: str
    label: str
    state: Literal["done", "now", "later"]


class InOrder(Struct, frozen=True):
    """Somebody whose turn comes in this round: a corporation with its president, or a player alone.

    In an operating round ``done`` has had its turn; elsewhere ``done`` has passed since anybody did anything.
    """

    corp: str | None
    player: str
    state: Literal["done", "now", "next"]


class RoundFacts(Struct, frozen=True):
    """The round in play."""

    kind: str
    number: int
    index: int
    of: int
    text: str
    path: tuple[RoundOf, ...]
    """The rounds of its set."""
    order: tuple[InOrder, ...]
    """Whose turns they are: in an operating round all in their order, elsewhere from whose turn it is."""


class StepFacts(Struct, frozen=True):
    """A step of the turn in progress. ``choices`` are the ids of the choices that are made in it."""

    id: str
    name: str
    state: Literal["done", "now", "open", "skipped", "later"]
    """``now`` is where the turn is; what is ``open`` may be done as well; ``skipped`` is over with nothing
    done in it."""
    count: int
    must: bool
    """Whether it cannot be passed."""
    summary: str
    """A few words: what was done in it, or what there is to do."""
    choices: tuple[int, ...]
