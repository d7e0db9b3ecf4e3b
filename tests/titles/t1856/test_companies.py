"""The companies of 1856: their data, their presidents, and payments to them."""

from __future__ import annotations

from itertools import islice

import pytest

import trunkline
from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel import shares
from trunkline.engine.kernel.state import to_data
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer

HOMES = [
    pytest.param("BB", "J15", "Brantford", 3, "Welland", marks=pytest.mark.rule("1856.company.bb")),
    pytest.param("CA", "D17", "Glencoe", 3, "Woodstock", marks=pytest.mark.rule("1856.company.ca")),
    pytest.param("CPR", "M4", "Barrie", 4, "Toronto", marks=pytest.mark.rule("1856.company.cpr")),
    pytest.param("CVR", "N11", "Toronto", 3, "Drumbo", marks=pytest.mark.rule("1856.company.cvr")),
    pytest.param("GT", "P9", "Oshawa", 4, "Orangeville", marks=pytest.mark.rule("1856.company.gt")),
    pytest.param("GW", "F15", "London", 4, "Detroit - Windsor", marks=pytest.mark.rule("1856.company.gw")),
    pytest.param("LPS", "C14", "Maudaumin", 2, "St. Thomas", marks=pytest.mark.rule("1856.company.lps")),
    pytest.param("TGB", "K8", "Orangeville", 2, "Lake Huron", marks=pytest.mark.rule("1856.company.tgb")),
    pytest.param("THB", "L15", "Hamilton", 2, "Guelph", marks=pytest.mark.rule("1856.company.thb")),
    pytest.param("WR", "O16", "Niagara Falls", 3, "Hamilton", marks=pytest.mark.rule("1856.company.wr")),
    pytest.param("WGB", "J11", "Guelph", 2, "Goderich", marks=pytest.mark.rule("1856.company.wgb")),
]


@pytest.mark.parametrize(("id", "hex", "home", "tokens", "goal"), HOMES)
def test_home_tokens_and_destination(id: str, hex: str, home: str, tokens: int, goal: str) -> None:
    scene = Scene()
    board = scene.game.title.board
    facts = board.corporation[id]
    assert facts.home == (hex,)
    assert board.hexes[hex].name == home
    assert facts.destination is not None
    (end,) = facts.destination.hexes
    assert board.hexes[end].name == goal
    assert len(scene.corp(id).tokens) == tokens
    scene.started(id, "P1", home=False)
    scene.turn(id)
    if id == "THB":
        assert scene.legal(A.PlaceToken) == [A.PlaceToken("P1", id, hex, stop) for stop in (0, 1)]
        scene.play(A.PlaceToken("P1", id, hex, 1))
    ((at, _),) = scene.state.tokens_of(id)
    assert at == hex
    assert len(scene.corp(id).tokens) == tokens - 1


@pytest.mark.rule("1856.company.cvr")
def test_the_credit_valley_starts_in_the_south_of_toronto() -> None:
    scene = Scene()
    scene.started("CVR", "P1", home=False)
    scene.turn("CVR")
    assert {lay.hex for lay in scene.legal(A.LayTile)} == {"M12"}
    scene.refused(scene.lay("CVR", "O10:9:1"), "track.connectivity")


@pytest.mark.rule("1856.company.cgr")
def test_the_cgr_is_never_started() -> None:
    scene = Scene().stock("P1")
    scene.set_cash("P1", 5000)
    assert "CGR" not in {start.corp for start in scene.legal(A.StartCorporation)}
    scene.refused(A.StartCorporation("P1", "CGR", 100), "cgr.not-startable")
    scene.refused(A.BuyShare("P1", "CGR", "offering"), "cgr.not-startable")
    facts = scene.game.title.board.corporation["CGR"]
    assert facts.home == ()
    assert facts.destination is None


@pytest.mark.rule("1856.company.cgr")
def test_the_formed_cgr_has_ten_tokens() -> None:
    scene = Scene()
    scene.started("GT", "P2")
    scene.started("WR", "P1", {"P1": 4}, loans=2, par=90)
    scene.six_bought("GT")
    scene.play(A.SettleDebt("P1", "WR", False))
    assert scene.corp("CGR").started
    assert [hex for hex, _ in scene.state.tokens_of("CGR")] == ["O16"]
    assert scene.corp("CGR").tokens == (100,) * 9


