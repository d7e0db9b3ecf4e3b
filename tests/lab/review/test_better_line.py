"""The better line that a review keeps: the actions after the better one, from a typical continuation."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest

import trunkline
from trunkline import actions as A
from trunkline.engine.kernel import state as states
from trunkline.engine.kernel.state import Round
from trunkline.game import Game
from trunkline.game.actions import validated
from trunkline.game.notation.lines import notation
from trunkline.game.position import Position
from trunkline.lab.review.journal import Head, Kept
from trunkline.lab.review.recorder import LONGEST, LineRecorder
from trunkline.lab.review.results import Decision, Moment
from trunkline.lab.review.session import COARSE, ReviewSession
from trunkline.lab.review.tasks import Compare, Comparison, DirectorView, Look, compared
from trunkline.players import play_out
from trunkline.players.advice import Advice, Estimate
from trunkline.players.director import Director

PLAYERS = ("Ann", "Bob", "Cy")
PASS, BUY, BID = A.Pass("Ann"), A.BuyOffered("Ann", "flos"), A.Bid("Ann", "wspc", 45)
LINES: dict[int, tuple[str, list[str]]] = {
    # A stock round: the other players have a turn each, and then Cy.
    72: ("sells 1 TC", ["buys L&N from treasury", "passes", "buys TC from pool", "passes"]),
    # The last company of an operating round: its turn ends, and with it the round.
    48: ("L&N pays half", ["passes", "passes"]),
    # An operating round: its turn has more actions than a line.
    36: (
        "passes",
        [
            "TC issues 1",
            "passes",
            "SR lays 8/4 on E21",
            "SR lays 8/2 on F18",
            "SR runs 2-2: E23.0 E21 F20.0",
            "SR pays",
            "passes",
            "passes",
            "L&N lays 57/0 on D14",
            "L&N lays 9/0 on E13",
            "L&N places token on D14.0",
        ],
    ),
}
"""The better actions and the actions after them, by the number of the decision."""


@pytest.fixture(scope="module")
def game() -> Game:
    """A game of directors."""
    found = trunkline.new("1851", PLAYERS, seed=4)
    play_out(found, Director(), 80)
    return found


def moment(game: Game, number: int) -> Moment:
    """Return a decision of a game."""
    return Moment(number, states.encode(game.at(number).state), validated(game.actions[number]))


@pytest.mark.parametrize("number", LINES)
def test_a_line_ends_with_the_next_turn_or_the_round_or_after_twelve_actions(game: Game, number: int) -> None:
    better, after = LINES[number]
    before = game.at(number)
    other = next(
        each.action
        for each in Director().advise(trunkline.Position.of(before)).estimates
        if notation(each.action, actor=False) == better
    )
    task = Compare(game.options, moment(game, number), validated(other), (0, 1))
    found = compared(task)
    assert [notation(each, actor=False) for each in found.lines[0]] == after
    assert len(found.lines) == 2
    assert compared(task) == found
    # The referee accepts them from the position of the decision.
    before.play(other)
    for action in found.lines[0]:
        before.play(action)
    seats = [other.player, *(each.player for each in found.lines[0])]
    ended = before.state.round != game.at(number).state.round
    turns = "".join("own " if seat == other.player else "others " for seat in seats).split()
    again = "others" in turns and turns[-1] == "own" and other.player not in before.to_act
    assert [again, ended, len(seats) == LONGEST].count(True) == 1


def test_a_turn_continues_after_the_answer_of_another_player() -> None:
    token, asks, yes = (
        A.PlaceToken("Ann", "GW", "F17", 0),
        A.BuyPrivate("Ann", "flos", 20, "GW"),
        A.Answer("Bob", True),
    )
    played: list[A.Action] = [
        asks,
        yes,
        token,
        PASS,
        A.Pass("Bob"),
        A.Pass("Cy"),
        asks,
        yes,
        token,
        A.Pass("Bob"),
    ]
    recorder = LineRecorder(Reader(played), "Ann")
    for action in played:
        state = SimpleNamespace(round=Round("operating", 1, 1))
        recorder.advise(cast("Position", SimpleNamespace(to_act=(action.player,), state=state)))
    assert recorder.line == played[:-1]


class Reader:
    """An adviser that reads actions from a list."""

    def __init__(self, actions: Iterable[A.Action]) -> None:
        self._actions = iter(actions)

    def advise(self, position: Position) -> Advice:
        """Return the next action."""
        return Advice((Estimate(next(self._actions)),))


def test_the_line_is_the_one_whose_gain_is_nearest_to_the_mean() -> None:
    gains = {0: 0.042, 1: 0.042, 2: 0.09, 3: 0.03, 4: 0.046, 5: 0.002}
    (decision,) = reviewed(
        {seed: (gain, A.Bid("Bob", "wspc", 45 + 5 * seed)) for seed, gain in gains.items()}
    )
    # Without the first ones, by which the alternative was chosen, the mean is 0.042.
    assert decision.gain == pytest.approx(0.042)
    assert decision.line == (A.Bid("Bob", "wspc", 65),)


def test_a_review_continued_from_a_file_of_an_older_version_has_no_lines(tmp_path: Path) -> None:
    path, head = tmp_path / "kept.jsonl", Head("digest", 1)
    old = {"number": 0, "other": msgspec.to_builtins(BUY), "seeds": [0, 1], "gains": [0.1, 0.2], "steps": 20}
    path.write_bytes(msgspec.json.encode(head) + b"\n" + msgspec.json.encode(old) + b"\n")
    kept = Kept(path, head)
    piece = Compare(trunkline.new("1856", PLAYERS, seed=1).options, Moment(0, b"", PASS), BUY, (0, 1))
    found = kept.known(piece)
    kept.close()
    assert found == Comparison(0, BUY, (0, 1), (0.1, 0.2), 20, ())
    (decision,) = reviewed({0: (0.1, None), 1: (0.2, None)})
    assert decision.gain == pytest.approx(0.15)
    assert decision.line == ()


def reviewed(known: dict[int, tuple[float, A.AnyAction | None]]) -> tuple[Decision, ...]:
    """Return the decisions of a review whose only one has these gains and next actions, by seed."""
    options = trunkline.new("1856", PLAYERS, seed=1).options
    study = ReviewSession(options, [Moment(0, b"", PASS)], budget=2_000)
    view = DirectorView(0, "Ann", PASS, (BUY,), 1.0, "opening 1.0", dict.fromkeys(PLAYERS, 0.33))
    for pieces in study.batches():
        for piece in pieces:
            if isinstance(piece, Look):
                study.take(piece, [view])
                continue
            if not set(piece.seeds) <= set(known):
                return study.found().decisions
            lines = tuple((line,) for seed in piece.seeds if (line := known[seed][1]) is not None)
            gains = tuple(known[seed][0] for seed in piece.seeds)
            study.take(piece, Comparison(0, piece.other, piece.seeds, gains, 10, lines))
    raise AssertionError(f"the review compared nothing after {COARSE} lines")
