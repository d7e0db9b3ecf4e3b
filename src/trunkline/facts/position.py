"""A whole position as programs are asked about it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Raw, Struct

from trunkline.kernel.options import Options

State = Annotated[
    Raw,
    Meta(description="The whole state, as a saved game holds it.", extra_json_schema={"type": "object"}),
]


class PositionFacts(Struct, frozen=True):
    """One moment as data: all that a program needs in order to find what is legal, and to choose."""

    version: int
    """The number of the last entry of the game: what an action has to be sent with."""
    at: int
    """The moment that this is the position of; the newest one has the number of the last entry."""
    to_act: tuple[str, ...]
    """Who must decide, in seat order."""
    over: bool
    options: Options
    """What the game is played with, as it stands in the head of a save."""
    state: State
