"""Share and certificate limits, and duties of a player over a limit."""

from __future__ import annotations

import pytest

from older_rulings import begun_under
from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel.state import OFFERING
from trunkline.titles.t1856 import closing
from trunkline.titles.t1856.state import CgrStatus

EARLY = {3: 20, 4: 16, 5: 13, 6: 11}
LATE = {
    11: (28, 22, 18, 15),
    10: (25, 20, 16, 14),
    9: (22, 18, 15, 12),
    8: (20, 16, 13, 11),
    7: (18, 14, 11, 10),
    6: (15, 12, 10, 8),
    5: (13, 10, 8, 7),
    4: (10, 8, 7, 6),
    3: (10, 8, 7, 6),
}
"""Limits for 3, 4, 5 and 6 players, by the number of corporations."""


def _limit(scene: Scene) -> int:
    return scene.game.title.policies.certificate_limit(scene.table)


def _close(scene: Scene, *ids: str) -> None:
    for id in ids:
        closing.close(True, scene.table, scene.corp(id))


def _first_six(players: int, *, indebted: tuple[str, ...] = (), rules: str = "printed") -> Scene:
    """Return a scene after GT has bought the first 6-train and ended its turn.

    Indebted corporations have been absorbed.
    """
    scene = Scene(players, rules=rules).opened().phase(4)
    scene.sell_out("5")
    scene.started("GT", "P1", cash=800, price=125)
    for id in indebted:
        scene.started(id, "P2", loans=1)
    scene.turn("GT", "trains")
    scene.play(scene.buy("GT", "6"))
    if rules == "printed":
        scene.pass_turn()
    for id in indebted:
        scene.play(A.SettleDebt("P2", id, False))
    return scene


@pytest.mark.rule("1856.limit.president-cert-counts-one")
def test_the_presidents_certificate_is_two_shares_and_one_certificate() -> None:
    scene = Scene().stock("P1")
    scene.play(A.StartCorporation("P1", "GT", 100))
    assert scene.corp("GT").shares == {"P1": 2}
    assert scene.corp("GT").percent * 2 == 20
    assert scene.certificates("P1") == 1
    scene.play(A.StartCorporation("P2", "CPR", 65))
    scene.pass_()
    scene.play(A.BuyShare("P1", "GT", OFFERING))
    assert (scene.corp("GT").shares["P1"], scene.certificates("P1")) == (3, 2)


@pytest.mark.rule("1856.limit.sixty-percent")
def test_nobody_buys_beyond_sixty_percent() -> None:
    scene = Scene()
    scene.started("GT", "P1", {"P1": 6})
    scene.started("CPR", "P2", {"P2": 2, "P1": 5})
    scene.stock("P1")
    refusal = scene.refused(A.BuyShare("P1", "GT", OFFERING), "limit.sixty-percent")
    assert "70%" in refusal.why
    assert "60%" in refusal.why
    scene.accepted(A.BuyShare("P1", "CPR", OFFERING))


@pytest.mark.rule("1856.limit.certs-phases-1-4")
@pytest.mark.parametrize(("players", "limit"), EARLY.items())
def test_the_certificate_limit_at_first(players: int, limit: int) -> None:
    scene = Scene(players)
    scene.opened(flos="P1")
    scene.started("WR", "P2", {"P2": 2})
    scene.hold("P1", limit - 2)
    scene.stock("P1")
    for phase in (1, 2, 3, 4):
        scene.state.phase = phase - 1
        assert _limit(scene) == limit
    assert scene.certificates("P1") == limit - 1  # the private is one of them
    scene.play(A.BuyShare("P1", "WR", OFFERING))
    assert scene.certificates("P1") == limit
    scene.stock("P1")
    scene.refused(A.BuyShare("P1", "WR", OFFERING), "stock.buy.limits")
    scene.refused(A.StartCorporation("P1", "WGB", 65), "stock.buy.limits")


