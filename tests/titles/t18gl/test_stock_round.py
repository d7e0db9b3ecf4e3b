"""The stock round: its order, its turns, and purchases."""

from __future__ import annotations

import pytest

from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.kernel import chart, shares

ALL = ("P1", "P2", "P3", "P4")


def trading(players: int = 4, **holdings: int) -> Scene:
    """Return the second stock round in P1's turn. IC has floated at $100 with P1 as president."""
    scene = Scene(players)
    scene.floated("IC", "P1", holdings or {"P1": 4, "P2": 2}, treasury=2)
    return scene.stock("P1")


# -- rounds and turns


@pytest.mark.rule("18gl.sr.order-and-end")
def test_the_priority_holder_begins_and_the_round_ends_when_all_pass() -> None:
    scene = trading()
    scene.state.stock = None
    scene.stock("P3")
    scene.refused(A.Pass("P1"), "sr.order-and-end")
    for name in ("P3", "P4", "P1"):
        scene.pass_(name)
    scene.play(A.BuyShare("P2", "IC", "pool"))
    for name in ("P3", "P4", "P1"):
        scene.pass_(name)
    assert scene.state.round.kind == "stock", "three passes and a purchase do not end it"
    scene.pass_("P2")
    assert scene.state.round.kind == "operating"


@pytest.mark.rule("18gl.sr.priority-next")
def test_the_priority_goes_left_of_whoever_traded_last() -> None:
    scene = trading()
    scene.pass_("P1")
    scene.play(A.BuyShare("P2", "IC", "pool"))
    assert scene.state.priority == "P3"
    for name in ("P3", "P4", "P1", "P2"):
        scene.pass_(name)
    assert (scene.state.round.kind, scene.state.priority) == ("operating", "P3")


@pytest.mark.rule("18gl.sr.priority-next")
def test_a_sale_moves_the_priority_and_a_round_without_trade_leaves_it() -> None:
    scene = trading()
    scene.play(A.SellShares("P1", "IC", 1), A.Pass("P1"))
    assert scene.state.priority == "P2"
    scene = trading()
    scene.state.priority = "P3"
    for name in ALL:
        scene.pass_(name)
    assert scene.state.priority == "P3"


@pytest.mark.rule("18gl.sequence.rounds", "18gl.or.what-follows", "18gl.phase.operating-rounds")
@pytest.mark.parametrize(
    ("phase", "rounds"), [("2H", 1), ("4H", 2), ("6H", 2), ("10H", 3), ("E", 3), ("D", 3)]
)
def test_a_set_of_operating_rounds_follows_and_then_the_next_stock_round(phase: str, rounds: int) -> None:
    scene = Scene(2).phase(phase).stock("P1")
    scene.play(A.Pass("P1"))
    told = scene.told(scene.play(A.Pass("P2")))
    begun = [line for line in told if line.startswith("Operating round")]
    of = [f" ({index} of {rounds})" if rounds > 1 else "" for index in range(1, rounds + 1)]
    assert begun == [f"Operating round 2.{index}{each}" for index, each in enumerate(of, 1)]
    assert (scene.state.round.kind, scene.state.round.number) == ("stock", 3)


# -- purchases


@pytest.mark.rule("18gl.buy.sources", "18gl.buy.payment", "18gl.buy.at-market-value")
def test_shares_come_from_treasury_and_pool_at_the_market_value() -> None:
    scene = Scene()
    scene.floated("IC", "P1", {"P1": 4, "P2": 2}, treasury=2, price=110).par = 80
    scene.stock("P2")
    before, bank = scene.cash("P2"), scene.state.bank
    told = scene.told(scene.play(A.BuyShare("P2", "IC", "treasury")))
    assert told[0] == "P2 buys a 10% share of IC from the treasury for $110"
    assert (scene.cash("P2"), scene.cash("IC"), scene.state.bank) == (before - 110, 110, bank)
    before = scene.cash("P3")
    scene.play(A.BuyShare("P3", "IC", "pool"))
    assert (scene.cash("P3"), scene.cash("IC"), scene.state.bank) == (before - 110, 110, bank + 110)


@pytest.mark.rule("18gl.buy.at-market-value")
def test_a_share_that_is_too_dear_is_not_bought() -> None:
    scene = trading()
    scene.set_cash("P1", 99)
    scene.refused(A.BuyShare("P1", "IC", "pool"), "buy.at-market-value")
    scene.refused(A.StartCorporation("P1", "DT&I", 60), "buy.at-market-value")
    assert not scene.legal(A.BuyShare)


