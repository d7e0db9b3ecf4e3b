"""Exchange of shares and bonds of the merged corporations for CONRAIL's, and its president."""

from __future__ import annotations

import pytest

from conrail_scene import CR, ConrailScene, Held, forming
from trunkline import actions as A
from trunkline.engine.invariants import wrong
from trunkline.titles.t18gl.conrail_events import ConrailShares

MANY = ("PRR", "NKP", "MON", "LS&I", "IC", "MILW", "WAB")
"""Corporations without a token in another's home."""


def sixes(count: int, treasury: int = 0) -> ConrailScene:
    """Return CONRAIL after it has formed from so many corporations.

    In each of them its president had six shares. The other four were in its treasury or in the pool.
    """
    held = {id: {f"P{1 + place % 3}": 6} for place, id in enumerate(MANY[:count])}
    return forming(held, treasury=dict.fromkeys(held, treasury))


@pytest.mark.rule("18gl.conrail.exchange.two-for-one")
def test_two_shares_become_one_even_of_two_corporations() -> None:
    scene = forming({"PRR": {"P1": 4, "P3": 1}, "NKP": {"P2": 4, "P3": 1}})
    assert scene.split() == ({"P1": 2, "P2": 2, "P3": 1}, 0, 5)


@pytest.mark.rule("18gl.conrail.exchange.player-order")
def test_the_player_whose_corporation_began_the_phase_exchanges_first_then_clockwise() -> None:
    scene = ConrailScene(4, buyer="P3")
    scene.state.priority = "P2"
    scene.old("PRR", {"P1": 2, "P2": 2, "P3": 2, "P4": 2})
    scene.old("NKP", {"P2": 2})
    happened = scene.begins()
    assert [e.player for e in happened if isinstance(e, ConrailShares) and e.player] == [
        "P3",
        "P4",
        "P1",
        "P2",
    ]


@pytest.mark.rule("18gl.conrail.exchange.president-certificate")
def test_the_first_with_two_shares_takes_the_presidents_certificate() -> None:
    scene = forming({"PRR": {"P3": 3, "P1": 3}, "NKP": {"P4": 4, "P1": 1}}, players=4, buyer="P3")
    assert scene.split()[0] == {"P3": 1, "P4": 2, "P1": 2}
    assert (scene.corp(CR).president, scene.corp(CR).double) == ("P4", 2)


@pytest.mark.rule("18gl.conrail.president.after-exchange")
def test_whoever_has_more_than_the_holder_in_the_end_is_president() -> None:
    scene = forming({"PRR": {"P1": 4, "P3": 2}, "NKP": {"P2": 6, "P3": 4}})
    assert scene.split()[0] == {"P1": 2, "P2": 3, "P3": 3}
    assert scene.corp(CR).president == "P2", "the nearest of the two to the left"
    tied = forming({"PRR": {"P2": 4}, "NKP": {"P3": 4}})
    assert tied.corp(CR).president == "P2", "the holder stays"


@pytest.mark.rule("18gl.conrail.exchange.odd-player-shares", "18gl.conrail.exchange.treasury")
def test_odd_shares_go_to_the_pool_unpaid() -> None:
    held: Held = {"PRR": {"P1": 3, "P2": 2}, "NKP": {"P1": 2, "P3": 2}}
    scene = ConrailScene()
    for id, treasury in (("PRR", 5), ("NKP", 6)):
        scene.old(id, held[id], treasury=treasury)
    cash = {name: scene.cash(name) for name in ("P1", "P2", "P3")}
    texts = scene.told(scene.begins())
    assert scene.split() == ({"P1": 2, "P2": 1, "P3": 1}, 5, 1)
    assert "P1's odd share goes to the pool" in texts
    assert "The treasuries' odd share goes to the pool" in texts
    assert cash == {name: scene.cash(name) for name in cash}


@pytest.mark.rule("18gl.conrail.exchange.treasury")
def test_the_treasuries_exchange_together() -> None:
    scene = forming({"PRR": {"P1": 4}, "NKP": {"P2": 4}}, treasury={"PRR": 3, "NKP": 4})
    assert scene.split() == ({"P1": 2, "P2": 2}, 3, 3), "the odd one meets five in the pool"


