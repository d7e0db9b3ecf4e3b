"""The step that lays and upgrades track."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NoReturn, cast

from trunkline.engine.board import TileLays
from trunkline.engine.board.hex_grid import EDGES
from trunkline.engine.kernel import depot, events
from trunkline.engine.kernel.action import Action, LayTile
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context, cached
from trunkline.engine.kernel.decisions import PlaceTokensAgain
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.refusal_texts import gives_no_power, laying_tile, owns_none
from trunkline.engine.kernel.shares import ways
from trunkline.engine.kernel.state import Corporation, OperatingTurn
from trunkline.engine.kernel.step import StepStatus
from trunkline.engine.kernel.structs import sealed
from trunkline.engine.mechanisms import closing, permission
from trunkline.engine.steps.lay_allowance import allowed_lays, is_allowed, lays_of_turn
from trunkline.engine.track import laying
from trunkline.engine.track.network import Lays
from trunkline.engine.track.track_state import position, supply
from trunkline.util.messages import Message, gettext_lazy, gettext_noop

LEFT = "left"
"""The key under which a position caches the tiles with a piece left."""
COLOUR_RULES = {
    "yellow": "track.yellow-where",
    "green": "track.green-where",
    "brown": "track.brown-where",
    "gray": "track.brown-where",
}

NOT_IN_USE: dict[str, str] = {
    "yellow": gettext_noop("yellow track is not used in phase {phase}"),
    "green": gettext_noop("green track is not used in phase {phase}"),
    "brown": gettext_noop("brown track is not used in phase {phase}"),
    "gray": gettext_noop("gray track is not used in phase {phase}"),
    "blue": gettext_noop("blue track is not used in phase {phase}"),
}
NOT_THERE: dict[str, str] = {
    "yellow": gettext_noop("yellow does not go there"),
    "green": gettext_noop("green does not go there"),
    "brown": gettext_noop("brown does not go there"),
    "gray": gettext_noop("gray does not go there"),
    "blue": gettext_noop("blue does not go there"),
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
    once: bool = False
    """True if the private lays only one tile, with several powers for several hexes. ``use`` must be set."""
    closes: bool = False
    """True if the lay closes the private."""

    def is_used_up(self, ctx: Context) -> bool:
        """Return whether the private has laid its only tile."""
        return self.once and self.use in ctx.state.powers_used


@dataclass(frozen=True, eq=False)
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
    allowance: Callable[[Context, Corporation], TileLays] = lays_of_turn
    allowance_rule: Callable[[Context], str] = lambda ctx: "track.one-per-turn"
    block_rule: Callable[[str], str] = lambda private: "private.blocks-hex"
    asks_owners: bool = False
    first: Callable[[Context, Corporation, LayTile, Message], None] = lambda ctx, corp, action, what: None
    also: laying.Upgrades = field(default_factory=dict)
    name: str = gettext_noop("lay track")
    kinds: tuple[type[Action], ...] = (LayTile,)
    optional: bool = True
    label = "Track"

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return the lays that the components allow: all if illegal actions are included, else those that
        routes lead onto."""
        corp = ctx.state.corporations[turn.corp]
        if ctx.include_illegal:
            yield from self.lays_on(ctx, corp, ctx.title.board.hexes)
        else:
            # Do not offer exceptions of recorded games.
            for hex, tile, rotation in _routed(ctx, self, turn.corp, turn.laid):
                yield LayTile(corp.president, corp.id, hex, tile, rotation)
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
            if permission.is_owned_by(ctx, corp, power.private) and not power.is_used_up(ctx):
                for tile in power.tiles:
                    for rotation in laying.fitting_rotations(
                        ctx.title.tables, ctx.state.tiles, power.hex, tile
                    ):
                        yield LayTile(corp.president, corp.id, power.hex, tile, rotation, power.private)

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Check the allowance, the tile, the hex, the money and the connection."""
        assert isinstance(action, LayTile)
        corp = ctx.state.corporations[turn.corp]
        what = laying_tile(action.tile, action.hex)
        lay = (action.hex, action.tile, action.rotation)
        fits = not action.power and lay in _routed(ctx, self, turn.corp, turn.laid)
        power = None if fits else self._check_allowance(ctx, turn, corp, action, what)
        if not power and action.hex in turn.laid and self.allowance(ctx, corp).lays is not None:
            why = gettext_lazy("the tile there was laid in this turn")
            ctx.refuse(self.allowance_rule(ctx), what, why)
        self.check_lay(ctx, turn, action, what, fits=fits)
        if not (fits or power or led_to(ctx, action)):
            refuse_route(ctx, action, what, self.route_rule(ctx, action.hex))

    def _check_allowance(
        self, ctx: Context, turn: OperatingTurn, corp: Corporation, action: LayTile, what: Message
    ) -> LayPower | None:
        """Check the names, the power and the number of lays. Return the power, if any."""
        check_named(ctx, action, what)
        power = self._power(ctx, turn, corp, action, what)
        yellow = ctx.title.board.tiles[action.tile].colour == "yellow"
        if not (power and power.extra) and not self._is_left(ctx, turn, yellow=yellow):
            rule = power.instead if power else self.allowance_rule(ctx)
            ctx.refuse(rule, what, allowed_lays(ctx, self.allowance(ctx, corp), corp.id, turn.laid))
        return power

    def check_lay(
        self, ctx: Context, turn: OperatingTurn, action: LayTile, what: Message, *, fits: bool = False
    ) -> None:
        """Check hex, tile and money of any lay, not the number of lays in the turn. ``fits`` is true if the
        tile is known to fit."""
        corp = ctx.state.corporations[action.corp]
        self._check_hex(ctx, turn, action, what)
        if not fits:
            self._check_tile(ctx, action.hex, action.tile, what)
            _check_rotation(ctx, action, what)
        self.first(ctx, corp, action, what)
        cost = lay_cost(ctx, action)
        if corp.cash < cost:
            costs = gettext_noop("the terrain costs ${cost} and {corp} has ${cash}")
            with_fee = gettext_noop("the lay costs ${cost} and {corp} has ${cash}")
            text = with_fee if fee_of_lay(ctx, action) else costs
            why = gettext_lazy(text, cost=cost, corp=corp.id, cash=corp.cash)
            ctx.refuse("track.terrain-cost", what, why)

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Lay the tile, or ask the player who must consent."""
        assert isinstance(action, LayTile)
        if not permission.ask(ctx, action, self.blocking(ctx, action.hex)):
            self.carry_out(ctx, turn, action)

    def carry_out(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Lay the tile by the turn's allowance or by a power."""
        assert isinstance(action, LayTile)
        power = self._named(action)
        if power and power.use:
            ctx.state.use_power(power.use)
        self.lay(ctx, action)
        # Only now: the first lay of a turn pays no fee for a further one.
        if power is None or not power.extra:
            turn.laid = (*turn.laid, action.hex)
        if power and power.closes:
            closing.close_private(ctx, power.private, power.rule)

    def lay(self, ctx: Context, action: LayTile) -> None:
        """Pay, lay the tile and move the tokens onto it."""
        corp = ctx.state.corporations[action.corp]
        cost = lay_cost(ctx, action)
        pay(ctx, corp, None, cost, "terrain")
        board = board_after(ctx, action)
        # Sealed at once, mappings keep their identity, by which positions and networks are cached.
        ctx.state.tiles = sealed(board.tiles)
        if action.hex in ctx.state.tokens:
            ctx.state.tokens = sealed(board.tokens)
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
        return StepStatus(bool(hexes), hexes or ways(choices))

    def blocking(self, ctx: Context, hex: str) -> str:
        """Return the private that blocks a hex while a player owns it; empty if none does."""
        private = ctx.title.board.hexes[hex].private
        return private if private and permission.owner(ctx, private) else ""

    def _is_left(self, ctx: Context, turn: OperatingTurn, *, yellow: bool) -> bool:
        """Return whether the turn has another ordinary lay: a yellow tile, or an upgrade."""
        return is_allowed(ctx, self.allowance, turn.corp, turn.laid, yellow)

    def _check_hex(self, ctx: Context, turn: OperatingTurn, action: LayTile, what: Message) -> None:
        private = self.blocking(ctx, action.hex)
        if private and action.power != private:
            rule = self.block_rule(private)
            if not self.asks_owners:
                why = gettext_lazy(
                    "a player owns {private}, which controls the hex", private=ctx.private_name(private)
                )
                ctx.refuse(rule, what, why)
            permission.check(ctx, turn, action, what, rule)

    def _check_tile(self, ctx: Context, hex: str, tile: str, what: Message) -> None:
        tables, tiles, board = ctx.title.tables, ctx.state.tiles, ctx.title.board
        phase = depot.phase(ctx).name
        colour = board.tiles[tile].colour
        if tile not in tables.in_use[phase]:
            ctx.refuse("track.colours", what, gettext_lazy(NOT_IN_USE[colour], phase=phase))
        old = tiles[hex].tile if hex in tiles else ""
        if not laying.colour_follows(tables, tiles, hex, tile):
            ctx.refuse(_colour_rule(colour), what, gettext_lazy(NOT_THERE[colour]))
        listed = laying.replacements(tables, tiles, hex, self.also)
        if tile not in listed or not laying.allowed_on(board, hex, tile):
            why = (
                gettext_lazy("tile {old} does not become tile {new} here", old=old, new=tile)
                if old
                else gettext_lazy("this hex does not become tile {new} here", new=tile)
            )
            ctx.refuse(self.list_rule(ctx, old, hex, tile), what, why)
        if old and not laying.change_phase_open(board, old, phase):
            why = gettext_lazy("tile {tile} is not changed in phase {phase}", tile=old, phase=phase)
            ctx.refuse("track.change-phase", what, why)
        if tile not in tiles_left(ctx):
            ctx.refuse("tiles.supply", what, gettext_lazy("no tile {tile} is left", tile=tile))

    def _power(
        self, ctx: Context, turn: OperatingTurn, corp: Corporation, action: LayTile, what: Message
    ) -> LayPower | None:
        if not action.power:
            return None
        power = self._named(action)
        if power is None:
            why = gives_no_power(ctx.private_name(action.power))
            ctx.refuse(self.route_rule(ctx, action.hex), what, why)
        if not permission.is_owned_by(ctx, corp, power.private):
            ctx.refuse(power.rule, what, owns_none(corp.id, ctx.private_name(power.private)))
        if action.hex != power.hex or action.tile not in power.tiles or action.hex in ctx.state.tiles:
            ctx.refuse(power.rule, what, gettext_lazy("the power lays a first tile on {hex}", hex=power.hex))
        if power.is_used_up(ctx):
            ctx.refuse(power.rule, what, gettext_lazy("the power has been used"), lasting=True)
        return power

    def _named(self, action: LayTile) -> LayPower | None:
        """Return the power that a lay names, for its hex if there are several."""
        found = [power for power in self.powers if power.private == action.power]
        return next((power for power in found if power.hex == action.hex), found[0] if found else None)

    def _usable(self, ctx: Context, corp: Corporation, power: LayPower) -> bool:
        free = power.hex not in ctx.state.tiles and not power.is_used_up(ctx)
        return free and permission.is_owned_by(ctx, corp, power.private)


@cached
def _routed(ctx: Context, step: LayTrack, corp: str, laid: tuple[str, ...]) -> Lays:
    """Return the lays without a power that the turn, the components, the phase and the routes allow."""
    yellow, upgrade = (is_allowed(ctx, step.allowance, corp, laid, yellow) for yellow in (True, False))
    if not (yellow or upgrade):
        return {}
    tiles, kinds = at_hand(ctx), ctx.title.board.tiles
    if not (yellow and upgrade):
        tiles = frozenset(tile for tile in tiles if (kinds[tile].colour == "yellow") == yellow)
    in_part = ctx.title.policies.extends_in_part
    return ctx.network(corp).lays(tiles, ctx.phase.name, step.also, in_part=in_part)


def _check_rotation(ctx: Context, action: LayTile, what: Message) -> None:
    tables, tiles = ctx.title.tables, ctx.state.tiles
    hex, tile, rotation = action.hex, action.tile, action.rotation
    if rotation in laying.fitting_rotations(tables, tiles, hex, tile):
        return
    if not laying.has_first_exits(tables, tiles, hex, tile, rotation):
        ctx.refuse(
            "track.first-exits", what, gettext_lazy("the first tile there must have the exit that is marked")
        )
    if not laying.ferries_fit(tables, hex, tile, rotation):
        ctx.refuse(
            "track.ferry-lines", what, gettext_lazy("its ferry lines would not match those of the hex")
        )
    if not laying.keeps_track(tables, tiles, hex, tile, rotation):
        ctx.refuse("track.keeps-track", what, gettext_lazy("the old track would not stay in place"))
    edge = laying.dead_end(tables, hex, tile, rotation)
    if edge is None:
        return
    name = gettext_lazy(EDGES[ctx.title.board.layout.orientation][edge])
    if laying.is_blocked(tables, hex, edge):
        why = gettext_lazy("no track may cross the {edge} edge of the hex", edge=name)
        ctx.refuse("track.blocked-edge", what, why)
    ctx.refuse(
        "track.no-dead-end",
        what,
        gettext_lazy("its track would end at the {edge} edge, and no track can continue there", edge=name),
    )


def tiles_left(ctx: Context) -> frozenset[str]:
    """Return the tiles with a piece left. Cached for the position, because most actions lay no tile."""
    known = position(ctx.title.tables, ctx.state.tiles, ctx.closed_hexes()).kept
    found = known.get(LEFT)
    if found is None:
        pieces = supply(ctx.title.tables, ctx.state.tiles)
        found = known[LEFT] = frozenset(t for t, left in pieces.items() if left is None or left > 0)
    return cast("frozenset[str]", found)


@cached
def at_hand(ctx: Context) -> frozenset[str]:
    """Return the tiles that can be laid now, if there is a hex for them."""
    return tiles_left(ctx) & ctx.title.tables.in_use[ctx.phase.name]


def led_to(ctx: Context, lay: LayTile) -> bool:
    """Return whether a route leads onto the new track of a lay, or the game does not check routes."""
    return ctx.title.recorded.routes_unchecked or _uses(ctx, lay)


def _uses(ctx: Context, lay: LayTile) -> bool:
    """Return whether a route of the corporation leads onto the new track of a lay."""
    in_part = ctx.title.policies.extends_in_part
    return ctx.network(lay.corp).lay_uses(lay.hex, lay.tile, lay.rotation, in_part=in_part)


def refuse_route(ctx: Context, lay: LayTile, what: Message, rule: str) -> NoReturn:
    """Refuse by this rule a lay that no route leads onto."""
    ctx.refuse(rule, what, gettext_lazy("no route of {corp} leads onto its new track", corp=lay.corp))


def _colour_rule(colour: str) -> str:
    """Return the rule on the places for tiles of this colour."""
    return COLOUR_RULES.get(colour, "track.yellow-where")


def check_named(ctx: Context, action: LayTile, what: Message) -> None:
    """Raise ``Refusal`` if the tile, the hex or the rotation does not exist."""
    board = ctx.title.board
    if action.tile not in board.tiles:
        ctx.refuse("tiles.supply", what, gettext_lazy("there is no such tile"))
    if action.hex not in board.hexes:
        ctx.refuse(_colour_rule(board.tiles[action.tile].colour), what, gettext_lazy("there is no such hex"))
    if not 0 <= action.rotation < 6:
        ctx.refuse("track.on-grid", what, gettext_lazy("there is no such rotation"))


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
    corp = ctx.state.corporations[action.corp]
    return ctx.title.policies.terrain(ctx, corp, action.hex, printed) + fee_of_lay(ctx, action)


def fee_of_lay(ctx: Context, action: LayTile) -> int:
    """Return the price of a lay after the first of the turn, in dollars. Lays by powers are free of it."""
    turn = ctx.state.operating.turn if ctx.state.operating else None
    again = turn is not None and turn.corp == action.corp and bool(turn.laid) and not action.power
    return lays_of_turn(ctx, ctx.state.corporations[action.corp]).next_cost if again else 0
