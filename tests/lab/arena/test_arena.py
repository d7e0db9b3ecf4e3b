"""The arena: matches between bots."""

from __future__ import annotations

import json
import shlex
import sys
import time
from importlib.metadata import EntryPoint
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

import trunkline
from cli.terminal import call
from trunkline.engine.kernel import referee as engine
from trunkline.game.actions import Action
from trunkline.lab.arena.match import Forfeit, GameResult, Match, play, play_all
from trunkline.lab.arena.sprt import decide
from trunkline.lab.arena.statistics import interval, tally
from trunkline.players import registry
from trunkline.players.external_engine import Engine
from trunkline.players.registry import GROUP, load_player
from trunkline.util.errors import UsageError

MATCH = Match("1851", ("random", "random", "random"), seed=3)
THREE = ("random", "random", "random")


def untimed(game: GameResult) -> GameResult:
    return msgspec.structs.replace(game, seconds=(), processor=(), longest=())


def test_seats_are_rotated_and_every_deal_is_played_from_each() -> None:
    match = Match("1851", ("clerk", "random", "a:B"))
    assert [match.seating(number) for number in range(4)] == [
        ("clerk", "random", "a:B"),
        ("random", "a:B", "clerk"),
        ("a:B", "clerk", "random"),
        ("clerk", "random", "a:B"),
    ]
    assert [match.deal(number) for number in range(4)] == [1_000_000, 1_000_000, 1_000_000, 1_000_001]


def test_the_same_seed_plays_the_same_games_in_any_number_of_processes() -> None:
    alone = [untimed(game) for game in play_all(MATCH, range(3))]
    together = [untimed(game) for game in play_all(MATCH, range(3), jobs=2)]
    assert alone == together
    assert len({game.digest for game in alone}) == 3
    assert [untimed(play((MATCH, 2)))] == alone[2:]


@pytest.mark.parametrize("title", ["1856", "1851", "18GL"])
def test_a_decision_is_one_between_several_legal_actions(title: str) -> None:
    game, player = trunkline.new(title, ["Ann", "Bob", "Cy"]), load_player("random")(2)
    forced = 0
    for _ in range(300):
        name = next(name for name in game.players if name in game.to_act)
        choices = game.legal(name)
        alone = len(choices) == 1 and isinstance(choices[0], Action)
        assert engine.is_forced(game.title, game.state, name) == alone
        forced += alone
        game.play(player.choose(game, name))
        if game.over:
            break
    assert forced > 0


@pytest.mark.parametrize(
    ("player", "why"),
    [
        ("Crashes", "KeyError: 'lost my notes'"),
        ("Cheats", "Declaring a dividend"),
        ("Leaves", "SystemExit: had enough"),
        ("Absent", "OSError: no chair"),
        ("Borrows", "It acted for "),
    ],
)
def test_a_program_that_fails_gives_its_seat_to_a_clerk(player: str, why: str) -> None:
    match = Match("1851", (f"lab.arena.players:{player}", "random", "random"), seed=2)
    game = play((match, 0))
    (forfeit,) = game.forfeits
    assert forfeit.seat == 0
    assert why in forfeit.why or "not the moment" in forfeit.why
    assert game.ending in ("bank", "bankruptcy", "price")
    (standing,) = [each for each in tally(match, [game]) if each.name == match.entrants[0]]
    assert standing.forfeits == 1
    assert (standing.wins, standing.share) == (0, 0)


def test_what_a_clerk_makes_of_a_forfeited_seat_is_nobodys() -> None:
    match = Match("1851", ("a", "b", "b"))
    lost = (Forfeit(0, 1, "ill"),)
    game = GameResult(
        0, ("a", "b", "b"), (600, 200, 200), (0,), "bank", 9, 300, (5, 5, 5), (1.0, 0.1, 0.1), "", lost
    )
    other, failed = tally(match, [game])
    assert (failed.name, failed.wins, failed.share, failed.forfeits) == ("a", 0, 0, 1)
    assert (other.name, other.wins, other.share) == ("b", 0, 0.2)
    assert other.rating > failed.rating


