"""Checks of positions: each passes in play and fails for a damaged position."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

import trunkline
from trunkline.engine import invariants
from trunkline.engine.invariants import checks, holdings, rolling_stock
from trunkline.engine.kernel.context import Funding
from trunkline.engine.kernel.decisions import Discard
from trunkline.engine.kernel.state import BANK, Corporation, State
from trunkline.engine.track.map_index import PlacedTile, Token
from trunkline.game import Game
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer
from trunkline.titles.t1856.state import state_1856

Damage = Callable[[State], object]


@cache
def middle(title: str = "1856") -> Game:
    """Return a game with track, trains, tokens and several companies. Do not change it."""
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=1)
    play_out(game, RandomPlayer(1), 400)
    while game.state.pending and not game.over:
        play_out(game, RandomPlayer(1), 1)
    return game


def company(state: State) -> Corporation:
    """Return a company in play that has a token on the map."""
    return next(corp for corp in state.corporations.values() if corp.started and state.tokens_of(corp.id))


def put_token(state: State, slot: int, *, stop: int = 0, corp: str = "") -> None:
    """Add a token to the hex of a company's first one. Take it from the tokens it has left."""
    owner = company(state)
    hex, _ = state.tokens_of(owner.id)[0]
    state.tokens = {**state.tokens, hex: (*state.tokens[hex], Token(stop, corp or owner.id, slot))}


def issue_bonds(state: State, **bonds: int) -> None:
    """Give CONRAIL these bonds, by place."""
    state.corporations["CR"].started = True
    state.bonds = bonds


def put_train(state: State, train: str, place: str) -> None:
    state.trains = {**state.trains, train: place}


def lay(state: State, hex: str, tile: str, rotation: int = 0) -> None:
    state.tiles = {**state.tiles, hex: PlacedTile(tile, rotation)}


def add_cash(state: State, amount: int) -> None:
    next(iter(state.players.values())).cash += amount


def hold(state: State, player: str, count: int) -> None:
    corp = company(state)
    corp.shares = {**corp.shares, player: count}


def change(state: State, field: str, value: object) -> None:
    setattr(company(state), field, value)


def own_twice(state: State) -> None:
    private = next(iter(state.privates.values()))
    private.closed, private.player, private.corp = False, "Ann", company(state).id


def sell_private_to_stranger(state: State) -> None:
    private = next(iter(state.privates.values()))
    private.closed, private.player, private.corp = False, "Zoe", ""


def sell_private_to_nobody(state: State) -> None:
    private = next(iter(state.privates.values()))
    private.closed, private.player, private.corp = False, "", "CGR"


def lay_too_many(state: State) -> None:
    for hex in list(middle().title.board.hexes)[:3]:
        lay(state, hex, "1")


def pile_up_trains(state: State) -> None:
    for train in [train for train, place in state.trains.items() if place == "bank"][:5]:
        put_train(state, train, company(state).id)


def lose_train(state: State) -> None:
    state.trains = dict(list(state.trains.items())[:-1])


def rename_a_train(state: State) -> None:
    first = next(iter(state.trains))
    state.trains = {("9-0" if train == first else train): place for train, place in state.trains.items()}


def not_floated(state: State) -> Corporation:
    """Reset a company of 1851 that has floated to the time before."""
    corp = company(state)
    corp.offering, corp.pool, corp.treasury, corp.cash, corp.operated = 6, 0, 0, 0, False
    corp.shares = {corp.president: 4}
    state.tokens = {}
    state.trains = {train: BANK if place == corp.id else place for train, place in state.trains.items()}
    return corp


def fill_home(state: State) -> None:
    """Put tokens of another company on every space of a home that waits for its owner."""
    corp = not_floated(state)
    corp.home = False
    other = next(id for id in state.corporations if id != corp.id)
    (hex,) = middle("1851").title.board.corporation[corp.id].home
    state.tokens = {hex: tuple(Token(stop, other, slot) for stop in range(2) for slot in range(3))}


def swap_private(state: State) -> None:
    state.privates["cnotp"] = state.privates.pop("mc")


def stack_tokens(state: State) -> None:
    first, second = [corp for corp in state.corporations.values() if corp.started][:2]
    second.cell, second.arrived = first.cell, first.arrived


