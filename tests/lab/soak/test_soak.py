"""Soak runs: checks at every moment, equal results in any number of processes, and reduced failures."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies

import trunkline
from lab.soak.test_checks import middle
from trunkline import actions as A
from trunkline.engine import invariants
from trunkline.engine.kernel import ledger, referee
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.registration import About
from trunkline.engine.kernel.rulebook import Rule, Rulebook
from trunkline.engine.kernel.state import State
from trunkline.engine.loans.borrowing import Borrow
from trunkline.engine.steps import dividend, stock
from trunkline.game import Game, saves
from trunkline.interop.eighteenxx.replay import Replay
from trunkline.interop.eighteenxx.replay import read as read_public
from trunkline.lab.soak import checker, shrink
from trunkline.lab.soak.checker import CheckFailed, Finding, GameChecker, try_out
from trunkline.lab.soak.games import (
    CUT_OFF,
    EXPORT,
    FOUND,
    Outcome,
    Plan,
    SoakGame,
    opened,
    play,
    play_all,
    random_weights,
    seats_of,
)
from trunkline.lab.soak.mutations import ActionMutator, offers
from trunkline.lab.soak.report import USUAL_ENDINGS

SHORT = Plan("1856", 4, (3, 4, 5, 6), seed=3, most=60)


def soaked(seed: int = 1, most: int = 250, seats: int = 3) -> Outcome:
    return play(SoakGame(Plan("1856", 1, (seats,), seed=seed, most=most), 1))


def whole_games() -> Iterator[Plan]:
    """Return a plan of one game for every reading of every title and every number of seats.

    Variants and the setting of runs change from one to the next.
    """
    number = 0
    for about in trunkline.catalogue().values():
        for rules in about.rules:
            for seats in seats_of(f"{about.players[0]}-{about.players[1]}"):
                variants = tuple(name for bit, name in enumerate(about.variants) if number >> bit & 1)
                runs = ("best", "announced", "free")[number % 3]
                yield Plan(about.id, 1, (seats,), 1, rules, variants, runs)
                number += 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "plan", [*whole_games()], ids=lambda plan: f"{plan.title}-{plan.rules}-{plan.players[0]}p"
)
def test_all_checks_pass_in_whole_games_of_every_reading(plan: Plan) -> None:
    outcome = play(SoakGame(plan, 1))
    assert outcome.finding is None
    assert outcome.ending in USUAL_ENDINGS
    assert outcome.probed >= 3 * outcome.decisions
    assert len(outcome.refused) > 30


def test_the_same_seed_plays_the_same_games_in_one_process_or_two() -> None:
    here, there = list(play_all(SHORT)), list(play_all(SHORT, jobs=2))
    assert [outcome.digest for outcome in here] == [outcome.digest for outcome in there]
    assert [outcome.refused for outcome in here] == [outcome.refused for outcome in there]
    assert [outcome.players for outcome in here] == [3, 4, 5, 6]
    assert {outcome.ending for outcome in here} == {CUT_OFF}
    assert len({outcome.digest for outcome in here}) == 4


def test_every_game_has_its_own_random_weights() -> None:
    assert random_weights(1) == random_weights(1)
    assert random_weights(1) != random_weights(2)
    assert all(weight > 0 for weight in random_weights(1).weights.values())


def test_players_are_dealt_out_evenly() -> None:
    assert seats_of("3-6") == (3, 4, 5, 6)
    assert seats_of("4") == (4,)
    plan = Plan("1856", 8, seats_of("3-6"))
    assert [SoakGame(plan, number).seats for number in range(1, 9)] == [3, 4, 5, 6] * 2


# -- each check of the examiner fails on a referee that is broken on purpose


def lose_a_dollar(monkeypatch: pytest.MonkeyPatch) -> None:
    def short(t: Any, payer: Any, payee: Any, amount: int, why: str) -> None:
        ledger.pay(t, payer, payee, amount, why)
        payee.cash -= 1

    monkeypatch.setattr(dividend, "pay", short)


def share_companies(monkeypatch: pytest.MonkeyPatch) -> None:
    copy = State.copy

    def shallow(state: State) -> State:
        new = copy(state)
        new.corporations = state.corporations
        return new

    monkeypatch.setattr(State, "copy", shallow)


def hide_loans(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Borrow, "candidates", lambda step, t, turn: [])


def break_sales(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("GT")

    monkeypatch.setattr(stock.StockRound, "_sell", broken, raising=False)
    monkeypatch.setattr(Borrow, "apply", broken)


def break_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    check = Borrow.check

    def broken(step: Borrow, t: Any, turn: Any, action: A.Action) -> None:
        check(step, t, turn, action)
        t.state.corporations[turn.corp].loans += 1

    monkeypatch.setattr(Borrow, "check", broken)


def unwritten_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = opened(SoakGame(SHORT, 1)).title.rules
    missing = {rule for rule in rules if rule.startswith("1856.stock.")}
    rule_at = Rulebook.__getitem__

    def without(self: Rulebook, id: str) -> Rule:
        if id in missing:
            raise KeyError(id)
        return rule_at(self, id)

    monkeypatch.setattr(Rulebook, "__getitem__", without)


def nothing_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    legal = referee.legal_among
    monkeypatch.setattr(referee, "legal_among", lambda now, candidates: legal(now, candidates)[:0])


def wrong_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    to_bytes = saves.to_bytes
    monkeypatch.setattr(
        saves,
        "to_bytes",
        lambda board, options, actions, state: to_bytes(board, options, actions[:-1], state),
    )


@pytest.mark.parametrize("about", trunkline.catalogue().values(), ids=trunkline.catalogue())
@settings(max_examples=6, deadline=None, derandomize=True)
@given(
    seed=strategies.integers(1, 10_000),
    runs=strategies.sampled_from(["best", "announced", "free"]),
    drawn=strategies.data(),
)
def test_all_checks_pass_whatever_the_settings(
    about: About, seed: int, runs: str, drawn: strategies.DataObject
) -> None:
    seats = drawn.draw(strategies.integers(*about.players))
    rules = drawn.draw(strategies.sampled_from(about.rules))
    variants = [variant for variant in about.variants if drawn.draw(strategies.booleans())]
    plan = Plan(about.id, 1, (seats,), seed, rules, tuple(variants), runs, most=80)
    assert play(SoakGame(plan, 1)).finding is None


def test_every_kind_of_action_of_a_title_is_made_up() -> None:
    # A second lay, a half dividend and a share from a treasury count as separate kinds here.
    game = middle("1851")
    prober = ActionMutator(game, random.Random(1))
    found: set[object] = set()
    for moment in range(0, len(game.actions), 2):
        then = game.at(moment)
        offered = then.legal()
        prober.remember(offered)
        turn = then.state.operating.turn if then.state.operating else None
        for _ in range(4):
            action = prober.probe(then, offered)
            found.add(type(action))
            found.add(getattr(action, "payout", getattr(action, "source", "")))
            if isinstance(action, A.LayTile) and turn is not None and turn.laid:
                found.add((len(turn.laid), action.player in then.to_act and action.corp == turn.corp))
    assert found >= {*game.title.kinds, "half", "treasury", (1, True)}


EARLY_ENDED = 29
"""The number of a short game of three players with seed 4 by the rules of 18xx.games.

