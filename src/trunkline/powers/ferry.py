"""Ferry routes: opening one in place of a track lay, and laying tiles at its ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.board import Ferry
from trunkline.kernel import private_events
from trunkline.kernel.action import Action, ActivateFerry, LayTile
from trunkline.kernel.choice import Choice
from trunkline.kernel.decisions import FerryEnd, Use
from trunkline.kernel.refusal import passes
from trunkline.kernel.state import Corporation, OperatingTurn
from trunkline.kernel.table import Table
from trunkline.mechanisms import leave
from trunkline.powers.player_powers import PlayersPower
from trunkline.steps import operating
from trunkline.steps.track import LayTrack, check_named
from trunkline.track.ferries import lake_tiles, shores
from trunkline.track.position import piece_at
from trunkline.track.tables import STOPS_A_HEX


@dataclass(frozen=True)
class ActivateFerries(PlayersPower):
    """A power to open one of the ferry routes in place of the turn's track lay, by the rule ``instead``.

    The corporation needs a route to one end, and it owns the ferry's token. An end without a tile gets one.
    """

    track: LayTrack
    instead: str
    name: str = "open a ferry"
    kinds: tuple[type[Action], ...] = (ActivateFerry,)

    def takes(self, action: Action) -> bool:
        """Return whether the action opens a ferry."""
        return isinstance(action, ActivateFerry)

    def uses(self, t: Table, turn: OperatingTurn) -> Iterable[Use]:
        """Return the ferry routes that the corporation can open, or all of them in a wide search."""
        corp = t.state.corporations[turn.corp]
        return [
            ActivateFerry(corp.president, corp.id, ferry.id)
            for ferry in t.title.board.ferries
            if t.wide or (not turn.laid and _reached(t, corp, ferry))
        ]

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Refuse a second opening, an opening after a lay, one without a route, and one whose ends fit no
        tile."""
        assert isinstance(action, ActivateFerry)
        corp = t.state.corporations[turn.corp]
        ferry = next((each for each in t.title.board.ferries if each.id == action.ferry), None)
        what = f"Opening the ferry {ferry.name if ferry else action.ferry}"
        self.check_open(t, what)
        if ferry is None:
            t.refuse(self.rule, what, "there is no such route")
        if turn.laid:
            t.refuse(self.instead, what, f"it takes the place of a lay, and {corp.id} has laid track")
        if not _reached(t, corp, ferry):
            t.refuse(self.instead, what, f"no route of {corp.id} leads to an end of it")
        bare = _bare_ends(t, ferry)
        cost = sum(t.title.policies.terrain(t, corp, hex, t.title.board.hexes[hex].cost) for hex in bare)
        if corp.cash < cost:
            t.refuse("track.terrain-cost", what, f"its end costs ${cost:,} and {corp.id} has ${corp.cash:,}")
        for hex in bare:
            if not any(passes(check_end, self.track, t, lay) for lay in self.track.lays_on(t, corp, (hex,))):
                t.refuse(self.rule, what, f"there is no tile for its end on {hex}")
        leave.check(t, turn, action, what)

    def carry_out(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Lay the ferry's tiles on the lakes, and ask for tiles on its bare ends."""
        assert isinstance(action, ActivateFerry)
        corp = t.state.corporations[turn.corp]
        ferry = next(each for each in t.title.board.ferries if each.id == action.ferry)
        lakes = lake_tiles(t.title.tables, ferry)
        first = next(iter(lakes))
        t.state.tiles = {**t.state.tiles, **lakes}
        t.state.private_tokens = {**t.state.private_tokens, self.private: (first, corp.id)}
        turn.laid = (*turn.laid, first)
        self.spend(t)
        t.note(private_events.FerryActivated(corp.id, ferry.name), self.rule)
        bare = _bare_ends(t, ferry)
        if bare:
            t.state.pending.append(FerryEnd(corp.president, corp.id, bare))


@dataclass(frozen=True)
class LayFerryEnd:
    """The choice of tiles for the bare ends of a ferry.

    The president of the corporation that opened it chooses, and the corporation pays for terrain.
    """

    track: LayTrack
    rule: str
    name: str = "lay the tile at the end of the ferry"
    kinds: tuple[type[Action], ...] = (LayTile,)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Return the president."""
        return (t.waiting(FerryEnd).player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Return every tile that fits."""
        decision = t.waiting(FerryEnd)
        return self.track.lays_on(t, t.state.corporations[decision.corp], decision.hexes)

    def check(self, t: Table, action: Action) -> None:
        """Refuse a tile elsewhere, or one that any lay would refuse. No route is needed."""
        assert isinstance(action, LayTile)
        decision = t.waiting(FerryEnd)
        what = f"Tile {action.tile} on {action.hex}"
        if action.player != decision.player:
            t.refuse("president.decides", what, f"{decision.player} decides")
        if action.corp != decision.corp or action.hex not in decision.hexes or action.power:
            t.refuse(self.rule, what, f"{decision.corp} must lay a tile on {' and '.join(decision.hexes)}")
        check_end(self.track, t, action)

    def apply(self, t: Table, action: Action) -> None:
        """Lay the tile."""
        assert isinstance(action, LayTile)
        decision = t.waiting(FerryEnd)
        decision.hexes = tuple(hex for hex in decision.hexes if hex != action.hex)
        if not decision.hexes:
            t.state.pending.pop()
        turn = t.state.operating.turn if t.state.operating else None
        assert turn is not None
        turn.laid = (*turn.laid, action.hex)
        self.track.lay(t, action)
        operating.acted(t)

    def advance(self, t: Table) -> bool:
        """Return False: nothing happens automatically."""
        return False


def check_end(track: LayTrack, t: Table, action: LayTile) -> None:
    """Refuse a tile that may not be at the end of a ferry."""
    turn = t.state.operating.turn if t.state.operating else None
    assert turn is not None
    what = f"Tile {action.tile} on {action.hex}"
    check_named(t, action, what)
    track.check_lay(t, turn, action, what)


def opened(t: Table) -> tuple[Ferry, ...]:
    """Return the ferry routes that are track now."""
    tables, tiles = t.title.tables, t.state.tiles
    return tuple(ferry for ferry in t.title.board.ferries if lake_tiles(tables, ferry).keys() <= tiles.keys())


def _reached(t: Table, corp: Corporation, ferry: Ferry) -> bool:
    """Return whether a route of the corporation leads to a place that holds an end of the ferry."""
    tables = t.title.tables
    places = {tables.place[STOPS_A_HEX * tables.index[hex]] for hex in shores(ferry)}
    reached = t.network(corp.id).reachable_stops()
    return any(tables.place[STOPS_A_HEX * tables.index[hex] + stop] in places for hex, stop in reached)


def _bare_ends(t: Table, ferry: Ferry) -> tuple[str, ...]:
    """Return the ends that have no tile and no printed track."""
    return tuple(hex for hex in shores(ferry) if not piece_at(t.title.tables, t.state.tiles, hex).segments)
