"""Distances to stops whose hexes cannot be upgraded yet."""

from __future__ import annotations

from functools import cached_property

from trunkline.engine.track.map_index import STOP
from trunkline.players.network_potential import NetworkPotential

NEXT_COLOUR = {"yellow": "green", "green": "brown", "brown": "gray"}
"""The colour of the upgrade for each tile colour."""


class UpgradeAwarePotential(NetworkPotential):
    """A ``NetworkPotential`` in which a hex that cannot be upgraded yet is only reached by the sides its
    track has."""

    def _ends(self) -> list[int]:
        ends = super()._ends()
        return [h for h in ends if h not in self._locked_exits] or ends

    @cached_property
    def _locked_exits(self) -> dict[int, tuple[int, ...]]:
        """The neighbours that its track leads to, for each hex that cannot be upgraded in this phase."""
        tables, board = self._tables, self._ctx.title.board
        tiles = self._ctx.state.tiles
        found: dict[int, tuple[int, ...]] = {}
        for h, piece in enumerate(self._net.pos.pieces):
            edges = [edge for edge in range(STOP) if piece.at[edge]]
            if not edges:
                continue
            hex = tables.names[h]
            colour = board.tiles[tiles[hex].tile].colour if hex in tiles else board.hexes[hex].colour
            if NEXT_COLOUR.get(colour, "") not in self._ctx.phase.tiles:
                mates = (tables.mate[STOP * h + edge] for edge in edges)
                found[h] = tuple(mate // STOP for mate in mates if mate >= 0)
        return found

    def _leads_on(self, face: int) -> bool:
        mate = self._tables.mate[face]
        h, edge = divmod(mate, STOP)
        return h not in self._locked_exits or bool(self._net.pos.pieces[h].at[edge])

    def _far(self, there: int, face: int) -> int:
        before = self._locked_exits.get(there)
        if before is None:
            return super()._far(there, face)
        hex, edge = divmod(self._tables.mate[face], STOP)
        if hex == there and self._net.pos.pieces[there].at[edge]:
            return 0
        return 1 + min((self._away[hex][other] for other in before), default=len(self._away))

    def _near(self, there: int) -> int:
        before = self._locked_exits.get(there)
        if before is None:
            return self.near[there]
        return 1 + min((self.near[hex] for hex in before), default=len(self._away))
