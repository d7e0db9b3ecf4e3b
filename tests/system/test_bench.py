"""The arithmetic of the benchmarks. These tests do not check speed."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import budgets
import continuing
import moments
import replay
import trunkline
from trunkline import actions
from trunkline.lab.arena import match_file
from trunkline.lab.arena.match import GameResult, Match
from trunkline.lab.arena.statistics import clustered_interval
from trunkline.players.tycoon import STEPS
from trunkline.util.errors import UsageError

ROOT = Path(__file__).resolve().parents[2]
CONTINUED = ROOT / "bench" / "continued"


def test_a_result_is_the_median_of_all_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([(2.0, 0), (8.0, 10), (1.0, 0), (3.0, 10), (2.0, 0), (10.0, 10)])
    monkeypatch.setattr(replay, "clock", lambda task: next(times))
    result = replay.measure("x", lambda: 10, rounds=3)
    assert (result.seconds, result.ratio, result.actions, result.rate) == (8.0, 4.0, 10, 1.25)


def test_the_table_sets_old_and_new_ratios_side_by_side() -> None:
    results = [replay.Result("old task", 0.5, 6.0, 100), replay.Result("new", 0.1, 1.0, 50)]
    lines = replay.table(results, {"old task": 4.0})
    assert lines[0].split() == ["task", "median", "actions", "actions/s", "ratio", "before", "now/before"]
    assert lines[1].split() == ["old", "task", "500.0", "ms", "100", "200", "6.00", "4.00", "1.50"]
    assert lines[2].split() == ["new", "100.0", "ms", "50", "500", "1.00"]


def test_random_games_are_summed_up_title_by_title() -> None:
    results = [
        replay.Result("replay game.json", 5.0, 1.0, 900),
        replay.Result("1856 random game 1: legal + play", 0.5, 1.0, 900),
        replay.Result("1856 random game 1: play alone", 9.0, 1.0, 900),
        replay.Result("1856 random game 2: legal + play", 1.5, 1.0, 1100),
        replay.Result("1851 random game 1: legal + play", 0.5, 1.0, 800),
    ]
    assert replay.summary(results) == [
        "random play of 1856: 1.00 games a second, 1000 decisions a game, 1000 decisions a second",
        "random play of 1851: 2.00 games a second, 800 decisions a game, 1600 decisions a second",
    ]
    assert replay.summary(results[2:3]) == []


def test_the_games_that_are_timed_are_the_same_every_time() -> None:
    for title in trunkline.catalogue():
        assert moments.played(title, 60).digest() == moments.played(title, 60).digest()


def test_every_task_goes_through_the_whole_game() -> None:
    game = trunkline.new("1856", ["P1", "P2", "P3"])
    for player, private in zip(("P1", "P2", "P3"), ("flos", "ws", "canada"), strict=True):
        game.play(actions.BuyOffered(player, private))
    digest = game.digest()
    assert replay.play_alone(game) == 3
    assert replay.back_and_forth(game) == 6
    assert game.digest() == digest


def test_starts_of_one_game_say_less_than_as_many_of_others() -> None:
    alone = clustered_interval([[float(number < 14)] for number in range(20)])
    together = clustered_interval([[float(number < 7)] * 2 for number in range(10)])
    assert together[0] < alone[0] < 0.7 < alone[1] < together[1]
    # Clusters that agree count as one value each.
    assert clustered_interval([[1.0, 1.0], [1.0, 1.0], [1.0]]) == clustered_interval([[1.0]] * 3)
    assert clustered_interval([[1.0]] * 3) == pytest.approx((0.2924, 1.0), abs=1e-4)
    assert clustered_interval([[1.0]]) == (0.0, 1.0)


def test_a_game_is_gone_on_with_both_ways_from_the_same_moment(tmp_path: Path) -> None:
    plan = continuing.Plan("director", "clerk", ("1851:101:0",), 1, 3)
    file = tmp_path / "continued.jsonl"
    assert continuing.kept(file, plan) == []
    found = continuing.work((plan, 0))
    (start,) = found.starts
    assert start.at > 0
    assert start.seat == "Ann"
    assert start.better in (0.0, 1.0)
    file.write_bytes(file.read_bytes() + msgspec.json.encode(found) + b'\n{"number": 1, "st')
    assert continuing.kept(file, plan) == [found]
    assert continuing.told(plan, [found]).startswith("director does better than clerk in ")
    with pytest.raises(UsageError, match="another comparison"):
        continuing.kept(file, continuing.Plan("clerk", "clerk", ("1851:101:0",), 1, 3))


def test_a_picture_shows_each_budget_of_a_tycoon_and_nobody_else(tmp_path: Path) -> None:
    files = []
    for program in ("tycoon:900", "tycoon", "clerk"):
        match = Match("1851", (program, "director", "director"))
        file = tmp_path / f"{program}.jsonl"
        with match_file.opened(file, match, begun=False) as out:  # type: ignore[union-attr]
            for number in range(3):
                seats = match.seating(number)
                won = seats.index(program)
                out.write(
                    match_file.line(
                        GameResult(number, seats, (5, 6, 7), (won,), "bank", 3, 9, (3, 3, 3), (1.0,) * 3, "")
                    )
                )
        files.append(file)
    found = budgets.points(files)
    assert [(point.steps, point.seats, point.standing.wins) for point in found["1851"]] == [
        (STEPS, 3, 3),
        (900, 3, 3),
    ]
    budgets.drawn(found, tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(UsageError, match="None of these"):
        budgets.points(files[2:])


def test_the_page_says_how_strong_a_tycoon_is_by_its_budget() -> None:
    found = budgets.points((ROOT / "bench" / "ladder").glob("*tycoon*"))
    page = (ROOT / "docs" / "ladder.md").read_text(encoding="utf-8").splitlines()
    lines = list(budgets.told(found))
    assert len(lines) > 3
    assert set(lines) <= set(page)


@pytest.mark.parametrize("file", sorted(CONTINUED.glob("*.jsonl")), ids=lambda file: file.stem)
def test_the_page_says_what_going_on_with_games_has_found(file: Path) -> None:
    head, *lines = file.read_bytes().splitlines()
    plan = msgspec.json.decode(head, type=continuing.Plan)
    found = [msgspec.json.decode(line, type=continuing.Found) for line in lines]
    assert len(found) == len(plan.games)
    page = " ".join((ROOT / "docs" / "ladder.md").read_text(encoding="utf-8").split())
    assert f"{continuing.told(plan, found)}." in page
