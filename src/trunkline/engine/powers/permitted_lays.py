"""Extra track lays that a private grants with its owner's consent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.board import TileLays
from trunkline.engine.kernel.action import Action, LayTile
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Use
from trunkline.engine.kernel.refusal_texts import all_of, laying_tile_by
from trunkline.engine.kernel.state import OperatingTurn
from trunkline.engine.mechanisms import permission
from trunkline.engine.powers.player_powers import PlayersPower
from trunkline.engine.steps.lay_allowance import left, upgrades, yellow_tiles
from trunkline.engine.steps.track import LayTrack, check_named, led_to, refuse_route
from trunkline.engine.track.map_index import STOP
from trunkline.engine.track.track_state import piece_at
from trunkline.util.messages import Message, gettext_lazy, gettext_noop

_NOT_LAID: dict[str, str] = {
    "brown": gettext_noop("it lays no brown tiles"),
    "gray": gettext_noop("it lays no gray tiles"),
    "blue": gettext_noop("it lays no blue tiles"),
}


@dataclass(frozen=True)
class GrantedLays(PlayersPower):
    """A power to lay yellow tiles, or upgrades up to green, in addition to the ordinary lay.

    If the private has hexes, the tiles must be on them and join each other, by the rule ``joined``. No route
    is needed. Otherwise a route of the corporation must lead onto them, by the rule ``placed``. An upgrade
    may then not replace a tile laid in the same turn. The private closes with the first tile. Unused lays end
    with the step.
    """

    track: LayTrack
    lays: TileLays
    joined: str = ""
    placed: str = ""
    name: str = gettext_noop("lay a tile by a private's power")
    kinds: tuple[type[Action], ...] = (LayTile,)

    def takes(self, action: Action) -> bool:
        """Return whether the action is a lay by this power."""
        return isinstance(action, LayTile) and action.power == self.private

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return the lays while the power can be used or is in progress."""
        return self.usable(ctx, turn)

    def usable(self, ctx: Context, turn: OperatingTurn) -> Iterable[Use]:
        """Return the lays if a player owns the private or the power is half used."""
        return self.uses(ctx, turn) if self._begun(turn) or permission.owner(ctx, self.private) else ()

    def uses(self, ctx: Context, turn: OperatingTurn) -> Iterable[Use]:
        """Yield every lay on the private's hexes, or on hexes that routes reach."""
        corp = ctx.state.corporations[turn.corp]
        colours = self._colours(ctx, turn)
        open_colours = {
            colour
            for colour in ("yellow", "green")
            if ctx.include_illegal or left(self.lays, colours, yellow=colour == "yellow")
        }
        if open_colours:
            hexes = self._hexes(ctx) or (
                ctx.title.board.hexes if ctx.include_illegal else ctx.network(corp.id).frontier
            )
            for lay in self.track.lays_on(ctx, corp, hexes, self.private):
                if ctx.title.board.tiles[lay.tile].colour in open_colours:
                    yield lay

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse a lay that breaks the power, its allowance, or a rule for all lays."""
        assert isinstance(action, LayTile)
        what = laying_tile_by(action.tile, action.hex, ctx.private_name(self.private))
        check_named(ctx, action, what)
        if not self._begun(turn):
            self.check_open(ctx, what)
        hexes = self._hexes(ctx)
        colour = ctx.title.board.tiles[action.tile].colour
        if hexes and action.hex not in hexes:
            ctx.refuse(self.rule, what, gettext_lazy("it lays tiles on {hexes}", hexes=all_of(hexes)))
        if colour not in ("yellow", "green"):
            ctx.refuse(self.rule, what, gettext_lazy(_NOT_LAID[colour]))
        if not left(self.lays, self._colours(ctx, turn), yellow=colour == "yellow"):
            ctx.refuse(self.rule, what, _laid(self.lays))
        if self.placed and action.hex in (*turn.laid, *(lay.hex for lay in turn.granted)):
            ctx.refuse(self.placed, what, gettext_lazy("the tile there was laid in this turn"))
        for lay in turn.granted:
            if hexes and lay.power == self.private and not _join(ctx, lay, action):
                why = gettext_lazy("it would not join the tile on {hex}", hex=lay.hex)
                ctx.refuse(self.joined, what, why)
        permission.check(ctx, turn, action, what)
        self.track.check_lay(ctx, turn, action, what)
        if self.placed and not hexes and not led_to(ctx, action):
            refuse_route(ctx, action, what, self.placed)

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Lay the tile, or ask for consent.

        The owner of the power consents to the first tile, the owner of the hex to each.
        """
        assert isinstance(action, LayTile)
        if not permission.ask(ctx, action, self.private, self.track.blocking(ctx, action.hex)):
            self.carry_out(ctx, turn, action)

    def carry_out(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Lay the tile."""
        assert isinstance(action, LayTile)
        turn.granted = (*turn.granted, action)
        self.spend(ctx)
        self.track.lay(ctx, action)

    def _hexes(self, ctx: Context) -> tuple[str, ...]:
        return ctx.title.board.private[self.private].hexes

    def _begun(self, turn: OperatingTurn) -> bool:
        return any(lay.power == self.private for lay in turn.granted)

    def _colours(self, ctx: Context, turn: OperatingTurn) -> list[str]:
        return [ctx.title.board.tiles[lay.tile].colour for lay in turn.granted if lay.power == self.private]


def _join(ctx: Context, one: LayTile, other: LayTile) -> bool:
    """Return whether the track of a laid tile and of a new one meets at their common side."""
    tables = ctx.title.tables
    here, there = tables.index[one.hex], tables.index[other.hex]
    lying = piece_at(tables, ctx.state.tiles, one.hex)
    new = tables.piece(other.tile, other.rotation)
    for edge in range(STOP):
        beyond = tables.mate[STOP * here + edge]
        if beyond >= 0 and beyond // STOP == there:
            return bool(lying.at[edge] and new.at[beyond % STOP])
    return False


def _laid(lays: TileLays) -> Message:
    """Return the lays of the power as a reason."""
    if lays.upgrades:
        yellow, green = yellow_tiles(lays), upgrades(lays)
        return gettext_lazy("it lays {yellow_tiles} or {upgrades}", yellow_tiles=yellow, upgrades=green)
    return gettext_lazy("it lays {yellow_tiles} and no upgrade", yellow_tiles=yellow_tiles(lays))
