"""Defects that soak runs have found, each in the smallest position that shows it."""

from __future__ import annotations

import pytest

import scenes_1851
from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel.state import OFFERING, POOL
from trunkline.titles.t1856.decisions import OverfullPool, TrainsToKeep
from trunkline.titles.t1856.state import CgrStatus


@pytest.mark.rule("1856.cgr.trains-kept")
def test_trains_are_discarded_in_the_name_of_the_cgr_alone() -> None:
    scene = Scene().opened()
    scene.give_trains("CGR", "4", "4")
    scene.own.pending.append(TrainsToKeep("P1"))
    train = scene.state.trains_at("CGR")[0]
    scene.refused(A.DiscardTrain("P1", "GT", train), "cgr.trains-kept")
    scene.play(A.DiscardTrain("P1", "CGR", train))
    assert scene.state.trains[train] == "pool"


@pytest.mark.rule("1856.stock.buy.sources")
def test_a_share_of_the_cgr_that_must_be_bought_is_not_the_presidents_certificate() -> None:
    scene = Scene().phase(5)
    scene.own.cgr.status, scene.own.cgr.duty = CgrStatus.FORMED, "P1"
    scene.started("CGR", "P1", {"P1": 1, "P2": 1}, in_pool=6, home=False).double = 1
    scene.stock("P1")
    for source in (OFFERING, POOL):
        scene.accepted(A.BuyShare("P1", "CGR", source))
        scene.refused(A.BuyShare("P1", "CGR", source, president=True), "stock.buy.sources")
    scene.own.pending[:] = [OverfullPool(("P1", "P2"))]
    scene.accepted(A.BuyShare("P1", "CGR", POOL))
    scene.refused(A.BuyShare("P1", "CGR", POOL, president=True), "stock.buy.sources")


def west(rules: str = "printed") -> scenes_1851.Scene:
    """Return IC in St. Louis East, one tile from St. Louis, with a run between the two."""
    scene = scenes_1851.Scene(rules=rules).phase("3")
    scene.floated("IC", "P1", cash=100)
    scene.tiles("A5:57:1")
    return scene


@pytest.mark.rule("1851.track.extend-route", "1851.track.upgrade-city")
def test_a_lay_by_a_power_that_no_private_has_is_refused_by_a_rule_of_the_title() -> None:
    scene = west()
    scene.turn("IC")
    scene.accepted(scene.lay("IC", "A7:9:1"))
    scene.refused(scene.lay("IC", "A7:9:1", power="mc"), "track.extend-route")
    scene.refused(scene.lay("IC", "A5:15:1", power="mc"), "track.upgrade-city")


def test_what_a_president_may_add_to_any_train_is_on_the_list() -> None:
    scene = west(rules="rails")
    scene.floated("SR", "P1", price=90)
    scene.set_cash("P1", 40)
    scene.give_trains("SR", "3")
    scene.turn("IC", "trains")
    (train,) = scene.state.trains_at("SR")
    prices = [offer.price for offer in scene.legal(A.BuyTrain) if offer.source == "SR"]
    assert prices == list(range(1, 141))
    scene.set_cash("P1", 300)
    prices = [offer.price for offer in scene.legal(A.BuyTrain) if offer.source == "SR"]
    assert prices == list(range(1, 201))  # not beyond its face value
    scene.play(A.BuyTrain("P1", "IC", train, "SR", 200))
    assert (scene.cash("IC"), scene.cash("P1"), scene.cash("SR")) == (0, 200, 200)


def test_after_sales_for_a_train_any_train_may_still_be_bought_with_help() -> None:
    scene = west(rules="rails")
    scene.floated("SR", "P1", {"P1": 5, "P2": 2}, price=90)
    scene.set_cash("P1", 0)
    scene.give_trains("SR", "3")
    scene.turn("IC", "trains")
    scene.play(A.SellShares("P1", "SR", 1))
    prices = [offer.price for offer in scene.legal(A.BuyTrain) if offer.source == "SR"]
    assert prices == list(range(1, 191))
