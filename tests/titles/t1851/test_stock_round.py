"""The stock round of 1851: turns, the priority card, its end, and the sets of rounds."""

from __future__ import annotations

import pytest

from scenes_1851 import Scene
from trunkline import actions as A
from trunkline.engine.kernel import chart
from trunkline.engine.kernel.state import OFFERING, TREASURY


def _pool(players: int = 4) -> Scene:
    """Return a stock round in which P1 is to act.

    P1 and P2 have five shares each of different corporations, which have operated.
    """
    scene = Scene(players)
    scene.floated("GM&O", "P1", price=70)
    scene.floated("IC", "P2", price=75)
    return scene.stock("P1")


def _rounds(scene: Scene, trains: tuple[str, ...] = ()) -> list[tuple[str, int, int]]:
    """Pass until the second stock round from here. Return the rounds that began, with set and index.

    GM&O buys a train of each of these types in its first turn.
    """
    found: list[tuple[str, int, int]] = []
    left = list(trains)
    for _ in range(200):
        now = scene.state.round
        found.append((now.kind, now.number, now.index))
        if now.kind == "stock" and now.number > found[0][1] + 1:
            return list(dict.fromkeys(found))
        if left and scene.acting() == "GM&O" and scene.game.check(buy := scene.buy("GM&O", left[0])) is None:
            scene.play(buy)
            left.pop(0)
        else:
            scene.pass_()
    raise AssertionError("no second stock round came")


# -- turns


@pytest.mark.rule("1851.sr.turn-order")
def test_turns_go_clockwise_from_the_priority_holder() -> None:
    scene = Scene(4).stock("P3")
    for player in ("P3", "P4", "P1", "P2", "P3"):
        assert scene.game.to_act == {player}
        for other in {"P1", "P2", "P3", "P4"} - {player}:
            scene.refused(A.Pass(other), "sr.turn-order")
        if player == "P3" and scene.state.stock is not None and not scene.state.stock.done:
            scene.play(A.StartCorporation("P3", "IC", 70))
        else:
            scene.play(A.Pass(player))


@pytest.mark.rule("1851.sr.sell-then-buy")
def test_any_number_of_sales_then_one_purchase() -> None:
    scene = Scene(4)
    scene.floated("GM&O", "P1", price=70)
    scene.floated("Dixie", "P3", {"P3": 4, "P1": 1}, price=82)
    scene.stock("P1")
    cash = scene.cash("P1")
    scene.play(A.SellShares("P1", "GM&O", 2), A.SellShares("P1", "Dixie", 1))
    assert scene.game.to_act == {"P1"}
    scene.play(A.BuyShare("P1", "L&N", OFFERING))
    assert scene.cash("P1") == cash + 140 + 82 - 100
    assert scene.game.to_act == {"P2"}
    # The purchase ends the turn: any further action is out of turn.
    scene.refused(A.SellShares("P1", "GM&O", 1), "sr.turn-order")
    scene.refused(A.BuyShare("P1", "L&N", OFFERING), "sr.turn-order")


@pytest.mark.rule("1851.sr.sell-then-buy", "1851.sr.no-trades-between-players")
def test_a_turn_has_no_place_for_anything_else() -> None:
    scene = _pool()
    scene.refused(A.LayTile("P1", "GM&O", "G7", "57", 1), "sr.sell-then-buy")
    scene.refused(A.IssueShares("P1", "GM&O", 1), "sr.sell-then-buy")
    kinds = {type(choice) for choice in scene.choices() if isinstance(choice, A.Action)}
    assert kinds <= {A.Pass, A.BuyShare, A.StartCorporation, A.SellShares}


@pytest.mark.rule("1851.sr.no-trades-between-players")
def test_a_player_sells_no_share_to_another() -> None:
    scene = _pool()
    for source in ("P1", "P2", "IC", "bank"):
        refusal = scene.refused(A.BuyShare("P1", "IC", source), "sr.no-trades-between-players")
        assert "the IPO or the pool or its treasury" in refusal.why
    scene.accepted(A.BuyShare("P1", "IC", TREASURY))
    scene.accepted(A.BuyShare("P1", "L&N", OFFERING))
    assert {buy.source for buy in scene.legal(A.BuyShare)} == {TREASURY, OFFERING}
    # Sold shares are in the pool, and the money comes from the bank.
    bank = scene.state.bank
    scene.play(A.SellShares("P1", "GM&O", 1))
    assert (scene.corp("GM&O").pool, scene.state.bank) == (1, bank - 70)