def test_what_a_move_takes_is_time_of_the_processor() -> None:
    began = time.process_time()
    game = play((Match("1851", ("lab.arena.players:Dawdles", "random", "random"), seed=2), 0))
    assert 0 < sum(game.processor) < time.process_time() - began + 0.01


def test_an_engine_is_timed_where_it_runs() -> None:
    engine = Engine(shlex.join([sys.executable, "-m", "trunkline", "engine", "random"]))
    assert engine.processor_time() == 0
    game = trunkline.new("1851", ["Ann", "Bob", "Cy"], seed=1)
    engine.choose(game, min(game.to_act))
    spent = engine.processor_time()
    engine.close()
    if Path("/proc/self/stat").exists():
        assert spent > 0


def test_players_are_found_by_name_or_module() -> None:
    assert type(load_player("lab.arena.players:Crashes")(1)).__name__ == "Crashes"
    for wrong in (
        "nobody",
        "lab.arena.players:Nobody",
        "no.such.module:Player",
        "lab.arena.players:THREE",
        "this:",
    ):
        with pytest.raises(UsageError, match=wrong.split(":")[0]):
            load_player(wrong)
    with pytest.raises(UsageError, match="Only a tycoon and a scholar have a budget"):
        load_player("clerk:50")


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("class Player(", "SyntaxError: '\\(' was never closed"),
        ("print('here')\nraise RuntimeError('at import')", "RuntimeError: at import"),
        ("raise SystemExit('no')", "SystemExit: no"),
        ("", "AttributeError: .* has no attribute 'Player'"),
    ],
)
def test_a_player_that_cannot_be_loaded_is_one_sentence(
    source: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = f"player_{len(source)}"
    (tmp_path / f"{name}.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageError, match=f"The player '{name}:Player' cannot be loaded: {why}"):
        load_player(f"{name}:Player")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("value", ["trunkline:Missing", "no_such_module:Player"])
def test_a_package_that_offers_what_is_not_there_is_one_sentence(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered = EntryPoint("elsewhere", value, GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda **_: [offered])
    with pytest.raises(UsageError, match="'elsewhere' cannot be loaded: "):
        load_player("elsewhere")


def test_the_intervals_of_wins_are_exact() -> None:
    assert interval(84, 84) == (0.957, 1.0)
    assert interval(0, 10) == (0.0, 0.3085)
    assert interval(5.5, 10) == interval(5, 10) == (0.1871, 0.8129)
    assert interval(0, 0) == (0.0, 1.0)


def test_a_tally_knows_programs_and_not_seats() -> None:
    match = Match("1851", ("a", "b", "b"))
    games = [
        GameResult(0, ("a", "b", "b"), (600, 200, 200), (0,), "bank", 9, 300, (5, 5, 5), (1.0, 0.1, 0.1), ""),
        GameResult(1, ("b", "b", "a"), (500, 100, 400), (0,), "bank", 9, 300, (5, 5, 5), (0.1, 0.1, 1.0), ""),
        GameResult(2, ("b", "a", "b"), (500, 500, 0), (0, 1), "bank", 9, 300, (5, 5, 5), (0.1, 1.0, 0.1), ""),
        GameResult(
            3, ("a", "b", "b"), (500, 200, 300), (), "stalled", 9, 300, (5, 5, 5), (1.0, 0.1, 0.1), ""
        ),
    ]
    best, other = tally(match, games)
    assert (best.name, best.games, best.wins, best.share, best.seats) == ("a", 4, 1.5, 0.5, 1)
    assert (other.name, other.wins, other.share, other.seats) == ("b", 1.5, 0.25, 2)
    assert (best.milliseconds, other.milliseconds) == (200, 20)
    timed = msgspec.structs.replace(games[0], processor=(0.5, 0.1, 0.1), longest=(0.4, 0.02, 0.03))
    best, other = tally(match, [timed])
    assert (best.processor, best.longest, other.processor, other.longest) == (100, 0.4, 20, 0.03)
    assert best.rating > 25 > other.rating


def test_a_test_stops_once_it_knows() -> None:
    assert decide(3, 4, 0.25, 0.6) == ""
    assert decide(20, 20, 0.25, 0.6) == "high"
    assert decide(0, 20, 0.25, 0.6) == "low"


def test_the_command_says_who_wins_in_words_and_as_one_object(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    said = call("arena", "1851", *THREE, "--games", "3", "--seed", "3", "--out", out)
    assert said.returncode == 0, said.stderr
    assert said.stdout.startswith("1851: 3 games (3 bank), 3 seats, seed 3\n")
    assert "random" in said.stdout
    again = call("arena", "1851", *THREE, "--games", "3", "--out", out, "--seed", "3", "--json")
    counted = json.loads(again.stdout)
    assert list(counted) == ["title", "games", "players"]
    assert (counted["title"], counted["games"]) == ("1851", 3)
    (entry,) = counted["players"]
    assert (entry["name"], entry["wins"], entry["interval"]) == ("random", 3, [0.2924, 1.0])


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_a_player_prints_is_no_part_of_the_result(jobs: str, capfd: pytest.CaptureFixture[str]) -> None:
    said = call(
        "arena", "1851", "lab.arena.players:Talks", *THREE[1:], "--games", "2", "--jobs", jobs, "--json"
    )
    assert said.returncode == 0, said.stderr
    assert json.loads(said.stdout)["games"] == 2
    beside = capfd.readouterr()  # output of the child processes
    assert beside.out == ""
    assert "hmm" in said.stderr + beside.err


def test_a_test_says_what_it_has_found() -> None:
    match = ("arena", "1851", "clerk", "random", "random", "--test", "0.33", "0.8")
    known = call(*match, "--games", "30")
    assert known.stdout.splitlines()[-1].startswith("clerk wins rather 80% of its games than 33%")
    open_still = call(*match, "--games", "1")
    assert open_still.stdout.splitlines()[-1].startswith(
        "Whether clerk wins 33% or 80% of its games is not known"
    )
    assert json.loads(call(*match, "--games", "1", "--json").stdout)["test"] is None
    assert json.loads(call(*match, "--games", "30", "--json").stdout)["test"] == "high"


def test_a_match_is_gone_on_with_where_it_was_cut_off(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    call("arena", "1851", *THREE, "--games", "2", "--seed", "3", "--out", out)
    whole = out.read_text()
    out.write_text(whole[:-40])  # like a file of a machine that stopped in the middle of a line
    said = call("arena", "1851", *THREE, "--games", "3", "--seed", "3", "--out", out)
    assert said.returncode == 0, said.stderr
    lines = out.read_text().splitlines()
    numbers = [msgspec.json.decode(line, type=GameResult).number for line in lines[1:]]
    assert numbers == [0, 1, 2]
    assert lines[:2] == whole.splitlines()[:2]


def test_what_cannot_be_played_is_one_sentence(tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    call("arena", "1851", *THREE, "--games", "1", "--seed", "4", "--out", other)
    weights = files("trunkline.players.scholar") / "weights/1851.json"
    new = tmp_path / "new.jsonl"
    for arguments, why in (
        (("1851", "random"), "1851 is for 3 to 5 players, not 1"),
        (("1851", *THREE, *THREE, *THREE), "1851 is for 3 to 5 players, not 9"),
        (("1899", *THREE), "1899"),
        (("1851", "nobody", "random", "random", "--out", new), "nobody"),
        (
            ("18GL", f"scholar:9:{weights}", *THREE, "--out", new),
            "The weights are for 1851 and not for 18GL.",
        ),
        (("1851", *THREE, "--test", "0.9", "0.2"), "two chances"),
        (("1851", *THREE, "--seed", "5", "--out", other), "another match"),
        (("1851", *THREE, "--out", tmp_path / "no" / "where.jsonl"), "cannot be written"),
        (("1851", *THREE, "--out", Path(__file__)), "no games of an arena"),
    ):
        said = call("arena", *arguments, "--games", "1")
        assert said.returncode == 2, arguments
        assert why in said.stderr
        assert said.stderr.count("\n") == 1, said.stderr
        assert said.stdout == ""
        assert not new.exists(), "an empty match would refuse the corrected command"
