"""Powers of 18GL's privates, by step of an operating turn, and the end of their tokens."""

from __future__ import annotations

from trunkline.board import TileLays
from trunkline.kernel.table import Table
from trunkline.powers import private_tokens
from trunkline.powers.ferry import ActivateFerries
from trunkline.powers.granted_lays import GrantedLays
from trunkline.powers.player_powers import AssignRight, PlaceOnMap
from trunkline.steps.operating import Power
from trunkline.steps.track import LayTrack
from trunkline.titles.t18gl import alco
from trunkline.titles.t18gl.running import FERRY
from trunkline.titles.t18gl.track import TERRAIN_RIGHTS

STAYS = "privates.assigned-tokens-until-e"
"""The rule that tokens stay in place, and the end of that time."""
FOR_ANYBODY = "privates.power-for-any-corporation"


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


def phase_began(t: Table) -> None:
    """Remove the tokens whose phase has started, all in the same phase. The ferry's token stays."""
    if not any(bonus.removed_phase == t.phase.name for bonus in t.title.board.bonuses.values()):
        return
    for name in t.title.board.bonuses:
        private_tokens.remove_late(t, name, STAYS)
    for corp in t.state.corporations.values():
        corp.rights = tuple(right for right in corp.rights if right not in TERRAIN_RIGHTS.values())
