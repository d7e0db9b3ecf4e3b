"""The subject of a choice or a refusal."""

from __future__ import annotations

from msgspec import Struct


class Key(Struct, frozen=True, omit_defaults=True):
    """The subject of a choice or a refusal. Fields that do not apply are omitted.

    ``source`` is the origin: ``offering``, ``pool``, ``treasury``, ``bank``, or the corporation that sells a
    train. ``seller`` is the player or corporation that sells, and is empty for the bank. ``amount`` is a
    number of shares or bonds, or dollars of a par price, a bid or a price.
    """

    corp: str = ""
    source: str = ""
    seller: str = ""
    percent: int | None = None
    """The percentage of the corporation that changes hands."""
    president: bool = False
    """True for the president's certificate."""
    private: str = ""
    hex: str = ""
    tile: str = ""
    stop: int | None = None
    train: str = ""
    """The type of a train."""
    amount: int | None = None
