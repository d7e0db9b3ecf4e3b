"""The rounds of the current set, the order of turns, and the steps of a turn."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class RoundOf(Struct, frozen=True):
    """A round of the current set. ``label`` is its short name, such as ``OR 2.1``."""

    kind: str
    label: str
    state: Literal["done", "now", "later"]


class InOrder(Struct, frozen=True):
    """An entry in the order of turns: a corporation with its president, or a player alone.

    In an operating round, ``done`` means that the corporation has had its turn. In other rounds, it means
    that the player has passed since the last action.
    """

    corp: str | None
    player: str
    state: Literal["done", "now", "next"]


class RoundFacts(Struct, frozen=True):
    """The current round."""

    kind: str
    number: int
    index: int
    of: int
    text: str
    path: tuple[RoundOf, ...]
    """The rounds of the current set."""
    order: tuple[InOrder, ...]
    """The order of turns. In an operating round it lists every corporation; in other rounds it starts with
    the current player."""


class StepFacts(Struct, frozen=True):
    """A step of the current turn. ``choices`` are the ids of the choices that belong to it."""

    id: str
    name: str
    state: Literal["done", "now", "open", "skipped", "later"]
    """``now`` is the current step. An ``open`` step is also available. A ``skipped`` step ended without an
    action."""
    count: int
    must: bool
    """True if the step cannot be passed."""
    summary: str
    """A few words on the result of the step, or on the actions it offers."""
    choices: tuple[int, ...]
