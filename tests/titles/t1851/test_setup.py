"""The setup of a game of 1851."""

from __future__ import annotations

from collections import Counter

import pytest

import trunkline
from scenes_1851 import Scene
from trunkline import actions as A
from trunkline.engine.kernel.state import OFFERING, POOL, TREASURY

NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay"]
CASH = {3: 500, 4: 430, 5: 400}
COSTS = {"lo": 200, "mc": 50, "etwnc": 80, "ow": 210, "cnotp": 240}
INCOMES = {"lo": 5, "mc": 10, "etwnc": 15, "ow": 20, "cnotp": 25}
PARS = [70, 75, 82, 90, 100]
SEATS = pytest.mark.parametrize("players", [3, 4, 5])


def _owners(scene: Scene) -> dict[str, str]:
    return {id: private.player for id, private in scene.state.privates.items()}


@pytest.mark.rule("1851.setup.player-count")
@pytest.mark.parametrize("players", [1, 2, 6])
def test_fewer_than_three_and_more_than_five_cannot_play(players: int) -> None:
    with pytest.raises(trunkline.UsageError, match="3 to 5 players"):
        trunkline.new("1851", NAMES[:players])


@pytest.mark.rule("1851.setup.player-count", "1851.setup.cash", "1851.setup.pay-for-private")
@SEATS
def test_everyone_has_his_capital_less_what_his_private_cost(players: int) -> None:
    state = Scene(players).state
    assert len(state.players) == players
    paid = {private.player: private.cost for private in state.privates.values()}
    assert paid == dict(zip(state.players, COSTS.values(), strict=False))
    assert {name: player.cash + paid[name] for name, player in state.players.items()} == dict.fromkeys(
        state.players, CASH[players]
    )
    # The certificates of the L&N were free, and the bank has the payments.
    assert state.bank == 8040 - players * CASH[players] + sum(paid.values())


@pytest.mark.rule("1851.setup.seating")
def test_seats_are_drawn_with_the_seed_or_given() -> None:
    drawn = [trunkline.new("1851", NAMES[:5], seed=seed, seating="random") for seed in range(8)]
    assert len({tuple(game.players) for game in drawn}) > 4
    assert all(sorted(game.players) == NAMES[:5] for game in drawn)
    again = trunkline.new("1851", NAMES[:5], seed=3, seating="random")
    assert again.digest() == drawn[3].digest()
    assert trunkline.new("1851", NAMES[:5], seed=3).players == NAMES[:5]


@pytest.mark.rule("1851.privates.set-by-player-count", "1851.privates.one-owner", "1851.setup.deal-privates")
@SEATS
def test_one_private_each_and_the_others_are_set_aside(players: int) -> None:
    wanted = ["lo", "mc", "etwnc", "ow", "cnotp"][:players]
    scene = Scene(players)
    assert list(scene.state.privates) == wanted
    assert sorted(_owners(scene).values()) == list(scene.state.players)
    for private in scene.state.privates.values():
        assert (private.cost, private.corp, private.closed) == (COSTS[private.id], "", False)


@pytest.mark.rule("1851.setup.deal-privates")
def test_the_deal_is_drawn_with_the_seed() -> None:
    deals = [trunkline.new("1851", NAMES[:4], seed=seed).options.deal for seed in range(40)]
    first = Counter(deal[0] for deal in deals)
    assert set(first) == {"lo", "mc", "etwnc", "ow"}
    assert max(first.values()) < 25
    assert trunkline.new("1851", NAMES[:4], seed=7).options.deal == deals[7]
    scene = Scene(3, deal=("mc", "etwnc", "lo"))
    assert _owners(scene) == {"mc": "P1", "etwnc": "P2", "lo": "P3"}


@pytest.mark.rule("1851.setup.deal-privates", "1851.privates.set-by-player-count")
@pytest.mark.parametrize(
    "deal",
    [("lo", "mc"), ("lo", "mc", "ow"), ("lo", "mc", "mc"), (*COSTS,), ("lo", "mc", None), (1, 2, 3)],
)
def test_no_other_private_can_be_dealt_to_three(deal: tuple[object, ...]) -> None:
    with pytest.raises(trunkline.UsageError, match=r"^In 1851 lo, mc, etwnc in some order is dealt, not "):
        Scene(3, deal=deal)


