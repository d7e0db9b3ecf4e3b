"""Checks of the switches of a title file against its board."""

from __future__ import annotations

from trunkline.engine.board import Board, BoardError
from trunkline.titles.declared.switches import Switches
from trunkline.util.messages import gettext

SECTION = "switches"


def check(board: Board, switches: Switches) -> None:
    """Raise ``BoardError`` if a switch contradicts another one, or needs what the board lacks."""
    if switches.private_price_from > switches.private_price_to:
        text = gettext(
            "private_price_from: {lowest}% is above private_price_to, {highest}%, so no price is possible",
            lowest=switches.private_price_from,
            highest=switches.private_price_to,
        )
        raise BoardError(text, (SECTION, "private_price_from"))
    if switches.first_private_falls and not board.privates:
        text = gettext("first_private_falls: the title has no privates; leave this key out")
        raise BoardError(text, (SECTION, "first_private_falls"))