@pytest.mark.rule("1856.stock.buy.limits", "1856.presidency.larger-holding")
@pytest.mark.parametrize("rules", ["printed", "18xx.games"])
def test_no_share_is_bought_at_the_limit_to_become_president(rules: str) -> None:
    scene = Scene(rules=rules).opened()
    scene.started("WR", "P2", {"P2": 2, "P1": 2})
    scene.hold("P1", 18)
    scene.stock("P1")
    assert (scene.certificates("P1"), _limit(scene)) == (20, 20)
    # With the president's certificate for two of three shares he would hold 20 certificates again.
    scene.refused(A.BuyShare("P1", "WR", OFFERING), "stock.buy.limits")
    scene.corp("BB").shares["P1"] -= 1
    scene.corp("BB").pool += 1
    assert scene.certificates("P1") == 19
    scene.play(A.BuyShare("P1", "WR", OFFERING))
    assert (scene.corp("WR").president, scene.certificates("P1")) == ("P1", 19)


@pytest.mark.rule("1856.limit.certs-phases-1-4")
def test_closed_privates_count_no_more() -> None:
    scene = Scene().opened(flos="P1", ws="P1").phase(3)
    scene.sell_out("4")
    scene.started("GT", "P2", cash=600)
    assert scene.certificates("P1") == 2
    scene.turn("GT", "trains")
    scene.play(scene.buy("GT", "5"))
    assert scene.certificates("P1") == 0


@pytest.mark.rule("1856.limit.certs-phases-5-6")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_certificate_limit_once_the_cgr_cannot_form(players: int) -> None:
    scene = _first_six(players)
    assert scene.own.cgr.status is CgrStatus.NEVER
    ids = [id for id in scene.state.corporations if id not in ("GT", "CGR")]
    for count, limits in LATE.items():
        _close(scene, *ids[: 11 - count])
        assert _limit(scene) == limits[players - 3], count
    assert sum(corp.closed for corp in scene.state.corporations.values()) == 8


@pytest.mark.rule("1856.limit.certs-phases-5-6")
def test_the_cgr_and_companies_not_started_count() -> None:
    scene = _first_six(4, indebted=("CPR", "BB", "WR", "GW"))
    assert scene.own.cgr.status is CgrStatus.FORMED
    live = [id for id, corp in scene.state.corporations.items() if not corp.closed]
    assert len(live) == 8
    assert {"CGR", "GT"} <= set(live)
    started = [id for id in live if scene.corp(id).started]
    assert started == ["GT", "CGR"]
    assert _limit(scene) == 16
    _close(scene, "LPS", "CA")
    assert _limit(scene) == 12
    scene.started("THB", "P2")
    scene.hold("P1", 10)
    assert scene.certificates("P1") == 11
    scene.stock("P1")
    scene.play(A.BuyShare("P1", "THB", OFFERING))
    scene.stock("P1")
    scene.refused(A.BuyShare("P1", "THB", OFFERING), "stock.buy.limits")


@pytest.mark.rule("1856.limit.certs-phases-5-6")
def test_the_certificate_limit_as_18xx_games_plays_it() -> None:
    assert _limit(_first_six(4, rules="18xx.games")) == 16  # the first table stays without the CGR
    formed = _first_six(4, indebted=("CPR", "BB", "WR"), rules="18xx.games")
    assert _limit(formed) == 18
    _close(formed, "LPS", "CA")
    assert _limit(formed) == 16  # a later closing brings the first table back
    printed = _first_six(4, indebted=("CPR", "BB", "WR"))
    _close(printed, "LPS", "CA")
    assert _limit(printed) == 14


@pytest.mark.rule("1856.limit.forced-reduction")
def test_two_certificates_too_many_are_sold_before_anything_else() -> None:
    scene = _first_six(3)
    _close(scene, "TGB", "THB", "WR", "WGB")
    scene.started("LPS", "P2", {"P2": 2}, price=50)
    scene.hold("P1", 19)
    assert (scene.certificates("P1"), _limit(scene)) == (20, 18)
    scene.stock("P1", selling=True)
    scene.refused(A.Pass("P1"), "limit.forced-reduction")
    scene.refused(A.BuyShare("P1", "LPS", OFFERING), "limit.forced-reduction")
    scene.play(A.SellShares("P1", "BB", 1))
    scene.refused(A.Pass("P1"), "limit.forced-reduction")
    scene.refused(A.BuyShare("P1", "LPS", OFFERING), "limit.forced-reduction")
    scene.play(A.SellShares("P1", "CA", 1))
    assert scene.certificates("P1") == 18
    scene.accepted(A.BuyShare("P1", "LPS", OFFERING))
    scene.play(A.Pass("P1"))