A bankruptcy ends it. Choose another one if a change of rules or players makes it long.
"""


def test_games_are_written_for_another_program(tmp_path: Path) -> None:
    plan = Plan("1856", 1, (3,), 4, "18xx.games", runs="free", export=str(tmp_path))
    case = SoakGame(plan, EARLY_ENDED)
    outcome = play(case)
    assert outcome.finding is None
    assert outcome.exported
    assert outcome.decisions == 429
    (file,) = tmp_path.iterdir()
    assert file.name == f"1856-seed4-game{case.number}.json"
    replay = Replay(read_public(json.loads(file.read_text()), file.name))
    while replay.count < replay.total:
        replay.step()
    assert replay.game.over
    assert outcome.counts["companies started"] == sum(
        corp.started or corp.closed for corp in replay.game.state.corporations.values()
    )


def test_a_game_that_another_program_would_not_accept_fails(tmp_path: Path) -> None:
    outcome = play(SoakGame(Plan("1856", 1, (3,), 6, runs="free", export=str(tmp_path)), 37))
    assert outcome.finding is not None
    assert (outcome.finding.check, outcome.decisions, outcome.exported) == (EXPORT, 238, False)
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_failed_a_check_is_played_on_and_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def one_loan(title: Title, state: State) -> Iterator[str]:
        if sum(corp.loans for corp in state.corporations.values()) == 1:
            yield "A loan was taken."

    def played(folder: str) -> Outcome:
        (tmp_path / folder).mkdir()
        export = str(tmp_path / folder)
        return play(SoakGame(Plan("1856", 1, (3,), 4, "18xx.games", runs="free", export=export), EARLY_ENDED))

    whole = played("whole")
    monkeypatch.setitem(invariants.CHECKS, "one loan", one_loan)
    failed = played("failed")
    assert (whole.finding, failed.finding and failed.finding.sentence) == (None, "A loan was taken.")
    assert failed.decisions < whole.decisions
    assert whole.exported
    assert failed.exported
    first, second = tmp_path.glob("*/*.json")
    assert first.read_bytes() == second.read_bytes()


def test_a_game_that_nobody_ended_is_not_written(tmp_path: Path) -> None:
    plan = Plan("1856", 1, (3,), 4, "18xx.games", most=60, export=str(tmp_path))
    outcome = play(SoakGame(plan, 1))
    assert (outcome.ending, outcome.exported, outcome.finding) == (CUT_OFF, False, None)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("damage", "check", "words"),
    [
        (lose_a_dollar, "money", "must be \\$12,000"),
        (share_companies, checker.HISTORY, "does not restore"),
        (hide_loans, checker.OFFERS, "was not among the legal actions"),
        (break_sales, checker.CRASH, "ends in KeyError: 'GT'"),
        (break_checks, checker.HISTORY, "have changed it"),
        (unwritten_rule, checker.REFUSALS, "a rule that nobody wrote"),
        (nothing_legal, checker.STUCK, "nothing is legal"),
        (wrong_saves, checker.SAVES, "The save"),
    ],
)
def test_a_broken_referee_is_found(
    monkeypatch: pytest.MonkeyPatch, damage: Any, check: str, words: str
) -> None:
    damage(monkeypatch)
    outcome = soaked()
    assert outcome.ending == FOUND
    assert outcome.finding is not None
    assert outcome.finding.check == check
    with pytest.raises(AssertionError, match=words):
        raise AssertionError(outcome.finding.sentence)
    assert len(outcome.actions) == outcome.decisions


def test_an_action_that_is_played_and_not_accepted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = opened(SoakGame(SHORT, 1))
    refusal = Refusal("1856.bank.total", "Passing", "today is Sunday")
    passing = A.Pass(min(game.to_act))
    monkeypatch.setattr(game, "check", lambda action: refusal)
    with pytest.raises(CheckFailed, match="among the legal actions and refused"):
        try_out(game, game.legal(), passing)
    with pytest.raises(CheckFailed, match="refused by a check and carried out"):
        try_out(game, [], passing)


def test_actions_that_come_to_the_same_count_as_offered() -> None:
    game = middle()
    lay = A.LayTile("Ann", "GT", "M6", "57", 1)
    assert offers(game, [lay], A.LayTile("Ann", "GT", "M6", "57", 4))
    assert not offers(game, [lay], A.LayTile("Ann", "GT", "M6", "57", 2))
    buy = A.BuyTrain("Ann", "GT", "3-1", "CA", 100)
    assert offers(game, [buy], A.BuyTrain("Ann", "GT", "3-4", "CA", 100))
    assert not offers(game, [buy], A.BuyTrain("Ann", "GT", "3-4", "CPR", 100))


def test_looking_at_a_game_leaves_it_as_it_is() -> None:
    game = middle().at(100)
    before, played = game.digest(), game.actions
    examiner = GameChecker(game, 7)
    examiner.look()
    examiner.look_back()
    assert (game.digest(), game.actions) == (before, played)


# -- a failure is reduced, saved and found again


def test_a_failed_game_is_shrunk_and_reproduced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lose_a_dollar(monkeypatch)
    outcome = soaked()
    assert outcome.finding is not None
    whole = shrink.replayed(opened(SoakGame(Plan("1856", 1, (3,)), 1)), outcome.actions)
    game, finding = shrink.shrink(whole, outcome.finding, budget=4000)
    assert finding.check == "money"
    assert len(game.actions) < len(outcome.actions)
    again = shrink.replayed(game, tuple(game.actions))
    assert shrink.failure(again, finding) == finding
    lines = shrink.write_reproduction(game, finding, tmp_path / "found", "one")
    assert finding.sentence in "\n".join(lines)
    assert (tmp_path / "found" / "one.txt").read_text().splitlines() == lines
    file = tmp_path / "found" / "one.json"
    count, found = shrink.examine_file(file, "1856", finding.probe)
    assert found is not None  # by the same probe, or by an earlier one of the new run
    assert (count, found.check, found.sentence) == (len(game.actions), finding.check, finding.sentence)
    monkeypatch.undo()
    assert shrink.examine_file(file, "1856", finding.probe) == (len(game.actions), None)


def test_a_failure_that_does_not_show_again_is_kept_as_it_is() -> None:
    game = middle().at(60)
    finding = Finding("money", "There are $11999 in the game.")
    shrunk, same = shrink.shrink(game, finding)
    assert same is finding
    assert shrunk.actions == game.actions
    assert isinstance(shrunk, Game)
