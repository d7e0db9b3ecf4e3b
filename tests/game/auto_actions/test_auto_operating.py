"""Operating a corporation as in its last turn."""

from __future__ import annotations

import pytest

from game.auto_actions.leaving import Left
from scenes import LPS_TILES, Scene
from scenes_1851 import Scene as Scene1851
from trunkline import actions as A
from trunkline.game import Game, routes
from trunkline.game import auto_actions as auto
from trunkline.game.auto_actions import OperateAsBefore, Stop


def lps(step: str = "track", *trains: str, phase: int = 3) -> Scene:
    """Return LPS of P1 at the start of its turn, with trains that earn $180, and BB of P2."""
    scene = Scene().phase(phase).tiles(LPS_TILES).opened()
    scene.started("LPS", "P1", {"P1": 4}, cash=500)
    scene.started("BB", "P2", {"P2": 4}, cash=500)
    scene.give_trains("LPS", *(trains or ("3", "4")))
    scene.give_trains("BB", "4")
    return scene.turn("LPS", step)


def ends(scene: Scene, left: Left) -> list[object]:
    """Let the auto-action act until it has nothing more to do, and return its decisions."""
    made: list[object] = []
    while (found := left.act()) is not None and not isinstance(found, Stop):
        made.append(type(found).__name__ if not isinstance(found, A.Dividend) else found.payout)
    return made


@pytest.mark.parametrize("payout", ["pay", "withhold"])
def test_it_runs_the_best_routes_settles_the_dividend_and_passes_the_rest(payout: str) -> None:
    scene = lps()
    best = routes.best(scene.game, "LPS")
    left = Left(scene, OperateAsBefore("P1", "LPS", payout))
    before = scene.cash("P1")
    assert ends(scene, left) == ["RunTrains", payout, "Pass"], "it lays no track and buys no train"
    assert scene.corp("LPS").revenue == best.total == 180
    assert scene.cash("P1") - before == (72 if payout == "pay" else 0)
    assert left.stop is None, "it is there for the next turn"
    assert scene.acting() == "BB"


def test_it_acts_for_its_own_corporation_only() -> None:
    scene = lps()
    scene.corp("BB").president = "P1"
    scene.turn("BB")
    assert auto.decide(scene.game, OperateAsBefore("P1", "LPS", "pay")) is None


def test_a_train_that_rusts_stops_it() -> None:
    for rust in (True, False):
        scene = lps("track", "2", "3", phase=2)
        left = Left(scene, OperateAsBefore("P1", "LPS", "pay", rust=rust))
        scene.sell_out("3")
        scene.turn("BB", "trains")
        stop = left.play(scene.buy("BB", "4"))
        expected = Stop("LPS lost a train: BB buys a 4-train from the bank for $350.")
        assert stop == (expected if rust else None)


def test_track_of_others_in_its_network_stops_it() -> None:
    for track in (True, False):
        scene = lps()
        left = Left(scene, OperateAsBefore("P1", "LPS", "pay", track=track))
        scene.turn("BB")
        scene.token("BB", "C14")
        near = scene.table.network("LPS").frontier
        lay = next(each for each in scene.legal(A.LayTile) if each.hex in near)
        stop = left.play(lay)
        assert (stop is not None) == track
        if stop:
            assert f"changed, in LPS's network: BB lays tile {lay.tile} on " in stop.reason


def test_distant_track_and_own_track_do_not_stop_it() -> None:
    scene = lps()
    left = Left(scene, OperateAsBefore("P1", "LPS", "pay"))
    assert left.play(scene.legal(A.LayTile)[0]) is None, "its owner lays track"
    scene.turn("BB")
    assert left.play(scene.legal(A.LayTile)[0]) is None, "far away"


@pytest.mark.parametrize(("tile", "stops"), [("26:3", False), ("628:2", True)])
def test_track_counts_only_if_a_legal_route_leads_to_it(tile: str, stops: bool) -> None:
    """Tile 628 on C15 leads from TC to B14. With tile 26, a train must turn back in B16."""
    scene = Scene1851().opened().tiles(f"F12:202:3 E13:9:0 D14:57:0 C15:{tile}")
    scene.started("L&N", "P1", {"P1": 4}, cash=500)
    scene.started("TC", "P2", {"P2": 4}, cash=500)
    scene.give_trains("TC", "2")
    left = Left(scene.turn("L&N"), OperateAsBefore("P2", "TC", "pay", rust=False))
    assert (left.play(scene.lay("L&N", "B14:8:5")) is not None) == stops


