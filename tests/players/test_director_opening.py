"""Tests of a director's opening: different preferences for privates, and a comparison of companies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

import trunkline
from players.test_director import forecast_of, long
from trunkline import Position, actions
from trunkline.engine.kernel.private_events import PrivateBought
from trunkline.players import play_turns
from trunkline.players.advice import Estimate, Term, ranked
from trunkline.players.advice_text import explain
from trunkline.players.clerk import Clerk, estimate_choice
from trunkline.players.director import ESTIMATORS, Director, opening
from trunkline.util.catalogues import catalogue
from trunkline.util.messages import speak

NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay"]


class Sold(NamedTuple):
    """The result of an opening of 1856."""

    privates: dict[str, tuple[str, int]]
    """The buyer and the price of each private."""
    passes: int


def opened(first: int, players: int = 4) -> Sold:
    """Let directors play the opening of 1856. The first seat has the seed ``first``."""
    game = trunkline.new("1856", NAMES[:players], seed=101)
    seats = {name: Director(seed) for seed, name in enumerate(game.players, first)}
    found: dict[str, tuple[str, int]] = {}
    for events in play_turns(game, seats):
        for event in events:
            if isinstance(event, PrivateBought):
                found[event.private] = event.buyer, event.amount
        if game.state.opening is None:
            break
    return Sold(found, sum(isinstance(action, actions.Pass) for action in game.actions))


def test_openings_differ_from_seed_to_seed() -> None:
    openings = [opened(first).privates for first in (100, 200, 300, 400)]
    assert len({tuple(sorted(opening.items())) for opening in openings}) > 2
    # At least one private goes to different seats in different openings.
    owners = [{opening[private][0] for opening in openings} for private in openings[0]]
    assert any(len(those) > 1 for those in owners)


@pytest.mark.parametrize(
    ("title", "players", "dollars"),
    [("1856", 3, 325), ("1856", 4, 325), ("1856", 5, 260), ("1856", 6, 195), ("18GL", 6, 300)],
)
def test_the_reserve_is_no_more_than_the_capital(title: str, players: int, dollars: int) -> None:
    forecast = forecast_of(Position.of(trunkline.new(title, NAMES[:players])))
    assert opening.reserve(forecast) == dollars <= forecast.state.players["Ann"].cash


@pytest.mark.parametrize(("players", "passes", "buyers"), [(5, 36, 4), (6, 3, 6)])
def test_five_and_six_players_share_the_privates(players: int, passes: int, buyers: int) -> None:
    """With a reserve above their capital they passed 135 and 223 times, and the first seat bought all."""
    sold = opened(100, players)
    assert (sold.passes, len({buyer for buyer, _ in sold.privates.values()})) == (passes, buyers)


@pytest.mark.parametrize(
    ("title", "player", "before", "count"),
    [
        ("1856", Clerk, 178, 27),
        ("1856", Director, 40, 23),
        ("18GL", Clerk, 168, 63),
        ("18GL", Director, 86, 50),
    ],
)
def test_a_bid_on_a_private_that_others_want_saves_most_raises(
    title: str, player: type[Clerk | Director], before: int, count: int
) -> None:
    """Always bidding the least took ``before`` actions."""
    game = trunkline.new(title, NAMES[:4], seed=3)
    for _ in play_turns(game, {name: player(seed) for seed, name in enumerate(game.players)}):
        if game.state.opening is None:
            break
    assert len(game.actions) == count < before


@pytest.mark.parametrize("player", [Clerk, Director])
def test_nobody_bids_against_oneself(player: type[Clerk | Director]) -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy", "Dee"], seed=103)
    seats = {name: player(103 + number) for number, name in enumerate(game.players)}
    leads: dict[str, str] = {}
    for _ in play_turns(game, seats):
        action = game.actions[-1]
        if game.state.opening is None or game.state.opening.auction:
            break
        if isinstance(action, actions.Bid):
            assert leads.get(action.private) != action.player
            leads[action.private] = action.player
    assert leads


def beginnings() -> Iterator[Position]:
    """Yield the moments of 1856's first stock round."""
    whole = long("1856")
    for count in range(len(whole.actions)):
        now = Position.of(whole.at(count))
        if now.state.operating:
            return
        if now.state.opening is None:
            yield now


def test_what_a_beginning_costs_is_missed_in_companies_begun_already() -> None:
    """Two companies of two shares each hold less than one of four that can buy trains."""
    found = 0
    for now in beginnings():
        forecast = forecast_of(now)
        begun = [corp for corp in forecast.mine if corp.shares[forecast.player] < 6]
        for choice in now.legal_of(actions.StartCorporation):
            terms = {term.what: term.dollars for term in estimate_choice(forecast, choice, ESTIMATORS).terms}
            assert (terms["shares of my others"] < 0) == bool(begun)
            found += bool(begun)
    assert found


def test_nobody_splits_the_money_of_the_first_round() -> None:
    *_, last = beginnings()
    presidents = [corp.president for corp in last.state.corporations.values() if corp.started]
    assert len(presidents) == len(set(presidents))
    assert all(corp.shares[corp.president] > 2 for corp in last.state.corporations.values() if corp.started)


@pytest.mark.parametrize(
    ("resale", "reserve", "because"),
    [
        (16, -40, "worth about $38 in all. But only $355 would be left to start a company."),
        (-3, 0, "worth about $19 in all. That does not exceed its price."),
    ],
)
def test_a_pass_in_the_opening_has_its_reason_in_plain_words(resale: int, reserve: int, because: str) -> None:
    game = trunkline.new("1856", NAMES[:4])
    terms = {"income": 22, "resale": resale, "price": -20, "money to start with": reserve}
    purchase = Estimate(actions.BuyOffered("Ann", "flos"), tuple(Term(*each) for each in terms.items()))
    bid = Estimate(actions.Bid("Ann", "ws", 45), (Term("price", -45), Term("income", 1)))
    said = explain(game, ranked([Estimate(actions.Pass("Ann")), purchase, bid]))
    costs = "Flos Tramway costs $20. It pays $5 in each operating round, and is "
    assert said == f"{costs}{because} The other choices are worse."
    with speak(catalogue("de")):
        german = explain(game, ranked([Estimate(actions.Pass("Ann")), purchase, bid]))
    assert german.startswith(
        "Flos Tramway kostet 20\xa0$. Die Privatbahn zahlt 5\xa0$ in jeder Operationsrunde"
    )
