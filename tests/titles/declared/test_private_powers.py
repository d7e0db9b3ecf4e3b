"""Powers of privates in a title file, each by a worked example on the map of 18Isle."""

from __future__ import annotations

import pytest

import trunkline
from titles.declared.conftest import Add, IsleScene
from trunkline import UsageError
from trunkline import actions as A
from trunkline.game.wording.choices import words
from trunkline.lab.soak.games import Plan, play_all
from trunkline.titles import boards, rules_of

QUAY = "{id: quay, name: The Quay and Harbour Company, cost: 50, revenue: 10}"
BUYS = ("train_limit: 3, operating_rounds: 1", "train_limit: 3, operating_rounds: 1, buy_privates: true")
"""The change that lets corporations buy privates in phase 2."""


def quay(keys: str) -> tuple[str, str]:
    """Return the change that gives keys to the quay."""
    return (QUAY, QUAY.replace("}", f", {keys}}}"))


def scene(add: Add, keys: str, *changes: tuple[str, str], owner: str = "NW") -> IsleScene:
    """Return a position with NW of P1, and with the quay in the hands of a corporation or a player."""
    add(quay(keys), BUYS, *changes)
    scene = IsleScene().opened(quay=owner)
    scene.floated("NW", "P1", price=80, cash=200)
    return scene


def test_a_corporation_buys_a_private_at_the_prices_of_the_file(add: Add) -> None:
    add(BUYS, ("must_own_train: with a route", "private_price_from: 60\n  private_price_to: 150"))
    scene = IsleScene().opened(quay="P2")
    scene.floated("NW", "P1", price=80, cash=200)
    scene.turn("NW")
    scene.refused(A.BuyPrivate("P1", "quay", 29, "NW"), "private.corporation-price")
    scene.refused(A.BuyPrivate("P1", "quay", 76, "NW"), "private.corporation-price")
    scene.play(A.BuyPrivate("P1", "quay", 75, "NW"), A.Answer("P2", True))
    assert (scene.cash("NW"), scene.state.privates["quay"].corp) == (125, "NW")
    told = scene.game.title.rules["18isle.private.corporation-price"].rule
    assert told.startswith("A corporation pays 60% to 150%")


def test_corporations_buy_no_privates_in_other_phases(add: Add) -> None:
    add(BUYS)
    scene = IsleScene().opened(quay="P2").phase("3")
    scene.floated("NW", "P1", price=80, cash=200)
    scene.turn("NW").refused(A.BuyPrivate("P1", "quay", 50, "NW"), "private.corporation-buys")


def test_a_private_blocks_hexes_while_a_player_owns_it(add: Add) -> None:
    keys = "powers: [{kind: blocks, hexes: [A5]}]"
    blocked = scene(add, keys, owner="P2").tiles("A3:57:1").turn("NW")
    blocked.refused(blocked.lay("NW", "A5:9:1"), "private.blocks-hex")
    free = scene(add, keys).tiles("A3:57:1").turn("NW")
    free.accepted(free.lay("NW", "A5:9:1"))


def test_a_corporation_lays_an_extra_tile_at_a_place_without_a_route(add: Add) -> None:
    here = scene(add, "hexes: [E5, D2], powers: [{kind: lay}]").turn("NW")
    here.refused(here.lay("NW", "E5:9:1"), "track.route")
    here.refused(here.lay("NW", "D8:9:1", "quay"), "private.quay.lay")
    here.play(here.lay("NW", "A3:5:4"), here.lay("NW", "E5:9:1", "quay"))
    here.refused(here.lay("NW", "D2:9:0", "quay"), "private.quay.lay")
    assert not here.state.privates["quay"].closed


def test_a_lay_may_take_the_place_of_one_of_the_turn_and_close_the_private(add: Add) -> None:
    keys = "hexes: [E5], closes_on_use: true, powers: [{kind: lay, extra: false, tiles: ['8']}]"
    here = scene(add, keys).turn("NW")
    here.refused(here.lay("NW", "E5:9:1", "quay"), "private.quay.lay")
    here.play(here.lay("NW", "E5:8:2", "quay"))
    here.refused(here.lay("NW", "A3:5:4"), "track.one-per-turn")
    assert here.state.privates["quay"].closed


