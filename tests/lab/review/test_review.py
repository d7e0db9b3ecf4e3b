"""The review of decisions: costs from continued games, sampled coarsely first, equal on every machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import trunkline
from cli.terminal import PROGRESS, call
from trunkline import Amounts, Game
from trunkline import actions as A
from trunkline.cli.commands.review import lines
from trunkline.engine.kernel import state as states
from trunkline.game.actions import validated
from trunkline.game.position import Position
from trunkline.lab.review.results import Decision, Moment, Review, Standing, leads, turning, worst
from trunkline.lab.review.session import COARSE, COARSE_PART, ENOUGH, FINE, ReviewSession, worked
from trunkline.lab.review.tasks import Compare, Comparison, DirectorView, Look
from trunkline.players import play_out
from trunkline.players.director import Director
from trunkline.players.evaluation import worth_shares
from trunkline.players.random_player import RandomPlayer
from trunkline.players.spread import mean_interval, pooled_variance

PLAYERS = ("Ann", "Bob", "Cy")
PASS, BUY, BID = A.Pass("Ann"), A.BuyOffered("Ann", "flos"), A.Bid("Ann", "wspc", 45)


def moments(game: Game, first: int = 0) -> list[Moment]:
    """Return the decisions of a game from a given one on."""
    return [
        Moment(number, states.encode(game.at(number).state), validated(action))
        for number, action in enumerate(game.actions)
        if number >= first
    ]


def reviewed(study: ReviewSession) -> Review:
    """Run a review to its end."""
    for pieces in study.batches():
        for piece in pieces:
            study.take(piece, worked(piece))
    return study.found()


def test_few_lines_that_happen_to_be_alike_are_not_taken_for_certain() -> None:
    assert pooled_variance([[0.1, 0.3], [0.5]], 0.0) == pytest.approx(0.02)
    assert pooled_variance([[0.5]], 0.0004) == 0.0004
    sure, unsure = mean_interval([0.1] * 12, 0.0004), mean_interval([0.1, 0.1], 0.0004)
    assert (sure.mean, unsure.mean) == pytest.approx((0.1, 0.1))
    assert 0 < sure.low < sure.high < 0.12
    assert unsure.low < 0.07
    assert mean_interval([0.1], 0.0004).low < unsure.low


def looked(
    number: int, player: str, dollars: float, others: tuple[A.AnyAction, ...] = (BUY,)
) -> DirectorView:
    """Return a decision at which a pass was played."""
    shares = dict.fromkeys(PLAYERS, 0.33)
    return DirectorView(number, player, PASS, others, dollars, f"stock {number // 20}.0", shares)


def test_what_seems_costly_is_played_on_again_and_again_and_the_rest_once() -> None:
    options = trunkline.new("1856", PLAYERS, seed=1).options
    played = [Moment(number, b"", PASS) for number in range(60)]
    study = ReviewSession(options, played, budget=8_000)
    truth = {number: 0.05 if number in (7, 31) else -0.01 for number in range(60)}
    asked: list[Compare] = []
    for pieces in study.batches():
        for piece in pieces:
            if isinstance(piece, Look):
                study.take(piece, [looked(each.number, "Ann", float(each.number)) for each in piece.moments])
                continue
            asked.append(piece)
            assert study.steps < study.budget
            number = piece.moment.number
            gains = tuple(truth[number] + (0.01 if seed % 2 else -0.01) for seed in piece.seeds)
            study.take(piece, Comparison(number, piece.other, piece.seeds, gains, 20 * len(gains)))
    # Decisions with the largest loss in the director's view come first. Each is compared once before any is
    # again.
    assert [piece.moment.number for piece in asked[:60]] == list(range(59, -1, -1))
    assert {piece.seeds for piece in asked[:60]} == {tuple(range(COARSE))}
    assert {piece.moment.number for piece in asked[60:62]} == {7, 31}
    found = study.found()
    assert found.whole
    # Comparisons that started within the budget are finished.
    assert found.steps < 8_000 + 20 * FINE
    assert [each.number for each in turning(found)] == [7, 31]
    assert [each.number for each in worst(found, "Ann")] == [7, 31]
    assert all(each.lines >= ENOUGH - FINE for each in turning(found))
    assert worst(found, "Bob") == []


def test_what_stays_unsure_leaves_the_turning_point_of_its_round_to_another() -> None:
    options = trunkline.new("1856", PLAYERS, seed=1).options
    study = ReviewSession(options, [Moment(number, b"", PASS) for number in range(60)], budget=60_000)
    # In the first round many decisions are costly. In the second the costliest one is very uncertain.
    truth = {**dict.fromkeys(range(8), 0.2), 20: 0.15, 21: 0.145}
    for pieces in study.batches():
        for piece in pieces:
            if isinstance(piece, Look):
                study.take(piece, [looked(each.number, "Ann", 1.0) for each in piece.moments])
                continue
            number = piece.moment.number
            wild = 1.0 if number == 20 else 0.001
            gains = tuple(truth.get(number, -0.01) + (wild if seed % 2 else -wild) for seed in piece.seeds)
            study.take(piece, Comparison(number, piece.other, piece.seeds, gains, 20 * len(gains)))
    found = study.found()
    named = turning(found)
    assert [each.number for each in named] == [0, 21]
    assert all(each.lines >= ENOUGH - FINE for each in named)


def test_a_budget_that_is_too_small_says_what_has_not_been_looked_at() -> None:
    options = trunkline.new("1856", PLAYERS, seed=1).options
    study = ReviewSession(options, [Moment(number, b"", PASS) for number in range(100)], budget=1_000)
    for pieces in study.batches():
        for piece in pieces:
            if isinstance(piece, Look):
                study.take(piece, [looked(each.number, "Bob", 1.0) for each in piece.moments])
            else:
                gains = (0.0,) * len(piece.seeds)
                study.take(piece, Comparison(piece.moment.number, BUY, piece.seeds, gains, 50 * len(gains)))
    found = study.found()
    games = [trunkline.new("1856", PLAYERS, seed=1)] * 101
    (said,) = (line for line in lines(found, games) if "not known" in line)
    assert said.startswith(f"What {found.unseen} more decisions cost is not known")
    assert 0 < len(found.decisions) < 100
    assert found.unseen == 100 - len(found.decisions)
    assert COARSE_PART * 1_000 <= found.steps <= 1_100


def test_lines_by_which_another_choice_was_found_flatter_it_and_do_not_count_in_the_end() -> None:
    options = trunkline.new("1856", PLAYERS, seed=1).options
    study = ReviewSession(options, [Moment(0, b"", PASS)], budget=2_000)
    for pieces in study.batches():
        for piece in pieces:
            if isinstance(piece, Look):
                study.take(piece, [looked(0, "Ann", 1.0, (BUY, BID))])
                continue
            gains = tuple(0.5 if seed < COARSE else 0.01 for seed in piece.seeds)
            if piece.other == BID:
                gains = (0.03,) * len(gains)
            study.take(piece, Comparison(0, piece.other, piece.seeds, gains, 10))
    (decision,) = study.found().decisions
    assert decision.better == BID
    assert decision.gain == pytest.approx(0.03)


def test_a_blunder_is_found() -> None:
    game = trunkline.new("1856", PLAYERS, seed=3)
    players = {name: Director(seat) for seat, name in enumerate(PLAYERS, 10)}
    play_out(game, players, 150)
    while (worse := sale(game)) is None:
        play_out(game, players, 1)
    first = len(game.actions)
    game.play(worse)
    play_out(game, players, 25)
    found = reviewed(ReviewSession(game.options, moments(game, first), budget=3_000))
    (blunder,) = (each for each in worst(found, worse.player) if each.number == first)
    assert blunder.played == worse
    assert blunder.low > 0
    assert blunder in turning(found)


def sale(game: Game) -> A.SellShares | None:
    """Return a sale of shares that costs much of the expected share, or None."""
    now = Position.of(game)
    for choice in now.legal_of(A.SellShares):
        sold = choice.at(choice.high) if isinstance(choice, Amounts) else choice
        assert isinstance(sold, A.SellShares)
        if worth_shares(now.play(sold))[sold.player] < worth_shares(now)[sold.player] - 0.03:
            return sold
    return None


def test_what_a_director_would_have_done_is_agreed_to_and_what_is_forced_is_no_decision() -> None:
    game = trunkline.new("1851", PLAYERS, seed=4)
    play_out(game, Director(), 40)
    study = ReviewSession(game.options, moments(game), budget=1_000)
    (looks,) = [pieces for pieces, _ in zip(study.batches(), range(1), strict=False)]
    for piece in looks:
        study.take(piece, worked(piece))
    found = study.found()
    assert 0 < found.agreed < 40
    assert found.decisions == ()
    assert found.unseen == 0
    assert len(found.course) > 1
    assert all(sum(each.shares.values()) == pytest.approx(1, abs=0.001) for each in found.course)


def test_who_leads_is_who_is_clearly_ahead() -> None:
    def at(number: int, *shares: float) -> Standing:
        return Standing(number, dict(zip(PLAYERS, shares, strict=True)))

    course = (at(0, 0.34, 0.33, 0.33), at(9, 0.4, 0.3, 0.3), at(20, 0.35, 0.36, 0.29), at(30, 0.3, 0.4, 0.3))
    decision = Decision(1, "Ann", PASS, BUY, -0.01, -0.02, 0.0, 4)
    review = Review("1856", PLAYERS, (decision,), 0, 0, course, 0, 1, whole=True)
    assert [(each.number, each.leader) for each in leads(review)] == [(9, "Ann"), (30, "Bob")]
    assert (decision.loss, turning(review), worst(review, "Ann")) == (0, [], [])


def test_of_a_round_one_decision_is_a_turning_point() -> None:
    costs = {1: 0.02, 3: 0.05, 5: 0.04, 9: 0.01, 12: 0.03, 21: 0.001}
    decisions = tuple(
        Decision(number, "Ann", PASS, BUY, loss, loss / 2, loss * 2, 26) for number, loss in costs.items()
    )
    level = dict.fromkeys(PLAYERS, 0.33)
    course = tuple(Standing(number, level) for number in (0, 9, 20))
    review = Review("1856", PLAYERS, decisions, 0, 0, course, 0, 1, whole=True)
    assert [each.number for each in turning(review)] == [3, 12]
    assert [each.number for each in worst(review, "Ann")] == [3, 5, 12]


def test_a_budget_that_reached_nothing_does_not_say_that_all_was_well_played() -> None:
    games = [trunkline.new("1856", PLAYERS, seed=1)]
    said = list(lines(Review("1856", PLAYERS, (), 4, 7, (), 11, 11, whole=True), games))
    assert "What 7 more decisions cost is not known: a larger budget looks further." in said
    assert "  not known: no decision has been played on" in said
    assert said.count("  none is known") == 3


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Return a saved game whose first actions are random."""
    game = trunkline.new("1851", PLAYERS, seed=4)
    play_out(game, RandomPlayer(4), 60)
    game.save(tmp_path / "game.json")
    return tmp_path / "game.json"


