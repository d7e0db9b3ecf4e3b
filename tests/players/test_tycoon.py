"""Tests of ``tycoon``, a player that tries moves out before it plays, and of its reasons."""

from __future__ import annotations

import itertools
from functools import cache, partial

import pytest

import trunkline
from players.test_position import TITLES
from trunkline import Position, actions
from trunkline.players.advice import Advice, Adviser, Decisive, Estimate, Term, ranked
from trunkline.players.advice_text import explain
from trunkline.players.director import Director
from trunkline.players.registry import advises, cached_player, load_player
from trunkline.players.rollouts import Rollout, TimeLimit, Until, play_on
from trunkline.players.tycoon import STEPS, Tycoon
from trunkline.players.tycoon.candidates import CLOSE, MOST, candidates
from trunkline.players.tycoon.search import (
    FIRST_LINES_BUDGET,
    LINES,
    LONGEST,
    STEPS_PER_SET,
    MemoisedPolicy,
    MoveResult,
    RolloutSearch,
    horizon,
)
from trunkline.util.errors import UsageError

ONE = partial(Tycoon, steps=1)
"""A tycoon with the smallest budget: one rollout for each move."""


@cache
def weighty(title: str) -> tuple[Position, ...]:
    """Return moments of one game of directors with several moves to try out, as far apart as possible."""
    director = Director(3)
    now = Position.of(trunkline.new(title, ["Ann", "Bob", "Cy"], seed=8))
    found = []
    for _ in range(200):
        advice = director.advise(now)
        if len(candidates(advice)) > 1:
            found.append(now)
        now = now.play(advice.action)
    return tuple(found[:: -(-len(found) // 5)])


@pytest.mark.parametrize("title", TITLES)
def test_it_answers_the_same_whatever_it_has_thought_of_before(title: str) -> None:
    seasoned = ONE(1)
    for now in weighty(title)[1::2]:
        advice = seasoned.advise(now)
        assert now.check(advice.action) is None
        assert ONE(1).advise(now) == advice
        totals = [estimate.total for estimate in advice.estimates]
        assert totals == sorted(totals, reverse=True)


def test_without_the_decisive_reason_it_does_something_else() -> None:
    found = 0
    for now in (now for title in TITLES for now in weighty(title)[::2]):
        advice = ONE(1).advise(now)
        if advice.decisive is None:
            continue
        best, *others = (each.without(advice.decisive.what) for each in advice.estimates)
        assert ranked([*others, best]).action != advice.action
        found += 1
    assert found


def test_it_takes_what_leads_furthest_and_not_what_its_rules_like_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = weighty("1851")[-1]
    tried = [each.action for each in candidates(Director(1).advise(now))]
    for best in range(len(tried)):

        def told(
            self: RolloutSearch,
            position: Position,
            moves: list[actions.Action],
            steps: int,
            limit: TimeLimit,
            best: int = best,
        ) -> list[MoveResult]:
            assert position is now
            assert moves == tried
            ahead = [100.0 * (number == best) for number in range(len(moves))]
            return [MoveResult((Term("dividends", dollars),), (dollars,)) for dollars in ahead]

        monkeypatch.setattr(RolloutSearch, "compare_moves", told)
        advice = Tycoon(1).advise(now)
        assert advice.beside_second
        assert not Director(1).advise(now).beside_second
        assert advice.action == tried[best]
        assert Term("dividends", 100.0) in advice.estimates[0].terms
        if best:
            assert advice.decisive == Decisive("dividends", 100.0, advice.estimates[1])


@pytest.mark.parametrize(
    ("first", "second", "around", "sure"),
    [
        ((300.0,), (0.0,), 645, False),
        ((300.0, 300.0), (0.0, 0.0), 225, True),
        ((300.0, 290.0, 310.0, 300.0), (0.0, 0.0, 0.0, 0.0), 78, True),
        ((900.0, -300.0, 600.0, 0.0), (0.0, 0.0, 0.0, 0.0), 650, False),
    ],
)
def test_lines_that_differ_make_the_interval_wide(
    monkeypatch: pytest.MonkeyPatch,
    first: tuple[float, ...],
    second: tuple[float, ...],
    around: int,
    sure: bool,
) -> None:
    now = weighty("1851")[-1]
    found = [MoveResult((Term("cash", sum(lines) / len(lines)),), lines) for lines in (first, second)]
    monkeypatch.setattr("trunkline.players.tycoon.candidates", lambda advice: advice.estimates[:2])
    monkeypatch.setattr(
        RolloutSearch, "compare_moves", lambda self, position, moves, steps, limit: list(found)
    )
    advice = Tycoon(1).advise(now)
    best, other = advice.estimates
    assert best.around is not None
    assert (round(best.around), advice.sure) == (around, sure)
    assert (best.low, best.high) == (best.total - best.around, best.total + best.around)
    # The other options are compared with the second one.
    assert (other.total, other.around, other.low) == (0.0, None, None)


def test_where_moves_lead_to_about_as_much_it_keeps_to_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    now = weighty("1851")[-1]
    tried = [each.action for each in candidates(Director(1).advise(now))]
    monkeypatch.setattr(
        RolloutSearch,
        "compare_moves",
        lambda self, position, moves, steps, limit: [
            MoveResult((Term("cash", float(number > 0)),), (float(number > 0),))
            for number, _ in enumerate(moves)
        ],
    )
    advice = Tycoon(1).advise(now)
    assert advice.action == tried[0]
    assert advice.decisive is not None
    assert advice.decisive.what == "rules of thumb"


def test_what_a_move_leads_to_is_what_playing_on_leads_to() -> None:
    now = weighty("1851")[1]
    moves = [each.action for each in candidates(Director(1).advise(now))]
    found = RolloutSearch(1).compare_moves(now, moves, 1)
    assert len(found) == len(moves)
    for move, (terms, lines) in zip(moves, found, strict=True):
        end = play_on(now.play(move), Director(1), horizon(now), 1_000).position
        worth = {term.what: term.dollars for term in terms}["worth then"]
        assert worth == end.worth(now.to_act[0])
        assert list(lines) == pytest.approx([sum(term.dollars for term in terms)])


def test_a_larger_budget_plays_more_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def counted(*given: object) -> object:
        line = play_on(*given)  # type: ignore[arg-type]
        played.append(line.steps + 1)
        return line

    monkeypatch.setattr("trunkline.players.tycoon.search.play_on", counted)
    now = weighty("1851")[-1]
    moves = [each.action for each in candidates(Director(1).advise(now))][:2]
    RolloutSearch(1).compare_moves(now, moves, 1)
    least = sum(played)
    assert 9 * least < STEPS_PER_SET
    assert len(played) == len(moves)
    for steps, lines in ((2 * least - 1, 1), (9 * least, LINES)):
        played.clear()
        RolloutSearch(1).compare_moves(now, moves, steps)
        assert len(played) == lines * len(moves)
        assert sum(played) <= steps


def slow_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the processor time of the thread grow by one second each time that a player reads it."""
    clock = itertools.count()
    monkeypatch.setattr("trunkline.players.rollouts.time.thread_time", lambda: float(next(clock)))


def test_without_time_to_play_on_the_director_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    now = weighty("1851")[-1]
    assert Tycoon(1).advise(now).beside_second
    slow_clock(monkeypatch)
    for seconds in (0.5, 2.0, 9.0):
        assert Tycoon(1, seconds=seconds).advise(now) == Director(1).advise(now)
    assert Tycoon(1, seconds=1e6).advise(now) == Tycoon(1).advise(now)


def test_lines_that_the_time_cuts_off_count_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    now = weighty("1851")[-1]
    moves = [each.action for each in candidates(Director(1).advise(now))][:2]
    one, four = (RolloutSearch(1).compare_moves(now, moves, steps) for steps in (1, 1_400))
    assert [len(each.lines) for each in (*one, *four)] == [1, 1, LINES, LINES]
    slow_clock(monkeypatch)
    counts = set()
    for seconds in range(0, 420, 35):
        found = RolloutSearch(1).compare_moves(now, moves, 1_400, TimeLimit(seconds))
        counts.add(tuple(len(each.lines) for each in found))
        for move, whole in zip(found, four, strict=False):
            assert move.lines == whole.lines[: len(move.lines)]
    assert counts == {(), (1,), *((lines, lines) for lines in range(1, LINES + 1))}


def test_a_name_has_positions_and_seconds() -> None:
    for name, steps, seconds in (("tycoon:300", 300, None), ("tycoon:300:1.5", 300, 1.5)):
        made = load_player(name)(3)
        assert isinstance(made, Tycoon)
        assert (made.steps, made.seconds) == (steps, seconds)
    for name in ("tycoon:300:", "tycoon:300:0", "tycoon:300:-1", "tycoon:300:1e3", "tycoon:300:1:2"):
        with pytest.raises(UsageError, match="A tycoon has a time in seconds"):
            load_player(name)


def test_at_a_table_a_tycoon_has_two_seconds() -> None:
    for name, seconds in (("tycoon", 2.0), ("tycoon:9", 2.0), ("tycoon:9:7", 7.0)):
        made = cached_player(name, 5)
        assert isinstance(made, Tycoon)
        assert made.seconds == seconds


@pytest.mark.parametrize(("long", "moves", "lines"), [(20, 4, 8), (150, 4, 4), (200, 3, 3), (LONGEST, 2, 2)])
def test_where_lines_are_long_fewer_moves_are_tried(
    monkeypatch: pytest.MonkeyPatch, long: int, moves: int, lines: int
) -> None:
    played: list[int] = []

    def told(then: Position, policy: object, until: Until, steps: int) -> Rollout:
        assert long <= steps
        played.append(long)
        return Rollout(then, long - 1, whole=True)

    monkeypatch.setattr("trunkline.players.tycoon.search.play_on", told)
    now = weighty("1851")[1]
    found = RolloutSearch(1).compare_moves(now, [Director().advise(now).action] * MOST, STEPS)
    assert (len(found), len(played)) == (moves, lines)
    assert sum(played) <= FIRST_LINES_BUDGET


def tried(*kinds: tuple[actions.Action, float]) -> list[actions.Action]:
    """Return the moves that are tried out, given these estimates in dollars."""
    advice = Advice(tuple(Estimate(action, (Term("x", dollars),)) for action, dollars in kinds))
    return [each.action for each in candidates(advice)]


REST = actions.Pass("Ann")


def test_only_close_calls_about_what_matters_are_tried_out() -> None:
    buy = actions.BuyShare("Ann", "A", "pool")
    assert tried((REST, 0.0)) == [REST]
    assert tried((buy, CLOSE + 1), (REST, 0.0)) == [buy]
    assert tried((buy, CLOSE), (REST, 0.0)) == [buy, REST]
    assert tried((REST, 0.0), (buy, -20.0)) == [REST, buy]
    train = actions.BuyTrain("Ann", "A", "2-0", "bank", 100)
    assert tried((train, CLOSE + 1), (REST, 0.0)) == [train, REST]
    assert tried((actions.RunTrains("Ann", "A", ()), 1.0), (REST, 0.0)) == [actions.RunTrains("Ann", "A", ())]


def test_what_is_tried_out_differs_as_far_as_it_can() -> None:
    starts = [actions.StartCorporation("Ann", corp, par) for corp in "AB" for par in (100, 90, 80)]
    a100, a90, _, b100, b90, _ = starts
    ordered = [a100, a90, b100, b90, *(each for each in starts if each.par == 80)]
    found = tried(*((each, 90.0 - number) for number, each in enumerate(ordered)), (REST, 0.0))
    # Another kind comes first, then another company at another price, then the order of the heuristics.
    assert found[:3] == [a100, REST, b90]
    assert len(found) == MOST


def test_what_was_decided_before_is_not_asked_again() -> None:
    asked: list[Position] = []

    class Counts:
        """A director that records the positions it is asked about."""

        def advise(self, position: Position) -> Advice:
            asked.append(position)
            return Director(1).advise(position)

    now = weighty("1851")[0]
    remembering = MemoisedPolicy(Counts(), most=2)
    first = remembering.advise(now)
    assert first.action == Director(1).advise(now).action
    assert remembering.advise(Position(now.title, now.state.copy())) == first
    assert len(asked) == 1
    then = now.play(first.action)
    remembering.advise(then)
    remembering.advise(then.play(Director(1).advise(then).action))
    remembering.advise(now)
    assert len(asked) == 4


def in_round(number: int, index: int, of: int) -> Position:
    """Return a moment of a set, in one of its operating rounds, or before them if the index is 0."""
    now = weighty("1851")[0]
    state = now.state.copy()
    state.round.number, state.round.index, state.round.of = number, index, of
    return Position(now.title, state.seal())


def test_a_line_sees_two_operating_rounds_at_the_least() -> None:
    def ends(now: Position, further: int = 0) -> int:
        until = horizon(now, further)
        return next(number for number in range(99) if until(in_round(number, 0, 0).state))

    assert ends(in_round(3, 0, 0)) == 4
    assert ends(in_round(3, 1, 2)) == 4
    assert ends(in_round(3, 2, 2)) == 5
    assert ends(in_round(3, 1, 1)) == 5
    assert ends(in_round(3, 2, 3)) == 4
    assert ends(in_round(3, 2, 2), 2) == 7


def test_a_large_budget_sees_further(monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[bool] = []

    def told(then: Position, policy: object, until: Until, steps: int) -> Rollout:
        ends.append(until(in_round(5, 0, 0).state))
        return Rollout(then, 0, whole=True)

    monkeypatch.setattr("trunkline.players.tycoon.search.play_on", told)
    now = in_round(3, 1, 2)
    for steps, seen in ((STEPS_PER_SET - 1, True), (STEPS_PER_SET, True), (2 * STEPS_PER_SET, False)):
        ends.clear()
        RolloutSearch(1).compare_moves(now, [Director().advise(now).action], steps)
        assert set(ends) == {seen}


def test_it_can_be_entered_with_any_budget() -> None:
    assert advises("tycoon")
    now = weighty("1851")[0]
    assert load_player("tycoon:1")(1).advise(now) == ONE(1).advise(now)  # type: ignore[attr-defined]
    assert Tycoon(1).steps == STEPS
    for wrong in ("tycoon:", "tycoon:0", "tycoon:-3", "tycoon:many", "tycoon:9999999999999"):
        with pytest.raises(UsageError, match="positions for a decision"):
            load_player(wrong)


def test_its_reasons_are_told_in_words() -> None:
    game = trunkline.new("1851", ["Ann", "Bob", "Cy"], seed=8)
    best = Estimate(actions.Pass("Ann"), (Term("others", -40.0), Term("worth then", 90.0)))
    text = explain(game, Advice((best, Estimate(actions.Pass("Bob")))))
    assert text == "Main reason: later worth. Otherwise, the choice would be: pass."


def test_it_does_not_raise_its_own_bid_to_put_off_the_end_of_a_set() -> None:
    names = ["Ann", "Bob", "Cy", "Dee"]
    now = Position.of(trunkline.new("18GL", names, seed=701_000_001))
    players: dict[str, Adviser] = {
        name: Director(701_000_060 + seat) for seat, name in enumerate(names) if name != "Cy"
    }
    players["Cy"] = Tycoon(701_000_062)
    bids = 0
    while now.state.opening is not None:
        action = players[now.to_act[0]].advise(now).action
        if action.player == "Cy" and isinstance(action, actions.Bid):
            assert action.amount <= 2 * now.state.privates[action.private].cost
            bids += 1
        now = now.play(action)
    assert bids