def test_a_player_lets_a_corporation_lay_an_extra_tile(add: Add) -> None:
    here = scene(add, "hexes: [E5], powers: [{kind: lay, by: player}]", owner="P2").turn("NW")
    here.play(here.lay("NW", "E5:9:1", "quay"), A.Answer("P2", True))
    assert "E5" in here.state.tiles
    here.accepted(here.lay("NW", "A3:5:4"))


def test_a_corporation_places_a_free_token_at_a_place(add: Add) -> None:
    keys = "hexes: [D4], closes_on_use: true, powers: [{kind: token}]"
    here = scene(add, keys).turn("NW", "token")
    here.refused(here.place("NW", "D4"), "token.route")
    here.play(here.place("NW", "D4", power="quay"))
    assert here.cash("NW") == 200
    assert here.state.tokens["D4"][0].corp == "NW"
    assert here.state.privates["quay"].closed


@pytest.mark.parametrize(("owner", "by"), [("NW", "corporation"), ("P1", "player")])
def test_a_private_makes_terrain_cheaper(add: Add, owner: str, by: str) -> None:
    keys = f"powers: [{{kind: discount, terrain: [river], percent: 50, by: {by}}}]"
    here = scene(add, keys, owner=owner).tiles("A3:57:2 B4:9:2").turn("NW")
    if by == "player":
        here.play(A.AssignPower("P1", "NW", "quay"))
    here.play(here.lay("NW", "C5:57:2"))
    assert here.cash("NW") == 180


@pytest.mark.parametrize(("owner", "by"), [("NW", "corporation"), ("P1", "player")])
def test_a_private_adds_revenue_at_a_place_until_a_phase(add: Add, owner: str, by: str) -> None:
    keys = f"powers: [{{kind: revenue, value: 30, hexes: [A7], until_phase: '3', by: {by}}}]"
    here = scene(add, keys, owner=owner).tiles("A3:57:1 A5:9:1 A7:57:1")
    here.give_trains("NW", "2")
    here.turn("NW")
    if by == "player":
        here.play(A.AssignPower("P1", "NW", "quay"))
    here.turn("NW", "run").play(here.run("NW", ("2", "A3.0 A5 A7.0")))
    assert here.corp("NW").revenue == 70
    here.sell_out("2")
    here.set_cash("NW", 200)
    here.turn("NW", "trains").play(here.buy("NW", "3"))
    here.turn("NW", "run").play(here.run("NW", ("2", "A3.0 A5 A7.0")))
    assert here.corp("NW").revenue == 40


@pytest.mark.parametrize(("owner", "by"), [("NW", "corporation"), ("P1", "player")])
def test_a_token_marks_the_place_that_earns_more(add: Add, owner: str, by: str) -> None:
    keys = f"powers: [{{kind: revenue, value: 30, hexes: [A7, E7], chosen: true, by: {by}}}]"
    here = scene(add, keys, owner=owner).tiles("A3:57:1 A5:9:1 A7:57:1")
    here.give_trains("NW", "2")
    here.turn("NW", "token")
    here.refused(A.PlacePrivateToken("P1", "NW", "quay", "C5"), "private.quay.revenue")
    here.play(A.PlacePrivateToken("P1", "NW", "quay", "A7"))
    here.turn("NW", "run").play(here.run("NW", ("2", "A3.0 A5 A7.0")))
    assert here.corp("NW").revenue == 70


def test_privates_close_in_a_phase_or_with_the_first_train_of_their_owner(add: Add) -> None:
    lighthouse = "{id: lighthouse, name: The Lighthouse Company, cost: 20, revenue: 5}"
    phase = (lighthouse, lighthouse.replace("}", ", closes_in_phase: '3'}"))
    here = scene(add, "closes_on_train: owner", phase)
    here.state.privates["lighthouse"].closed = False
    here.state.privates["lighthouse"].player = "P2"
    here.floated("GH", "P2", price=80, cash=300)
    here.turn("GH", "trains").play(here.buy("GH", "2"))
    assert closed(here) == []
    here.turn("NW", "trains").play(here.buy("NW", "2"))
    assert closed(here) == ["quay"]
    here.sell_out("2")
    here.turn("GH", "trains", done=("NW",)).play(here.buy("GH", "3"))
    assert closed(here) == ["lighthouse", "quay"]


def closed(here: IsleScene) -> list[str]:
    """Return the privates that have closed."""
    return [private.id for private in here.state.privates.values() if private.closed]