def test_the_command_reviews_a_file_and_goes_on_where_it_was_stopped(saved: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    said = call("review", saved, "--budget", "1500", "--keep", kept)
    assert said.returncode == 0, said.stderr
    assert said.stdout.startswith("1851, Ann, Bob, Cy: ")
    assert "Turning points" in said.stdout
    assert "Cy's costliest decisions" in said.stdout
    found = json.loads(call("review", saved, "--budget", "1500", "--jobs", "2", "--json").stdout)
    assert (found["title"], found["whole"], found["budget"]) == ("1851", True, 1500)
    assert len(found["decisions"]) > 3
    # Like a file of a machine that stopped in the middle of a line. Its results are not computed again.
    lines = kept.read_text().splitlines(keepends=True)
    doubtful = json.loads(lines[1])
    doubtful["gains"] = [0.9 for _ in doubtful["gains"]]
    kept.write_text(lines[0] + json.dumps(doubtful) + "\n" + lines[2][:-9])
    again = json.loads(call("review", saved, "--budget", "1500", "--keep", kept, "--json").stdout)
    (believed,) = [each for each in again["decisions"] if each["number"] == doubtful["number"]]
    assert believed["gain"] > 0.3 or believed["lines"] > COARSE
    assert kept.read_text().startswith(lines[0])
    kept.write_text("".join(lines[:3]))
    whole = json.loads(call("review", saved, "--budget", "1500", "--keep", kept, "--json").stdout)
    assert whole == found
    assert kept.read_text() == "".join(lines)


def test_what_cannot_be_reviewed_is_one_sentence(saved: Path, tmp_path: Path) -> None:
    other, empty = tmp_path / "other.jsonl", tmp_path / "empty.json"
    other.write_text('{"game": "x", "actions": 1, "review": 1}\n')
    trunkline.new("1851", PLAYERS, seed=4).save(empty)
    for arguments, why in (
        ((tmp_path / "none.json",), "none.json"),
        ((empty,), "nothing to review"),
        ((saved, "--budget", "0"), "at least one step"),
        ((saved, "--keep", other), "another game"),
        ((saved, "--keep", saved), "holds no review"),
        ((saved, "--keep", tmp_path / "no" / "where"), "cannot be written"),
    ):
        said = call("review", *arguments)
        assert said.returncode == 2, arguments
        assert why in said.stderr
        assert PROGRESS.sub("", said.stderr).count("\n") == 1, said.stderr
        assert said.stdout == "", arguments
