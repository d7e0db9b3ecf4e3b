"""Powers of 18GL's privates, by step of an operating turn, and the end of their tokens."""

from __future__ import annotations

from trunkline.engine.board import TileLays
from trunkline.engine.kernel.context import Context
from trunkline.engine.powers import private_tokens
from trunkline.engine.powers.ferry import ActivateFerries
from trunkline.engine.powers.permitted_lays import GrantedLays
from trunkline.engine.powers.player_powers import AssignRight, PlaceOnMap
from trunkline.engine.powers.terrain_discounts import Discount, TerrainDiscounts
from trunkline.engine.steps.operating import Power
from trunkline.engine.steps.track import LayTrack
from trunkline.titles.t18gl import alco
from trunkline.titles.t18gl.running import FERRY

STAYS = "privates.assigned-tokens-until-e"
"""The rule that tokens stay in place, and the end of that time."""
TERRAIN = TerrainDiscounts((Discount("bridge", 50, ("river",)), Discount("tunnel", 50, ("hill",))))
"""The rights that halve the cost of terrain."""


def in_track_step(lay_track: LayTrack) -> tuple[Power, ...]:
    """Return the powers of the track step: extra tiles, a ferry in their place, and rights that halve
    costs."""
    return (
        GrantedLays(
            "ej_and_e",
            "privates.eje.power",
            "privates.eje.closes",
            lay_track,
            TileLays(yellow=2, upgrades=0),
            joined="privates.eje.connection",
        ),
        GrantedLays(
            "railworks",
            "privates.railworks.power",
            "privates.railworks.power",
            lay_track,
            TileLays(yellow=2, upgrades=1),
            placed="privates.railworks.rules",
        ),
        ActivateFerries(
            FERRY,
            "privates.ferry.choice",
            "privates.ferry.choice",
            lay_track,
            "privates.ferry.instead-of-tile",
        ),
        AssignRight("bridge", "privates.bridge.discount", STAYS),
        AssignRight("tunnel", "privates.tunnel.discount", STAYS),
    )


def in_token_step() -> tuple[Power, ...]:
    """Return the powers of the token step: tokens in places that then earn more."""
    return (
        PlaceOnMap("terminal", "privates.terminal.timing", STAYS),
        PlaceOnMap("port", "privates.port.timing", STAYS),
        PlaceOnMap("mine", "privates.mine.timing", STAYS),
    )


def in_run_step() -> tuple[Power, ...]:
    """Return the powers of the run step: a longer train."""
    return (alco.AssignAlco(alco.ALCO, "privates.alco.power", "privates.alco.fixed"),)


def phase_began(ctx: Context) -> None:
    """Remove the tokens whose phase has started, all in the same phase. The ferry's token stays."""
    if not any(bonus.removed_phase == ctx.phase.name for bonus in ctx.title.board.bonuses.values()):
        return
    for name in ctx.title.board.bonuses:
        private_tokens.remove_late(ctx, name, STAYS)
    halved = {discount.private for discount in TERRAIN.discounts}
    for corp in ctx.state.corporations.values():
        corp.rights = tuple(right for right in corp.rights if right not in halved)
