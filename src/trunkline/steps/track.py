"""Laying and upgrading track."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from trunkline.board import TileLays
from trunkline.kernel import depot, events
from trunkline.kernel.action import Action, LayTile
from trunkline.kernel.choice import Choice
from trunkline.kernel.decisions import Relay
from trunkline.kernel.ledger import pay
from trunkline.kernel.shares import plural
from trunkline.kernel.state import Corporation, OperatingTurn
from trunkline.kernel.table import Table
from trunkline.steps.operating import Anytime
from trunkline.track import laying
from trunkline.track.position import supply_left
from trunkline.track.tables import Placed

ONE_LAY = TileLays(yellow=1, upgrades=1)
"""What a turn allows where the phases say nothing else."""
COLOUR_RULES = {
    "yellow": "track.yellow-where",
    "green": "track.green-where",
    "brown": "track.brown-where",
    "gray": "track.brown-where",
}


@dataclass(frozen=True)
class LayPower:
    """A private whose owner may lay a first tile on its hex without a route.

    ``extra`` lays come beside the ordinary one; others take its place, by the rule ``instead``. Where its use
    has consequences, it is remembered by the name ``use``.
    """

    private: str
    hex: str
    tiles: tuple[str, ...]
    extra: bool
    rule: str
    use: str = ""
    instead: str = ""


@dataclass(frozen=True)
class LayTrack:
    """The lays that the phase allows a turn, and what powers add.

    ``list_rule`` names the rule that limits what a tile (empty: the printed hex) becomes, by hex and new
    tile; ``route_rule`` the one that wants the corporation's routes to lead there, by hex; ``allowance_rule``
    the one that bounds the lays of a turn. ``first`` is a title's own check of a lay, before the routes are
    asked. ``also`` adds to the upgrades of the printed list.
    """

    list_rule: Callable[[Table, str, str, str], str]
    powers: tuple[LayPower, ...] = ()
    route_rule: Callable[[Table, str], str] = lambda t, hex: "track.route"
    allowance_rule: Callable[[Table], str] = lambda t: "track.one-per-turn"
    first: Callable[[Table, Corporation, LayTile, str], None] = lambda t, corp, action, what: None
    also: laying.Upgrades = field(default_factory=dict)
    name: str = "lay track"
    kinds: tuple[type[Action], ...] = (LayTile,)
    optional: bool = True

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Lays that the components allow: everywhere, where wanted; else where its track leads."""
        corp = t.state.corporations[turn.corp]
        network = t.network(corp.id)
        hexes: Iterable[str] = t.title.board.hexes if t.wide else network.frontier
        yellow, upgrade = (_left(t, turn, yellow=yellow) for yellow in (True, False))
        if not (yellow or upgrade or t.wide):
            hexes = ()
        kinds = t.title.board.tiles
        for hex in hexes:
            for tile, rotation in laying.lays_on(t.title.tables, t.state.tiles, hex, self.also):
                if t.wide or (yellow if kinds[tile].colour == "yellow" else upgrade):
                    lay = LayTile(corp.president, corp.id, hex, tile, rotation)
                    # What a recorded game may hold beyond the rules is not offered.
                    if t.wide or not t.title.recorded.routes_unchecked or _led_to(t, lay):
                        yield lay
        yield from self.powered(t, turn)

    def powered(self, t: Table, turn: OperatingTurn) -> Iterable[LayTile]:
        """Lays by the powers that the corporation owns."""
        corp = t.state.corporations[turn.corp]
        for power in self.powers:
            if self._owns(t, corp, power):
                for tile in power.tiles:
                    for rotation in laying.fitting_rotations(t.title.tables, t.state.tiles, power.hex, tile):
                        yield LayTile(corp.president, corp.id, power.hex, tile, rotation, power.private)

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """The allowance, the tile, the hex, the money and the connection."""
        assert isinstance(action, LayTile)
        corp = t.state.corporations[turn.corp]
        what = f"Tile {action.tile} on {action.hex}"
        board = t.title.board
        if action.tile not in board.tiles:
            t.refuse("tiles.supply", what, "there is no such tile")
        if action.hex not in board.hexes:
            t.refuse(_colour_rule(board.tiles[action.tile].colour), what, "there is no such hex")
        if not 0 <= action.rotation < 6:
            t.refuse("track.on-grid", what, "there is no such rotation")
        power = self._power(t, turn, corp, action, what)
        if not (power and power.extra) and not _allowed(t, turn, action.tile):
            rule = power.instead if power else self.allowance_rule(t)
            lays = _lays(t)
            upgrades = plural(lays.upgrades, "upgrade") if lays.upgrades else "no upgrade"
            may = f"a turn has {plural(lays.yellow, 'yellow tile')} or {upgrades}"
            t.refuse(rule, what, f"{may}, and {corp.id} has laid {len(turn.laid)}")
        self._check_hex(t, action, what)
        self._check_tile(t, action, what)
        self.first(t, corp, action, what)
        cost = self.cost(t, action)
        if corp.cash < cost:
            t.refuse(
                "track.terrain-cost", what, f"the terrain costs ${cost:,} and {corp.id} has ${corp.cash:,}"
            )
        if power is None and not t.title.recorded.routes_unchecked and not _led_to(t, action):
            rule = self.route_rule(t, action.hex)
            t.refuse(rule, what, f"no route of {corp.id} leads onto its new track")

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Pay, lay the tile and move the tokens onto it."""
        assert isinstance(action, LayTile)
        corp = t.state.corporations[turn.corp]
        cost = self.cost(t, action)
        pay(t, corp, None, cost, "terrain")
        power = next((p for p in self.powers if p.private == action.power), None)
        if power and power.use:
            t.state.use_power(power.use)
        if power is None or not power.extra:
            turn.laid = (*turn.laid, action.hex)
        carried = laying.carry_tokens(
            t.title.tables, t.state.tiles, t.state.tokens, action.hex, action.tile, action.rotation
        )
        if action.hex in t.state.tokens:
            t.state.tokens = {**t.state.tokens, action.hex: carried.tokens}
        t.state.tiles = {**t.state.tiles, action.hex: Placed(action.tile, action.rotation)}
        t.note(events.TileLaid(corp.id, action.hex, action.tile, action.rotation, cost))
        if carried.choice:
            corps = tuple(token.corp for token in carried.choice)
            t.state.pending.append(Relay(corp.president, action.hex, corps))
            return
        for react in t.title.reactions.tile_laid:
            react(t, action.hex)

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """Track is never owed."""

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Over after the ordinary lays, unless an extra lay is left."""
        if not _spent(t, turn):
            return False
        corp = t.state.corporations[turn.corp]
        return not any(power.extra and self._usable(t, corp, power) for power in self.powers)

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Nothing happens by itself."""

    def cost(self, t: Table, action: LayTile) -> int:
        """The terrain cost of a lay in dollars; only the first tile of a hex pays it."""
        spot = t.title.board.hexes[action.hex]
        if action.hex not in t.state.tiles:
            return spot.cost
        return spot.upgrade_cost.get(t.title.board.tiles[action.tile].colour, 0)

    def _check_hex(self, t: Table, action: LayTile, what: str) -> None:
        private = t.title.board.hexes[action.hex].private
        if private and t.state.privates[private].player and not t.state.privates[private].closed:
            t.refuse(
                "private.blocks-hex",
                what,
                f"a player owns {t.private_name(private)}, which controls the hex",
            )

    def _check_tile(self, t: Table, action: LayTile, what: str) -> None:
        tables, tiles, board = t.title.tables, t.state.tiles, t.title.board
        hex, tile, rotation = action.hex, action.tile, action.rotation
        phase = depot.phase(t).name
        colour = board.tiles[tile].colour
        if not laying.colour_open(board, tile, phase):
            t.refuse("track.colours", what, f"{colour} track is not used in phase {phase}")
        old = tiles[hex].tile if hex in tiles else ""
        yellow_changes = colour == "yellow" and bool(old) and bool(board.tiles[old].upgrade_phase)
        if not yellow_changes and not laying.colour_fits(tables, tiles, hex, tile):
            t.refuse(_colour_rule(colour), what, f"{colour} does not go there")
        listed = laying.replacements(tables, tiles, hex, self.also)
        if tile not in listed or not laying.allowed_on(board, hex, tile):
            on = f"tile {old}" if old else "this hex"
            t.refuse(self.list_rule(t, old, hex, tile), what, f"{on} does not become tile {tile} here")
        if old and not laying.change_phase_open(board, old, phase):
            t.refuse("track.change-phase", what, f"tile {old} is not changed in phase {phase}")
        left = supply_left(tables, tiles, tile)
        if left is not None and left < 1:
            t.refuse("tiles.supply", what, f"no tile {tile} is left")
        if not laying.has_first_exits(tables, tiles, hex, tile, rotation):
            t.refuse("track.first-exits", what, "the first tile there must have the exit that is marked")
        if not laying.keeps_track(tables, tiles, hex, tile, rotation):
            t.refuse("track.keeps-track", what, "the old track would not stay in place")
        edge = laying.dead_end(tables, hex, tile, rotation)
        if edge is not None and laying.is_blocked(tables, hex, edge):
            t.refuse("track.blocked-edge", what, f"no track may cross its edge {edge}")
        if edge is not None:
            t.refuse("track.no-dead-end", what, f"its track would end at edge {edge}, where none can go on")

    def _power(
        self, t: Table, turn: OperatingTurn, corp: Corporation, action: LayTile, what: str
    ) -> LayPower | None:
        if not action.power:
            return None
        power = next((p for p in self.powers if p.private == action.power), None)
        if power is None:
            t.refuse(
                self.route_rule(t, action.hex), what, f"{t.private_name(action.power)} gives no such power"
            )
        if not self._owns(t, corp, power):
            t.refuse(power.rule, what, f"{corp.id} does not own an open {t.private_name(power.private)}")
        if action.hex != power.hex or action.tile not in power.tiles or action.hex in t.state.tiles:
            t.refuse(power.rule, what, f"the power lays a first tile on {power.hex}")
        return power

    def _owns(self, t: Table, corp: Corporation, power: LayPower) -> bool:
        private = t.state.privates[power.private]
        return private.corp == corp.id and not private.closed

    def _usable(self, t: Table, corp: Corporation, power: LayPower) -> bool:
        return self._owns(t, corp, power) and power.hex not in t.state.tiles


def _led_to(t: Table, lay: LayTile) -> bool:
    """Whether a route of the corporation leads onto the new track of a lay."""
    return t.network(lay.corp).lay_uses(lay.hex, lay.tile, lay.rotation)


@dataclass(frozen=True)
class ExtraLays(Anytime):
    """The extra lays of the powers at any time of a turn, as long as anything may still be done in it."""

    track: LayTrack
    name: str = "lay an extra tile"
    kinds: tuple[type[Action], ...] = (LayTile,)

    def takes(self, action: Action) -> bool:
        """Only the lays that come beside the ordinary one."""
        extra = (power.private for power in self.track.powers if power.extra)
        return isinstance(action, LayTile) and action.power in extra

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Those of the powers that it owns."""
        return (lay for lay in self.track.powered(t, turn) if self.takes(lay))

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """As in the step for track."""
        t.title.policies.may_still_act(t, turn, "An extra lay")
        self.track.check(t, turn, action)

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Lay it."""
        self.track.apply(t, turn, action)


def _colour_rule(colour: str) -> str:
    """The rule that says where tiles of this colour go."""
    return COLOUR_RULES.get(colour, "track.yellow-where")


def _lays(t: Table) -> TileLays:
    """What a turn allows in this phase: so many yellow tiles, or so many upgrades."""
    return depot.phase(t).tile_lays or ONE_LAY


def _allowed(t: Table, turn: OperatingTurn, tile: str) -> bool:
    """Whether the turn has a lay of this tile left."""
    yellow = t.title.board.tiles[tile].colour == "yellow"
    return _left(t, turn, yellow=yellow)


def _spent(t: Table, turn: OperatingTurn) -> bool:
    """Whether the turn has no ordinary lay left."""
    return bool(turn.laid) and not _left(t, turn, yellow=True) and not _left(t, turn, yellow=False)


def _left(t: Table, turn: OperatingTurn, *, yellow: bool) -> bool:
    colours = [t.title.board.tiles[t.state.tiles[hex].tile].colour for hex in turn.laid]
    same = sum((colour == "yellow") == yellow for colour in colours)
    lays = _lays(t)
    return same == len(colours) and same < (lays.yellow if yellow else lays.upgrades)
