"""The step that lays and upgrades track."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from trunkline.board import TileLays
from trunkline.kernel import depot, events
from trunkline.kernel.action import Action, LayTile
from trunkline.kernel.choice import Choice
from trunkline.kernel.decisions import Relay
from trunkline.kernel.ledger import pay
from trunkline.kernel.shares import counted, plural
from trunkline.kernel.state import Corporation, OperatingTurn
from trunkline.kernel.table import Standing, Table, once
from trunkline.mechanisms import leave
from trunkline.track import laying
from trunkline.track.position import supply

ONE_LAY = TileLays(yellow=1, upgrades=1)
"""The lays that a turn allows if the phases do not define them."""
COLOUR_RULES = {
    "yellow": "track.yellow-where",
    "green": "track.green-where",
    "brown": "track.brown-where",
    "gray": "track.brown-where",
}


@dataclass(frozen=True)
class LayPower:
    """A private whose owner may lay a first tile on its hex without a route.

    ``extra`` lays come in addition to the ordinary one. Others replace it, by the rule ``instead``. If its
    use matters later, the state records it under the name ``use``.
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
    """The step with the lays that a turn allows, by the phase unless ``allowance`` is given, and those of
    powers.

    ``list_rule`` returns the rule that limits what a tile (empty: the printed hex) becomes, by hex and new
    tile. ``route_rule`` returns the rule that requires a route to the lay, by hex. ``allowance_rule`` returns
    the rule that limits the lays of a turn. ``block_rule`` returns the rule that blocks a private's hexes, by
    private. With ``asks_owners`` the private's owner may consent to such a lay. ``first`` is a title's own
    check of a lay, before the check of routes. ``also`` adds to the upgrades of the printed list.
    """

    list_rule: Callable[[Table, str, str, str], str]
    powers: tuple[LayPower, ...] = ()
    route_rule: Callable[[Table, str], str] = lambda t, hex: "track.route"
    allowance: Callable[[Table, Corporation], TileLays] = lambda t, corp: depot.phase(t).tile_lays or ONE_LAY
    allowance_rule: Callable[[Table], str] = lambda t: "track.one-per-turn"
    block_rule: Callable[[str], str] = lambda private: "private.blocks-hex"
    asks_owners: bool = False
    first: Callable[[Table, Corporation, LayTile, str], None] = lambda t, corp, action, what: None
    also: laying.Upgrades = field(default_factory=dict)
    name: str = "lay track"
    kinds: tuple[type[Action], ...] = (LayTile,)
    optional: bool = True
    label = "Track"

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Return the lays that the components allow: all if the table is wide, else those that routes lead
        onto."""
        corp = t.state.corporations[turn.corp]
        network = t.network(corp.id)
        hexes: Iterable[str] = t.title.board.hexes if t.wide else network.frontier
        yellow, upgrade = (self._is_left(t, turn, yellow=yellow) for yellow in (True, False))
        if not (yellow or upgrade or t.wide):
            hexes = ()
        for lay in self.lays_on(t, corp, hexes):
            spent = not (yellow if t.title.board.tiles[lay.tile].colour == "yellow" else upgrade)
            # Do not offer exceptions of recorded games.
            if t.wide or (not spent and _uses(t, lay)):
                yield lay
        yield from self.powered(t, turn)

    def lays_on(
        self, t: Table, corp: Corporation, hexes: Iterable[str], power: str = ""
    ) -> Iterator[LayTile]:
        """Return every lay on these hexes that the components allow; if the table is wide, also unavailable
        tiles."""
        tables, tiles = t.title.tables, t.state.tiles
        wanted = t.title.board.tiles if t.wide else at_hand(t)
        for hex in hexes:
            for tile, rotation in laying.lays_on(tables, tiles, hex, self.also):
                if tile in wanted:
                    yield LayTile(corp.president, corp.id, hex, tile, rotation, power)

    def powered(self, t: Table, turn: OperatingTurn) -> Iterable[LayTile]:
        """Return lays by the powers that the corporation owns."""
        corp = t.state.corporations[turn.corp]
        for power in self.powers:
            if self._owns(t, corp, power):
                for tile in power.tiles:
                    for rotation in laying.fitting_rotations(t.title.tables, t.state.tiles, power.hex, tile):
                        yield LayTile(corp.president, corp.id, power.hex, tile, rotation, power.private)

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Check the allowance, the tile, the hex, the money and the connection."""
        assert isinstance(action, LayTile)
        corp = t.state.corporations[turn.corp]
        what = f"Tile {action.tile} on {action.hex}"
        check_named(t, action, what)
        power = self._power(t, turn, corp, action, what)
        yellow = t.title.board.tiles[action.tile].colour == "yellow"
        if not (power and power.extra) and not self._is_left(t, turn, yellow=yellow):
            rule = power.instead if power else self.allowance_rule(t)
            why = f"a turn has {said(self.allowance(t, corp))}"
            if turn.laid:
                ferry = "blue" in _colours(t, turn.laid)
                done = "opened a ferry instead" if ferry else f"laid {len(turn.laid)}"
                why += f", and {corp.id} has {done}"
            t.refuse(rule, what, why)
        self.check_lay(t, turn, action, what)
        if not power and not led_to(t, action):
            refuse_route(t, action, what, self.route_rule(t, action.hex))

    def check_lay(self, t: Table, turn: OperatingTurn, action: LayTile, what: str) -> None:
        """Check the parts of any lay, whatever the number of lays in the turn: hex, tile and money."""
        corp = t.state.corporations[action.corp]
        self._check_hex(t, turn, action, what)
        self._check_tile(t, action.hex, action.tile, what)
        _check_rotation(t, action, what)
        self.first(t, corp, action, what)
        cost = lay_cost(t, action)
        if corp.cash < cost:
            t.refuse(
                "track.terrain-cost", what, f"the terrain costs ${cost:,} and {corp.id} has ${corp.cash:,}"
            )

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Lay the tile, or ask the player who must consent."""
        assert isinstance(action, LayTile)
        if not leave.ask(t, action, self.blocking(t, action.hex)):
            self.carry_out(t, turn, action)

    def carry_out(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Lay the tile by the turn's allowance or by a power."""
        assert isinstance(action, LayTile)
        power = next((p for p in self.powers if p.private == action.power), None)
        if power and power.use:
            t.state.use_power(power.use)
        if power is None or not power.extra:
            turn.laid = (*turn.laid, action.hex)
        self.lay(t, action)

    def lay(self, t: Table, action: LayTile) -> None:
        """Pay, lay the tile and move the tokens onto it."""
        corp = t.state.corporations[action.corp]
        cost = lay_cost(t, action)
        pay(t, corp, None, cost, "terrain")
        board = board_after(t, action)
        t.state.tiles, t.state.tokens = board.tiles, board.tokens
        t.note(events.TileLaid(corp.id, action.hex, action.tile, action.rotation, cost))
        if board.choice:
            corps = tuple(token.corp for token in board.choice)
            t.state.pending.append(Relay(corp.president, action.hex, corps))
            return
        for react in t.title.reactions.tile_laid:
            react(t, action.hex)

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """Return without a refusal: the turn may always leave this step."""

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Return whether the ordinary lays are used and no extra lay is left."""
        corp = t.state.corporations[turn.corp]
        if not turn.laid or any(self._is_left(t, turn, yellow=yellow) for yellow in (True, False)):
            return False
        return not any(power.extra and self._usable(t, corp, power) for power in self.powers)

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Do nothing: no change is automatic."""

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """Return the status: the hexes that have been laid on, or the number of ways to lay."""
        hexes = ", ".join(lay.hex for lay in made if isinstance(lay, LayTile))
        return Standing(bool(hexes), hexes or counted(choices, "way"))

    def blocking(self, t: Table, hex: str) -> str:
        """Return the private that blocks a hex while a player owns it; empty if none does."""
        private = t.title.board.hexes[hex].private
        return private if private and leave.owner(t, private) else ""

    def _is_left(self, t: Table, turn: OperatingTurn, *, yellow: bool) -> bool:
        """Return whether the turn has another ordinary lay: a yellow tile, or an upgrade."""
        return _allowed(t, self.allowance, turn.corp, turn.laid, yellow)

    def _check_hex(self, t: Table, turn: OperatingTurn, action: LayTile, what: str) -> None:
        private = self.blocking(t, action.hex)
        if private and action.power != private:
            rule = self.block_rule(private)
            if not self.asks_owners:
                why = f"a player owns {t.private_name(private)}, which controls the hex"
                t.refuse(rule, what, why)
            leave.check(t, turn, action, what, rule)

    def _check_tile(self, t: Table, hex: str, tile: str, what: str) -> None:
        tables, tiles, board = t.title.tables, t.state.tiles, t.title.board
        phase = depot.phase(t).name
        colour = board.tiles[tile].colour
        if tile not in tables.in_use[phase]:
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
        if tile not in tiles_left(t):
            t.refuse("tiles.supply", what, f"no tile {tile} is left")

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


