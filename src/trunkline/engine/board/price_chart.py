"""The share-price chart, as records of the board schema (see `trunkline.engine.board`)."""

from __future__ import annotations

from typing import Literal

from trunkline.engine.board.map import BoardRecord


class Box(BoardRecord, frozen=True):
    """A box of the share-price chart."""

    price: int
    """Share price in dollars."""
    par: bool = False
    """True if a corporation may start here."""
    par_from: str = ""
    """The phase from which the par price is open."""
    zone: Literal["", "yellow", "orange", "brown", "closed"] = ""
    """Zone of the box. In yellow, orange and brown, shares count toward no certificate limit. In orange and
    brown, players may hold any number of shares. In closed, the corporation closes."""
    arrow: Literal["", "up", "down"] = ""
    """Direction of the token if the edge of the chart bars its move."""


class Chart(BoardRecord, frozen=True):
    """The share-price chart: rows from the top, boxes from the left; None if a row has no box there.

    The arrows of the boxes direct moves that an edge bars.
    """

    rows: tuple[tuple[Box | None, ...], ...]
    """The rows from the top, each with its boxes from the left. None is a place without a box."""
    shape: Literal["squares", "hexes"] = "squares"
    """The shape of the boxes. With hexes, every second row is half a box further right. A price that rises a
    row goes to the upper right, and one that falls a row to the lower left."""
    zones: dict[str, str] = {}
    """Descriptions of the zones."""

    @property
    def has_offset_rows(self) -> bool:
        """Return whether every second row is half a box further right."""
        return self.shape == "hexes"
