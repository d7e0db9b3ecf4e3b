"""Tests of the cells of the market: the source of a choice, and the word that explains a locked cell."""

from __future__ import annotations

import pytest

import trunkline
from scenes import Scene
from scenes_18gl import Scene as Scene18GL
from trunkline import actions as A
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.referee import kind_of
from trunkline.engine.kernel.rule_names import SHARED_RULES
from trunkline.game.wording.refusal_labels import LOCKS
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer
from trunkline.titles import catalogue
from trunkline.web.presenters import decisions, markets
from trunkline.web.schemas.choice_keys import Key
from trunkline.web.schemas.moment import ChoiceFacts, ForbiddenFacts
from web.http.api import Api


def listed(scene: Scene, kind: str) -> list[ChoiceFacts]:
    """Return the legal choices of a kind."""
    return [
        choice for group in decisions.groups(scene.game) if group.kind == kind for choice in group.choices
    ]


def locked(scene: Scene | Scene18GL, kind: str) -> dict[Key, ForbiddenFacts]:
    """Return the refused actions of a kind by target."""
    return {
        key: reason
        for reason in decisions.forbidden(scene.game)
        if reason.kind == kind
        for key in reason.targets
    }


def market() -> Scene:
    """Return a scene in which P1 is president of GT and holds CA. Shares of both are in the pool."""
    scene = Scene().opened().stock()
    scene.started("GT", shares={"P1": 4, "P2": 2}, in_pool=2)
    scene.started("CA", shares={"P1": 2, "P3": 4}, president="P3", in_pool=1)
    scene.state.players["P1"].cash = 1000
    return scene


def test_a_purchase_says_where_the_share_comes_from_and_how_much_it_is() -> None:
    found = {(one.corp, one.source): one for one in listed(market(), "buy_share")}
    assert set(found) == {("GT", "offering"), ("GT", "pool"), ("CA", "offering"), ("CA", "pool")}
    pool = found["GT", "pool"]
    assert (pool.seller, pool.percent, pool.president) == ("", 10, False)


def test_a_start_takes_the_presidents_certificate_from_the_offering() -> None:
    starts = [one for one in listed(market(), "start") if one.corp == "BB"]
    assert starts
    assert {(one.source, one.percent, one.president) for one in starts} == {("offering", 20, True)}


def test_a_sale_says_whose_shares_are_sold() -> None:
    found = {one.corp: one for one in listed(market(), "sell_shares")}
    assert (found["GT"].seller, found["GT"].percent, found["GT"].source) == ("P1", 10, "")


def test_a_private_in_a_players_hands_names_who_sells_it() -> None:
    scene = Scene().opened(flos="P2").stock()
    (offer,) = listed(scene, "buy_private")
    assert (offer.private, offer.seller) == ("flos", "P2")


def test_a_train_says_who_sells_it() -> None:
    scene = Scene().opened()
    scene.started("GT", shares={"P1": 6}, cash=500)
    scene.turn("GT", "trains")
    found = {(one.source, one.train, one.seller) for one in listed(scene, "buy_train")}
    assert ("bank", "2", "") in found


def test_what_was_sold_is_locked_by_one_word_and_its_rule() -> None:
    scene = market()
    scene.play(A.SellShares("P1", "CA", 1))
    found = locked(scene, "buy_share")
    reason = found[Key("CA", source="pool", percent=10)]
    assert (reason.word, reason.rule) == ("sold", "1856.stock.buy.no-rebuy-after-sale")
    assert Key("CA", source="offering", percent=10) in found
    assert Key("GT", source="pool", percent=10) not in found


def test_what_costs_too_much_is_locked_with_its_amount() -> None:
    scene = market()
    scene.state.players["P1"].cash = 150
    pars = {key.amount for key, reason in locked(scene, "start").items() if key.corp == "BB"}
    assert pars == {par for par in scene.game.board.par_values if 2 * par > 150}
    assert {reason.word for key, reason in locked(scene, "start").items() if key.corp == "BB"} == {"low cash"}


def test_a_sale_that_the_pool_has_no_room_for_is_locked() -> None:
    scene = market()
    scene.corp("CA").pool, scene.corp("CA").offering = 5, 0
    reason = next(one for key, one in locked(scene, "sell_shares").items() if key.corp == "CA")
    assert (reason.word, reason.rule) == ("pool full", "1856.stock.sell.pool-limit")


def test_a_place_says_what_a_share_costs_there(api: Api) -> None:
    scene = market()
    scene.corp("GT").par = 90
    table = scene.table
    gt = scene.corp("GT")
    assert markets.price_at(table, gt, "offering") == 90
    assert markets.price_at(table, gt, "pool") == scene.game.price("GT")
    assert markets.price_at(table, gt, "treasury") is None
    assert markets.price_at(table, scene.corp("BB"), "offering") is None


def test_bonds_are_told_once_there_are_any() -> None:
    scene = Scene18GL().opened().stock()
    assert markets.market(scene.table).bonds is None
    scene.state.bonds = {"pool": 2, "treasury": 5, "P1": 1}
    bonds = markets.market(scene.table).bonds
    assert bonds is not None
    assert (bonds.corp, bonds.pool, bonds.treasury) == ("CR", 2, 5)


def test_whose_price_will_rise_is_told_and_nothing_has_risen() -> None:
    scene = market()
    assert markets.market(scene.table).risers == ()
    scene.started("LPS", shares={"P1": 6, "P2": 4}, par=75)
    price = scene.game.price("LPS")
    (riser,) = markets.market(scene.table).risers
    assert (riser.corp, riser.before) == ("LPS", price)
    assert riser.after > price
    assert scene.game.price("LPS") == price


def test_every_lock_is_a_rule_that_there_is() -> None:
    assert set(LOCKS) <= set(SHARED_RULES)


@pytest.mark.parametrize("title", catalogue())
def test_every_cell_has_a_choice_a_lock_or_nothing_to_offer(title: str) -> None:
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=8)
    seen = 0
    for _ in play_turns(game, RandomPlayer(8)):
        if game.over or seen > 25:
            break
        if game.state.stock is None or game.state.pending:
            continue
        seen += 1
        (player,) = game.to_act
        offered = {
            (one.corp, one.source if group.kind == "buy_share" else one.seller)
            for group in decisions.groups(game)
            if group.kind in ("buy_share", "sell_shares")
            for one in group.choices
        }
        refused = {
            (key.corp, key.source or key.seller)
            for reason in decisions.forbidden(game)
            if reason.kind in ("buy_share", "sell_shares")
            for key in reason.targets
        }
        kinds = {kind_of(choice) for choice in game.legal()}
        for corp in game.state.corporations.values():
            if not corp.started:
                continue
            if player in corp.shares:
                assert (corp.id, player) in offered | refused
            for source in markets.market(table_of(game)).sources:
                price = markets.price_at(table_of(game), corp, source)
                assert (price is not None) == ((corp.id, source) in offered | refused)
        assert A.Pass in kinds or A.SellShares in kinds


def table_of(game: trunkline.Game) -> Context:
    """Return the context of a game."""
    return Context(game.title, game.state)