@pytest.mark.rule("18gl.buy.sources")
def test_a_share_must_be_where_it_is_bought() -> None:
    scene = Scene()
    scene.floated("IC", "P1", {"P1": 4, "P2": 2}, treasury=4)
    scene.stock("P1")
    scene.refused(A.BuyShare("P1", "IC", "pool"), "buy.sources")
    scene.refused(A.BuyShare("P1", "IC", "P2"), "buy.sources")
    assert [action.source for action in scene.legal(A.BuyShare)] == ["treasury"]


@pytest.mark.rule("18gl.buy.after-float")
def test_nothing_is_left_in_the_offering_of_a_floated_corporation() -> None:
    scene = trading()
    scene.refused(A.BuyShare("P1", "IC", "offering"), "buy.sources")


@pytest.mark.rule(
    "18gl.buy.president-first", "18gl.setup.president-on-top", "18gl.shares.president-certificate"
)
def test_the_presidents_certificate_comes_first_and_costs_two_shares() -> None:
    scene = Scene().stock("P1")
    scene.refused(A.BuyShare("P1", "IC", "offering"), "buy.president-first")
    assert not scene.legal(A.BuyShare)
    before, bank = scene.cash("P1"), scene.state.bank
    scene.play(A.StartCorporation("P1", "IC", 80))
    assert (scene.cash("P1"), scene.state.bank) == (before - 160, bank + 160)
    assert (scene.corp("IC").shares, scene.corp("IC").president) == ({"P1": 2}, "P1")
    assert scene.certificates("P1") == 1
    scene.refused(A.StartCorporation("P2", "IC", 80), "buy.president-first")


@pytest.mark.rule("18gl.market.price-is-per-share", "18gl.shares.percentage-vs-count")
def test_a_price_is_that_of_one_share() -> None:
    scene = Scene().stock("P1")
    before = scene.cash("P1")
    scene.play(A.StartCorporation("P1", "IC", 75))
    assert before - scene.cash("P1") == 2 * scene.price("IC") == 150
    assert scene.corp("IC").shares["P1"] * scene.corp("IC").percent == 20


@pytest.mark.rule("18gl.shares.conrail-five-percent")
def test_a_share_of_5_percent_costs_the_price_all_the_same() -> None:
    scene = Scene()
    corp = scene.corp("CR")
    corp.total = corp.offering = 20
    scene.floated("CR", "P1", {"P1": 3, "P2": 2}, treasury=0, price=155)
    scene.stock("P2")
    before = scene.cash("P2")
    told = scene.told(scene.play(A.BuyShare("P2", "CR", "pool")))
    assert told[0] == "P2 buys a 5% share of CR from the pool for $155"
    assert before - scene.cash("P2") == 155


@pytest.mark.rule("18gl.buy.one-item")
def test_one_purchase_ends_a_turn() -> None:
    scene = trading()
    scene.play(A.SellShares("P1", "IC", 1), A.StartCorporation("P1", "DT&I", 60))
    assert scene.game.to_act == {"P2"}
    scene.refused(A.SellShares("P1", "IC", 1), "sr.order-and-end")
    scene.refused(A.BuyShare("P1", "DT&I", "offering"), "sr.order-and-end")


# -- starting


@pytest.mark.rule("18gl.par.initial-values", "18gl.par.later-values", "18gl.phase.top-par")
@pytest.mark.parametrize(
    ("phase", "more"),
    [("2H", []), ("4H", []), ("6H", [140]), ("10H", [140]), ("E", [140, 200]), ("D", [140, 200])],
)
def test_the_prices_to_start_at(phase: str, more: list[int]) -> None:
    scene = Scene(2).phase(phase).stock("P1")
    pars = [action.par for action in scene.legal(A.StartCorporation) if action.corp == "IC"]
    assert pars == [60, 70, 75, 80, 90, 100, *more]
    scene.refused(A.StartCorporation("P1", "IC", 110), "par.initial-values")
    for closed in {140, 200}.difference(more):
        scene.refused(A.StartCorporation("P1", "IC", closed), "phase.top-par")


@pytest.mark.rule("18gl.par.initial-values")
@pytest.mark.parametrize("par", [60, 70, 75, 80, 90, 100])
def test_a_token_starts_in_the_red_box_of_its_price(par: int) -> None:
    scene = Scene().stock("P1")
    scene.play(A.StartCorporation("P1", "IC", par))
    cell = scene.corp("IC").cell
    assert cell is not None
    assert cell[1] == 3, "six boxes in one column"
    box = scene.game.title.board.boxes[cell]
    assert (box.price, box.par) == (par, True)


@pytest.mark.rule("18gl.par.later-values")
@pytest.mark.parametrize("par", [140, 200])
def test_of_several_boxes_with_a_price_the_red_one_counts(par: int) -> None:
    scene = Scene(2).phase("E").stock("P1")
    scene.play(A.StartCorporation("P1", "IC", par))
    cell = scene.corp("IC").cell
    assert cell is not None
    assert scene.game.title.board.boxes[cell].par


