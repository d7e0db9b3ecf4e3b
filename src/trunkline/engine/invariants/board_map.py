"""Checks of the tiles and tokens on the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from trunkline.engine.invariants.owners import merged
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.decisions import PlaceTokensAgain
from trunkline.engine.kernel.state import Corporation, State
from trunkline.engine.steps.tokens import home_spots, home_stops
from trunkline.engine.track.laying import allowed_on
from trunkline.engine.track.track_state import stops_at
from trunkline.util.messages import Message, gettext_lazy


def tiles(title: Title, state: State) -> Iterator[Message]:
    """Check that the map has no more tiles than the game, each on a hex that allows it."""
    board = title.board
    for hex, placed in state.tiles.items():
        if hex not in board.hexes or placed.tile not in board.tiles:
            yield gettext_lazy(
                "Tile {tile} is on {hex}, and the game has no such tile.", tile=placed.tile, hex=hex
            )
        elif not 0 <= placed.rotation < 6 or not allowed_on(board, hex, placed.tile):
            yield gettext_lazy(
                "Tile {tile} may not be on {hex} (rotation {rotation}).",
                tile=placed.tile,
                hex=hex,
                rotation=placed.rotation,
            )
    for tile, laid in Counter(placed.tile for placed in state.tiles.values()).items():
        printed = board.tiles[tile].count if tile in board.tiles else 0
        if printed is not None and laid > printed:
            yield gettext_lazy(
                "{laid} tiles {tile} are on the map, and the game has {printed}.",
                laid=laid,
                tile=tile,
                printed=printed,
            )


def tokens(title: Title, state: State) -> Iterator[Message]:
    """Check that each station token of a corporation is either on the map or unused.

    A token in a place that fills several hexes is in all of them.
    """
    spots = {
        (token.corp, place.group or hex, token.stop, token.slot)
        for hex, here in state.tokens.items()
        if (place := title.board.hexes.get(hex))
        for token in here
    }
    on_map = Counter(corp for corp, *_ in spots)
    relays = (decision.corps for decision in state.pending if isinstance(decision, PlaceTokensAgain))
    waiting = Counter(corp for corps in relays for corp in corps)
    for corp in state.corporations.values():
        there, left = on_map[corp.id], len(corp.tokens)
        # Do not count tokens while the president still has to return the surplus.
        if merged(title, corp) and any(decision.corp == corp.id for decision in state.pending):
            continue
        wanted = _token_count(title, corp)
        found = there + left + waiting[corp.id]
        kept = found > wanted and (left == 0 or (_adds(title, corp) and left <= wanted))
        if found != wanted and not (kept and merged(title, corp)):
            yield gettext_lazy(
                "{corp} has {there} tokens on the map and {left} left, and must have {wanted} in all.",
                corp=corp.id,
                there=there,
                left=left,
                wanted=wanted,
            )
    yield from (
        gettext_lazy("{corp}, which does not exist, has tokens.", corp=corp)
        for corp in on_map
        if corp not in state.corporations
    )


def private_tokens(title: Title, state: State) -> Iterator[Message]:
    """Check that the token of each power is on a hex of the map, for a corporation of the game."""
    for name, (hex, corp) in state.private_tokens.items():
        if hex not in title.board.hexes or corp not in state.corporations:
            yield gettext_lazy(
                "The token of {private} is on {hex} for {corp}.", private=name, hex=repr(hex), corp=repr(corp)
            )


def homes(title: Title, state: State) -> Iterator[Message]:
    """Check that a corporation without its home token has a slot for it."""
    t = Context(title, state)
    for corp in state.corporations.values():
        if not corp.home and not corp.closed and home_stops(t, corp) and not home_spots(t, corp):
            yield gettext_lazy("{corp} finds no slot for its home token.", corp=corp.id)


def slots(title: Title, state: State) -> Iterator[Message]:
    """Check that each token on the map has its own slot in an existing city."""
    for hex, here in state.tokens.items():
        stops = stops_at(title.tables, state.tiles, hex)
        for (stop, slot), count in Counter((token.stop, token.slot) for token in here).items():
            place = f"{hex}.{stop}"
            if count > 1:
                yield gettext_lazy(
                    "{count} tokens are on slot {slot} of {place}.",
                    count=count,
                    slot=slot,
                    place=place,
                )
            if stop >= len(stops):
                yield gettext_lazy("A token is on {place}, and there is no such stop.", place=place)
            elif slot >= stops[stop].slots:
                yield gettext_lazy(
                    "A token is on slot {slot} of {place}, which has {count}.",
                    slot=slot,
                    place=place,
                    count=stops[stop].slots,
                )


def _adds(title: Title, corp: Corporation) -> bool:
    """Return whether it keeps its own tokens in addition to those that it takes over."""
    return corp.started and title.board.corporation[corp.id].merger is not None


def _token_count(title: Title, corp: Corporation) -> int:
    printed = title.board.corporation[corp.id]
    if corp.closed:
        return 0
    if printed.most_tokens is not None:
        return printed.most_tokens if corp.started else 0
    return len(printed.tokens)