@pytest.mark.rule("1856.limit.forced-reduction")
def test_a_sale_too_small_to_reach_the_limit_is_refused() -> None:
    scene = _first_six(6)
    _close(scene, *[id for id in scene.state.corporations if id not in ("GT", "CPR", "BB", "CGR")])
    scene.started("CPR", "P1", {"P1": 6}, in_pool=4)
    scene.started("BB", "P1", {"P1": 2, "P2": 1})
    gt = scene.corp("GT")
    gt.shares = {**gt.shares, "P1": gt.shares["P1"] + 1}
    gt.pool, gt.offering = 5, 2
    assert (scene.certificates("P1"), _limit(scene)) == (8, 6)
    scene.stock("P1")
    scene.refused(A.Pass("P1"), "limit.forced-reduction")
    # The pool takes one more share of CPR, and P1 can sell no other share.
    assert scene.legal(A.SellShares) == [A.SellShares("P1", "CPR", 1)]
    scene.play(A.SellShares("P1", "CPR", 1))
    scene.play(A.Pass("P1"))

    scene.corp("CPR").pool, scene.corp("CPR").offering = 3, 1
    scene.corp("GT").pool, scene.corp("GT").offering = 1, 6
    cpr = scene.corp("CPR")
    cpr.shares = {**cpr.shares, "P1": 6}
    scene.stock("P1")
    assert scene.certificates("P1") == 8
    scene.refused(A.SellShares("P1", "BB", 1), "stock.sell.president-cert")
    scene.accepted(A.SellShares("P1", "CPR", 1))  # a share of GT may follow
    scene.accepted(A.SellShares("P1", "CPR", 2))
    scene.corp("GT").pool, scene.corp("GT").offering = 5, 2
    scene.refused(A.SellShares("P1", "CPR", 1), "limit.forced-reduction")
    assert scene.legal(A.SellShares) == [A.SellShares("P1", "CPR", 2)]


def _taken_over(rules: str = "printed") -> Scene:
    """Return a scene in which P1, at his limit, has lost the presidency of WR and is one certificate over."""
    scene = Scene(4, rules=rules)
    scene.started("WR", "P1", {"P1": 3, "P2": 3})
    scene.hold("P1", 14)
    scene.stock("P2")
    assert scene.certificates("P1") == 16
    scene.play(A.BuyShare("P2", "WR", OFFERING))
    assert scene.corp("WR").president == "P2"
    assert scene.certificates("P1") == 17
    for player in ("P2", "P3", "P4"):
        scene.play(A.Pass(player))
    return scene


@pytest.mark.rule("1856.limit.forced-reduction")
def test_one_certificate_too_many_by_a_lost_presidency_is_sold_in_the_next_round() -> None:
    scene = _taken_over()
    scene.refused(A.StartCorporation("P1", "GW", 65), "stock.buy.limits")
    scene.accepted(A.SellShares("P1", "WR", 1))
    scene.play(A.Pass("P1"))
    scene.pass_until("operating")
    scene.pass_until("stock")
    while "P1" not in scene.game.to_act:
        scene.pass_()
    scene.refused(A.Pass("P1"), "limit.forced-reduction")
    scene.play(A.SellShares("P1", "WR", 1), A.Pass("P1"))


@pytest.mark.rule("1856.limit.forced-reduction")
def test_18xx_games_wants_it_sold_in_the_same_round() -> None:
    scene = _taken_over("18xx.games")
    scene.refused(A.Pass("P1"), "limit.forced-reduction")
    scene.play(A.SellShares("P1", "WR", 1), A.Pass("P1"))