def test_without_a_run_it_passes() -> None:
    scene = Scene().phase(3).opened()
    scene.started("LPS", "P1", {"P1": 4}, cash=500)
    scene.give_trains("LPS", "4")
    scene.turn("LPS")
    assert scene.game.check(A.RunTrains("P1", "LPS", ())) is None, "the rules allow a turn without runs"
    assert auto.decide(scene.game, OperateAsBefore("P1", "LPS", "pay")) == A.Pass("P1")


def test_revenue_below_the_minimum_stops_it_before_it_does_anything() -> None:
    scene = lps()
    left = Left(scene, OperateAsBefore("P1", "LPS", "pay", minimum=180))
    assert isinstance(left.act(), A.RunTrains)
    scene = lps()
    left = Left(scene, OperateAsBefore("P1", "LPS", "pay", minimum=180))
    scene.state.trains = {**scene.state.trains, scene.first_train("4", "LPS"): "pool"}
    stop = left.act()
    assert isinstance(stop, Stop)
    assert stop.reason == "LPS's best runs earn $80, less than $180."


def test_it_stops_if_another_choice_is_required() -> None:
    scene = lps("trains", "4")
    scene.give_away("LPS")
    stop = auto.decide(scene.game, OperateAsBefore("P1", "LPS", "pay"))
    assert stop == Stop("It could not pass: LPS has a run and must own a train.")


def test_a_new_president_or_a_closed_corporation_ends_it() -> None:
    scene = lps()
    scene.corp("LPS").shares = {"P1": 3, "P2": 3}
    left = Left(scene, OperateAsBefore("P1", "LPS", "pay"))
    scene.stock("P2")
    assert left.play(A.BuyShare("P2", "LPS", "offering")) == Stop("P2 is now the president of LPS.")


def test_a_corporation_that_closes_ends_it_although_a_guard_trips() -> None:
    scene = lps("track", "2", "3", phase=2)
    left = Left(scene, OperateAsBefore("P1", "LPS", "pay"))
    before = Game.at_state(scene.game.options, scene.state)
    scene.corp("LPS").closed = True
    scene.give_away("LPS")
    stop = auto.advance(left.instruction, before, A.Pass("P2"), scene.game)
    assert stop == Stop("LPS has closed.", done=True)


def test_in_1851_a_dividend_is_paid_where_a_pass_would_withhold() -> None:
    scene = Scene1851()
    scene.opened()
    scene.started("L&N", "P1", {"P1": 4}, cash=300)
    scene.give_trains("L&N", "2")
    scene.turn("L&N", "dividend", revenue=100)
    assert auto.decide(scene.game, OperateAsBefore("P1", "L&N", "pay")) == A.Dividend("P1", "L&N", "pay")


def test_faults_are_named() -> None:
    scene = lps()

    def fault(**changes: object) -> str:
        values = {"corp": "LPS", "payout": "pay", **changes}
        return auto.check(scene.game, OperateAsBefore("P1", **values))  # type: ignore[arg-type]

    assert fault() == ""
    assert fault(corp="XX").startswith("There is no corporation XX")
    assert fault(corp="BB") == "You are not the president of BB."
    assert fault(payout="half").startswith("The dividend is one of pay, withhold")
    assert fault(minimum=0) == "Revenue never falls below $0. Choose a higher minimum, or leave it out."
    assert fault(minimum=181) == (
        "LPS would earn $180 now, less than your minimum of $181. Lower the minimum."
    )
    scene.give_away("LPS")
    assert fault() == "LPS owns no train, so it cannot run as before."
    scene.give_trains("LPS", "5")
    assert fault() == 'No train of LPS can rust, so the guard "rust" can never stop it. Switch it off.'
    scene.corp("LPS").operated = False
    assert fault() == "LPS has not operated yet. Make its first turn yourself."


def test_its_preview_shows_the_turn_even_in_a_stock_round() -> None:
    scene = lps()
    instruction = OperateAsBefore("P1", "LPS", "pay", minimum=100)
    shown = auto.preview(scene.game, instruction)
    assert shown.text == "Operate LPS: run the same routes or better, pay out, and pass the rest."
    assert shown.guards == (
        "a train of LPS rusts or leaves the game",
        "another player changes track or tokens in LPS's network",
        "LPS's best runs earn less than $100",
        "you are no longer the president of LPS",
        "LPS must do something else, such as buy a train",
    )
    assert shown.now == (
        "Now it would: LPS runs 4-train Sarnia, Maudaumin, F13, Goderich; 3-train Sarnia, Maudaumin, Glencoe "
        "for $180; pay out: $180 paid; the price goes from $100 to $110; end LPS's turn."
    )
    later = auto.preview(scene.stock("P1").game, instruction)
    assert later.now == shown.now.replace("Now it would", "On its turn, if nothing changes, it would")