@pytest.mark.rule(
    "1851.setup.free-ln-share", "1851.setup.free-ln-presidency", "1851.corporations.ln-dealt-shares"
)
@pytest.mark.parametrize(
    ("players", "shares"),
    [(3, {"P1": 2}), (4, {"P1": 2, "P4": 1}), (5, {"P1": 2, "P4": 1, "P5": 1})],
)
def test_shares_of_the_ln_come_with_three_privates(players: int, shares: dict[str, int]) -> None:
    scene = Scene(players)
    corp = scene.corp("L&N")
    assert (corp.shares, corp.president) == (shares, "P1")
    assert corp.offering == 10 - sum(shares.values())
    assert (corp.pool, corp.treasury, corp.cash) == (0, 0, 0)
    # Certificates: the private of each, and with it the president's certificate or a share.
    assert [scene.certificates(name) for name in scene.state.players] == [2, 1, 1, 2, 2][:players]


@pytest.mark.rule("1851.setup.free-ln-presidency", "1851.setup.free-ln-share")
def test_the_ln_goes_to_whoever_holds_the_private() -> None:
    scene = Scene(5, deal=("cnotp", "mc", "ow", "lo", "etwnc"))
    corp = scene.corp("L&N")
    assert (corp.president, corp.shares) == ("P4", {"P1": 1, "P3": 1, "P4": 2})
    assert [scene.cash(name) for name in scene.state.players] == [160, 350, 190, 200, 320]


@pytest.mark.rule("1851.setup.ln-initial-price", "1851.market.starting-spaces")
@pytest.mark.parametrize("par", PARS)
def test_the_holder_of_the_lo_chooses_one_of_five_prices(par: int) -> None:
    scene = Scene(4, deal=("mc", "ow", "lo", "etwnc"))
    assert scene.game.to_act == {"P3"}
    assert scene.legal(A.StartCorporation) == [A.StartCorporation("P3", "L&N", each) for each in PARS]
    cash = scene.cash("P3")
    scene.play(A.StartCorporation("P3", "L&N", par))
    assert (scene.price("L&N"), scene.corp("L&N").par) == (par, par)
    cells = {100: (2, 4), 90: (3, 4), 82: (3, 3), 75: (4, 3), 70: (4, 2)}
    assert scene.corp("L&N").cell == cells[par]
    assert scene.cash("P3") == cash  # the certificate itself was free


@pytest.mark.rule("1851.setup.ln-initial-price", "1851.market.starting-spaces")
def test_nobody_else_no_other_corporation_and_no_other_price_come_first() -> None:
    scene = Scene(4)
    scene.refused(A.StartCorporation("P2", "L&N", 100), "setup.ln-initial-price")
    scene.refused(A.StartCorporation("P1", "IC", 100), "setup.ln-initial-price")
    scene.refused(A.Pass("P1"), "setup.ln-initial-price")
    scene.refused(A.BuyShare("P2", "L&N", OFFERING), "setup.ln-initial-price")
    for par in (0, 65, 95, 110, 122):
        refusal = scene.refused(A.StartCorporation("P1", "L&N", par), "market.starting-spaces")
        assert "$70, $75, $82, $90, $100" in refusal.why
    scene.opened(par=82)
    for par in (65, 95, 110):
        scene.refused(A.StartCorporation("P2", "IC", par), "market.starting-spaces")
    offered = {start.par for start in scene.legal(A.StartCorporation) if start.corp == "IC"}
    assert offered == set(PARS)


@pytest.mark.rule("1851.setup.priority-deal", "1851.setup.first-round")
@pytest.mark.parametrize(("seat", "first"), [(1, "P2"), (2, "P3"), (4, "P1")])
def test_play_opens_left_of_the_ln_president_with_a_stock_round(seat: int, first: str) -> None:
    others = ["mc", "etwnc", "ow"]
    scene = Scene(4, deal=(*others[: seat - 1], "lo", *others[seat - 1 :]))
    assert scene.state.priority == first
    scene.opened()
    assert (scene.state.round.kind, scene.state.round.number) == ("stock", 1)
    assert (scene.game.to_act, scene.state.priority) == ({first}, first)
    kinds = {type(choice) for choice in scene.choices()}
    assert A.Pass in kinds


@pytest.mark.rule("1851.setup.priority-deal")
def test_the_first_seat_begins_as_rails_plays_it() -> None:
    scene = Scene(4, rules="rails", deal=("mc", "lo", "etwnc", "ow")).opened()
    assert scene.game.to_act == {"P1"}


@pytest.mark.rule("1851.setup.certificate-limit")
@pytest.mark.parametrize(("players", "limit"), [(3, 15), (4, 12), (5, 10)])
def test_the_certificate_limit_hangs_on_the_number_of_players(players: int, limit: int) -> None:
    scene = Scene(players).opened()
    for phase in ("2", "4", "8"):
        scene.phase(phase)
        assert scene.game.title.policies.certificate_limit(scene.table) == limit


