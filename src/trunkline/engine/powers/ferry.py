"""Ferry routes: opening one in place of a track lay, and laying tiles at its ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.board import Ferry
from trunkline.engine.kernel import private_events
from trunkline.engine.kernel.action import Action, ActivateFerry, LayTile
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import FerryEnd, Use
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.refusal_texts import all_of, decided_by, laying_tile
from trunkline.engine.kernel.state import Corporation, OperatingTurn
from trunkline.engine.mechanisms import permission
from trunkline.engine.powers.player_powers import PlayersPower
from trunkline.engine.steps import operating
from trunkline.engine.steps.track import LayTrack, check_named
from trunkline.engine.track.ferries import lake_tiles, shores
from trunkline.engine.track.map_index import STOPS_A_HEX
from trunkline.engine.track.track_state import piece_at
from trunkline.util.messages import gettext_lazy, gettext_noop


@dataclass(frozen=True)
class ActivateFerries(PlayersPower):
    """A power to open one of the ferry routes in place of the turn's track lay, by the rule ``instead``.

    The corporation needs a route to one end, and it owns the ferry's token. An end without a tile gets one.
    """

    track: LayTrack
    instead: str
    name: str = gettext_noop("open a ferry")
    kinds: tuple[type[Action], ...] = (ActivateFerry,)

    def takes(self, action: Action) -> bool:
        """Return whether the action opens a ferry."""
        return isinstance(action, ActivateFerry)

    def uses(self, ctx: Context, turn: OperatingTurn) -> Iterable[Use]:
        """Return the ferry routes that the corporation can open. If illegal actions are included, return all
        of them."""
        corp = ctx.state.corporations[turn.corp]
        return [
            ActivateFerry(corp.president, corp.id, ferry.id)
            for ferry in ctx.title.board.ferries
            if ctx.include_illegal or (not turn.laid and _reached(ctx, corp, ferry))
        ]

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse a second opening, an opening after a lay, one without a route, and one whose ends fit no
        tile."""
        assert isinstance(action, ActivateFerry)
        corp = ctx.state.corporations[turn.corp]
        ferry = next((each for each in ctx.title.board.ferries if each.id == action.ferry), None)
        what = gettext_lazy("Opening the ferry {ferry}", ferry=ferry.name if ferry else action.ferry)
        self.check_open(ctx, what)
        if ferry is None:
            ctx.refuse(self.rule, what, gettext_lazy("there is no such route"))
        if turn.laid:
            why = gettext_lazy("it takes the place of a lay, and {corp} has laid track", corp=corp.id)
            ctx.refuse(self.instead, what, why)
        if not _reached(ctx, corp, ferry):
            why = gettext_lazy("no route of {corp} leads to an end of it", corp=corp.id)
            ctx.refuse(self.instead, what, why)
        bare = _bare_ends(ctx, ferry)
        cost = sum(
            ctx.title.policies.terrain(ctx, corp, hex, ctx.title.board.hexes[hex].cost) for hex in bare
        )
        if corp.cash < cost:
            why = gettext_lazy(
                "its end costs ${cost} and {corp} has ${cash}", cost=cost, corp=corp.id, cash=corp.cash
            )
            ctx.refuse("track.terrain-cost", what, why)
        for hex in bare:
            if not any(
                passes(check_end, self.track, ctx, lay) for lay in self.track.lays_on(ctx, corp, (hex,))
            ):
                ctx.refuse(self.rule, what, gettext_lazy("there is no tile for its end on {hex}", hex=hex))
        permission.check(ctx, turn, action, what)

    def carry_out(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Lay the ferry's tiles on the lakes, and ask for tiles on its bare ends."""
        assert isinstance(action, ActivateFerry)
        corp = ctx.state.corporations[turn.corp]
        ferry = next(each for each in ctx.title.board.ferries if each.id == action.ferry)
        lakes = lake_tiles(ctx.title.tables, ferry)
        first = next(iter(lakes))
        ctx.state.tiles = {**ctx.state.tiles, **lakes}
        ctx.state.private_tokens = {**ctx.state.private_tokens, self.private: (first, corp.id)}
        turn.laid = (*turn.laid, first)
        self.spend(ctx)
        ctx.note(private_events.FerryActivated(corp.id, ferry.name), self.rule)
        bare = _bare_ends(ctx, ferry)
        if bare:
            ctx.state.pending.append(FerryEnd(corp.president, corp.id, bare))


@dataclass(frozen=True)
class LayFerryEnd:
    """The choice of tiles for the bare ends of a ferry.

    The president of the corporation that opened it chooses, and the corporation pays for terrain.
    """

    track: LayTrack
    rule: str
    name: str = gettext_noop("lay the tile at the end of the ferry")
    kinds: tuple[type[Action], ...] = (LayTile,)

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the president."""
        return (ctx.waiting(FerryEnd).player,)

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Return every tile that fits."""
        decision = ctx.waiting(FerryEnd)
        return self.track.lays_on(ctx, ctx.state.corporations[decision.corp], decision.hexes)

    def check(self, ctx: Context, action: Action) -> None:
        """Refuse a tile elsewhere, or one that any lay would refuse. No route is needed."""
        assert isinstance(action, LayTile)
        decision = ctx.waiting(FerryEnd)
        what = laying_tile(action.tile, action.hex)
        if action.player != decision.player:
            ctx.refuse("president.decides", what, decided_by(decision.player))
        if action.corp != decision.corp or action.hex not in decision.hexes or action.power:
            hexes = all_of(decision.hexes)
            why = gettext_lazy("{corp} must lay a tile on {hexes}", corp=decision.corp, hexes=hexes)
            ctx.refuse(self.rule, what, why)
        check_end(self.track, ctx, action)

    def apply(self, ctx: Context, action: Action) -> None:
        """Lay the tile."""
        assert isinstance(action, LayTile)
        decision = ctx.waiting(FerryEnd)
        decision.hexes = tuple(hex for hex in decision.hexes if hex != action.hex)
        if not decision.hexes:
            ctx.state.pending.pop()
        turn = ctx.state.operating.turn if ctx.state.operating else None
        assert turn is not None
        turn.laid = (*turn.laid, action.hex)
        self.track.lay(ctx, action)
        operating.acted(ctx)

    def advance(self, ctx: Context) -> bool:
        """Return False: nothing happens automatically."""
        return False


def check_end(track: LayTrack, ctx: Context, action: LayTile) -> None:
    """Refuse a tile that may not be at the end of a ferry."""
    turn = ctx.state.operating.turn if ctx.state.operating else None
    assert turn is not None
    what = laying_tile(action.tile, action.hex)
    check_named(ctx, action, what)
    track.check_lay(ctx, turn, action, what)


def opened(ctx: Context) -> tuple[Ferry, ...]:
    """Return the ferry routes that are track now."""
    tables, tiles = ctx.title.tables, ctx.state.tiles
    return tuple(
        ferry for ferry in ctx.title.board.ferries if lake_tiles(tables, ferry).keys() <= tiles.keys()
    )


def _reached(ctx: Context, corp: Corporation, ferry: Ferry) -> bool:
    """Return whether a route of the corporation leads to a place that holds an end of the ferry."""
    tables = ctx.title.tables
    places = {tables.place[STOPS_A_HEX * tables.index[hex]] for hex in shores(ferry)}
    reached = ctx.network(corp.id).reachable_stops()
    return any(tables.place[STOPS_A_HEX * tables.index[hex] + stop] in places for hex, stop in reached)


def _bare_ends(ctx: Context, ferry: Ferry) -> tuple[str, ...]:
    """Return the ends that have no tile and no printed track."""
    return tuple(
        hex for hex in shores(ferry) if not piece_at(ctx.title.tables, ctx.state.tiles, hex).segments
    )