def _check_rotation(t: Table, action: LayTile, what: str) -> None:
    tables, tiles = t.title.tables, t.state.tiles
    hex, tile, rotation = action.hex, action.tile, action.rotation
    if rotation in laying.fitting_rotations(tables, tiles, hex, tile):
        return
    if not laying.has_first_exits(tables, tiles, hex, tile, rotation):
        t.refuse("track.first-exits", what, "the first tile there must have the exit that is marked")
    if not laying.ferries_fit(tables, hex, tile, rotation):
        t.refuse("track.ferry-lines", what, "its ferry lines would not lie on those of the hex")
    if not laying.keeps_track(tables, tiles, hex, tile, rotation):
        t.refuse("track.keeps-track", what, "the old track would not stay in place")
    edge = laying.dead_end(tables, hex, tile, rotation)
    if edge is not None and laying.is_blocked(tables, hex, edge):
        t.refuse("track.blocked-edge", what, f"no track may cross its edge {edge}")
    if edge is not None:
        t.refuse("track.no-dead-end", what, f"its track would end at edge {edge}, where none can go on")


@once
def tiles_left(t: Table) -> frozenset[str]:
    """Return the tiles with a piece left."""
    pieces = supply(t.title.tables, t.state.tiles)
    return frozenset(tile for tile, left in pieces.items() if left is None or left > 0)


