"""Holdings of players in 1851, their visibility, and the winner."""

from __future__ import annotations

import pytest

from scenes_1851 import Scene
from trunkline import actions as A
from trunkline.cli.terminal.holdings import corporation_lines, players_lines
from trunkline.engine.kernel.state import POOL


def _worth(scene: Scene, player: str) -> int:
    return {standing.player: standing.worth for standing in scene.game.standings()}[player]


@pytest.mark.rule("1851.end.wealth")
def test_cash_shares_at_their_price_and_open_privates_make_the_wealth() -> None:
    scene = Scene(3)
    scene.floated("GM&O", "P2", {"P2": 4, "P3": 3}, cell=(2, 4))
    scene.set_cash("P3", 200)
    assert _worth(scene, "P3") == 200 + 3 * 100 + 80
    scene.corp("GM&O").par = 70
    scene.corp("GM&O").cell = (1, 4)
    assert _worth(scene, "P3") == 200 + 3 * 110 + 80  # the price of the day, not that of the start
    scene.state.privates["etwnc"].closed = True
    assert _worth(scene, "P3") == 530
    # The free shares of the L&N count at their price, floated or not.
    scene.set_cash("P1", 10)
    assert _worth(scene, "P1") == 10 + 2 * 100 + 200


@pytest.mark.rule("1851.end.corporate-assets-ignored")
def test_what_a_corporation_owns_is_nobodys_wealth() -> None:
    scene = Scene(3)
    scene.floated("GM&O", "P1", {"P1": 5}, cash=100)
    before = scene.game.standings()
    scene.set_cash("GM&O", 600)
    scene.give_trains("GM&O", "2", "2")
    assert scene.corp("GM&O").treasury == 5
    assert scene.game.standings() == before


@pytest.mark.rule("1851.end.winner")
def test_a_bankrupt_can_win() -> None:
    scene = Scene(3)
    # P1 must buy a train for the L&N, which has a route in Louisville, and can sell nothing.
    scene.floated("L&N", "P1", {"P1": 2, "P2": 1}, cell=(2, 4))
    scene.floated("IC", "P1", {"P1": 5}, treasury=0, cell=(0, 6))
    assert (scene.corp("IC").pool, scene.price("IC")) == (5, 150)
    for name, cash in (("P1", 90), ("P2", 700), ("P3", 600)):
        scene.set_cash(name, cash)
    scene.turn("L&N", "trains", done=("IC",))
    scene.play(A.DeclareBankruptcy("P1"))
    result = scene.game.result
    assert result is not None
    assert result.reason == "bankruptcy"
    worth = {"P1": 90 + 200 + 750 + 200, "P2": 700 + 100 + 50, "P3": 600 + 80}
    assert {standing.player: standing.worth for standing in result.standings} == worth
    assert [standing.place for standing in result.standings] == [1, 2, 3]
    assert result.winners == ("P1",)


@pytest.mark.rule("1851.end.winner")
@pytest.mark.parametrize(
    ("rules", "extra", "winners"),
    [("printed", 0, ("P2", "P3")), ("printed", 1, ("P3",)), ("rails", 0, ("P2",))],
)
def test_the_richest_wins_and_equals_share_it(rules: str, extra: int, winners: tuple[str, ...]) -> None:
    scene = Scene(3, rules=rules)
    scene.floated("GM&O", "P1")
    scene.turn("GM&O", "track")
    scene.state.bank_broken = True
    for name, cash in (("P1", 0), ("P2", 2000), ("P3", 1970 + extra)):
        scene.set_cash(name, cash)
    scene.state.privates["lo"].closed = True
    scene.pass_turn()
    result = scene.game.result
    assert result is not None
    assert (result.reason, result.winners) == ("bank", winners)


@pytest.mark.rule("1851.etiquette.open-information")
def test_everybody_sees_what_all_players_and_corporations_own() -> None:
    scene = Scene(3).opened(par=70)
    scene.floated("GM&O", "P1", {"P1": 3, "P3": 1}, treasury=4, cell=(2, 4), cash=345)
    scene.give_trains("GM&O", "2", "3")
    scene.stock("P2")
    scene.play(A.BuyShare("P2", "GM&O", POOL))
    # The view does not depend on the player who asks or on the player to act.
    view = scene.game.view()
    assert view["players"]["P1"] == {
        "cash": 300,
        "shares": {"GM&O": 30, "L&N": 20},
        "certificates": 4,
        "privates": ["lo"],
    }
    assert view["players"]["P2"]["cash"] == 350
    assert view["players"]["P3"]["privates"] == ["etwnc"]
    gmo = view["corporations"]["GM&O"]
    assert (gmo["president"], gmo["cash"], gmo["price"]) == ("P1", 345, 100)
    assert (gmo["offering"], gmo["market"], gmo["treasury"]) == (0, 10, 40)
    assert gmo["trains"] == ["2", "3"]
    players = "\n".join(players_lines(scene.game))
    for text in ("$300", "$350", "$420", "lo", "mc", "etwnc"):
        assert text in players
    line = next(line for line in corporation_lines(scene.game) if line.startswith("GM&O"))
    assert all(text in line.split() for text in ("$100", "$345", "40%", "10%", "2", "3", "G7"))
