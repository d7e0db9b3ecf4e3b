"""A digest: the changes of a game since a person was here. Money is in dollars, holdings are in percent."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from trunkline.web.schemas.effects import Change, HoldingChange, PresidentChange
from trunkline.web.schemas.key_moments import KeyMoment
from trunkline.web.schemas.log import Changed

SinceWhat = Literal["visit", "action", "request", "start"]
"""The start of a digest: your last visit, your last action, the version that the request names, or the start
of the game."""


class DigestStep(Struct, frozen=True):
    """One entry of the log in a digest.

    ``cash`` is the change of your cash by it, in dollars. ``keys`` are its key moments, as in the replay.
    """

    number: int
    corp: str | None
    headline: str
    because: str
    then: str
    changed: Changed | None
    cash: int
    weight: int
    keys: tuple[KeyMoment, ...] = ()


class DigestGroup(Struct, frozen=True):
    """The entries of one player in one round, in order.

    ``passes`` counts passes without effect, which are not listed. ``seat`` is empty for changes of seats and
    for the end by agreement.
    """

    round: str
    seat: str
    steps: tuple[DigestStep, ...]
    passes: int


class HexChange(Struct, frozen=True):
    """A hex that differs. ``tile`` and ``rotation`` are null for the printed hex.

    ``tokens`` lists the owners of station tokens, stop by stop. ``place`` numbers the changed hexes from 1,
    in the order of their first change. ``steps`` are the entries that changed the hex.
    """

    place: int
    hex: str
    tile_before: str | None
    tile: str | None
    rotation_before: int | None
    rotation: int | None
    tokens_before: tuple[str, ...]
    tokens: tuple[str, ...]
    steps: tuple[int, ...]


class PriceStep(Struct, frozen=True):
    """A share price before and now. 0 means that the corporation has no price on the chart."""

    corp: str
    before: int
    after: int


class TrainLoss(Struct, frozen=True):
    """Trains of one type that a corporation lost because they rusted."""

    corp: str
    type: str
    count: int


class Digest(Struct, frozen=True):
    """The changes of a game from one version to another.

    ``lines`` has at most three sentences: your money, the actions of others, and the board. ``start`` says
    which version ``after`` is, and ``seat`` is the seat of "you"; empty if you have none. ``cash`` has all
    players and corporations. ``undone`` counts the new actions that were undone, and ``lost`` the older ones
    that were undone since.
    """

    start: SinceWhat
    after: int
    version: int
    at: str
    """The time of the entry ``after``, or of the game's creation."""
    seat: str
    lines: tuple[str, ...]
    groups: tuple[DigestGroup, ...]
    hexes: tuple[HexChange, ...]
    prices: tuple[PriceStep, ...]
    holdings: tuple[HoldingChange, ...]
    presidents: tuple[PresidentChange, ...]
    cash: tuple[Change, ...]
    rusted: tuple[TrainLoss, ...]
    undone: int
    lost: int
