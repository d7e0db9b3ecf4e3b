"""Counts of action sequences from ten positions a title, compared with a partly hand-made table."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import pytest

import trunkline
from cli.terminal import call
from lab.soak import perft_counts
from trunkline.engine.kernel.action import DeclareBankruptcy, Dividend, IssueShares, RedeemShares, SellShares
from trunkline.engine.kernel.choice import Amounts
from trunkline.engine.loans.state import Debt
from trunkline.game import Game
from trunkline.lab.perft import divide, perft, standing_for
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer
from trunkline.titles.t18gl.decisions import ConrailTokens, Shortfall
from trunkline.titles.t1856.decisions import DebtsDue, TokensToLose
from trunkline.titles.t1856.state import state_1856

COUNTS = perft_counts.table()
QUICK = 3_000
"""Counts larger than this are left to ``make perft``."""


@cache
def position(name: str) -> Game:
    """Return a position, replayed once. Do not change it."""
    return perft_counts.position(name)


@pytest.mark.parametrize("name", COUNTS)
def test_the_counts_are_those_of_the_table(name: str) -> None:
    written = COUNTS[name]
    for depth, count in enumerate(written, 1):
        if depth < 3 or count < QUICK:
            assert perft(position(name), depth) == count, f"depth {depth}"


def test_the_positions_are_the_moments_they_are_named_for() -> None:
    assert sorted(COUNTS) == sorted(path.stem for path in perft_counts.FOLDER.glob("*.json"))
    assert position("opening").actions == []
    assert position("stock-round").state.stock is not None
    for phase in range(1, 7):
        assert position(f"phase-{phase}").state.phase == phase - 1
    assert isinstance(state_1856(position("cgr-forming").state).pending[-1], DebtsDue)
    assert any(isinstance(choice, DeclareBankruptcy) for choice in position("bankruptcy").legal())


def test_the_positions_of_1851_are_the_moments_they_are_named_for() -> None:
    assert position("1851-opening").actions == []
    assert position("1851-stock-round").state.stock is not None
    for name in "234568":
        game = position(f"1851-phase-{name}")
        assert game.title.board.phases[game.state.phase].name == name
    ranges = [choice for choice in position("1851-own-shares").legal() if isinstance(choice, Amounts)]
    assert [type(choice.action) for choice in ranges] == [IssueShares, RedeemShares]
    assert any(isinstance(choice, DeclareBankruptcy) for choice in position("1851-bankruptcy").legal())


def test_the_positions_of_18gl_are_the_moments_they_are_named_for() -> None:
    assert position("18gl-opening").actions == []
    assert position("18gl-stock-round").state.stock is not None
    for name in ("2h", "4h", "6h", "10h", "d"):
        game = position(f"18gl-phase-{name}")
        assert game.title.board.phases[game.state.phase].name == name.upper()
    assert isinstance(position("18gl-tokens-of-conrail").state.pending[-1], ConrailTokens)
    assert isinstance(position("18gl-interest").state.pending[-1], Shortfall)
    assert any(isinstance(choice, DeclareBankruptcy) for choice in position("18gl-bankruptcy").legal())


def test_the_positions_of_other_readings_are_the_moments_they_are_named_for() -> None:
    site, rails = position("site-debt"), position("rails-help")
    assert {type(choice.action) for choice in site.legal() if isinstance(choice, Amounts)} <= {SellShares}
    assert isinstance(state_1856(site.state).pending[-1], Debt)
    assert isinstance(state_1856(position("site-cgr-tokens").state).pending[-1], TokensToLose)
    waiting = position("site-discards")
    assert (len(waiting.state.trains_at("CA")), waiting.state.pending) == (4, [])
    assert waiting.board.phases[waiting.state.phase].train_limit == 3
    assert rails.state.corporations["GM&O"].cash < 400
    # Half of $110 is $55, or $60 before version 2. L&N keeps the rest and is paid for 4 of its shares.
    assert half_kept("rails-half") == 55 + 22
    assert half_kept("rails-1.x-half") == 50 + 24


def half_kept(name: str) -> int:
    """Return the dollars that L&N gains by a half dividend."""
    game = position(name).copy()
    before = game.state.corporations["L&N"].cash
    game.play(Dividend(min(game.to_act), "L&N", "half"))
    return game.state.corporations["L&N"].cash - before


def test_every_reading_of_every_title_has_positions() -> None:
    counted = {(game.title.id, game.options.rules) for game in map(position, COUNTS)}
    printed = trunkline.catalogue(teaching=False)
    assert counted == {(id, rules) for id, about in printed.items() for rules in about.rules}


@pytest.mark.parametrize("name", [name for name, counts in COUNTS.items() if counts[1] < QUICK])
def test_what_is_listed_can_be_played_and_is_listed_once(name: str) -> None:
    # perft counts the last actions without playing them. That is right only if this test passes.
    game = position(name)
    for first in divide(game, 1):
        game.play(first.action)
        counted = Counter(standing_for(choice) for choice in game.legal())
        for action in counted:
            assert game.check(action) is None, action
        game.undo()
        assert set(counted.values()) <= {1}


@pytest.mark.parametrize(
    "name", ["opening", "bankruptcy", "cgr-forming", "1851-opening", "1851-own-shares", "18gl-interest"]
)
def test_the_branches_add_up(name: str) -> None:
    game = position(name)
    assert sum(branch.sequences for branch in divide(game, 3)) == COUNTS[name][2]
    assert divide(game, 0) == []
    assert perft(game, 0) == 1


def test_a_finished_game_is_one_leaf_at_any_depth() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=10)
    play_out(game, RandomPlayer(10))
    assert game.over
    assert [perft(game, depth) for depth in range(3)] == [1, 1, 1]


@pytest.mark.parametrize("depth", [-1, 21, 1.0, True, None])
def test_a_depth_that_is_none_gets_a_sentence(depth: object) -> None:
    with pytest.raises(trunkline.UsageError, match="whole number from 0 to 20"):
        perft(position("opening"), depth)  # type: ignore[arg-type]


def test_the_command_counts_for_people_and_for_programs() -> None:
    path = perft_counts.FOLDER / "opening.json"
    said = call("perft", path, "--depth", "2", "--divide")
    assert (said.returncode, said.stderr) == (0, "")
    assert [line.split()[1] for line in said.stdout.splitlines()[1:4]] == ["1", "7", "48"]
    assert "6   buy Flos Tramway for $20" in said.stdout
    data = json.loads(call("perft", path, "--json", "--divide").stdout)
    assert data["counts"] == [1, *COUNTS["opening"]]
    assert sum(branch["sequences"] for branch in data["divide"]) == COUNTS["opening"][2]
    assert data["divide"][0]["action"] == {"kind": "pass", "player": "Ann"}


def test_the_command_refuses_what_it_cannot_count() -> None:
    for arguments in (["missing.json"], [perft_counts.FOLDER / "counts.yaml"]):
        refused = call("perft", *arguments)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert len(refused.stderr.splitlines()) == 1
    assert call("perft", perft_counts.FOLDER / "opening.json", "--depth", "99").returncode == 2