def test_a_private_brings_a_presidency_and_closes_with_its_first_train(add: Add) -> None:
    gift = "gives: {corporation: NW, percent: 20, president: true}, closes_on_train: gift"
    add(quay(gift))
    game = trunkline.new("18Isle", ("Ann", "Bob", "Cy"))
    game.play(A.BuyOffered("Ann", "lighthouse"))
    game.play(A.BuyOffered("Bob", "quay"))
    game.play(A.StartCorporation("Bob", "NW", 70))
    assert game.state.corporations["NW"].president == "Bob"
    assert game.state.players["Bob"].cash == 350
    rule = game.title.rules["18isle.private.quay.gives"].rule
    assert rule == (
        "The player who buys The Quay and Harbour Company from the bank also gets the president's "
        "certificate of NW (20%), and chooses its par price at once."
    )
    here = IsleScene().opened(quay="P2")
    here.floated("NW", "P1", price=80, cash=200)
    here.turn("NW", "trains").play(here.buy("NW", "2"))
    assert here.state.privates["quay"].closed


@pytest.mark.parametrize("in_pool", [False, True])
def test_a_player_exchanges_a_private_for_a_share(add: Add, in_pool: bool) -> None:
    add(quay("powers: [{kind: exchange, corporation: NW}]"))
    here = IsleScene().opened(quay="P2")
    exchange = A.AssignPower("P2", "NW", "quay")
    here.stock("P2").refused(exchange, "buy.president-first")
    corp = here.started("NW", "P1", {"P1": 4}, par=60, in_pool=6 if in_pool else 0)
    here.stock("P1").refused(A.AssignPower("P1", "NW", "quay"), "private.quay.exchange")
    here.stock("P2")
    cash = here.cash("P2")
    told = here.told(here.play(exchange))
    assert told[0].startswith("P2 exchanges The Quay and Harbour Company for a 10% share of NW from the ")
    corp = here.corp("NW")
    assert (corp.shares["P2"], corp.pool, here.cash("P2")) == (1, 5 if in_pool else 0, cash)
    assert here.state.privates["quay"].closed
    assert corp.cash == (0 if in_pool else 600), "the fifth share floats it"
    here.accepted(A.StartCorporation("P2", "GH", 60))


IN_TURN = "powers: [{kind: exchange, corporation: GH, when: any round}"


@pytest.mark.parametrize("step", ["track", "trains"])
def test_a_president_exchanges_a_private_in_an_operating_turn(add: Add, step: str) -> None:
    # The lighthouse gives its discount to a corporation, by an action of the same kind.
    given = ("cost: 20, revenue: 5}", "cost: 20, revenue: 5, powers: [{kind: discount, by: player}]}")
    add(quay(f"{IN_TURN}]"), given)
    here = IsleScene().opened(quay="P1", lighthouse="P1")
    here.floated("NW", "P1", price=80, cash=200)
    here.started("GH", "P2", {"P2": 4}, par=60)
    here.turn("NW", step)
    here.refused(A.AssignPower("P2", "GH", "quay"), "president.decides")
    exchange = A.AssignPower("P1", "GH", "quay")
    assert exchange in here.choices("P1")
    assert words(here.game, exchange) == "exchange The Quay and Harbour Company for a share of GH"
    told = here.told(here.play(exchange))
    assert told[0] == "P1 exchanges The Quay and Harbour Company for a 10% share of GH from the IPO"
    # The fifth share floats GH: ten times its par price of $60.
    assert (here.corp("GH").shares, here.cash("GH")) == ({"P2": 4, "P1": 1}, 600)
    assert here.state.privates["quay"].closed
    here.play(A.Pass("P1")) if step == "trains" else here.accepted(here.lay("NW", "A3:5:4"))
    assert (
        "or in the operating turn of a corporation" in rules_of("18Isle")["18isle.private.quay.exchange"].rule
    )


def test_an_exchange_waits_for_the_stock_round_without_the_key(add: Add) -> None:
    add(quay("powers: [{kind: exchange, corporation: GH}]"))
    here = IsleScene().opened(quay="P1")
    here.floated("NW", "P1", price=80, cash=200)
    here.started("GH", "P2", {"P2": 4}, par=60)
    here.turn("NW").refused(A.AssignPower("P1", "GH", "quay"), "or.step-order")


