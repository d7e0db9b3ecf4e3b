"""Time of CONRAIL's formation, and the corporations that merge."""

from __future__ import annotations

import pytest

from conrail_scene import BUYER, CR, ConrailScene
from trunkline import actions as A
from trunkline.engine.kernel.state import OFFERING


@pytest.mark.rule("18gl.conrail.when.first-chance", "18gl.phase.10h.events")
def test_the_first_10h_forms_it_once_the_4h_trains_are_scrapped_and_paid_for() -> None:
    scene = ConrailScene()
    scene.old("PRR", {"P1": 4}, treasury=0, cash=120, trains="4H 4H")
    scene.old("NKP", {"P2": 4}, treasury=0, cash=80, trains="4H")
    assert not scene.formed
    texts = scene.told(scene.begins())
    assert texts.index("All 4H-trains rust") < texts.index(
        "CONRAIL forms out of 2 corporations, each share 10% of it"
    )
    assert scene.own.conrail.merged == ("PRR", "NKP")
    assert scene.cash(CR) == 120 + 80 + 3 * 50
    assert all(private.closed for private in scene.state.privates.values())


@pytest.mark.rule("18gl.conrail.when.first-chance")
def test_it_does_not_form_in_an_earlier_phase() -> None:
    scene = ConrailScene(first="6H")
    scene.old("PRR", {"P1": 4})
    scene.old("NKP", {"P2": 4})
    scene.begins()
    assert scene.table.phase.name == "6H"
    assert not scene.formed


@pytest.mark.rule("18gl.conrail.when.second-chance", "18gl.phase.e.events")
def test_the_first_e_forms_it_where_the_first_10h_did_not() -> None:
    scene = ConrailScene()
    scene.old("PRR", {"P1": 4}, trains="6H")
    scene.old("NKP", {"P2": 4}, trains="6H")
    texts = scene.told(scene.begins())
    assert "0 corporations without a train: CONRAIL does not form yet" in texts
    assert not scene.formed
    scene.play(A.Pass("P1"))
    scene.sell_out("10H")
    scene.first = "E"
    texts = scene.told(scene.begins())
    assert texts.index("All 6H-trains rust") < texts.index(
        "CONRAIL forms out of 2 corporations, each share 10% of it"
    )
    assert scene.own.conrail.phase == "E"
    assert scene.own.conrail.merged == ("PRR", "NKP")


@pytest.mark.rule("18gl.conrail.when.second-chance")
def test_it_forms_only_once() -> None:
    scene = ConrailScene(first="E")
    scene.conrail({"P1": 3, "P2": 2})
    scene.old("WAB", {"P1": 4})
    scene.old("NKP", {"P2": 4})
    scene.begins()
    assert scene.own.conrail.phase == "10H"
    assert not scene.corp("NKP").closed


@pytest.mark.rule("18gl.conrail.when.never")
def test_after_the_first_e_it_never_forms() -> None:
    scene = ConrailScene(first="E")
    scene.old("PRR", {"P1": 4}, trains="10H")
    texts = scene.told(scene.begins())
    assert "0 corporations without a train: CONRAIL never forms" in texts
    scene.give_away("PRR")
    scene.old("NKP", {"P2": 4})
    scene.sell_out("E")
    scene.first = "D"
    scene.begins()
    assert scene.table.phase.name == "D"
    assert not scene.formed


@pytest.mark.rule("18gl.conrail.merge.candidates")
def test_whoever_has_operated_and_has_no_train_merges_and_nobody_else() -> None:
    scene = ConrailScene()
    scene.old("PRR", {"P1": 4})
    scene.old("NKP", {"P2": 4}, trains="4H")
    scene.old("MON", {"P2": 4}, operated=False)
    scene.old("NYC", {"P3": 4}, trains="6H")
    scene.started("B&O", "P3", {"P3": 2}, operated=False, home=False)
    scene.begins()
    assert scene.own.conrail.merged == ("PRR", "NKP")
    assert [id for id, corp in scene.state.corporations.items() if corp.closed] == ["PRR", "NKP"]


@pytest.mark.rule("18gl.conrail.merge.candidates")
def test_the_buyer_of_the_train_has_one() -> None:
    scene = ConrailScene()
    assert not scene.trains(BUYER)
    scene.old("PRR", {"P1": 4})
    scene.begins()
    assert not scene.formed


@pytest.mark.rule("18gl.conrail.merge.exactly-one")
def test_a_single_one_stays_and_must_buy_a_train() -> None:
    scene = ConrailScene()
    scene.old("PRR", {"P1": 4}, cash=700)
    texts = scene.told(scene.begins())
    assert "1 corporation without a train: CONRAIL does not form yet" in texts
    assert not scene.corp("PRR").closed
    scene.tiles("L16:57:1")
    scene.turn("PRR", "trains", done=(BUYER,))
    scene.accepted(scene.buy("PRR", "10H"))


@pytest.mark.rule("18gl.conrail.merge.none")
def test_without_any_the_second_chance_is_kept() -> None:
    scene = ConrailScene()
    scene.old("PRR", {"P1": 4}, trains="6H")
    scene.begins()
    assert not scene.formed
    assert not scene.corp(CR).started
    assert not scene.state.bonds


@pytest.mark.rule("18gl.corp.shares")
def test_it_cannot_be_started_by_a_purchase() -> None:
    scene = ConrailScene().stock()
    scene.refused(A.StartCorporation("P1", CR, 100), "corp.shares")
    scene.refused(A.BuyShare("P1", CR, OFFERING), "corp.shares")
    assert CR not in {action.corp for action in scene.legal(A.StartCorporation)}


@pytest.mark.rule("18gl.conrail.assets.old-corporations")
def test_the_merged_are_gone_for_good() -> None:
    scene = ConrailScene()
    scene.old("PRR", {"P1": 4})
    scene.old("NKP", {"P2": 4})
    scene.begins()
    scene.stock()
    scene.refused(A.StartCorporation("P1", "PRR", 100), "conrail.assets.old-corporations")
    scene.refused(A.BuyShare("P1", "NKP", OFFERING), "conrail.assets.old-corporations")
    for id in ("PRR", "NKP"):
        corp = scene.corp(id)
        assert (corp.started, corp.shares, corp.treasury, corp.pool) == (False, {}, 0, 0)
        assert not scene.state.tokens_of(id)
    for name in ("P1", "P2", "P3"):
        assert [a for a in scene.legal(A.BuyShare, name) if a.corp in ("PRR", "NKP")] == []