@pytest.mark.rule("18gl.start.declare-value", "18gl.price.stack-order")
def test_the_later_token_starts_below() -> None:
    scene = Scene()
    scene.floated("IC", price=90)
    scene.floated("DT&I", price=90, cell=scene.corp("IC").cell)
    scene.corp("IC").cell = scene.corp("DT&I").cell = (1, 3)
    scene.stock("P1").play(A.StartCorporation("P1", "NKP", 90))
    assert scene.corp("NKP").cell == (1, 3)
    assert [corp.id for corp in chart.order(scene.table)] == ["IC", "DT&I", "NKP"]


@pytest.mark.rule("18gl.corp.shares")
def test_conrail_is_not_for_sale_before_it_forms() -> None:
    scene = Scene(2).phase("10H").stock("P1")
    scene.refused(A.StartCorporation("P1", "CR", 140), "corp.shares")
    scene.refused(A.BuyShare("P1", "CR", "offering"), "corp.shares")
    started = {action.corp for action in scene.legal(A.StartCorporation)}
    assert started == {id for id in scene.state.corporations if id != "CR"}


@pytest.mark.rule("18gl.corp.shares")
def test_each_corporation_has_a_certificate_of_20_and_eight_of_10_percent() -> None:
    for id, facts in Scene().game.title.board.corporation.items():
        if id != "CR":
            assert facts.shares == (20, *(10,) * 8)


# -- limits


@pytest.mark.rule("18gl.limits.certificates", "18gl.market.white-zone")
@pytest.mark.parametrize(("players", "limit"), [(2, 28), (3, 20), (4, 16), (5, 13), (6, 11)])
def test_certificate_limits(players: int, limit: int) -> None:
    scene = Scene(players).opened()
    held = scene.hold("P1", limit - 1)
    other = next(id for id in scene.state.corporations if id not in held)
    scene.started(other, "P2", {"P2": 3}, in_pool=3, home=False)
    scene.stock("P1")
    scene.set_cash("P1", 1000)
    scene.play(A.BuyShare("P1", other, "pool"))
    assert scene.certificates("P1") == limit
    scene.state.stock = None
    scene.stock("P1")
    scene.refused(A.BuyShare("P1", other, "pool"), "limits.certificates")


@pytest.mark.rule("18gl.limits.exempt", "18gl.market.yellow-zone")
def test_privates_bonds_and_the_yellow_zone_do_not_count() -> None:
    scene = Scene(4).opened(ferry="P1", port="P1")
    scene.hold("P1", 15)
    scene.started("LS&I", "P2", {"P2": 3, "P1": 1}, in_pool=3, home=False, cell=(3, 0))
    scene.started("DT&I", "P2", {"P2": 3}, in_pool=3, home=False)
    scene.state.bonds = {"P1": 2, "pool": 8}
    assert scene.price("LS&I") == 50
    assert scene.certificates("P1") == 15
    scene.set_cash("P1", 1000)
    scene.stock("P1").play(A.BuyShare("P1", "DT&I", "pool"))
    assert scene.certificates("P1") == 16
    scene.state.stock = None
    scene.stock("P1")
    scene.refused(A.BuyShare("P1", "DT&I", "pool"), "limits.certificates")
    scene.accepted(A.BuyBond("P1"))
    scene.play(A.BuyShare("P1", "LS&I", "pool"))
    assert scene.certificates("P1") == 16


@pytest.mark.rule("18gl.market.yellow-zone", "18gl.limits.sixty-percent")
@pytest.mark.parametrize("players", [2, 4])
def test_nobody_buys_beyond_60_percent(players: int) -> None:
    scene = Scene(players)
    scene.floated("IC", "P1", {"P1": 6}, treasury=2)
    scene.floated("DT&I", "P1", {"P1": 6}, treasury=2, cell=(3, 0))
    scene.set_cash("P1", 1000)
    scene.stock("P1")
    for id in ("IC", "DT&I"):
        scene.refused(A.BuyShare("P1", id, "pool"), "limits.sixty-percent")
        scene.refused(A.BuyShare("P1", id, "treasury"), "limits.sixty-percent")


@pytest.mark.rule("18gl.limits.sixty-percent", "18gl.shares.percentage-vs-count")
def test_of_twenty_shares_twelve_are_60_percent() -> None:
    scene = Scene()
    corp = scene.corp("CR")
    corp.total = corp.offering = 20
    scene.floated("CR", "P1", {"P1": 11, "P2": 2}, treasury=0, price=110)
    scene.set_cash("P1", 1000)
    scene.stock("P1").play(A.BuyShare("P1", "CR", "pool"))
    assert scene.certificates("P1") == 11
    scene.state.stock = None
    scene.stock("P1").refused(A.BuyShare("P1", "CR", "pool"), "limits.sixty-percent")