@pytest.mark.rule("1856.company.counts")
def test_six_privates_and_twelve_companies() -> None:
    board = Scene().game.title.board
    assert [private.id for private in board.privates] == ["flos", "ws", "canada", "lakes", "bridge", "tunnel"]
    ids = ["BB", "CA", "CPR", "CVR", "GT", "GW", "LPS", "TGB", "THB", "WR", "WGB", "CGR"]
    assert [corp.id for corp in board.corporations] == ids
    scene = Scene().stock("P1")
    scene.refused(A.StartCorporation("P1", "XX", 65), "company.counts")
    scene.refused(A.BuyPrivate("P1", "seventh", 20), "company.counts")


@pytest.mark.rule("1856.company.certificates")
def test_nine_certificates_a_company() -> None:
    scene = Scene()
    for facts in scene.game.title.board.corporations:
        assert facts.shares == (20, *[10] * 8)
    cgr = scene.game.title.board.corporation["CGR"]
    assert cgr.shares_second_issue == (10, *[5] * 18)
    holdings = {"P1": 6, "P2": 3, "P3": 1}
    scene.started("GT", "P1", holdings)
    halves = sum(shares.certificates_of(scene.table, name, scene.corp("GT")) for name in holdings)
    assert halves == 2 * 9
    bought = []
    scene = Scene().stock("P1")
    scene.set_cash("P1", 5000)
    scene.set_cash("P2", 5000)
    scene.play(A.StartCorporation("P1", "GT", 65))
    while scene.corp("GT").offering:
        seat = scene.state.stock.turn if scene.state.stock else ""
        if scene.game.check(A.BuyShare(seat, "GT", "offering")) is None:
            bought += scene.play(A.BuyShare(seat, "GT", "offering"))[:1]
        else:
            scene.pass_()
    assert len(bought) == 8


@pytest.mark.rule("1856.company.certificates")
def test_a_cgr_of_twenty_shares_has_one_double_and_eighteen_singles() -> None:
    scene = Scene()
    scene.started("GT", "P2")
    for id in ("WR", "TGB", "BB"):
        scene.started(id, "P1", {"P1": 5, "P2": 4}, loans=1, par=90)
    scene.six_bought("GT")
    for id in ("WR", "TGB", "BB"):
        scene.play(A.SettleDebt("P1", id, False))
    cgr = scene.corp("CGR")
    assert (cgr.total, cgr.percent, cgr.shares, cgr.president) == (20, 5, {"P1": 7, "P2": 6}, "P1")
    cgr.shares = {"P1": 18, "P2": 2}
    halves = [shares.certificates_of(scene.table, name, cgr) for name in ("P1", "P2")]
    assert halves == [2 + 16, 2]


@pytest.mark.rule("1856.overview.president-decides")
def test_only_the_president_acts_for_a_company() -> None:
    scene = Scene()
    scene.started("GT", "P2", {"P2": 3, "P1": 2}, cash=500)
    scene.turn("GT")
    assert scene.game.to_act == {"P2"}
    assert scene.game.legal("P1") == []
    assert scene.game.legal("P2")
    lay = A.LayTile("P2", "GT", "P9", "57", 1)
    scene.accepted(lay)
    for seat in ("P1", "P3"):
        scene.refused(A.LayTile(seat, "GT", "P9", "57", 1), "overview.president-decides")
        scene.refused(A.Pass(seat), "overview.president-decides")
        scene.refused(A.TakeLoan(seat, "GT"), "overview.president-decides")
    scene.refused(A.Pass("Nobody"), "overview.president-decides")
    Scene().stock("P1").refused(A.Pass("Nobody"), "overview.president-decides")


