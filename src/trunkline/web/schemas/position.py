"""A complete position, as bots receive it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Raw, Struct

from trunkline.engine.kernel.options import Options

State = Annotated[
    Raw,
    Meta(description="The whole state, as a saved game holds it.", extra_json_schema={"type": "object"}),
]


class PositionFacts(Struct, frozen=True):
    """One moment as data: everything that a bot needs to list legal actions and choose one."""

    version: int
    """The number of the last entry of the game. Send it with an action."""
    at: int
    """The moment of this position. The newest moment has the number of the last entry."""
    to_act: tuple[str, ...]
    """The players who must decide, in seat order."""
    over: bool
    options: Options
    """The options of the game, in the format of a save file header."""
    state: State
