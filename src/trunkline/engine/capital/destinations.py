"""Destinations of corporations, and the track that joins them."""

from __future__ import annotations

from dataclasses import dataclass

from trunkline.engine.board import Destination
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.steps.tokens import Spot, home_spots
from trunkline.engine.track.connection import connects
from trunkline.engine.track.track_state import stops_at


@dataclass(frozen=True)
class Destinations:
    """The routes to destinations.

    ``alternate`` uses the second destination of each corporation. With ``from_token`` a route runs from the
    home token to a stop. Otherwise it runs from any stop of the home hex to any track of the destination, and
    it may run through the off-board places at ``through`` (hex and edge).
    """

    from_token: bool = True
    alternate: bool = False
    through: tuple[tuple[str, int], ...] = ()

    def of(self, ctx: Context, corp: Corporation) -> Destination | None:
        """Return the corporation's destination in this game, or None if it has none."""
        facts = ctx.title.board.corporation[corp.id]
        return facts.alternate_destination if self.alternate else facts.destination

    def joined(self, ctx: Context, corp: Corporation) -> bool:
        """Return whether a legal route joins the home token to the destination.

        The length of the route and the tokens on it do not matter. Before the home token is placed, each city
        that it may still take needs such a route. On a home of several hexes with one station, any route
        counts.
        """
        goal = self.of(ctx, corp)
        if goal is None:
            return False
        facts = ctx.title.board.corporation[corp.id]
        if goal.start or not self.from_token:
            hexes = (goal.start,) if goal.start else facts.home
            return self._connects(ctx, [stop for hex in hexes for stop in _stops_of(ctx, hex)], goal)
        placed = _home_token(ctx, corp)
        starts = placed or home_spots(ctx, corp)
        if placed or (len(facts.home) > 1 and not facts.home_choice):
            return self._connects(ctx, starts, goal)
        return bool(starts) and all(self._connects(ctx, [start], goal) for start in starts)

    def _connects(self, ctx: Context, starts: list[Spot], goal: Destination) -> bool:
        tables, tiles = ctx.title.tables, ctx.state.tiles
        if self.from_token:
            return connects(tables, tiles, starts, goal.hexes)
        return connects(tables, tiles, starts, goal.hexes, any_track=True, through=self.through)


def _home_token(ctx: Context, corp: Corporation) -> list[Spot]:
    """Return the hex and stop of the home token, or an empty list before it is placed."""
    home = ctx.title.board.corporation[corp.id].home
    return [(hex, m.stop) for hex in home for m in ctx.state.tokens.get(hex, ()) if m.corp == corp.id]


def _stops_of(ctx: Context, hex: str) -> list[Spot]:
    return [(hex, stop) for stop in range(len(stops_at(ctx.title.tables, ctx.state.tiles, hex)))]