@pytest.mark.rule("1856.limit.forced-reduction")
def test_only_what_came_in_the_round_waits_for_the_next() -> None:
    scene = Scene(4)
    scene.started("WR", "P1", {"P1": 3, "P2": 3})
    first, *_ = scene.hold("P1", 15)
    scene.stock("P2")
    assert scene.certificates("P1") == 17
    scene.play(A.BuyShare("P2", "WR", OFFERING))
    assert scene.certificates("P1") == 18
    for player in ("P2", "P3", "P4"):
        scene.play(A.Pass(player))
    scene.refused(A.Pass("P1"), "limit.forced-reduction")
    scene.play(A.SellShares("P1", first, 1), A.Pass("P1"))
    assert scene.certificates("P1") == 17
    for player in ("P2", "P3", "P4"):
        scene.play(A.Pass(player))
    assert scene.state.stock is not None
    assert scene.game.to_act == {"P1"}
    scene.play(A.Pass("P1"))


@pytest.mark.rule("1856.limit.forced-reduction")
def test_what_a_falling_price_has_settled_by_the_first_turn_is_not_owed_later() -> None:
    scene = Scene(4)
    scene.started("WR", "P1", {"P1": 3, "P2": 3})
    scene.started("GW", "P2", {"P2": 4, "P1": 1}, cell=(4, 1))
    scene.hold("P1", 14)
    scene.stock("P2")
    assert scene.certificates("P1") == 17
    scene.play(A.SellShares("P2", "GW", 1), A.Pass("P2"))
    assert scene.certificates("P1") == 16, "GW stands in the yellow section"
    scene.play(A.Pass("P3"), A.Pass("P4"), A.Pass("P1"))
    scene.play(A.BuyShare("P2", "WR", OFFERING), A.Pass("P2"), A.Pass("P3"), A.Pass("P4"))
    assert (scene.corp("WR").president, scene.certificates("P1")) == ("P2", 17)
    scene.play(A.Pass("P1"))


@pytest.mark.rule("1856.limit.forced-reduction")
def test_a_game_begun_before_that_was_ruled_still_owes_it() -> None:
    scene = Scene(4)
    scene.game = begun_under(scene.game, 4)
    scene.started("WR", "P1", {"P1": 3, "P2": 3})
    scene.started("GW", "P2", {"P2": 4, "P1": 1}, cell=(4, 1))
    scene.hold("P1", 14)
    scene.stock("P2")
    scene.play(A.SellShares("P2", "GW", 1), *map(A.Pass, ("P2", "P3", "P4", "P1")))
    scene.play(A.BuyShare("P2", "WR", OFFERING), *map(A.Pass, ("P2", "P3", "P4")))
    scene.refused(A.Pass("P1"), "limit.forced-reduction")


@pytest.mark.rule("1856.limit.forced-reduction")
def test_a_token_that_leaves_brown_or_yellow_brings_the_limits_back() -> None:
    scene = Scene(4)
    scene.started("WR", "P1", {"P1": 8}, cell=(6, 0))
    scene.hold("P1", 12)
    assert scene.certificates("P1") == 12
    scene.stock("P1")
    scene.accepted(A.Pass("P1"))
    scene.turn("WR", "dividend", revenue=10)
    scene.play(A.Dividend("P1", "WR", "pay"))  # from brown into yellow: 80% is too much there
    assert scene.price("WR") == 45
    assert scene.certificates("P1") == 12
    scene.stock("P1")
    scene.refused(A.Pass("P1"), "limit.forced-reduction")
    scene.play(A.SellShares("P1", "WR", 1))  # and the sale brings it back into brown
    assert scene.price("WR") == 40
    scene.accepted(A.Pass("P1"))

    scene.corp("WR").cell = (4, 4)
    assert scene.certificates("P1") == 18
    scene.stock("P1")
    scene.play(A.SellShares("P1", "WR", 1))
    scene.refused(A.Pass("P1"), "limit.forced-reduction")
    scene.play(A.SellShares("P1", "BB", 1), A.Pass("P1"))
