"""Capital of a company from its shares, and its destination."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A

TO_ST_THOMAS = "C14:57:2 D15:9:2 E16:9:2"
"""Track of LPS from Maudaumin up to the edge of St. Thomas, its destination."""


def _rich(players: int = 3, *, rules: str = "printed") -> Scene:
    """Return a scene with rich players and without privates."""
    scene = Scene(players, rules=rules).opened()
    for name in scene.game.players:
        scene.set_cash(name, 2000)
    return scene


def _start(scene: Scene, id: str, par: int) -> None:
    scene.stock("P1")
    scene.play(A.StartCorporation("P1", id, par))


@pytest.mark.rule("1856.capital.pre5.first-five")
@pytest.mark.parametrize("phase", [1, 2, 3])
def test_the_first_five_shares_pay_the_treasury_at_once(phase: int) -> None:
    scene = _rich().phase(phase)
    _start(scene, "LPS", 100)
    assert scene.cash("LPS") == 200
    for money in (300, 400, 500):
        scene.subscribe("LPS", 1)
        assert (scene.cash("LPS"), scene.funds("LPS").escrow) == (money, 0)


@pytest.mark.rule("1856.capital.pre5.escrow")
def test_later_shares_wait_in_escrow() -> None:
    scene = _rich()
    _start(scene, "LPS", 100)
    scene.subscribe("LPS", 3)
    bank = scene.state.bank
    scene.subscribe("LPS", 2)
    assert scene.corp("LPS").sold == 7
    assert (scene.cash("LPS"), scene.funds("LPS").escrow) == (500, 200)
    assert scene.state.bank == bank + 200  # the bank holds it


@pytest.mark.rule("1856.capital.pre5.release")
def test_anyones_track_releases_the_escrow() -> None:
    scene = _rich().tiles(TO_ST_THOMAS)
    _start(scene, "LPS", 100)
    scene.subscribe("LPS", 5)
    scene.place_home("LPS")
    scene.started("GW", "P2", cash=100)
    scene.turn("GW")
    bank = scene.state.bank
    scene.play(scene.lay("GW", "F17:5:2"))
    lps = scene.corp("LPS")
    assert (lps.cash, *scene.funds("LPS")[1:]) == (700, 0, True)
    assert scene.state.bank == bank - 200
    scene.stock("P3")
    scene.subscribe("LPS", 1)
    assert (scene.cash("LPS"), scene.funds("LPS").escrow) == (800, 0)


@pytest.mark.rule("1856.capital.pre5.release")
def test_a_company_joined_before_its_start_needs_no_escrow() -> None:
    scene = _rich().tiles(TO_ST_THOMAS + " F17:57:2")
    _start(scene, "LPS", 100)
    assert scene.funds("LPS").reached
    scene.subscribe("LPS", 5)
    assert (scene.cash("LPS"), scene.funds("LPS").escrow) == (700, 0)


def _ca(junction: str) -> Scene:
    """Return CA at Glencoe with escrow. GW's token fills St. Thomas, on the route to Woodstock."""
    scene = _rich().tiles(f"D17:57:1 {junction} F17:6:2 G16:9:1")
    scene.started("CA", "P1", {"P1": 4, "P2": 2}, capital="escrow", cash=500)
    scene.escrow("CA", 100)
    scene.started("GW", "P2", cash=100)
    scene.token("GW", "F17")
    scene.turn("GW")
    scene.play(scene.lay("GW", "H15:57:1"))
    return scene


@pytest.mark.rule("1856.capital.destination-test")
def test_tokens_and_distance_do_not_matter_for_the_destination() -> None:
    scene = _ca("E16:8:5")
    assert not scene.table.network("CA").reaches_stop("H15", 0)
    assert scene.funds("CA").reached
    assert (scene.cash("CA"), scene.funds("CA").escrow) == (600, 0)


@pytest.mark.rule("1856.capital.destination-test")
def test_a_reversal_does_not_reach_the_destination() -> None:
    scene = _ca("E16:25:3")
    assert not scene.funds("CA").reached
    assert (scene.cash("CA"), scene.funds("CA").escrow) == (500, 100)


@pytest.mark.rule("1856.capital.destination-test")
@pytest.mark.parametrize(
    ("rules", "stop", "reached"),
    [("printed", 0, False), ("printed", 1, True), ("18xx.games", 0, True), ("18xx.games", 1, True)],
)
def test_which_city_of_the_home_hex_counts(rules: str, stop: int, reached: bool) -> None:
    scene = _rich(rules=rules).tiles("L15:59:0 K14:9:2 J13:6:3")
    scene.started("THB", "P1", {"P1": 6}, capital="escrow", home=False)
    scene.place_home("THB", stop)
    scene.started("WGB", "P2", cash=100)
    scene.turn("WGB")
    scene.play(scene.lay("WGB", "J11:57:0"))  # Hamilton's second city is connected to Guelph
    assert scene.funds("THB").reached is reached