@pytest.mark.rule("18gl.conrail.exchange.open-market")
def test_the_pool_exchanges_last() -> None:
    scene = forming({"PRR": {"P1": 6}, "NKP": {"P2": 6}})
    assert scene.split() == ({"P1": 3, "P2": 3}, 0, 4)


@pytest.mark.rule("18gl.conrail.issue.two-corporations")
def test_two_make_ten_shares() -> None:
    scene = sixes(2)
    corp = scene.corp(CR)
    assert (corp.total, corp.percent, corp.offering) == (10, 10, 0)
    assert scene.bonds() == {"treasury": 10}


@pytest.mark.rule("18gl.conrail.issue.three-or-four", "18gl.conrail.exchange.undistributed")
@pytest.mark.parametrize(("count", "with_players"), [(3, 9), (4, 12)])
def test_three_or_four_make_twenty(count: int, with_players: int) -> None:
    scene = sixes(count)
    corp = scene.corp(CR)
    assert (corp.total, corp.percent) == (20, 5)
    assert sum(corp.shares.values()) == with_players
    assert (corp.treasury, corp.pool) == (0, 20 - with_players), "what nobody got comes to the pool"
    assert scene.bonds() == {"treasury": 10}


@pytest.mark.rule("18gl.conrail.issue.five-or-more")
def test_with_five_or_more_bonds_follow_when_the_shares_have_run_out() -> None:
    scene = ConrailScene()
    texts = []
    for place, id in enumerate(MANY[:5]):
        scene.old(id, {f"P{1 + place % 3}": 6, f"P{1 + (place + 1) % 3}": 4})
    texts = scene.told(scene.begins())
    # P1 has 6 + 4 + 6 shares, P2 4 + 6 + 4 + 6, P3 4 + 6 + 4: 25 pairs.
    assert scene.split() == ({"P1": 8, "P2": 10, "P3": 2}, 0, 0)
    assert scene.bonds() == {"P3": 5, "treasury": 5}
    assert texts[texts.index("P3 receives 2 shares of CR") + 1] == "P3 receives 5 bonds of CR"


@pytest.mark.rule("18gl.conrail.issue.five-or-more")
def test_treasury_and_pool_receive_bonds_too() -> None:
    scene = sixes(6, treasury=2)
    assert scene.split() == ({"P1": 6, "P2": 6, "P3": 6}, 2, 0), "six due in the treasury, two left"
    assert scene.bonds() == {"treasury": 4, "pool": 6}
    assert not list(wrong(scene.game.title, scene.state))


@pytest.mark.rule("18gl.conrail.exchange.shortfall")
def test_what_finds_neither_share_nor_bond_is_dropped() -> None:
    scene = ConrailScene()
    for place, id in enumerate(MANY):
        scene.old(id, {f"P{1 + place % 3}": 6, f"P{1 + (place + 1) % 3}": 4}, treasury=0)
    before = sum(scene.cash(name) for name in ("P1", "P2", "P3"))
    texts = scene.told(scene.begins())
    assert sum(scene.split()[0].values()) == 20
    assert sum(scene.bonds().values()) == 10
    assert "treasury" not in scene.bonds()
    assert "10 shares of the merged corporations are lost without payment" in texts
    assert before == sum(scene.cash(name) for name in ("P1", "P2", "P3"))


@pytest.mark.rule("18gl.conrail.bonds.supply")
@pytest.mark.parametrize("count", [2, 3, 5, 6, 7])
def test_there_are_always_ten_bonds(count: int) -> None:
    assert sum(sixes(count).bonds().values()) == 10


@pytest.mark.rule("18gl.conrail.market-over-half")
def test_the_pool_may_hold_more_than_half_of_it_at_first() -> None:
    scene = forming({"PRR": {"P1": 4}, "NKP": {"P2": 4}})
    assert scene.split() == ({"P1": 2, "P2": 2}, 0, 6)
    assert not list(wrong(scene.game.title, scene.state))
    scene.corp(CR).operated = True
    scene.corp(CR).shares = {"P1": 3, "P2": 2}
    scene.corp(CR).pool = 5
    scene.stock("P2")
    refusal = scene.game.check(A.SellShares("P2", CR, 1))
    assert refusal is not None
    assert "may hold no more than 50%" in str(refusal)
