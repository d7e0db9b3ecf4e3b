"""The end of a game, the worth of players, and the winner."""

from __future__ import annotations

import pytest

from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.kernel import chart

ALL = ("P1", "P2", "P3")


def paying(bank: int, phase: str = "10H", index: int = 1, cell: tuple[int, int] = (0, 3)) -> Scene:
    """Return a scene in which LS&I (P1) is about to settle the dividend of $200.

    P3 has all money except so much of the bank's.
    """
    scene = Scene(3).phase(phase)
    scene.floated("LS&I", "P1", {"P1": 5, "P2": 5}, cell=cell)
    scene.give_trains("LS&I", "D")
    scene.turn("LS&I", "dividend", revenue=200, index=index)
    scene.set_cash("P3", scene.cash("P3") + scene.state.bank - bank)
    return scene


def to_the_end(scene: Scene) -> list[tuple[str, int, int]]:
    """Pass to the end of the game. Return the rounds that began, with the set and the index."""
    found = []
    for _ in range(200):
        now = scene.state.round
        found.append((now.kind, now.number, now.index))
        if scene.game.over:
            return list(dict.fromkeys(found))
        scene.pass_()
    raise AssertionError("the game does not end")


def worth(scene: Scene, player: str) -> int:
    """Return a player's worth."""
    return {standing.player: standing.worth for standing in scene.game.standings()}[player]


# -- the bank


@pytest.mark.rule("18gl.end.bank", "18gl.end.revenues-still-paid", "18gl.sequence.rounds")
def test_an_empty_bank_ends_the_game_after_the_set() -> None:
    scene = paying(150)
    before = scene.cash("P1")
    scene.play(A.Dividend("P1", "LS&I", "pay"))
    assert (scene.cash("P1"), scene.state.bank) == (before + 100, -50)
    assert to_the_end(scene) == [("operating", 1, 1), ("operating", 1, 2), ("operating", 1, 3)]
    assert scene.game.result is not None
    assert scene.game.result.reason == "bank"
    scene.refused(A.Pass("P1"), "end.bank")


@pytest.mark.rule("18gl.end.bank")
def test_a_bank_with_its_last_dollar_spent_is_empty() -> None:
    scene = paying(200)
    scene.play(A.Dividend("P1", "LS&I", "pay"))
    assert scene.state.bank == 0
    assert scene.state.bank_broken
    scene = paying(201)
    scene.play(A.Dividend("P1", "LS&I", "pay"))
    assert not scene.state.bank_broken


@pytest.mark.rule("18gl.end.no-reprieve")
def test_money_that_comes_back_changes_nothing() -> None:
    scene = paying(150)
    scene.play(A.Dividend("P1", "LS&I", "pay"))
    scene.set_cash("P3", 0)
    assert scene.state.bank > 0
    assert to_the_end(scene)[-1] == ("operating", 1, 3)


@pytest.mark.rule("18gl.end.bank-in-stock-round")
def test_a_bank_emptied_in_a_stock_round_is_followed_by_a_full_set() -> None:
    scene = Scene(3).phase("10H")
    scene.floated("LS&I", "P1", {"P1": 5, "P2": 5})
    scene.give_trains("LS&I", "D")
    scene.set_cash("P3", scene.cash("P3") + scene.state.bank - 100)
    scene.stock("P1").play(A.SellShares("P1", "LS&I", 1), A.Pass("P1"))
    assert scene.state.bank_broken
    assert to_the_end(scene) == [
        ("stock", 2, 0),
        ("operating", 2, 1),
        ("operating", 2, 2),
        ("operating", 2, 3),
    ]


# -- the share price


@pytest.mark.rule("18gl.end.price-450")
def test_a_price_of_450_ends_the_game_after_the_set() -> None:
    scene = paying(5000, cell=(0, 17))
    assert scene.price("LS&I") == 400
    scene.state.operating.turn.revenue = 400  # type: ignore[union-attr]
    told = scene.told(scene.play(A.Dividend("P1", "LS&I", "pay")))
    assert "LS&I's share price of $450 ends the game" in told
    assert to_the_end(scene) == [("operating", 1, 1), ("operating", 1, 2), ("operating", 1, 3)]
    assert scene.game.result is not None
    assert scene.game.result.reason == "price"
    scene.refused(A.Pass("P1"), "end.price-450")