def test_an_exchange_keeps_to_the_limit_of_shares(add: Add) -> None:
    add(quay("powers: [{kind: exchange, corporation: NW}]"))
    here = IsleScene().opened(quay="P2")
    here.started("NW", "P2", {"P2": 6}, par=60)
    here.stock("P2").refused(A.AssignPower("P2", "NW", "quay"), "limit.corporation")


ALL = (
    "hexes: [B4], powers: [{kind: blocks}, {kind: lay, hexes: [E5, D2]}, {kind: token, hexes: [D4]}, "
    "{kind: discount, terrain: [mountain]}, {kind: revenue, value: 20, hexes: [A7, E7], chosen: true}, "
    "{kind: exchange, corporation: SM, when: any round}]"
)
LIGHTHOUSE = (
    "cost: 20, revenue: 5}",
    (
        "cost: 20, revenue: 5, hexes: [C3], powers: [{kind: lay, by: player}, "
        "{kind: discount, percent: 25, by: player}, {kind: revenue, value: 10, hexes: [C5], by: player}]}"
    ),
)


def test_a_private_brings_an_ordinary_share(add: Add) -> None:
    add(quay("gives: {corporation: NW, percent: 10}"))
    game = trunkline.new("18Isle", ("Ann", "Bob", "Cy"))
    game.play(A.BuyOffered("Ann", "lighthouse"))
    game.play(A.BuyOffered("Bob", "quay"))
    assert (game.state.corporations["NW"].shares, game.state.players["Bob"].cash) == ({"Bob": 1}, 350)
    rule = game.title.rules["18isle.private.quay.gives"].rule
    assert rule.endswith("also gets a 10% share of NW.")
    # The hash of the board, which saves have, does not change with this sentence.
    assert game.board.private["quay"].power == ""


def test_random_games_with_every_power_pass_all_checks(add: Add) -> None:
    title = add(quay(ALL), LIGHTHOUSE, BUYS)
    outcomes = list(play_all(Plan(title, 4, (2, 3, 4), seed=1)))
    assert [outcome.finding for outcome in outcomes] == [None] * 4
    texts = [rule.rule for id, rule in rules_of(title).items() if ".private.quay." in id]
    assert texts[1] == (
        "A corporation that owns The Quay and Harbour Company may lay one tile on E5 or D2 without a route, "
        "once, in addition to the lays of its turn."
    )
    assert boards()[title]().private["quay"].power == " ".join(texts)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("powers: [{kind: lay, hexes: [Z9]}]", "quay, lay, hexes: 'Z9' is not on the board"),
        ("powers: [{kind: lay}]", "quay, lay: it names no hexes, and its private has none"),
        ("powers: [{kind: lay, hexes: [A5], tiles: ['99']}]", "quay, lay, tiles: '99' is not on the board"),
        ("powers: [{kind: token, hexes: [A5]}]", "it needs one hex, with a city"),
        ("powers: [{kind: revenue, value: 9, hexes: [A5]}]", "no train stops on A5"),
        ("powers: [{kind: discount}, {kind: discount}]", "listed twice"),
        (
            "powers: [{kind: exchange, corporation: XX}]",
            "corporation: 'XX' is not on the board; there are NW",
        ),
        (f"{IN_TURN}, {{kind: discount, by: player}}]", "it cannot also have"),
        ("powers: [{kind: flies}]", "flies"),
        ("powers: [{kind: lay, hex: A5}]", "hex"),
        ("closes_in_phase: '9'", "closes_in_phase: '9' is not on the board"),
        ("closes_on_use: true", "it has no powers"),
        ("closes_on_train: gift", "it gives no certificate"),
        ("gives: {corporation: NW, percent: 20, president: true}", "NW would float"),
        ("gives: {corporation: NW, percent: 20}", "NW has no such certificate"),
    ],
)
def test_a_fault_in_a_power_is_told_with_its_line(add: Add, keys: str, said: str) -> None:
    with pytest.raises(UsageError, match=r"^title\.yaml, line \d+: ") as refused:
        add(quay(keys), BUYS, ("percent: 50, price", "percent: 20, price"))
    assert said in str(refused.value)


def test_a_power_of_corporations_needs_a_phase_in_which_they_buy_privates(add: Add) -> None:
    with pytest.raises(UsageError, match="no phase has buy_privates: true"):
        add(quay("powers: [{kind: discount}]"))
