"""Privates: their income, the hexes they block, and their powers over track and tokens."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel import shares


def owning(private: str, corp: str = "LPS", phase: int = 2) -> Scene:
    """Return a corporation that owns a private, far from all track. GT waits for its turn."""
    scene = Scene().opened(**{private: corp})
    scene.started(corp, "P1", {"P1": 4}, cash=500)
    scene.started("GT", "P2", cash=500, par=90)
    scene.phase(phase)
    return scene


def lays(scene: Scene, hex: str, power: str = "") -> set[str]:
    """Return the tiles that may be laid on a hex."""
    return {lay.tile for lay in scene.legal(A.LayTile) if lay.hex == hex and lay.power == power}


def open_privates(scene: Scene) -> set[str]:
    """Return the privates that have not closed."""
    return {private.id for private in scene.state.privates.values() if not private.closed}


# -- all of them


@pytest.mark.rule("1856.private.revenue", "1856.private.flos")
def test_privates_pay_their_owners_each_operating_round() -> None:
    scene = Scene().opened(flos="P1", bridge="P1", ws="P2", canada="P3", lakes="P3", tunnel="GT")
    scene.started("GT", "P2", cash=10)
    scene.phase(2)
    scene.stock("P1")
    cash = {name: scene.cash(name) for name in ("P1", "P2", "P3", "GT")}
    for seat in ("P1", "P2", "P3"):
        scene.pass_(seat)
    assert scene.state.round.kind == "operating"
    assert {name: scene.cash(name) - cash[name] for name in cash} == {"P1": 25, "P2": 10, "P3": 25, "GT": 20}
    while scene.state.round.index == 1:
        scene.pass_()
    assert {name: scene.cash(name) - cash[name] for name in cash} == {"P1": 50, "P2": 20, "P3": 50, "GT": 40}


@pytest.mark.rule("1856.private.flos")
def test_flos_has_no_power() -> None:
    scene = owning("flos")
    scene.turn("LPS")
    kinds = {type(choice) for choice in scene.choices()}
    without = Scene().opened()
    without.started("LPS", "P1", {"P1": 4}, cash=500)
    without.started("GT", "P2", cash=500, par=90)
    without.phase(2)
    without.turn("LPS")
    assert kinds == {type(choice) for choice in without.choices()}
    assert {getattr(choice, "power", "") for choice in scene.choices()} == {""}
    scene.refused(scene.lay("LPS", "L3:9:0", "flos"), "track.connectivity")


@pytest.mark.rule("1856.private.hex-control")
@pytest.mark.parametrize(
    ("private", "hex", "lay"),
    [("flos", "L3", "L3:9:2"), ("ws", "I12", "I12:59:1"), ("canada", "H11", "H11:58:1")],
)
def test_a_private_bars_its_hex_while_a_player_owns_it(private: str, hex: str, lay: str) -> None:
    scene = Scene().opened(**{private: "P1"})
    scene.started("GW", "P1", cash=500, home=False)
    scene.started("LPS", "P3", cash=500, par=90)
    scene.phase(2)
    for place in ("M4", "I8", "G12"):
        scene.token("GW", place)
    scene.tiles("M4:121:0 I8:57:0 I10:9:0 G12:57:1")
    for seat in ("P1", "P2", "P3"):
        scene.state.privates[private].player = seat
        scene.turn("GW")
        assert not lays(scene, hex)
        scene.refused(scene.lay("GW", lay), "private.hex-control")
    scene.turn("LPS", done=("GW",))
    scene.play(A.BuyPrivate("P3", private, scene.state.privates[private].cost, "LPS"))
    scene.turn("GW", done=("LPS",))
    assert lays(scene, hex)
    scene.play(scene.lay("GW", lay))


@pytest.mark.rule("1856.private.close-phase-four")
def test_the_first_5_closes_all_privates() -> None:
    owners = {"flos": "P1", "ws": "GT", "canada": "P2", "lakes": "GT", "bridge": "P3", "tunnel": "GT"}
    scene = Scene().opened(**owners)
    scene.started("GT", "P2", cash=1100)
    scene.phase(3)
    scene.sell_out("4")
    scene.turn("GT", "trains", index=1)
    assert len(open_privates(scene)) == 6
    scene.play(scene.buy("GT", "5"))
    assert not open_privates(scene)
    cash = [scene.cash(name) for name in ("P1", "P2", "P3", "GT")]
    while scene.state.round.index == 1:
        scene.pass_()
    assert scene.state.round.kind == "operating"
    assert [scene.cash(name) for name in ("P1", "P2", "P3", "GT")] == cash
    scene.refused(A.BuyPrivate("P2", "flos", 20, "GT"), "private.close-phase-four")
    worth = {standing.player: standing.worth for standing in scene.game.standings()}
    assert worth["P1"] == scene.cash("P1")


@pytest.mark.rule("1856.private.counts-as-certificate")
def test_a_private_counts_as_a_certificate() -> None:
    scene = Scene(6).opened(flos="P1", ws="P1")
    for id, held in {"GT": 4, "BB": 4, "CA": 4}.items():
        scene.started(id, "P1", {"P1": held})
    scene.started("LPS", "P2", {"P2": 2})
    scene.set_cash("P1", 500)
    scene.stock("P1")
    assert shares.certificates(scene.table, "P1") == 2 * (2 + 9)
    scene.refused(A.BuyShare("P1", "LPS", "offering"), "stock.buy.limits")
    scene.state.privates["ws"].player = "P2"
    scene.accepted(A.BuyShare("P1", "LPS", "offering"))


@pytest.mark.rule("1856.private.counts-as-certificate")
def test_a_closed_private_no_longer_counts() -> None:
    scene = Scene(6).opened(flos="P1", ws="P1")
    scene.started("GT", "P2", cash=550)
    scene.phase(3)
    scene.sell_out("4")
    scene.turn("GT", "trains")
    assert shares.certificates(scene.table, "P1") == 2 * 2
    scene.play(scene.buy("GT", "5"))
    assert shares.certificates(scene.table, "P1") == 0


# -- Waterloo & Saugeen


@pytest.mark.rule("1856.private.ws.free-marker")
def test_a_free_token_in_kitchener_without_a_route() -> None:
    scene = owning("ws")
    scene.set_cash("LPS", 0)
    scene.turn("LPS", "token")
    assert scene.legal(A.PlaceToken) == [scene.place("LPS", "I12", stop, "ws") for stop in (0, 1)]
    scene.play(scene.place("LPS", "I12", 1, "ws"))
    assert scene.cash("LPS") == 0
    assert [hex for hex, _ in scene.state.tokens_of("LPS")] == ["C14", "I12"]
    assert scene.corp("LPS").tokens == ()
    scene.turn("GT", "token", done=("LPS",))
    scene.refused(scene.place("GT", "I12", 0), "marker.route-needed")
    scene.refused(scene.place("GT", "I12", 0, "ws"), "private.ws.free-marker")


@pytest.mark.rule("1856.private.ws.free-marker")
def test_no_free_token_where_kitchener_is_full() -> None:
    scene = owning("ws")
    scene.tiles("I12:59:0")
    scene.token("GT", "I12", 0)
    scene.turn("LPS", "token")
    assert scene.legal(A.PlaceToken) == [scene.place("LPS", "I12", 1, "ws")]
    scene.started("BB", "P3", par=80)
    scene.token("BB", "I12", 1)
    assert not scene.legal(A.PlaceToken)
    for stop in (0, 1):
        scene.refused(scene.place("LPS", "I12", stop, "ws"), "marker.one-per-dot")


@pytest.mark.rule("1856.private.ws.free-marker")
def test_the_free_token_stands_nowhere_else() -> None:
    scene = owning("ws")
    scene.turn("LPS", "token")
    scene.refused(scene.place("LPS", "J15", 0, "ws"), "marker.route-needed")


@pytest.mark.rule("1856.private.ws.tile")
def test_the_kitchener_tile_without_a_route() -> None:
    scene = owning("ws")
    scene.turn("LPS")
    assert lays(scene, "I12", "ws") == {"59"}
    scene.refused(scene.lay("LPS", "I12:59:0"), "track.connectivity")
    scene.play(scene.lay("LPS", "I12:59:0", "ws"))
    assert scene.state.tiles["I12"].tile == "59"


@pytest.mark.rule("1856.private.ws.tile")
def test_the_power_replaces_no_tile() -> None:
    scene = owning("ws")
    scene.phase(4)
    scene.state.privates["ws"].closed = False
    scene.tiles("I12:59:0")
    scene.turn("LPS")
    assert not lays(scene, "I12", "ws")
    for lay in ("I12:59:1", "I12:64:0", "J13:57:0"):
        scene.refused(scene.lay("LPS", lay, "ws"), "private.ws.tile")


@pytest.mark.rule("1856.private.ws.replaces-normal")
def test_the_powers_take_the_place_of_the_ordinary_lay_and_token() -> None:
    scene = owning("ws")
    scene.turn("LPS")
    scene.play(scene.lay("LPS", "I12:59:0", "ws"))
    assert not scene.legal(A.LayTile)
    scene.refused(scene.lay("LPS", "C14:57:2"), "track.one-per-turn")
    scene.corp("LPS").tokens = (40, 100)
    scene.tiles("C14:57:1 D13:8:5 E14:9:2 F15:121:0")
    scene.accepted(scene.place("LPS", "F15"))
    scene.play(scene.place("LPS", "I12", 0, "ws"))
    assert not scene.legal(A.PlaceToken)
    scene.refused(scene.place("LPS", "F15"), "marker.one-per-round")


@pytest.mark.rule("1856.private.ws.replaces-normal")
def test_the_ordinary_lay_and_token_take_the_place_of_the_powers() -> None:
    scene = owning("ws", "GW")
    scene.turn("GW")
    scene.accepted(scene.lay("GW", "I12:59:0", "ws"))
    scene.play(scene.lay("GW", "G14:8:1"))
    scene.refused(scene.lay("GW", "I12:59:0", "ws"), "private.ws.replaces-normal")
    scene.tiles("F17:57:0")
    scene.accepted(scene.place("GW", "I12", 0, "ws"))
    scene.play(scene.place("GW", "F17"))
    scene.refused(scene.place("GW", "I12", 0, "ws"), "private.ws.replaces-normal")


@pytest.mark.rule("1856.private.ws.closes")
@pytest.mark.parametrize("deeds", [("tile",), ("token",), ("tile", "token")])
def test_waterloo_and_saugeen_goes_at_the_end_of_the_round(deeds: tuple[str, ...]) -> None:
    scene = owning("ws")
    scene.turn("LPS", index=1)
    if "tile" in deeds:
        scene.play(scene.lay("LPS", "I12:59:0", "ws"))
    if "token" in deeds:
        scene.play(scene.place("LPS", "I12", 0, "ws"))
    cash = scene.cash("LPS")
    while scene.state.operating and scene.state.operating.turn and scene.state.operating.turn.corp == "LPS":
        scene.pass_()
    assert scene.state.round.index == 1
    assert "ws" in open_privates(scene)
    while scene.state.round.index == 1:
        scene.pass_()
    assert "ws" not in open_privates(scene)
    assert scene.cash("LPS") == cash


@pytest.mark.rule("1856.private.ws.closes")
def test_waterloo_and_saugeen_stays_while_unused() -> None:
    scene = owning("ws")
    scene.turn("LPS", index=1)
    while scene.state.round.index == 1:
        scene.pass_()
    assert "ws" in open_privates(scene)
    assert scene.cash("LPS") == 510


# -- Canada Company


@pytest.mark.rule("1856.private.canada.extra-lay")
@pytest.mark.parametrize("first", ["ordinary", "power"])
def test_the_canada_company_lays_an_extra_tile(first: str) -> None:
    scene = owning("canada")
    ordinary, power = scene.lay("LPS", "C14:57:1"), scene.lay("LPS", "H11:58:3", "canada")
    scene.turn("LPS", index=1)
    assert lays(scene, "H11", "canada") == {"3", "4", "58"}
    scene.refused(scene.lay("LPS", "H11:58:3"), "track.connectivity")
    scene.play(*([ordinary, power] if first == "ordinary" else [power, ordinary]))
    assert set(scene.state.tiles) == {"C14", "H11"}
    scene.refused(scene.lay("LPS", "B15:8:3"), "track.one-per-turn")
    while scene.state.round.index == 1:
        scene.pass_()
    assert "canada" in open_privates(scene)
    assert scene.cash("LPS") == 510


@pytest.mark.rule("1856.private.canada.extra-lay")
def test_the_extra_lay_is_a_first_tile_on_its_own_hex_once() -> None:
    scene = owning("canada")
    scene.turn("GT")
    scene.refused(scene.lay("GT", "H11:4:0", "canada"), "private.canada.extra-lay")
    scene.turn("LPS")
    for lay in ("H9:9:0", "H11:57:0", "H11:7:0"):
        scene.refused(scene.lay("LPS", lay, "canada"), "private.canada.extra-lay")
    scene.play(scene.lay("LPS", "H11:4:0", "canada"))
    scene.refused(scene.lay("LPS", "H11:58:3", "canada"), "private.canada.extra-lay")
    scene.refused(scene.lay("LPS", "H11:57:0", "canada"), "private.canada.extra-lay")
    scene.turn("GT", done=("LPS",))
    scene.refused(scene.lay("GT", "H11:4:0", "canada"), "private.canada.extra-lay")


@pytest.mark.rule("1856.private.canada.extra-lay")
@pytest.mark.parametrize("step", ["token", "run", "dividend", "trains", "redeem"])
def test_the_extra_lay_is_open_until_the_turn_ends(step: str) -> None:
    scene = owning("canada")
    scene.tiles("C14:57:1")
    scene.give_trains("LPS", "3")
    scene.corp("LPS").loans = 1
    scene.turn("LPS", step)
    assert lays(scene, "H11", "canada") == {"3", "4", "58"}
    scene.play(scene.lay("LPS", "H11:58:3", "canada"))
    assert set(scene.state.tiles) == {"C14", "H11"}
    assert not scene.legal(A.LayTile)
    scene.refused(scene.lay("LPS", "H11:58:3", "canada"), "private.canada.extra-lay")
    scene.refused(scene.lay("LPS", "B15:8:3"), "sequence.company-steps")


@pytest.mark.rule("1856.private.canada.extra-lay")
def test_the_extra_lay_of_a_private_bought_after_the_ordinary_lay() -> None:
    scene = Scene().opened(canada="P2")
    scene.started("LPS", "P1", {"P1": 4}, cash=500)
    scene.phase(2)
    scene.turn("LPS")
    scene.play(scene.lay("LPS", "C14:57:1"))
    extra = scene.lay("LPS", "H11:58:3", "canada")
    scene.refused(extra, "private.canada.extra-lay")
    scene.play(A.BuyPrivate("P1", "canada", 50, "LPS"), A.Answer("P2", True))
    scene.refused(scene.lay("LPS", "B15:8:3"), "track.one-per-turn")
    scene.play(extra)
    assert set(scene.state.tiles) == {"C14", "H11"}


@pytest.mark.rule("1856.redeem.last-action")
def test_the_extra_lay_does_not_follow_the_redemption_of_loans() -> None:
    scene = owning("canada")
    scene.corp("LPS").loans = 2
    scene.turn("LPS", "redeem")
    scene.play(A.RedeemLoans("P1", "LPS", 1))
    assert not scene.legal(A.LayTile)
    scene.refused(scene.lay("LPS", "H11:58:3", "canada"), "redeem.last-action")


@pytest.mark.rule("1856.private.canada.extra-lay")
def test_18xx_games_lays_the_extra_tile_with_the_track() -> None:
    scene = Scene(rules="18xx.games").opened(canada="LPS")
    scene.started("LPS", "P1", {"P1": 4}, cash=500)
    scene.turn("LPS")
    scene.accepted(scene.lay("LPS", "H11:58:3", "canada"))
    scene.turn("LPS", "trains")
    assert not scene.legal(A.LayTile)
    scene.refused(scene.lay("LPS", "H11:58:3", "canada"), "sequence.company-steps")