@pytest.mark.rule("18gl.end.price-450")
def test_a_price_that_has_been_450_ends_it_too() -> None:
    scene = paying(5000, cell=(0, 17), index=2)
    scene.state.operating.turn.revenue = 400  # type: ignore[union-attr]
    scene.play(A.Dividend("P1", "LS&I", "pay"))
    assert to_the_end(scene)[-1] == ("operating", 1, 3)
    assert scene.price("LS&I") == 400, "it earned nothing in the last round"


@pytest.mark.rule("18gl.end.price-450")
def test_450_reached_as_a_stock_round_ends_is_followed_by_a_full_set() -> None:
    scene = Scene(3).phase("4H")
    scene.floated(
        "LS&I",
        "P1",
        {"P1": 5, "P2": 5},
    )
    scene.give_trains("LS&I", "D")
    chart.right(scene.table, scene.floated("NYC", cell=(0, 17)))
    scene.give_trains("NYC", "D")
    assert scene.state.end_price_reached
    scene.stock("P1")
    assert to_the_end(scene) == [("stock", 2, 0), ("operating", 2, 1), ("operating", 2, 2)]


# -- worth


@pytest.mark.rule("18gl.end.net-worth")
def test_net_worth_is_shares_bonds_and_cash() -> None:
    scene = Scene()
    scene.floated("LS&I", "P1", {"P1": 4, "P2": 2}, price=60)
    scene.state.bonds = {"P1": 2, "pool": 8}
    scene.set_cash("P1", 300)
    assert worth(scene, "P1") == 740


@pytest.mark.rule("18gl.end.net-worth")
def test_privates_add_nothing() -> None:
    scene = Scene().opened(ferry="P1", port="P1")
    assert worth(scene, "P1") == scene.cash("P1")


@pytest.mark.rule("18gl.end.loan-deduction", "18gl.win.net-worth")
def test_each_loan_takes_50_off_each_share() -> None:
    scene = Scene()
    scene.floated("LS&I", "P1", {"P1": 4, "P2": 2}, price=80).loans = 2
    scene.set_cash("P1", 300)
    assert worth(scene, "P1") == 300 + 4 * -20


@pytest.mark.rule("18gl.end.bond-deduction", "18gl.conrail.bonds.face-trade")
def test_each_bond_outstanding_takes_10_off_each_share_of_conrail() -> None:
    scene = Scene()
    scene.floated("CR", "P1", {"P1": 4}, price=125)
    scene.floated("LS&I", "P1", {"P1": 2}, price=125)
    scene.state.bonds = {"treasury": 4, "P2": 2, "pool": 4}
    scene.set_cash("P1", 0)
    assert worth(scene, "P1") == 4 * 65 + 2 * 125


@pytest.mark.rule("18gl.win.corporate-assets-ignored")
def test_what_corporations_own_counts_for_nobody() -> None:
    scene = Scene()
    scene.floated("LS&I", "P1", {"P1": 4, "P2": 2})
    before = [worth(scene, name) for name in ALL]
    scene.set_cash("LS&I", 500)
    scene.give_trains("LS&I", "10H", "D")
    assert [worth(scene, name) for name in ALL] == before


@pytest.mark.rule("18gl.end.winner", "18gl.win.net-worth")
def test_the_most_wins_and_equal_players_share() -> None:
    scene = paying(5000)
    scene.state.bank_broken = True
    scene.set_cash("P3", 0)
    scene.set_cash("P1", 300)
    scene.set_cash("P2", 295)
    scene.play(A.Dividend("P1", "LS&I", "withhold"))
    to_the_end(scene)
    assert scene.game.result is not None
    assert scene.game.result.winners == ("P1",)
    scene = paying(5000)
    scene.state.bank_broken = True
    scene.set_cash("P3", 0)
    scene.set_cash("P1", 300)
    scene.set_cash("P2", 300)
    scene.play(A.Dividend("P1", "LS&I", "withhold"))
    to_the_end(scene)
    assert scene.game.result is not None
    assert scene.game.result.winners == ("P1", "P2")
