"""The step that lays and upgrades track."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from trunkline.engine.board import TileLays
from trunkline.engine.kernel import depot, events
from trunkline.engine.kernel.action import Action, LayTile
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context, StepStatus, cached
from trunkline.engine.kernel.decisions import PlaceTokensAgain
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.shares import counted, plural
from trunkline.engine.kernel.state import Corporation, OperatingTurn
from trunkline.engine.mechanisms import permission
from trunkline.engine.track import laying
from trunkline.engine.track.track_state import supply

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

    list_rule: Callable[[Context, str, str, str], str]
    powers: tuple[LayPower, ...] = ()
    route_rule: Callable[[Context, str], str] = lambda ctx, hex: "track.route"
    allowance: Callable[[Context, Corporation], TileLays] = lambda ctx, corp: (
        depot.phase(ctx).tile_lays or ONE_LAY
    )
    allowance_rule: Callable[[Context], str] = lambda ctx: "track.one-per-turn"
    block_rule: Callable[[str], str] = lambda private: "private.blocks-hex"
    asks_owners: bool = False
    first: Callable[[Context, Corporation, LayTile, str], None] = lambda ctx, corp, action, what: None
    also: laying.Upgrades = field(default_factory=dict)
    name: str = "lay track"
    kinds: tuple[type[Action], ...] = (LayTile,)
    optional: bool = True
    label = "Track"

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return the lays that the components allow: all if illegal actions are included, else those that
        routes lead onto."""
        corp = ctx.state.corporations[turn.corp]
        network = ctx.network(corp.id)
        hexes: Iterable[str] = ctx.title.board.hexes if ctx.include_illegal else network.frontier
        yellow, upgrade = (self._is_left(ctx, turn, yellow=yellow) for yellow in (True, False))
        if not (yellow or upgrade or ctx.include_illegal):
            hexes = ()
        for lay in self.lays_on(ctx, corp, hexes):
            spent = not (yellow if ctx.title.board.tiles[lay.tile].colour == "yellow" else upgrade)
            # Do not offer exceptions of recorded games.
            if ctx.include_illegal or (not spent and _uses(ctx, lay)):
                yield lay
        yield from self.powered(ctx, turn)

    def lays_on(
        self, ctx: Context, corp: Corporation, hexes: Iterable[str], power: str = ""
    ) -> Iterator[LayTile]:
        """Return every lay on these hexes that the components allow. If illegal actions are included, return
        lays of unavailable tiles too."""
        tables, tiles = ctx.title.tables, ctx.state.tiles
        wanted = ctx.title.board.tiles if ctx.include_illegal else at_hand(ctx)
        for hex in hexes:
            for tile, rotation in laying.lays_on(tables, tiles, hex, self.also):
                if tile in wanted:
                    yield LayTile(corp.president, corp.id, hex, tile, rotation, power)

    def powered(self, ctx: Context, turn: OperatingTurn) -> Iterable[LayTile]:
        """Return lays by the powers that the corporation owns."""
        corp = ctx.state.corporations[turn.corp]
        for power in self.powers:
            if self._owns(ctx, corp, power):
                for tile in power.tiles:
                    for rotation in laying.fitting_rotations(
                        ctx.title.tables, ctx.state.tiles, power.hex, tile
                    ):
                        yield LayTile(corp.president, corp.id, power.hex, tile, rotation, power.private)

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Check the allowance, the tile, the hex, the money and the connection."""
        assert isinstance(action, LayTile)
        corp = ctx.state.corporations[turn.corp]
        what = f"Tile {action.tile} on {action.hex}"
        check_named(ctx, action, what)
        power = self._power(ctx, turn, corp, action, what)
        yellow = ctx.title.board.tiles[action.tile].colour == "yellow"
        if not (power and power.extra) and not self._is_left(ctx, turn, yellow=yellow):
            rule = power.instead if power else self.allowance_rule(ctx)
            why = f"a turn has {said(self.allowance(ctx, corp))}"
            if turn.laid:
                ferry = "blue" in _colours(ctx, turn.laid)
                done = "opened a ferry instead" if ferry else f"laid {len(turn.laid)}"
                why += f", and {corp.id} has {done}"
            ctx.refuse(rule, what, why)
        self.check_lay(ctx, turn, action, what)
        if not power and not led_to(ctx, action):
            refuse_route(ctx, action, what, self.route_rule(ctx, action.hex))

    def check_lay(self, ctx: Context, turn: OperatingTurn, action: LayTile, what: str) -> None:
        """Check hex, tile and money of any lay, not the number of lays in the turn."""
        corp = ctx.state.corporations[action.corp]
        self._check_hex(ctx, turn, action, what)
        self._check_tile(ctx, action.hex, action.tile, what)
        _check_rotation(ctx, action, what)
        self.first(ctx, corp, action, what)
        cost = lay_cost(ctx, action)
        if corp.cash < cost:
            ctx.refuse(
                "track.terrain-cost", what, f"the terrain costs ${cost:,} and {corp.id} has ${corp.cash:,}"
            )

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Lay the tile, or ask the player who must consent."""
        assert isinstance(action, LayTile)
        if not permission.ask(ctx, action, self.blocking(ctx, action.hex)):
            self.carry_out(ctx, turn, action)

    def carry_out(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Lay the tile by the turn's allowance or by a power."""
        assert isinstance(action, LayTile)
        power = next((p for p in self.powers if p.private == action.power), None)
        if power and power.use:
            ctx.state.use_power(power.use)
        if power is None or not power.extra:
            turn.laid = (*turn.laid, action.hex)
        self.lay(ctx, action)

    def lay(self, ctx: Context, action: LayTile) -> None:
        """Pay, lay the tile and move the tokens onto it."""
        corp = ctx.state.corporations[action.corp]
        cost = lay_cost(ctx, action)
        pay(ctx, corp, None, cost, "terrain")
        board = board_after(ctx, action)
        ctx.state.tiles, ctx.state.tokens = board.tiles, board.tokens
        ctx.note(events.TileLaid(corp.id, action.hex, action.tile, action.rotation, cost))
        if board.choice:
            corps = tuple(token.corp for token in board.choice)
            ctx.state.pending.append(PlaceTokensAgain(corp.president, action.hex, corps))
            return
        for react in ctx.title.reactions.tile_laid:
            react(ctx, action.hex)

    def check_leave(self, ctx: Context, turn: OperatingTurn) -> None:
        """Return without a refusal: the turn may always leave this step."""

    def idle(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return whether the ordinary lays are used and no extra lay is left."""
        corp = ctx.state.corporations[turn.corp]
        if not turn.laid or any(self._is_left(ctx, turn, yellow=yellow) for yellow in (True, False)):
            return False
        return not any(power.extra and self._usable(ctx, corp, power) for power in self.powers)

    def enter(self, ctx: Context, turn: OperatingTurn) -> None:
        """Do nothing: no change is automatic."""

    def standing(
        self, ctx: Context, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> StepStatus:
        """Return the status: the hexes that have been laid on, or the number of ways to lay."""
        hexes = ", ".join(lay.hex for lay in made if isinstance(lay, LayTile))
        return StepStatus(bool(hexes), hexes or counted(choices, "way"))

    def blocking(self, ctx: Context, hex: str) -> str:
        """Return the private that blocks a hex while a player owns it; empty if none does."""
        private = ctx.title.board.hexes[hex].private
        return private if private and permission.owner(ctx, private) else ""

    def _is_left(self, ctx: Context, turn: OperatingTurn, *, yellow: bool) -> bool:
        """Return whether the turn has another ordinary lay: a yellow tile, or an upgrade."""
        return _allowed(ctx, self.allowance, turn.corp, turn.laid, yellow)

    def _check_hex(self, ctx: Context, turn: OperatingTurn, action: LayTile, what: str) -> None:
        private = self.blocking(ctx, action.hex)
        if private and action.power != private:
            rule = self.block_rule(private)
            if not self.asks_owners:
                why = f"a player owns {ctx.private_name(private)}, which controls the hex"
                ctx.refuse(rule, what, why)
            permission.check(ctx, turn, action, what, rule)

    def _check_tile(self, ctx: Context, hex: str, tile: str, what: str) -> None:
        tables, tiles, board = ctx.title.tables, ctx.state.tiles, ctx.title.board
        phase = depot.phase(ctx).name
        colour = board.tiles[tile].colour
        if tile not in tables.in_use[phase]:
            ctx.refuse("track.colours", what, f"{colour} track is not used in phase {phase}")
        old = tiles[hex].tile if hex in tiles else ""
        yellow_changes = colour == "yellow" and bool(old) and bool(board.tiles[old].upgrade_phase)
        if not yellow_changes and not laying.colour_fits(tables, tiles, hex, tile):
            ctx.refuse(_colour_rule(colour), what, f"{colour} does not go there")
        listed = laying.replacements(tables, tiles, hex, self.also)
        if tile not in listed or not laying.allowed_on(board, hex, tile):
            on = f"tile {old}" if old else "this hex"
            ctx.refuse(self.list_rule(ctx, old, hex, tile), what, f"{on} does not become tile {tile} here")
        if old and not laying.change_phase_open(board, old, phase):
            ctx.refuse("track.change-phase", what, f"tile {old} is not changed in phase {phase}")
        if tile not in tiles_left(ctx):
            ctx.refuse("tiles.supply", what, f"no tile {tile} is left")

    def _power(
        self, ctx: Context, turn: OperatingTurn, corp: Corporation, action: LayTile, what: str
    ) -> LayPower | None:
        if not action.power:
            return None
        power = next((p for p in self.powers if p.private == action.power), None)
        if power is None:
            ctx.refuse(
                self.route_rule(ctx, action.hex),
                what,
                f"{ctx.private_name(action.power)} gives no such power",
            )
        if not self._owns(ctx, corp, power):
            ctx.refuse(power.rule, what, f"{corp.id} does not own an open {ctx.private_name(power.private)}")
        if action.hex != power.hex or action.tile not in power.tiles or action.hex in ctx.state.tiles:
            ctx.refuse(power.rule, what, f"the power lays a first tile on {power.hex}")
        return power

    def _owns(self, ctx: Context, corp: Corporation, power: LayPower) -> bool:
        private = ctx.state.privates[power.private]
        return private.corp == corp.id and not private.closed

    def _usable(self, ctx: Context, corp: Corporation, power: LayPower) -> bool:
        return self._owns(ctx, corp, power) and power.hex not in ctx.state.tiles


def _check_rotation(ctx: Context, action: LayTile, what: str) -> None:
    tables, tiles = ctx.title.tables, ctx.state.tiles
    hex, tile, rotation = action.hex, action.tile, action.rotation
    if rotation in laying.fitting_rotations(tables, tiles, hex, tile):
        return
    if not laying.has_first_exits(tables, tiles, hex, tile, rotation):
        ctx.refuse("track.first-exits", what, "the first tile there must have the exit that is marked")
    if not laying.ferries_fit(tables, hex, tile, rotation):
        ctx.refuse("track.ferry-lines", what, "its ferry lines would not match those of the hex")
    if not laying.keeps_track(tables, tiles, hex, tile, rotation):
        ctx.refuse("track.keeps-track", what, "the old track would not stay in place")
    edge = laying.dead_end(tables, hex, tile, rotation)
    if edge is not None and laying.is_blocked(tables, hex, edge):
        ctx.refuse("track.blocked-edge", what, f"no track may cross its edge {edge}")
    if edge is not None:
        ctx.refuse(
            "track.no-dead-end", what, f"its track would end at edge {edge}, and no track can continue there"
        )


@cached
def tiles_left(ctx: Context) -> frozenset[str]:
    """Return the tiles with a piece left."""
    pieces = supply(ctx.title.tables, ctx.state.tiles)
    return frozenset(tile for tile, left in pieces.items() if left is None or left > 0)


@cached
def at_hand(ctx: Context) -> frozenset[str]:
    """Return the tiles that can be laid now, if there is a hex for them."""
    return tiles_left(ctx) & ctx.title.tables.in_use[ctx.phase.name]


@cached
def _allowed(
    ctx: Context,
    allowance: Callable[[Context, Corporation], TileLays],
    corp: str,
    laid: tuple[str, ...],
    yellow: bool,
) -> bool:
    """Return whether a turn of the corporation allows one more lay after ordinary lays on these hexes."""
    return left(allowance(ctx, ctx.state.corporations[corp]), _colours(ctx, laid), yellow=yellow)


def _colours(ctx: Context, hexes: Iterable[str]) -> list[str]:
    """Return the current tile colours on the hexes of a turn's lays."""
    return [ctx.title.board.tiles[ctx.state.tiles[hex].tile].colour for hex in hexes]


def led_to(ctx: Context, lay: LayTile) -> bool:
    """Return whether a route leads onto the new track of a lay, or the game does not check routes."""
    return ctx.title.recorded.routes_unchecked or _uses(ctx, lay)


def _uses(ctx: Context, lay: LayTile) -> bool:
    """Return whether a route of the corporation leads onto the new track of a lay."""
    in_part = ctx.title.policies.extends_in_part
    return ctx.network(lay.corp).lay_uses(lay.hex, lay.tile, lay.rotation, in_part=in_part)


def refuse_route(ctx: Context, lay: LayTile, what: str, rule: str) -> NoReturn:
    """Refuse by this rule a lay that no route leads onto."""
    ctx.refuse(rule, what, f"no route of {lay.corp} leads onto its new track")


def _colour_rule(colour: str) -> str:
    """Return the rule on the places for tiles of this colour."""
    return COLOUR_RULES.get(colour, "track.yellow-where")


def check_named(ctx: Context, action: LayTile, what: str) -> None:
    """Raise ``Refusal`` if the tile, the hex or the rotation does not exist."""
    board = ctx.title.board
    if action.tile not in board.tiles:
        ctx.refuse("tiles.supply", what, "there is no such tile")
    if action.hex not in board.hexes:
        ctx.refuse(_colour_rule(board.tiles[action.tile].colour), what, "there is no such hex")
    if not 0 <= action.rotation < 6:
        ctx.refuse("track.on-grid", what, "there is no such rotation")


def board_after(ctx: Context, action: LayTile) -> laying.BoardAfterLay:
    """Return the board after a lay."""
    return laying.laid(
        ctx.title.tables, ctx.state.tiles, ctx.state.tokens, action.hex, action.tile, action.rotation
    )


def lay_cost(ctx: Context, action: LayTile) -> int:
    """Return the cost of a lay in dollars. The first tile of a hex pays for its terrain, upgrades seldom
    do."""
    spot = ctx.title.board.hexes[action.hex]
    printed = spot.upgrade_cost.get(ctx.title.board.tiles[action.tile].colour, 0)
    if action.hex not in ctx.state.tiles:
        printed += spot.cost
    return ctx.title.policies.terrain(ctx, ctx.state.corporations[action.corp], action.hex, printed)


def left(lays: TileLays, colours: Sequence[str], *, yellow: bool) -> bool:
    """Return whether the allowance has another yellow tile or upgrade left after lays of these colours."""
    same = sum((colour == "yellow") == yellow for colour in colours)
    return same == len(colours) and same < (lays.yellow if yellow else lays.upgrades)


def said(lays: TileLays) -> str:
    """Return the lays as text, such as "2 yellow tiles or 1 upgrade"."""
    upgrades = f"or {plural(lays.upgrades, 'upgrade')}" if lays.upgrades else "and no upgrade"
    return f"{plural(lays.yellow, 'yellow tile')} {upgrades}"