DAMAGES: list[tuple[str, str, Damage]] = [
    ("money", "must be", lambda s: add_cash(s, 1)),
    ("money", "must be", lambda s: setattr(s, "bank", s.bank - 10)),
    ("money", "not count as broken", lambda s: setattr(s, "bank", -1)),
    ("money", "has \\$−5", lambda s: setattr(next(iter(s.players.values())), "cash", -5)),
    ("money", "in escrow", lambda s: state_1856(s).fund(company(s).id, Funding(escrow=-1))),
    ("money", "−1 loans", lambda s: change(s, "loans", -1)),
    ("certificates", "must have 10", lambda s: change(s, "pool", company(s).pool + 1)),
    ("certificates", "must have 0", lambda s: change(s, "closed", True)),
    ("certificates", "holds −1 shares", lambda s: change(s, "treasury", -1)),
    ("certificates", "Zoe", lambda s: hold(s, "Zoe", 1)),
    ("certificates", "before its start", lambda s: change(s, "started", False)),
    ("presidents", "has not started", lambda s: change(s, "started", False)),
    ("presidents", "No player is president", lambda s: change(s, "president", "")),
    ("presidents", "with 1 of 2 shares", lambda s: hold(s, company(s).president, 1)),
    (
        "presidents",
        "its president",
        lambda s: hold(s, next(n for n in s.seats if n != company(s).president), 9),
    ),
    ("presidents", "certificate of .* is not where it belongs", lambda s: change(s, "certificate", "pool")),
    ("presidents", "certificate of .* is not where it belongs", lambda s: change(s, "double", 0)),
    ("privates", "Both Ann and", own_twice),
    ("privates", "Zoe, who does not play", sell_private_to_stranger),
    ("privates", "CGR, which is not in play", sell_private_to_nobody),
    ("rights", "−1 bridge rights", lambda s: s.rights_left.update(bridge=-1)),
    ("rights", "3 at most", lambda s: s.rights_left.update(bridge=3, tunnel=4)),
    ("tiles", "no such tile", lambda s: lay(s, "Z99", "1")),
    ("tiles", "no such tile", lambda s: lay(s, "M4", "999")),
    ("tiles", "may not be on", lambda s: lay(s, "M4", "5", 7)),
    ("tiles", "may not be on", lambda s: lay(s, "M4", "123")),
    ("tiles", "3 tiles 1 are", lay_too_many),
    ("tokens", "must have", lambda s: change(s, "tokens", (100, *company(s).tokens))),
    ("tokens", "must have", lambda s: put_token(s, 5)),
    ("tokens", "which does not exist", lambda s: put_token(s, 5, corp="XX")),
    (
        "private tokens",
        "is on 'XX' for",
        lambda s: setattr(s, "private_tokens", {"port": ("XX", company(s).id)}),
    ),
    ("private tokens", "for ''", lambda s: setattr(s, "private_tokens", {"port": ("D17", "")})),
    ("chart", r"has par at \$−1", lambda s: change(s, "par", -1)),
    ("slots", "2 tokens are on", lambda s: put_token(s, s.tokens_of(company(s).id)[0][1].slot)),
    ("slots", "no such stop", lambda s: put_token(s, 0, stop=4)),
    ("slots", "is on slot 5", lambda s: put_token(s, 5)),
    ("trains", "not in play", lambda s: put_train(s, "2-0", "CGR")),
    ("trains", "is at ''", lambda s: put_train(s, "2-0", "")),
    ("trains", "one", lambda s: put_train(s, "D-0", "pool")),
    ("trains", "must be", lambda s: put_train(s, "5-9", "bank")),
    ("trains", "not numbered", rename_a_train),
    ("trains", "no such type", rename_a_train),
    ("trains", "is scrapped", lambda s: setattr(s, "phase", 5)),
    ("train limits", "may own", pile_up_trains),
    ("limits", "are in the pool, which may hold 50%", lambda s: change(s, "pool", 6)),
    ("chart", "not on the chart", lambda s: change(s, "cell", None)),
]
DAMAGES_1851: list[tuple[str, str, Damage]] = [
    ("certificates", "before its start", lambda s: change(s, "started", False)),
    ("presidents", "has not started", lambda s: change(s, "started", False)),
    ("limits", "are in its treasury, which may hold 50%", lambda s: change(s, "treasury", 6)),
    ("floating", "has floated and 1 of its shares", lambda s: change(s, "offering", 1)),
    ("floating", "shares, money or a turn", lambda s: setattr(not_floated(s), "pool", 1)),
    ("floating", "shares, money or a turn", lambda s: setattr(not_floated(s), "treasury", 1)),
    ("floating", "shares, money or a turn", lambda s: setattr(not_floated(s), "cash", 10)),
    ("floating", "a token on the map or a train", lambda s: put_train(s, "2-0", not_floated(s).id)),
    ("chart", "2 price tokens share one place", stack_tokens),
    ("chart", "has a price and has not started", lambda s: change(s, "started", False)),
    ("privates", "and must be lo, mc, etwnc", swap_private),
    ("homes", "no slot for its home token", fill_home),
]


