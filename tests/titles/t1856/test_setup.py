"""The setup of a game of 1856."""

from __future__ import annotations

from collections import Counter

import pytest

import trunkline
from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel.state import BANK

NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus"]

YELLOW = {
    "1": 1,
    "2": 1,
    "3": 3,
    "4": 3,
    "5": 2,
    "6": 2,
    "7": 7,
    "8": 13,
    "9": 13,
    "55": 1,
    "56": 1,
    "57": 4,
    "58": 3,
    "69": 1,
}
GREEN = {
    **dict.fromkeys(["14", "15", "23", "24"], 4),
    **dict.fromkeys(["16", "17", "18", "19", "20", "25", "26", "27", "28", "29"], 1),
    "59": 2,
    "120": 1,
    "121": 2,
}
BROWN = {
    **dict.fromkeys(["39", "40", "44", "64", "65", "66", "67", "68", "70", "122", "126", "127"], 1),
    **dict.fromkeys(["43", "45", "46", "47"], 2),
    **dict.fromkeys(["41", "42"], 3),
    **dict.fromkeys(["63", "125"], 4),
}
GRAY = {"123": 1, "124": 1}


def supply(colour: str) -> dict[str, int | None]:
    """Return the tiles of a colour and their numbers."""
    return {id: tile.count for id, tile in Scene().game.title.board.tiles.items() if tile.colour == colour}


@pytest.mark.rule("1856.setup.displays")
def test_nothing_is_sold_at_the_start() -> None:
    scene = Scene()
    state = scene.state
    ordinary = [corp for corp in state.corporations.values() if corp.id != "CGR"]
    assert len(ordinary) == 11
    for corp in ordinary:
        assert corp.offering == corp.total == 10
        assert not any((corp.started, corp.shares, corp.pool, corp.president, corp.loans, corp.cash))
    assert Counter(scene.trains(BANK)) == {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "D": 1}
    assert set(state.trains.values()) == {BANK}
    assert (state.round.kind, state.round.number) == ("opening", 1)
    assert not state.tiles
    assert not state.tokens


@pytest.mark.rule("1856.setup.displays")
def test_the_president_certificate_lies_on_top() -> None:
    scene = Scene().stock("P1")
    scene.refused(A.BuyShare("P1", "GT", "offering"), "stock.buy.offering-order")
    scene.play(A.StartCorporation("P1", "GT", 65))
    assert scene.corp("GT").shares == {"P1": 2}


@pytest.mark.rule("1856.setup.privates-order")
def test_order_and_prices_of_the_privates() -> None:
    queue = [(private.id, private.cost) for private in Scene().state.privates.values()]
    assert [id for id, _ in queue] == ["flos", "ws", "canada", "lakes", "bridge", "tunnel"]
    assert [cost for _, cost in queue] == [20, 40, 50, 70, 100, 100]
    scene = Scene()
    for id, cost in queue:
        offer = scene.legal(A.BuyOffered)
        assert [buy.private for buy in offer] == [id]
        before = scene.cash(offer[0].player)
        scene.play(offer[0])
        assert before - scene.cash(offer[0].player) == cost


@pytest.mark.rule("1856.setup.starting-capital", "1856.bank.total")
@pytest.mark.parametrize(("players", "cash"), [(3, 500), (4, 375), (5, 300), (6, 250)])
def test_starting_capital(players: int, cash: int) -> None:
    state = Scene(players).state
    assert [player.cash for player in state.players.values()] == [cash] * players
    assert state.bank == 10500
    assert state.total_money() == 12000


@pytest.mark.rule("1856.setup.starting-capital")
@pytest.mark.parametrize("players", [1, 2, 7])
def test_three_to_six_players(players: int) -> None:
    with pytest.raises(trunkline.UsageError, match="3 to 6 players"):
        trunkline.new("1856", NAMES[:players])


@pytest.mark.rule("1856.setup.random-order")
def test_seats_are_drawn_with_the_seed() -> None:
    drawn = [trunkline.new("1856", NAMES[:5], seed=seed, seating="random") for seed in range(8)]
    orders = {tuple(game.players) for game in drawn}
    assert len(orders) > 4
    assert all(sorted(order) == NAMES[:5] for order in orders)
    again = trunkline.new("1856", NAMES[:5], seed=3, seating="random")
    assert again.players == drawn[3].players
    for game in drawn:
        assert {player.cash for player in game.state.players.values()} == {300}
        assert game.state.priority == game.players[0]
        for name in game.players:
            assert game.to_act == {name}
            if name != game.players[-1]:
                game.play(A.Pass(name))
    assert trunkline.new("1856", NAMES[:5], seed=3).players == NAMES[:5]


@pytest.mark.rule("1856.tiles.yellow", "1856.tiles.green", "1856.tiles.brown", "1856.tiles.gray")
def test_supply_of_tiles() -> None:
    for colour, listed, total in [
        ("yellow", YELLOW, 55),
        ("green", GREEN, 31),
        ("brown", BROWN, 34),
        ("gray", GRAY, 2),
    ]:
        assert supply(colour) == listed
        assert sum(listed.values()) == total


@pytest.mark.rule("1856.tiles.total")
def test_tiles_are_122_and_their_number_is_a_limit() -> None:
    counts = [tile.count for tile in Scene().game.title.board.tiles.values()]
    assert sum(count or 0 for count in counts) == 122
    assert None not in counts
    scene = Scene()
    scene.phase(2)
    scene.started("THB", "P1", cash=200, home=False)
    scene.place_home("THB", 0)
    scene.tiles("I12:59:0")
    scene.turn("THB")
    scene.accepted(scene.lay("THB", "L15:59:0"))
    scene.tiles("N17:59:2")
    assert not scene.legal(A.LayTile)
    scene.refused(scene.lay("THB", "L15:59:0"), "tiles.total")


@pytest.mark.rule("1856.tiles.total")
def test_a_replaced_tile_can_be_laid_again() -> None:
    scene = Scene()
    scene.phase(4)
    scene.started("BB", "P1")
    scene.started("LPS", "P1", par=90)
    scene.tiles("J15:14:0 J13:14:0 J11:14:0 H15:14:0 C14:57:2")
    scene.turn("LPS", done=("BB",))
    scene.refused(scene.lay("LPS", "C14:14:1"), "tiles.total")
    scene.refused(scene.lay("LPS", "C14:9999:1"), "tiles.total")
    scene.turn("BB")
    scene.play(scene.lay("BB", "J15:63:0"))
    scene.turn("LPS", done=("BB",))
    scene.play(scene.lay("LPS", "C14:14:1"))
