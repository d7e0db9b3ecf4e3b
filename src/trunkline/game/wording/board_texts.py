"""Words and phrases of board files, in the language of the reader.

The catalogues have those of the titles' own boards. A board file of players may have others, which stay as
they are.
"""

from __future__ import annotations

from typing import Final

from trunkline.engine.board import Board, Capitalisation
from trunkline.util.messages import gettext, gettext_noop, ngettext, translated

TEXTS: Final = (
    # Translators: The colours of tiles, as in "yellow and green track".
    gettext_noop("yellow"),
    gettext_noop("green"),
    gettext_noop("brown"),
    gettext_noop("gray"),
    gettext_noop("grey"),
    # Translators: Two rights that a corporation can buy.
    gettext_noop("bridge"),
    gettext_noop("tunnel"),
    # Translators: The ways in which a corporation is paid for its shares.
    gettext_noop(
        "first five initial shares paid to the company, the rest held until its destination is reached"
    ),
    gettext_noop("every initial share paid to the company"),
    gettext_noop("10 x par in its first operating round once six initial shares are sold, nothing after"),
    gettext_noop("none"),
    # Translators: The zones of the price chart.
    gettext_noop("certificates do not count against the certificate limit"),
    gettext_noop("as yellow, and a player may hold more than 60 percent"),
    gettext_noop("company closes at once; the CGR never enters"),
)
"""The texts of the titles' own boards."""


def board_text(text: str) -> str:
    """Return a word or a phrase of a board file in the language of the reader."""
    return translated(text) if text in _known else text


def capital_text(board: Board, row: Capitalisation) -> str:
    """Return a kind of capital as a phrase in the language of the reader."""
    if row.text:
        return board_text(row.text)
    if row.kind == "escrow":
        return ngettext(
            "the first share paid to the company, the rest held until its destination is reached",
            "the first {count} shares paid to the company, the rest held until its destination is reached",
            row.shares_at_once,
        )
    if row.kind == "incremental":
        return gettext("every initial share paid to the company")
    multiple = board.floating.price_multiple if board.floating else 0
    return gettext("{multiple} x the share price when it floats, nothing after", multiple=multiple)


_known: Final = frozenset(TEXTS)