@once
def at_hand(t: Table) -> frozenset[str]:
    """Return the tiles that can be laid now, if there is a hex for them."""
    return tiles_left(t) & t.title.tables.in_use[t.phase.name]


@once
def _allowed(
    t: Table,
    allowance: Callable[[Table, Corporation], TileLays],
    corp: str,
    laid: tuple[str, ...],
    yellow: bool,
) -> bool:
    """Return whether a turn of the corporation allows one more lay after ordinary lays on these hexes."""
    return left(allowance(t, t.state.corporations[corp]), _colours(t, laid), yellow=yellow)


def _colours(t: Table, hexes: Iterable[str]) -> list[str]:
    """Return the current tile colours on the hexes of a turn's lays."""
    return [t.title.board.tiles[t.state.tiles[hex].tile].colour for hex in hexes]


def led_to(t: Table, lay: LayTile) -> bool:
    """Return whether a route leads onto the new track of a lay, or the game does not check routes."""
    return t.title.recorded.routes_unchecked or _uses(t, lay)


def _uses(t: Table, lay: LayTile) -> bool:
    """Return whether a route of the corporation leads onto the new track of a lay."""
    in_part = t.title.policies.extends_in_part
    return t.network(lay.corp).lay_uses(lay.hex, lay.tile, lay.rotation, in_part=in_part)


def refuse_route(t: Table, lay: LayTile, what: str, rule: str) -> NoReturn:
    """Refuse by this rule a lay that no route leads onto."""
    t.refuse(rule, what, f"no route of {lay.corp} leads onto its new track")


def _colour_rule(colour: str) -> str:
    """Return the rule on the places for tiles of this colour."""
    return COLOUR_RULES.get(colour, "track.yellow-where")


def check_named(t: Table, action: LayTile, what: str) -> None:
    """Raise ``Refusal`` if the tile, the hex or the rotation does not exist."""
    board = t.title.board
    if action.tile not in board.tiles:
        t.refuse("tiles.supply", what, "there is no such tile")
    if action.hex not in board.hexes:
        t.refuse(_colour_rule(board.tiles[action.tile].colour), what, "there is no such hex")
    if not 0 <= action.rotation < 6:
        t.refuse("track.on-grid", what, "there is no such rotation")


def board_after(t: Table, action: LayTile) -> laying.Laid:
    """Return the board after a lay."""
    return laying.laid(
        t.title.tables, t.state.tiles, t.state.tokens, action.hex, action.tile, action.rotation
    )


def lay_cost(t: Table, action: LayTile) -> int:
    """Return the cost of a lay in dollars. The first tile of a hex pays for its terrain, upgrades seldom
    do."""
    spot = t.title.board.hexes[action.hex]
    printed = spot.upgrade_cost.get(t.title.board.tiles[action.tile].colour, 0)
    if action.hex not in t.state.tiles:
        printed += spot.cost
    return t.title.policies.terrain(t, t.state.corporations[action.corp], action.hex, printed)


def left(lays: TileLays, colours: Sequence[str], *, yellow: bool) -> bool:
    """Return whether the allowance has another yellow tile or upgrade left after lays of these colours."""
    same = sum((colour == "yellow") == yellow for colour in colours)
    return same == len(colours) and same < (lays.yellow if yellow else lays.upgrades)


def said(lays: TileLays) -> str:
    """Return the lays as text, such as "2 yellow tiles or 1 upgrade"."""
    upgrades = f"or {plural(lays.upgrades, 'upgrade')}" if lays.upgrades else "and no upgrade"
    return f"{plural(lays.yellow, 'yellow tile')} {upgrades}"
