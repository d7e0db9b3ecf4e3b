"""CONRAIL's station tokens in place of those of the corporations merged."""

from __future__ import annotations

import pytest

from conrail_scene import CR, ConrailScene, give_up
from trunkline import actions as A
from trunkline.engine.track.track_state import free_slots


def merging(*, milw: str = "", ic: str = "", nkp: str = "") -> ConrailScene:
    """Merge MILW (P1), IC (P2) and NKP (P2), which have no train and further tokens in these cities."""
    scene = ConrailScene()
    scene.old("MILW", {"P1": 6})
    scene.old("IC", {"P2": 3})
    scene.old("NKP", {"P2": 3})
    for id, hexes in (("MILW", milw), ("IC", ic), ("NKP", nkp)):
        for hex in hexes.split():
            if hex not in scene.state.tiles:
                scene.tile(hex, "57" if milw.count(hex) + ic.count(hex) + nkp.count(hex) < 2 else "14")
            scene.corp(id).tokens = (*scene.corp(id).tokens, 20)
            scene.token(id, hex)
    scene.begins()
    return scene


@pytest.mark.rule("18gl.conrail.tokens.home")
def test_all_home_tokens_are_replaced() -> None:
    scene = merging()
    assert scene.stations() == ["D12", "D14", "L14"]
    assert scene.acting() == "DT&I", "nothing to choose"
    assert not scene.state.pending


@pytest.mark.rule("18gl.conrail.tokens.home")
def test_a_home_token_is_not_given_up() -> None:
    scene = merging(milw="I11")
    scene.refused(give_up("D12"), "conrail.tokens.home")
    assert scene.legal(A.RemoveToken) == [give_up("I11")]


@pytest.mark.rule("18gl.conrail.tokens.additional")
def test_two_more_are_kept_of_each_merged() -> None:
    scene = merging(milw="I11 G11 I13", ic="F18")
    assert scene.game.to_act == {"P1"}
    scene.refused(A.Pass("P1"), "conrail.tokens.additional")
    scene.refused(give_up("K3"), "conrail.tokens.additional")
    scene.play(give_up("G11"))
    scene.play(A.Pass("P1"))
    assert scene.stations() == ["D12", "D14", "F18", "I11", "I13", "L14"]
    assert not scene.state.pending


@pytest.mark.rule("18gl.conrail.tokens.additional")
def test_two_of_one_cannot_be_kept_in_place_of_anothers() -> None:
    scene = merging(milw="I11 G11 I13", ic="F18")
    scene.play(give_up("F18"))
    scene.refused(A.Pass("P1"), "conrail.tokens.additional")


@pytest.mark.rule("18gl.conrail.tokens.additional")
def test_fewer_may_be_kept() -> None:
    scene = merging(milw="I11", ic="F18")
    scene.play(give_up("I11"), give_up("F18"))
    assert scene.stations() == ["D12", "D14", "L14"]
    assert not scene.state.pending


def test_tokens_are_chosen_before_trains_are_discarded() -> None:
    scene = ConrailScene()
    scene.old("MILW", {"P1": 6})
    scene.old("NKP", {"P2": 4})
    scene.tile("I11", "57")
    scene.token("MILW", "I11")
    scene.floated("IC", "P3")
    scene.give_trains("IC", "6H", "6H", "6H")
    scene.begins()
    assert [decision.corp for decision in scene.state.pending] == ["IC", CR]
    scene.play(A.Pass("P1"))
    assert scene.game.to_act == {"P3"}


@pytest.mark.rule("18gl.conrail.tokens.one-per-city")
def test_one_token_stands_for_all_of_the_merged_in_a_city() -> None:
    scene = merging(milw="I11", ic="I11")
    assert [token.corp for token in scene.state.tokens["I11"]] == [CR]
    assert free_slots(scene.state.tokens, "I11", 0, 2) == (1,), "the other space is free"


@pytest.mark.rule("18gl.conrail.tokens.one-per-city")
def test_a_shared_token_counts_for_the_one_with_room() -> None:
    scene = merging(milw="I11 G11 I13", ic="I11")
    scene.play(A.Pass("P1"))
    assert scene.stations() == ["D12", "D14", "G11", "I11", "I13", "L14"]
    full = merging(milw="I11 G11 I13", ic="I11 F18 J18")
    full.refused(A.Pass("P1"), "conrail.tokens.additional")


@pytest.mark.rule("18gl.conrail.tokens.one-per-city")
def test_a_token_in_anothers_home_is_that_home() -> None:
    scene = ConrailScene()
    scene.old("MILW", {"P1": 6})
    scene.old("NKP", {"P2": 4})
    scene.tile("L14", "63")
    scene.token("MILW", "L14")
    scene.begins()
    assert scene.stations() == ["D12", "L14"]
    assert not scene.state.pending


@pytest.mark.rule("18gl.conrail.tokens.unreplaced")
def test_what_is_not_kept_leaves_the_map_unpaid() -> None:
    scene = merging(milw="I11 G11 I13")
    cash = scene.cash(CR)
    texts = scene.told(scene.play(give_up("G11")))
    assert texts == ["CR gives up its token on Grand Rapids (G11)"]
    assert scene.cash(CR) == cash
    assert not scene.state.tokens["G11"]
    assert len(scene.corp(CR).tokens) == 5
