"""What a choice or a refusal is about, as it is sent."""

from __future__ import annotations

from msgspec import Struct


class Key(Struct, frozen=True, omit_defaults=True):
    """What a choice or a refusal is about; a field that says nothing of it is left out.

    ``source`` is where something comes from: offering, pool, treasury or bank, or the corporation that sells
    a train. ``seller`` is the player or corporation who gives it away; empty for the bank. ``amount`` are
    shares, bonds or dollars: a par value, a bid, a price.
    """

    corp: str = ""
    source: str = ""
    seller: str = ""
    percent: int | None = None
    """Percent of the corporation that change hands."""
    president: bool = False
    """Whether it is the president's certificate."""
    private: str = ""
    hex: str = ""
    tile: str = ""
    stop: int | None = None
    train: str = ""
    """The type of a train."""
    amount: int | None = None
