"""The sentences of a declared title on the moves of share prices."""

from __future__ import annotations

from typing import Final

from trunkline.engine.board import Board
from trunkline.titles.declared.switches import Switches
from trunkline.util.messages import gettext, gettext_noop

PRICE_DROPS: Final = {
    "for each share": gettext_noop("The price falls by one row for each share that a player sells."),
    "once a sale": gettext_noop("The price falls by one row for each full 10% that a player sells."),
}
MOVES: Final = {
    "any dividend": gettext_noop("The price moves right after a dividend."),
    "dividend of the share price": gettext_noop(
        "The price moves right if the total dividend is at least the share price."
    ),
    "twice for double": gettext_noop(
        "The price moves right if the total dividend is at least the share price, and two boxes if it is at "
        "least twice the share price."
    ),
}
WITHOUT_DIVIDEND: Final = {
    True: gettext_noop("It moves left without a dividend."),
    False: gettext_noop("It stays without a dividend."),
}
SOLD_OUT: Final = {
    True: gettext_noop(
        "At the end of a stock round, the price of each corporation whose shares are all held by players "
        "rises."
    ),
    False: "",
}


def words(board: Board, switches: Switches) -> dict[str, str]:
    """Return the figures by blank, in the language of the reader."""
    sold_out = SOLD_OUT[switches.sold_out_rises]
    return {
        "price_drop": gettext(PRICE_DROPS[switches.price_falls]),
        "dividend_moves": " ".join([*_dividend(switches), *_at_edges(board)]),
        "sold_out": gettext(sold_out) if sold_out else "",
    }


def _dividend(switches: Switches) -> list[str]:
    return [
        gettext(MOVES[switches.price_rises]),
        gettext(WITHOUT_DIVIDEND[switches.falls_without_dividend]),
    ]


def _at_edges(board: Board) -> list[str]:
    """Return the sentences about hexes and about boxes with arrows, if there are any."""
    found = []
    if board.chart.has_offset_rows:
        found.append(
            gettext(
                "A price that rises a row goes to the upper right, and one that falls a row goes to the "
                "lower left. If the chart has no such box, it goes to the other box next to it in that row."
            )
        )
    if any(box.arrow for box in board.boxes.values()):
        found.append(gettext("At the end of a row, the price follows the arrow of its box."))
    return found