@pytest.mark.rule("1851.corporations.certificates")
def test_six_corporations_of_nine_certificates() -> None:
    scene = Scene()
    facts = scene.game.title.board.corporations
    assert [corp.id for corp in facts] == ["GM&O", "IC", "L&N", "Dixie", "SR", "TC"]
    for corp in facts:
        assert corp.shares == (20, *[10] * 8)
        now = scene.corp(corp.id)
        assert now.offering + sum(now.shares.values()) == now.total == 10
    scene.opened()
    scene.refused(A.StartCorporation("P2", "B&O", 100), "corporations.certificates")
    scene.refused(A.BuyShare("P2", "B&O", OFFERING), "corporations.certificates")


@pytest.mark.rule("1851.setup.offering-piles")
def test_the_presidents_certificate_lies_on_top_and_the_reminder_under_the_fourth() -> None:
    scene = Scene().opened()
    scene.set_cash("P2", 1000)
    assert not any(buy.corp == "SR" for buy in scene.legal(A.BuyShare))
    scene.play(A.StartCorporation("P2", "SR", 70))
    assert scene.corp("SR").shares == {"P2": 2}  # the first that can be bought is the 20%
    for count in (7, 6):
        scene.bought("SR")
        assert (scene.corp("SR").offering, scene.corp("SR").treasury) == (count, 0)
    scene.bought("SR")
    assert (scene.corp("SR").offering, scene.corp("SR").treasury) == (0, 5)  # four sold, five were under it


@pytest.mark.rule("1851.setup.tiles-at-start")
def test_only_yellow_tiles_are_laid_at_first() -> None:
    scene = Scene()
    tiles = scene.game.title.board.tiles
    assert {tile.colour for tile in tiles.values()} == {"yellow", "green", "brown", "gray"}
    assert not scene.state.tiles
    scene.floated("L&N", operated=False)
    scene.turn("L&N")
    lays = scene.legal(A.LayTile)
    assert lays
    assert {tiles[lay.tile].colour for lay in lays} == {"yellow"}
    assert scene.game.check(A.LayTile("P1", "L&N", "B16", "511", 0)) is not None


@pytest.mark.rule("1851.map.stops")
def test_cities_two_of_them_dots_and_red_hexes_are_the_stops() -> None:
    scene = Scene()
    hexes = scene.game.title.board.hexes
    dots = {
        spot.name
        for spot in hexes.values()
        if any(stop.kind == "city" and not stop.slots for stop in spot.stops)
    }
    assert dots == {"Birmingham", "Johnson City"}
    circles = {
        spot.name
        for spot in hexes.values()
        if spot.cities == 1 or any(stop.kind == "city" and stop.slots == 1 for stop in spot.stops)
    }
    assert circles == {
        *("East St. Louis", "Evansville", "Louisville", "Lexington", "Owensboro", "Paducah"),
        *("Bowling Green", "Hopkinsville", "Dyersburg", "Nashville", "Cookeville", "Knoxville"),
        *("Jackson", "Memphis", "Chattanooga", "Huntsville"),
    }
    red = {spot.name for spot in hexes.values() if spot.kind == "offboard"}
    assert red == {"Cincinnati", "St. Louis", "Little Rock", "Gulf", "Atlanta"}
    assert not any(spot.towns for spot in hexes.values())
    stops = {stop.kind for spot in hexes.values() for stop in spot.stops}
    stops |= {stop.kind for tile in scene.game.title.board.tiles.values() for stop in tile.stops}
    assert stops == {"city"}
    named = {spot.name for spot in hexes.values() if spot.name}
    assert named == dots | circles | red


# -- privates


@pytest.mark.rule("1851.privates.one-owner", "1851.privates.no-other-disposal")
def test_a_private_can_neither_be_bought_nor_sold() -> None:
    scene = Scene(3)
    scene.floated("GM&O", "P1", cash=1000)
    buys = (
        A.BuyPrivate("P1", "mc", 50),
        A.BuyPrivate("P1", "mc", 50, "GM&O"),
        A.BuyPrivate("P1", "lo", 200, "GM&O"),
    )
    scene.stock("P1")
    for buy in buys:
        scene.refused(buy, "privates.no-other-disposal")
    for id in ("lo", "mc"):
        scene.refused(A.SellShares("P1", id, 1), "privates.no-other-disposal")
    offered = [type(choice) for choice in scene.choices()]
    assert A.BuyPrivate not in offered
    for step in Scene.STEPS:
        scene.turn("GM&O", step)
        for buy in buys:
            scene.refused(buy, "privates.no-other-disposal")
    fresh = Scene()
    fresh.refused(A.BuyPrivate("P1", "mc", 50), "privates.no-other-disposal")


