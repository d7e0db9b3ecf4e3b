"""Titles in one file: their switches by worked examples, and the games that they make."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import trunkline
from titles.declared.conftest import Add
from trunkline import Refusal, actions
from trunkline.engine.kernel import chart
from trunkline.game import Game
from trunkline.game.position import Position
from trunkline.lab.soak.games import Plan, play_all
from trunkline.players import Chooser, play_out
from trunkline.players.clerk import Clerk
from trunkline.players.director import Director
from trunkline.players.random_player import RandomPlayer
from trunkline.titles import rules_of

PEOPLE = ("Ann", "Bob", "Cy", "Dee")


def begun(title: str, people: int = 3) -> Game:
    """Return a game at its first stock round: Ann buys the first private, and Bob the second."""
    game = trunkline.new(title, PEOPLE[:people])
    game.play(actions.BuyOffered("Ann", "lighthouse"))
    game.play(actions.BuyOffered("Bob", "quay"))
    return game


def bought(game: Game, corp: str, *players: str) -> None:
    """Let players buy a share of a corporation's IPO in turn. The others pass."""
    for player in players:
        while next(iter(game.to_act)) != player:
            game.play(actions.Pass(next(iter(game.to_act))))
        game.play(actions.BuyShare(player, corp, "offering"))


def next_round(game: Game) -> None:
    """Pass until the operating round begins."""
    while game.state.stock is not None:
        game.play(actions.Pass(next(iter(game.to_act))))


@pytest.mark.parametrize("people", [2, 3, 4])
@pytest.mark.parametrize("player", [RandomPlayer, Clerk, Director])
def test_every_player_plays_it_to_its_end(add: Add, people: int, player: Callable[..., Chooser]) -> None:
    game = trunkline.new(add(), PEOPLE[:people], seed=3)
    assert play_out(game, player(seed=3)) < 2_000
    assert game.over
    assert game.state.tiles


def test_random_games_pass_all_checks(add: Add) -> None:
    title = add(("certificates: 14}", "certificates: 14, privates: [quay]}"))
    outcomes = list(play_all(Plan(title, 3, (2, 3, 4), seed=1)))
    assert [outcome.finding for outcome in outcomes] == [None, None, None]
    used = [[*trunkline.new(title, PEOPLE[:number]).state.privates] for number in (2, 3)]
    assert used == [["quay"], ["lighthouse", "quay"]]


def test_full_capital_and_the_other_shares_stay_in_the_ipo(add: Add) -> None:
    game = begun(add())
    game.play(actions.StartCorporation("Cy", "NW", 60))
    bought(game, "NW", "Ann", "Bob")
    assert figures(game) == (4, 0, 6, 0)
    bought(game, "NW", "Cy")
    assert figures(game) == (5, 600, 5, 0)
    assert game.state.tokens["A3"][0].corp == "NW"
    cash = game.state.players["Ann"].cash
    bought(game, "NW", "Ann")
    assert figures(game) == (6, 600, 4, 0)
    assert game.state.players["Ann"].cash == cash - 60


def figures(game: Game) -> tuple[int, int, int, int]:
    """Return the shares of NW that were sold, its cash, and its shares in the IPO and the treasury."""
    corp = game.state.corporations["NW"]
    return corp.sold, corp.cash, corp.offering, corp.treasury


def test_incremental_capital_grows_with_each_share(add: Add) -> None:
    game = begun(add(("price_multiple: 10, unsold: ipo", "capital: incremental, unsold: ipo")))
    game.play(actions.StartCorporation("Cy", "NW", 80))
    bought(game, "NW", "Ann", "Bob", "Cy")
    assert game.state.corporations["NW"].cash == 400
    bought(game, "NW", "Ann")
    assert game.state.corporations["NW"].cash == 480


