"""Checks of the share-price chart of a title file."""

from __future__ import annotations

from typing import Final, get_args

from trunkline.engine.board import Board, BoardError, Box
from trunkline.engine.board.errors import Where
from trunkline.engine.board.valid_values import bare, fields_of
from trunkline.util.enumeration import enumerated
from trunkline.util.messages import gettext

ZONES: Final = tuple(zone for zone in get_args(bare(fields_of(Box)["zone"])) if zone)
"""The zones that a box can be in."""


def check(board: Board) -> None:
    """Raise ``BoardError`` if a row of the chart has no box, or if a par box cannot start a corporation."""
    for zone in board.chart.zones:
        if zone not in ZONES:
            text = gettext(
                "chart.zones: {zone} is no zone; there are {zones}", zone=repr(zone), zones=enumerated(ZONES)
            )
            raise BoardError(text, ("chart", "zones", zone))
    pars: set[int] = set()
    for place, row in enumerate(board.chart.rows):
        here: Where = ("chart", "rows", place)
        if not any(row):
            text = gettext("chart: row {row} has no box; give it one, or leave it out", row=place + 1)
            raise BoardError(text, here)
        for column, box in enumerate(row):
            if box is None:
                continue
            _check_par(box, pars, (*here, column))
    if board.corporations and not board.open_pars[0]:
        text = gettext("chart: no par price is open in the first phase, so no corporation can start")
        raise BoardError(text, ("chart", "rows"))


def _check_par(box: Box, pars: set[int], where: Where) -> None:
    """Raise ``BoardError`` if a box cannot be the start of a corporation although its keys say so.

    Args:
        box: The box.
        pars: The par prices of the boxes before it. That of the box is added.
        where: The path to the box.
    """
    if not box.par:
        if box.par_from:
            raise BoardError(gettext("chart: par_from: the box needs par: true, too"), (*where, "par_from"))
        return
    if not box.price:
        raise BoardError(gettext("chart: a par price is at least $1, not $0"), (*where, "price"))
    if box.zone == "closed":
        text = gettext(
            "chart: ${price} is a par price in the closed zone; leave out par or zone", price=box.price
        )
        raise BoardError(text, (*where, "zone"))
    if box.price in pars:
        text = gettext(
            "chart: two boxes have the par price ${price}; leave par: true in the one where a corporation "
            "starts",
            price=box.price,
        )
        raise BoardError(text, (*where, "par"))
    pars.add(box.price)