@pytest.mark.rule("1851.privates.income")
@SEATS
def test_every_owner_has_his_income_before_a_corporation_acts(players: int) -> None:
    scene = Scene(players)
    scene.floated("GM&O", "P1")
    scene.stock("P1")
    before = {name: scene.cash(name) for name in scene.state.players}
    for _ in range(players):
        scene.pass_()
    assert (scene.state.round.kind, scene.acting()) == ("operating", "GM&O")
    gained = {name: scene.cash(name) - before[name] for name in scene.state.players}
    assert gained == {private.player: INCOMES[id] for id, private in scene.state.privates.items()}


@pytest.mark.rule("1851.privates.income")
def test_the_income_comes_in_each_operating_round_of_a_set() -> None:
    scene = Scene().phase("3").stock("P1")
    before = scene.cash("P2")
    for _ in range(3):
        scene.pass_()
    # No corporation has floated: both rounds of the set consist of the incomes only.
    assert (scene.state.round.kind, scene.state.round.number) == ("stock", 3)
    assert scene.cash("P2") == before + 2 * INCOMES["mc"]


@pytest.mark.rule("1851.privates.close-in-phase-5", "1851.privates.count-as-certificates")
def test_the_first_five_train_closes_the_privates_without_pay() -> None:
    scene = Scene(3).phase("4")
    scene.sell_out("4")
    scene.floated("GM&O", "P2", {"P2": 5, "P3": 5}, cash=600)
    before = {name: scene.cash(name) for name in scene.state.players}
    assert [scene.certificates(name) for name in scene.state.players] == [2, 5, 6]
    scene.turn("GM&O", "trains")
    assert not any(private.closed for private in scene.state.privates.values())
    scene.play(scene.buy("GM&O", "5"))
    assert all(private.closed for private in scene.state.privates.values())
    assert {name: scene.cash(name) for name in scene.state.players} == before
    assert [scene.certificates(name) for name in scene.state.players] == [1, 4, 5]
    scene.stock("P1")
    for _ in range(3):
        scene.pass_()
    assert scene.state.round.kind == "operating"
    assert {name: scene.cash(name) for name in scene.state.players} == before
    scene.refused(A.BuyPrivate("P2", "mc", 50, "GM&O"), "privates.no-other-disposal")


# -- corporations


@pytest.mark.rule("1851.corporations.president-controls")
def test_the_largest_holder_is_president_and_he_alone_acts() -> None:
    scene = Scene(3)
    corp = scene.floated("GM&O", "P2", {"P2": 3, "P1": 2}, cash=500)
    scene.turn("GM&O")
    assert scene.game.to_act == {"P2"}
    for player in ("P1", "P3"):
        scene.refused(A.Pass(player), "or.president-decides")
        scene.refused(A.LayTile(player, "GM&O", "G7", "57", 1), "or.president-decides")
    scene.accepted(A.LayTile("P2", "GM&O", "G7", "57", 1))
    assert corp.shares[corp.president] == max(corp.shares.values())


@pytest.mark.rule("1851.corporations.treasury-and-pool-stock", "1851.market.pool-buyers")
def test_treasury_shares_are_for_players_and_pool_shares_also_for_their_corporation() -> None:
    scene = Scene(3)
    scene.floated("GM&O", "P1", {"P1": 5}, price=70, cash=200)
    scene.stock("P2")
    scene.play(scene.of_treasury("P2", "GM&O"), A.Pass("P3"))
    scene.play(A.SellShares("P1", "GM&O", 2), A.Pass("P1"))
    corp = scene.corp("GM&O")
    assert (corp.treasury, corp.pool) == (4, 2)
    scene.play(A.BuyShare("P2", "GM&O", POOL))
    assert (scene.corp("GM&O").pool, scene.corp("GM&O").shares) == (1, {"P1": 3, "P2": 2})
    scene.turn("GM&O", "shares")
    scene.play(A.RedeemShares("P1", "GM&O", 1))
    corp = scene.corp("GM&O")
    assert (corp.treasury, corp.pool) == (5, 0)


@pytest.mark.rule("1851.market.pool-buyers")
def test_a_corporation_buys_no_shares_of_another() -> None:
    scene = Scene(3)
    scene.floated("GM&O", "P1", {"P1": 4, "P2": 3}, treasury=0, cash=500)
    scene.floated("IC", "P1", {"P1": 5}, price=90, cash=500)
    scene.turn("IC", "shares", done=("GM&O",))
    scene.refused(A.RedeemShares("P1", "GM&O", 1), "or.step-order")
    scene.refused(A.BuyShare("P1", "GM&O", POOL), "or.step-order")
    assert scene.legal(A.RedeemShares) == []
    assert TREASURY not in scene.corp("GM&O").shares