@pytest.mark.rule("18gl.buy.limits-strict")
def test_the_limit_holds_even_where_a_presidency_would_free_a_certificate() -> None:
    scene = Scene(4).opened()
    scene.hold("P1", 14)
    scene.started("IC", "P2", {"P2": 2, "P1": 2}, in_pool=3, home=False)
    assert scene.certificates("P1") == 16
    scene.set_cash("P1", 1000)
    scene.stock("P1").refused(A.BuyShare("P1", "IC", "pool"), "limits.certificates")
    assert shares.room_for(scene.table, "P1", 0)


# -- presidents


@pytest.mark.rule("18gl.presidency.most-shares", "18gl.presidency.exchange")
def test_who_holds_more_becomes_president() -> None:
    scene = trading(P1=3, P2=2)
    scene.pass_("P1")
    scene.play(A.BuyShare("P2", "IC", "pool"))
    assert scene.corp("IC").president == "P1", "a tie changes nothing"
    for name in ("P3", "P4", "P1"):
        scene.pass_(name)
    before = [scene.certificates(name) for name in ("P1", "P2")]
    told = scene.told(scene.play(A.BuyShare("P2", "IC", "pool")))
    assert "P2 becomes president of IC" in told
    assert scene.corp("IC").shares == {"P1": 3, "P2": 4}
    assert before == [2, 3]
    assert (scene.certificates("P1"), scene.certificates("P2")) == (3, 3), (
        "the certificate is exchanged for two"
    )


@pytest.mark.rule("18gl.presidency.assets-follow")
def test_what_a_corporation_owns_stays_with_it() -> None:
    scene = trading(P1=3, P2=3)
    scene.set_cash("IC", 230)
    scene.give_trains("IC", "2H")
    tokens = scene.state.tokens
    scene.play(A.Pass("P1"), A.BuyShare("P2", "IC", "pool"))
    assert scene.corp("IC").president == "P2"
    assert (scene.cash("IC"), scene.trains("IC"), scene.state.tokens) == (230, ["2H"], tokens)
    scene.turn("IC", "dividend", revenue=100)
    scene.refused(A.Dividend("P1", "IC", "pay"), "presidency.assets-follow")
    scene.accepted(A.Dividend("P2", "IC", "pay"))


@pytest.mark.rule("18gl.presidency.successor-tie")
def test_of_equal_heirs_the_next_in_order_becomes_president() -> None:
    scene = Scene(4)
    scene.floated("IC", "P2", {"P2": 3, "P1": 2, "P4": 2}, treasury=2)
    scene.stock("P2").play(A.SellShares("P2", "IC", 2))
    assert scene.corp("IC").president == "P4"


# -- the end of the round


@pytest.mark.rule("18gl.price.sold-out-up", "18gl.sr-end.adjust")
def test_a_corporation_in_players_hands_alone_rises_before_the_next_round() -> None:
    scene = Scene(2).phase("4H")
    scene.floated("IC", "P1", {"P1": 5, "P2": 5}, cell=(2, 3))
    scene.floated("DT&I", "P1", {"P1": 5, "P2": 4}, treasury=1, cell=(2, 3))
    scene.floated("LS&I", "P1", {"P1": 5, "P2": 4}, treasury=0, cell=(2, 3))
    scene.floated("NKP", "P2", {"P1": 4, "P2": 6}, price=100)
    scene.stock("P1").pass_("P1")
    told = scene.told(scene.play(A.Pass("P2")))
    assert (scene.price("IC"), scene.price("DT&I"), scene.price("LS&I")) == (90, 80, 80)
    assert scene.corp("NKP").cell == (0, 3), "the top row stays"
    assert told.index("IC's share price moves from $80 to $90") < told.index("Operating round 2.1 (1 of 2)")


@pytest.mark.rule("18gl.price.sold-out-up")
def test_a_corporation_that_has_not_floated_never_rises() -> None:
    scene = Scene(2).opened()
    scene.started("IC", "P1", {"P1": 3}, home=False, cell=(2, 3), operated=False)
    scene.stock("P1").play(A.Pass("P1"), A.Pass("P2"))
    assert scene.price("IC") == 80


# -- open information


@pytest.mark.rule("18gl.etiquette.open-information")
def test_everything_is_open() -> None:
    scene = trading()
    scene.state.bonds = {"P2": 2, "pool": 3, "treasury": 5}
    scene.give_trains("IC", "2H")
    view = scene.game.view()
    assert view["players"]["P2"]["cash"] == scene.cash("P2")
    assert view["players"]["P2"]["shares"] == {"IC": 20}
    assert view["bonds"] == {"P2": 2, "pool": 3, "treasury": 5}
    corp = view["corporations"]["IC"]
    assert (corp["cash"], corp["trains"], corp["treasury"]) == (0, ["2H"], 20)