@pytest.mark.rule("1851.sr.pass-and-end")
def test_the_round_ends_when_all_pass_in_a_row() -> None:
    scene = _pool()
    scene.play(scene.of_treasury("P1", "IC"))
    for player in ("P2", "P3", "P4"):
        scene.play(A.Pass(player))
        assert scene.state.round.kind == "stock"
    assert scene.game.to_act == {"P1"}  # a player who bought has another turn
    scene.play(A.Pass("P1"))
    assert scene.state.round.kind == "operating"


@pytest.mark.rule("1851.sr.pass-and-end")
def test_a_sale_without_a_purchase_is_no_pass() -> None:
    scene = _pool().stock("P3")
    scene.play(A.Pass("P3"), A.Pass("P4"), A.SellShares("P1", "GM&O", 1), A.Pass("P1"))
    for player in ("P2", "P3", "P4"):
        scene.play(A.Pass(player))
    assert (scene.state.round.kind, scene.game.to_act) == ("stock", {"P1"})
    scene.play(A.Pass("P1"))
    assert scene.state.round.kind == "operating"


@pytest.mark.rule("1851.sr.passed-may-return")
def test_whoever_passed_may_trade_on_a_later_turn() -> None:
    scene = _pool()
    scene.play(A.Pass("P1"), scene.of_treasury("P2", "GM&O"), A.Pass("P3"), A.Pass("P4"))
    scene.accepted(A.SellShares("P1", "GM&O", 1))
    scene.play(scene.of_treasury("P1", "IC"))
    assert scene.corp("IC").shares["P1"] == 1


@pytest.mark.rule("1851.sr.priority-moves")
@pytest.mark.parametrize("buys", [False, True])
def test_the_left_neighbour_of_the_last_to_trade_has_the_priority(buys: bool) -> None:
    scene = _pool()
    scene.play(scene.of_treasury("P1", "IC"))
    if buys:
        scene.play(scene.of_treasury("P2", "GM&O"))
    else:
        scene.play(A.SellShares("P2", "IC", 1), A.Pass("P2"))
    for player in ("P3", "P4", "P1", "P2"):
        scene.play(A.Pass(player))
    assert (scene.state.round.kind, scene.state.priority) == ("operating", "P3")
    scene.pass_until("stock")
    assert scene.game.to_act == {"P3"}


@pytest.mark.rule("1851.sr.priority-stays")
def test_the_priority_stays_when_all_only_pass() -> None:
    scene = Scene(4).stock("P2")
    for player in ("P2", "P3", "P4", "P1"):
        scene.play(A.Pass(player))
    assert (scene.state.round.kind, scene.state.round.number) == ("stock", 3)
    assert (scene.game.to_act, scene.state.priority) == ({"P2"}, "P2")


# -- sets of rounds


@pytest.mark.rule("1851.sequence.operating-rounds-per-set", "1851.sr-end.round-marker")
@pytest.mark.parametrize(("phase", "count"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("8", 3)])
def test_a_set_has_as_many_operating_rounds_as_its_phase_says(phase: str, count: int) -> None:
    scene = Scene().phase(phase).stock("P1", 4)
    scene.floated("GM&O", "P1")
    assert _rounds(scene) == [
        ("stock", 4, 0),
        *(("operating", 4, index) for index in range(1, count + 1)),
        ("stock", 5, 0),
        *(("operating", 5, index) for index in range(1, count + 1)),
        ("stock", 6, 0),
    ]


@pytest.mark.rule("1851.sequence.delayed-change", "1851.sequence.operating-rounds-per-set")
@pytest.mark.parametrize(
    ("phase", "train", "now", "later"), [("2", "3", 1, 2), ("3", "4", 2, 2), ("4", "5", 2, 3)]
)
def test_a_new_phase_changes_only_the_next_set(phase: str, train: str, now: int, later: int) -> None:
    scene = Scene().phase(phase)
    scene.sell_out(phase)
    scene.floated("GM&O", "P1", cash=500)
    scene.stock("P1", 4)
    assert _rounds(scene, (train,)) == [
        ("stock", 4, 0),
        *(("operating", 4, index) for index in range(1, now + 1)),
        ("stock", 5, 0),
        *(("operating", 5, index) for index in range(1, later + 1)),
        ("stock", 6, 0),
    ]
    assert scene.trains("GM&O") == [train]