HAMILTON = "L15:59:0 K14:9:2 J13:6:3 J11:57:0"
"""Track that connects Hamilton's second city to Guelph, THB's destination, but not its first city."""


@pytest.mark.rule("1856.capital.destination-test")
@pytest.mark.parametrize(("stop", "released"), [(0, False), (1, True)])
def test_before_thb_has_chosen_its_city_one_route_of_two_does_not_count(stop: int, released: bool) -> None:
    scene = _rich().tiles(HAMILTON)
    _start(scene, "THB", 100)
    assert not scene.funds("THB").reached
    scene.subscribe("THB", 5)
    assert (scene.cash("THB"), scene.funds("THB").escrow) == (500, 200)
    scene.turn("THB")
    scene.play(scene.place("THB", "L15", stop))
    assert scene.funds("THB").reached is released
    assert (scene.cash("THB"), scene.funds("THB").escrow) == ((700, 0) if released else (500, 200))


@pytest.mark.rule("1856.capital.destination-test")
def test_a_route_from_each_city_of_hamilton_counts_for_thb() -> None:
    scene = _rich().tiles(HAMILTON)
    _start(scene, "THB", 100)
    assert not scene.game.title.destination_due(scene.table, scene.corp("THB"))
    scene.tiles("L17:7:2 K16:4:2 J15:6:3 J13:14:2")  # by Brantford to Galt
    assert scene.game.title.destination_due(scene.table, scene.corp("THB"))


@pytest.mark.rule("1856.capital.destination-test")
def test_the_city_that_is_left_to_thb_is_its_own() -> None:
    for other, reached in ((0, True), (1, False)):
        scene = _rich().tiles(HAMILTON)
        scene.started("WGB", "P2", cash=100)
        scene.token("WGB", "L15", other)
        _start(scene, "THB", 100)
        assert scene.funds("THB").reached is reached


@pytest.mark.rule("1856.capital.destination-test")
def test_18xx_games_counts_a_route_from_either_city_of_hamilton() -> None:
    scene = _rich(rules="18xx.games").tiles(HAMILTON)
    _start(scene, "THB", 100)
    assert scene.funds("THB").reached


@pytest.mark.rule("1856.capital.type5-incremental")
def test_with_a_5_on_sale_every_share_pays_the_treasury() -> None:
    scene = _rich().phase(4)
    _start(scene, "LPS", 90)
    scene.subscribe("LPS", 5)
    lps = scene.corp("LPS")
    assert (lps.sold, lps.cash, *scene.funds("LPS")[1:]) == (7, 630, 0, False)


@pytest.mark.rule("1856.capital.type6-full")
@pytest.mark.parametrize("sold_out", [("5",), ("5", "6")])
def test_with_a_6_or_diesel_on_sale_ten_times_par_comes_with_the_first_turn(
    sold_out: tuple[str, ...],
) -> None:
    scene = _rich().phase(4)
    scene.sell_out(*sold_out)
    bank = scene.state.bank
    _start(scene, "LPS", 100)
    scene.subscribe("LPS", 3)
    assert (scene.corp("LPS").sold, scene.cash("LPS"), scene.state.bank) == (5, 0, bank + 500)
    number = scene.state.round.number
    for _ in range(3):
        scene.pass_()
    assert scene.state.round.number == number + 1  # five shares: no turn and no money
    assert scene.cash("LPS") == 0
    scene.subscribe("LPS", 1)
    assert scene.cash("LPS") == 0
    scene.pass_until("operating")
    assert (scene.acting(), scene.cash("LPS")) == ("LPS", 1000)
    scene.pass_turn()
    assert scene.cash("LPS") == 1000
    scene.stock("P2")
    scene.subscribe("LPS", 4)
    assert (scene.corp("LPS").sold, scene.cash("LPS")) == (10, 1000)
    scene.pass_until("operating")
    assert scene.cash("LPS") == 1000


@pytest.mark.rule("1856.capital.type6-full")
def test_18xx_games_pays_ten_times_par_at_the_sixth_share() -> None:
    scene = _rich(rules="18xx.games").phase(5)
    _start(scene, "LPS", 100)
    scene.subscribe("LPS", 3)
    assert scene.cash("LPS") == 0
    scene.subscribe("LPS", 1)
    assert scene.cash("LPS") == 1000
    scene.subscribe("LPS", 4)
    scene.pass_until("operating")
    assert (scene.acting(), scene.cash("LPS")) == ("LPS", 1000)


@pytest.mark.rule("1856.capital.fixed-at-start")
def test_the_scheme_of_the_start_stays() -> None:
    scene = _rich().phase(3)
    _start(scene, "LPS", 100)
    scene.sell_out("4", "5")  # type 6 is on sale now
    scene.subscribe("LPS", 5)
    assert (scene.cash("LPS"), scene.funds("LPS").escrow) == (500, 200)
    scene.pass_until("operating")
    assert (scene.acting(), scene.cash("LPS")) == ("LPS", 500)