DAMAGES_18GL: list[tuple[str, str, Damage]] = [
    ("bonds", "9 bonds and must be 10", lambda s: issue_bonds(s, treasury=9)),
    ("bonds", "−1 bonds are at pool", lambda s: issue_bonds(s, treasury=11, pool=-1)),
    ("bonds", "1 bonds are at Zoe", lambda s: issue_bonds(s, treasury=9, Zoe=1)),
]


@pytest.mark.parametrize("title", trunkline.catalogue())
def test_every_check_passes_in_play(title: str) -> None:
    game = middle(title)
    assert list(invariants.wrong(game.title, game.state)) == []


@pytest.mark.parametrize(
    ("title", "check", "words", "damage"),
    [
        *(("1856", *damage) for damage in DAMAGES),
        *(("1851", *damage) for damage in DAMAGES_1851),
        *(("18GL", *damage) for damage in DAMAGES_18GL),
    ],
)
def test_a_damaged_position_is_found(title: str, check: str, words: str, damage: Damage) -> None:
    state = middle(title).state.copy()
    damage(state)
    found = [str(each) for each in invariants.CHECKS[check](middle(title).title, state)]
    with pytest.raises(AssertionError, match=words):
        raise AssertionError("\n".join(found))
    assert all(sentence.endswith(".") for sentence in found)


def test_every_check_has_a_damage_that_it_finds() -> None:
    assert {check for check, _, _ in (*DAMAGES, *DAMAGES_1851, *DAMAGES_18GL)} | {"codec"} == set(
        invariants.CHECKS
    )


def test_what_came_with_a_private_is_not_sold_before_the_start() -> None:
    game = trunkline.new("1851", ["Ann", "Bob", "Cy", "Dee", "Eve"], seed=1)
    corp = game.state.corporations["L&N"]
    assert (corp.started, corp.sold, corp.president != "") == (False, 4, True)
    assert list(invariants.wrong(game.title, game.state)) == []


def test_a_state_that_cannot_be_read_again_is_found() -> None:
    state = middle().state.copy()
    add = state.pending.append
    add(Discard(["Ann"], "LPS"))  # type: ignore[arg-type]
    (sentence,) = checks.codec(middle().title, state)
    assert "cannot be read" in str(sentence)


def test_a_state_that_reads_as_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    other = middle().state.copy()
    other.arrivals += 1
    monkeypatch.setattr(checks, "decode", lambda data, kind: other)
    (sentence,) = checks.codec(middle().title, middle().state)
    assert "another digest" in str(sentence)


def test_while_a_decision_waits_there_may_be_too_many_trains() -> None:
    state = middle().state.copy()
    pile_up_trains(state)
    state.pending.append(Discard(company(state).president, company(state).id))
    assert list(rolling_stock.train_limits(middle().title, state)) == []


@pytest.mark.parametrize(
    ("title", "rules"), [(id, rules) for id, about in trunkline.catalogue().items() for rules in about.rules]
)
def test_nobody_owes_money_by_any_reading(title: str, rules: str) -> None:
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], rules=rules)
    state = game.state
    state.players["Ann"].cash, state.bank = -5, state.bank + state.players["Ann"].cash + 5
    assert "Ann has $−5." in map(str, holdings.money(game.title, state))