@pytest.mark.rule("1856.info.open-holdings")
def test_everybody_sees_what_everybody_holds() -> None:
    scene = Scene().opened(flos="P2", tunnel="GT")
    scene.started("GT", "P2", {"P2": 3, "P1": 2}, loans=4, cash=77)
    scene.give_trains("GT", "2", "2")
    scene.set_cash("P3", 123)
    scene.turn("GT")
    seen = to_data(scene.game.state)
    assert seen["players"]["P3"]["cash"] == 123
    assert seen["corporations"]["GT"]["shares"] == {"P2": 3, "P1": 2}
    assert seen["corporations"]["GT"]["loans"] == 4
    assert seen["privates"]["flos"]["player"] == "P2"
    assert seen["privates"]["tunnel"]["corp"] == "GT"
    assert [train for train, place in seen["trains"].items() if place == "GT"] == ["2-0", "2-1"]


# -- the bank


@pytest.mark.rule("1856.bank.payee")
def test_shares_of_the_open_pool_are_paid_to_the_bank() -> None:
    scene = Scene()
    scene.started("GT", "P1", {"P1": 4}, par=100, price=90, in_pool=2, cash=10)
    scene.stock("P2")
    bank, cash = scene.state.bank, scene.cash("P2")
    scene.play(A.BuyShare("P2", "GT", "pool"))
    assert (scene.state.bank, scene.cash("P2"), scene.cash("GT")) == (bank + 90, cash - 90, 10)


@pytest.mark.rule("1856.bank.payee")
def test_the_bank_is_paid_for_trains_and_terrain_and_pays_dividends() -> None:
    scene = Scene()
    scene.started("LPS", "P1", {"P1": 4, "P2": 2}, cash=300)
    scene.started("THB", "P1", cash=100, home=False, par=90)
    scene.place_home("THB", 1)
    scene.tiles("C14:57:2 L15:59:0")
    scene.give_trains("LPS", "2")
    scene.phase(2)
    scene.turn("LPS", "run")
    bank = scene.state.bank
    scene.play(scene.run("LPS", ("2", "C14.0 B13.0")))
    scene.play(A.Dividend("P1", "LPS", "pay"))
    assert scene.state.bank == bank - 30
    scene.play(scene.buy("LPS", "3"))
    assert (scene.cash("LPS"), scene.state.bank) == (75, bank - 30 + 225)
    scene.turn("THB", done=("LPS",))
    bank = scene.state.bank
    lay = next(lay for lay in scene.legal(A.LayTile) if lay.hex == "K14")
    scene.play(lay)
    assert (scene.cash("THB"), scene.state.bank) == (60, bank + 40)


@pytest.mark.rule("1856.bank.total")
def test_money_is_neither_made_nor_lost() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy", "Dee"])
    kinds = set()
    for _ in islice(play_turns(game, RandomPlayer(3)), 500):
        assert game.state.total_money() == 12000
        kinds.add(type(game.actions[-1]))
    assert kinds >= {A.BuyOffered, A.BuyShare, A.LayTile, A.BuyTrain, A.Dividend}


# -- words


@pytest.mark.rule("1856.glossary.legal-run")
def test_a_run_needs_another_place() -> None:
    scene = Scene()
    scene.started("LPS", "P1")
    scene.tile("C14", "57", 2)
    scene.give_trains("LPS", "2")
    scene.turn("LPS", "run")
    scene.refused(scene.run("LPS", ("2", "C14.0")), "run.own-marker-and-two")
    scene.refused(scene.run("LPS", ("2", "C14.0 F9.0")), "glossary.legal-run")  # no track connects them
    scene.accepted(scene.run("LPS", ("2", "C14.0 B13.0")))


@pytest.mark.rule("1856.glossary.priority-card")
def test_the_holder_of_the_priority_card_acts() -> None:
    scene = Scene(4)
    scene.started("GT", "P1", {"P1": 2, "P3": 2})
    scene.state.priority = "P3"
    scene.turn("GT", "trains")
    scene.pass_until("stock")
    assert scene.game.to_act == {"P3"}
    assert all(not scene.game.legal(seat) for seat in ("P1", "P2", "P4"))
    scene.refused(A.StartCorporation("P1", "BB", 65), "glossary.priority-card")
    scene.play(A.SellShares("P3", "GT", 1), A.Pass("P3"))
    assert scene.state.priority == "P4"
    scene.play(A.Pass("P4"), A.Pass("P1"), A.Pass("P2"), A.Pass("P3"))
    assert scene.state.priority == "P4"