# -- the end of the round


@pytest.mark.rule("1851.sr-end.sold-out-rise")
@pytest.mark.parametrize(
    ("cell", "shares", "treasury", "risen"),
    [
        ((3, 4), {"P1": 6, "P2": 4}, 0, (2, 4)),
        ((5, 2), {"P1": 4, "P2": 3, "P3": 3}, 0, (4, 2)),  # no one but players holds a share
        ((0, 4), {"P1": 6, "P2": 4}, 0, (0, 4)),  # on the top row
        ((3, 4), {"P1": 6, "P2": 3}, 1, (3, 4)),  # one share in the treasury
        ((3, 4), {"P1": 6, "P2": 3}, 0, (3, 4)),  # one share in the pool
    ],
)
def test_a_corporation_all_in_players_hands_rises_one_box(
    cell: tuple[int, int], shares: dict[str, int], treasury: int, risen: tuple[int, int]
) -> None:
    scene = Scene(3)
    corp = scene.floated("GM&O", "P1", shares, treasury=treasury, cell=cell)
    assert corp.pool == 10 - sum(shares.values()) - treasury
    scene.stock("P1")
    for _ in range(2):
        scene.pass_()
    assert scene.corp("GM&O").cell == cell  # only at the end of the round
    scene.pass_()
    assert scene.state.round.kind == "operating"
    assert scene.corp("GM&O").cell == risen


@pytest.mark.rule("1851.sr-end.sold-out-rise")
def test_shares_in_the_initial_offering_keep_the_price() -> None:
    scene = Scene(3).stock("P1")
    scene.started("IC", "P1", {"P1": 3}, home=False)
    for _ in range(3):
        scene.pass_()
    assert (scene.corp("IC").cell, scene.corp("L&N").cell) == ((2, 4), (2, 4))


def _stacked(rules: str) -> Scene:
    """Return a scene with IC over GM&O in one box, both sold out, and SR alone in the box above."""
    scene = Scene(3, rules=rules).opened(70)
    scene.floated("IC", "P2", {"P2": 5, "P3": 5}, cell=(2, 5))
    scene.floated("GM&O", "P1", {"P1": 5, "P3": 5}, cell=(2, 5))
    scene.floated("SR", "P3", {"P3": 5}, cell=(1, 5))
    scene.stock("P1")
    for _ in range(3):
        scene.pass_()
    return scene


@pytest.mark.rule("1851.sr-end.simultaneous")
def test_tokens_rise_together_and_go_under_those_already_there() -> None:
    scene = _stacked("printed")
    assert {scene.corp(id).cell for id in ("SR", "IC", "GM&O")} == {(1, 5)}
    assert [corp.id for corp in chart.order(scene.table)][:3] == ["SR", "IC", "GM&O"]
    assert scene.acting() == "SR"


@pytest.mark.rule("1851.sr-end.simultaneous")
def test_tokens_in_a_column_all_rise_one_box() -> None:
    scene = Scene(3).opened(70)
    for id, row, first, second in (("GM&O", 2, "P1", "P2"), ("IC", 1, "P2", "P3"), ("SR", 0, "P3", "P1")):
        scene.floated(id, first, {first: 5, second: 5}, cell=(row, 5))
    scene.stock("P1")
    for _ in range(3):
        scene.pass_()
    assert [scene.corp(id).cell for id in ("GM&O", "IC", "SR")] == [(1, 5), (0, 5), (0, 5)]
    # SR was on the top row already: IC arrives under it.
    assert [corp.id for corp in chart.order(scene.table)][:3] == ["SR", "IC", "GM&O"]


def test_tokens_rise_one_by_one_as_rails_plays_it() -> None:
    scene = _stacked("rails")
    assert [corp.id for corp in chart.order(scene.table)][:3] == ["SR", "GM&O", "IC"]
