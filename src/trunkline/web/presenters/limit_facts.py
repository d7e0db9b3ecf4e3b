"""The limits of a moment: certificates, shares, the pool, trains and track."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.engine.board import TileLays
from trunkline.engine.kernel.context import Context
from trunkline.util.messages import gettext, ngettext
from trunkline.web.schemas.corporations import Fact


def limits(ctx: Context) -> Iterator[Fact]:
    """Yield each limit that is in force."""
    board = ctx.title.board
    certificates = ctx.title.policies.certificate_limit(ctx)
    yield Fact(gettext("Certificates"), gettext("{limit} a player", limit=certificates))
    shares_of_one = gettext("{percent}% a player", percent=board.share_limit)
    yield Fact(gettext("Shares of one corporation"), shares_of_one)
    yield Fact(gettext("Pool"), gettext("{percent}% of one corporation", percent=board.pool_limit))
    usual = gettext("{limit} a corporation", limit=ctx.phase.train_limit)
    yield Fact(gettext("Trains"), "; ".join([usual, *other_train_limits(ctx)]))
    lays = [_track(ctx.phase.tile_lays)] if ctx.phase.tile_lays is not None else []
    if lays := [*lays, *_other_lays(ctx)]:
        yield Fact(gettext("Track"), "; ".join(lays))


def other_train_limits(ctx: Context) -> Iterator[str]:
    """Yield the limit of each corporation in play for which that of the phase does not hold."""
    for id, limit in ctx.phase.train_limit_of.items():
        if _is_in_play(ctx, id):
            yield f"{id}: {limit}"


def _other_lays(ctx: Context) -> Iterator[str]:
    """Yield the lays of each corporation in play for which those of the phase do not hold."""
    for id, facts in ctx.title.board.corporation.items():
        if facts.tile_lays is not None and _is_in_play(ctx, id):
            yield f"{id}: {_track(facts.tile_lays)}"


def _is_in_play(ctx: Context, id: str) -> bool:
    """Return whether a corporation can operate, now or after its start."""
    corp = ctx.state.corporations.get(id)
    if corp is None or corp.closed:
        return False
    return corp.started or bool(ctx.title.board.corporation[id].home)


def _track(lays: TileLays) -> str:
    """Return the lays of a turn, and the price of those after the first."""
    yellow = ngettext("{count} yellow tile", "{count} yellow tiles", lays.yellow)
    upgrades = ngettext("{count} upgrade", "{count} upgrades", lays.upgrades)
    if lays.lays is not None:
        together = ngettext("{count} lay", "{count} lays", lays.lays)
        text = gettext(
            "{lays} a turn, up to {yellow} and {upgrades}", lays=together, yellow=yellow, upgrades=upgrades
        )
    elif lays.upgrades:
        text = gettext("{yellow} or {upgrades} a turn", yellow=yellow, upgrades=upgrades)
    else:
        text = gettext("{yellow} a turn, and no upgrade", yellow=yellow)
    if lays.next_cost:
        text = gettext("{lays}, ${cost} for each after the first", lays=text, cost=lays.next_cost)
    return text
