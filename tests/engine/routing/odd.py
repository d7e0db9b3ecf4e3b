"""Odd contexts for property tests: hypothesis draws the board, the tokens, the trains and the money."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.map.boards import TITLES, Tiles, Tokens, tables
from trunkline.engine.routing import Bonus, RouteContext, Toll, TrainRange
from trunkline.engine.track import MapIndex, PlacedTile, Token, lays_on, supply_left
from trunkline.engine.track.map_index import STOP
from trunkline.engine.track.track_state import piece_at

OWN = "OWN"
REACHES = (2, 3, 3, 4, 4, 5, 6, 8, None, None, 0, 1)


def grown(t: MapIndex, start: int, picks: list[int], *, wild: bool) -> Tiles:
    """Return a board grown from one hex.

    The picks choose the lays. Lays that meet other track are preferred. A wild board has any tiles anywhere.
    """
    tiles: Tiles = {}
    near = [t.names[start % len(t.names)]]
    kinds = list(t.board.tiles)
    for pick in picks:
        hex_id = near[pick % len(near)]
        pick //= len(near)
        if wild and t.hexes[t.index[hex_id]].group:
            choices = []  # the search relies on runs ending at places of several hexes
        elif wild:
            choices = [PlacedTile(kinds[pick % len(kinds)], rotation) for rotation in range(6)]
        else:
            choices = [p for p in lays_on(t, tiles, hex_id) if supply_left(t, tiles, p.tile) != 0]
        met = [joins(t, tiles, hex_id, placed) for placed in choices]
        choices = [placed for placed, count in zip(choices, met, strict=True) if count >= min(2, max(met))]
        if choices:
            tiles[hex_id] = choices[pick // len(kinds) % len(choices)]
        for h in ends(t, tiles, hex_id):
            if t.names[h] not in near:
                near.append(t.names[h])
    return tiles


def ends(t: MapIndex, tiles: Tiles, hex_id: str) -> list[int]:
    """Return the hexes that the track of a hex leads to."""
    piece = piece_at(t, tiles, hex_id)
    mates = [t.mate[STOP * t.index[hex_id] + e] for e in range(STOP) if piece.at[e]]
    return [mate // STOP for mate in mates if mate >= 0]


def joins(t: MapIndex, tiles: Tiles, hex_id: str, placed: PlacedTile) -> int:
    """Return the number of neighbours whose track a lay would meet."""
    h = t.index[hex_id]
    return sum(h in ends(t, tiles, t.names[other]) for other in ends(t, {**tiles, hex_id: placed}, hex_id))


def stops_with_track(t: MapIndex, tiles: Tiles) -> tuple[list[tuple[str, int]], int]:
    """Return the stops that track leads to, by hex and number, and a count.

    Stops on tiles and on hexes that their track leads to come first. The count is the number of these.
    """
    by_tiles = dict.fromkeys([*tiles, *(t.names[h] for name in tiles for h in ends(t, tiles, name))])
    names = [*by_tiles, *(name for name in t.names if name not in by_tiles)]
    pieces = {name: piece_at(t, tiles, name) for name in names}
    stops = [(name, s) for name, p in pieces.items() for s in range(len(p.stops)) if p.at[STOP + s]]
    return stops, sum(name in by_tiles for name, _ in stops)


@st.composite
def tokens_on(draw: st.DrawFn, t: MapIndex, tiles: Tiles) -> Tokens:
    """Draw the company's tokens on a few stops or off-board places. Others have some slots, or all."""
    stops, count = stops_with_track(t, tiles)
    own = draw(st.lists(st.sampled_from(stops[: count or 8]), min_size=1, max_size=4, unique=True))
    crowd = draw(st.sampled_from(["none", "some", "full"]))
    found: Tokens = {}
    for name, s in stops:
        here = [OWN] if (name, s) in own else []
        slots = piece_at(t, tiles, name).stops[s].slots
        if crowd == "full" or (crowd == "some" and slots and draw(st.integers(0, 2)) == 0):
            here += ["OTHER"] * (slots - len(here))
        if here:
            found[name] = found.get(name, ()) + tuple(Token(s, corp, n) for n, corp in enumerate(here))
    return found


kinds = st.builds(
    TrainRange,
    st.sampled_from(REACHES),
    st.sampled_from(("stops", "stops", "hexes", "cities")),
    st.sampled_from((1, 1, 2)),
) | st.builds(
    TrainRange,
    st.sampled_from(REACHES),
    factor=st.sampled_from((1, 1, 2)),
    plus=st.sampled_from((0, 1, 1, 2, 2, 3, 6)),
)


@st.composite
def contexts(draw: st.DrawFn, *, wild: bool | None = None) -> RouteContext:
    """Draw the context of a company on an odd board."""
    t = tables(draw(st.sampled_from(TITLES)))
    lays = draw(st.sampled_from((6, 20, 40, 60, 90)))
    picks = draw(st.lists(st.integers(0, 10**6), min_size=lays, max_size=lays))
    is_wild = draw(st.booleans()) if wild is None else wild
    tiles = grown(t, draw(st.integers(0, len(t.names) - 1)), picks, wild=is_wild)
    names = st.sampled_from([*tiles, *t.names])
    some_hexes = st.lists(names, min_size=1, max_size=8).map(tuple)
    phase = draw(st.sampled_from(t.board.phases))
    bonuses = draw(st.lists(st.tuples(some_hexes, st.sampled_from((10, 20, 50))), max_size=3))
    tolls = draw(st.lists(st.tuples(some_hexes, st.sampled_from((5, 10, 50))), max_size=3))
    return RouteContext(
        t,
        tiles,
        draw(tokens_on(t, tiles)),
        OWN,
        {f"{n}": kind for n, kind in enumerate(draw(st.lists(kinds, min_size=1, max_size=3)))},
        phase.off_board,
        tuple(Bonus(f"bonus {n}", hexes, amount) for n, (hexes, amount) in enumerate(bonuses)),
        draw(st.sampled_from((0, 0, 10))),
        tuple(Toll(f"toll {n}", hexes, fee) for n, (hexes, fee) in enumerate(tolls)),
        draw(st.sampled_from((0, 10, 50, 60, 1000))),
        draw(st.sampled_from((frozenset(), t.closed(phase.name)))),
    )