def test_other_shares_may_go_to_the_treasury(add: Add) -> None:
    game = begun(add(("price_multiple: 10, unsold: ipo", "price_multiple: 5")))
    game.play(actions.StartCorporation("Cy", "NW", 60))
    bought(game, "NW", "Ann", "Bob", "Cy")
    assert figures(game) == (10, 300, 0, 5)


def played_to_second_stock_round(title: str) -> Game:
    """Return a game in its second stock round. Ann has two shares of NW at $60, Bob one, and Cy presides."""
    game = begun(title)
    game.play(actions.StartCorporation("Cy", "NW", 60))
    bought(game, "NW", "Ann", "Bob", "Cy", "Ann")
    next_round(game)
    clerk = Clerk()
    while game.state.stock is None:
        game.play(clerk.choose(game, next(iter(game.to_act))))
    return game


def test_a_price_moves_on_a_chart_of_one_row(add: Add) -> None:
    game = played_to_second_stock_round(add())
    corp = game.state.corporations["NW"]
    assert corp.cell is not None
    row, column = corp.cell
    while next(iter(game.to_act)) != "Ann":
        game.play(actions.Pass(next(iter(game.to_act))))
    game.play(actions.SellShares("Ann", "NW", 2))
    assert game.state.corporations["NW"].cell == (row, column - 2)


def test_the_price_of_a_sold_out_corporation_rises_on_a_chart_of_one_row(add: Add) -> None:
    game = begun(add())
    game.play(actions.StartCorporation("Cy", "NW", 60))
    bought(game, "NW", *("Ann", "Bob", "Cy") * 2, "Ann", "Bob")
    assert game.state.corporations["NW"].offering == 0
    next_round(game)
    assert chart.price(Position.of(game).table, game.state.corporations["NW"]) == 70


@pytest.mark.parametrize(
    ("order", "first", "second"),
    [
        ("sell-buy-sell", True, True),
        ("sell-buy or buy-sell", True, False),
        ("sell-buy", True, False),
    ],
)
def test_the_order_of_sales_and_the_purchase(add: Add, order: str, first: bool, second: bool) -> None:
    changes = [("stock_turn: sell-buy-sell", f"stock_turn: {order}")] if order != "sell-buy-sell" else []
    game = played_to_second_stock_round(add(*changes))
    while next(iter(game.to_act)) != "Ann":
        game.play(actions.Pass(next(iter(game.to_act))))
    sale = actions.SellShares("Ann", "NW", 1)
    assert (sale in game.legal()) == first
    game.play(sale)
    game.play(actions.StartCorporation("Ann", "GH", 60))
    assert (game.to_act == {"Ann"}) == second
    if second:
        game.play(sale)


def test_shares_are_not_sold_in_the_first_stock_round_unless_the_file_allows_it(add: Add) -> None:
    game = begun(add())
    game.play(actions.StartCorporation("Cy", "NW", 60))
    bought(game, "NW", "Ann")
    game.play(actions.Pass("Bob"))
    with pytest.raises(Refusal, match=r"18isle\.opening\.no-selling"):
        game.play(actions.SellShares("Cy", "NW", 1))


def test_its_rules_have_the_figures_of_its_board(add: Add) -> None:
    rules = rules_of(add(("share_limit: 60", "share_limit: 50")))
    assert rules["18isle.limit.corporation"].rule == "A player may hold at most 50% of a corporation."
    assert rules["18isle.phase.4.span"].rule.endswith("2-trains rust.")


def test_every_rule_that_a_game_names_is_in_its_list(add: Add) -> None:
    title = add()
    rules = rules_of(title)
    game = trunkline.new(title, PEOPLE[:3], seed=5)
    player = RandomPlayer(5)
    named: set[str] = set()
    while not game.over:
        named |= {refusal.rule for _, refusal in game.forbidden()}
        events = game.play(player.choose(game, next(iter(game.to_act))))
        named |= {event.rule for event in events if event.rule}
    assert len(named) > 40
    assert named <= rules.keys()
