"""Judgement of a learner's actions: goals, replies, and figures."""

from __future__ import annotations

import msgspec
import pytest

from trunkline.game.actions import Action, decode
from trunkline.game.game import Game
from trunkline.learn.goals import is_met, matches, shortfall, value
from trunkline.learn.judging import OTHERWISE, Status, Verdict, judge
from trunkline.learn.lesson import BestRun, Fact, Goal, Played, Revenue, Step, Worth
from trunkline.learn.library import lessons
from trunkline.util.errors import UsageError

PAY = decode({"kind": "dividend", "player": "Ann", "corp": "GT", "payout": "pay"})
WITHHOLD = decode({"kind": "dividend", "player": "Ann", "corp": "GT", "payout": "withhold"})
LOAN = decode({"kind": "take_loan", "player": "Ann", "corp": "GT"})


@pytest.fixture
def game() -> Game:
    """The position of the first lesson: GT has earned $90."""
    return lessons()["goal"].opening(0)


def after(game: Game, *played: Action) -> list[Game]:
    """Return the game after each action."""
    moments: list[Game] = []
    for action in played:
        then = (moments[-1] if moments else game).copy()
        then.play(action)
        moments.append(then)
    return moments


@pytest.mark.parametrize(
    ("goal", "before", "later"),
    [
        (Worth("Ann", 732), False, True),
        (Worth("Ann", 733), False, False),
        (Fact("corporations.GT.price", least=100), False, True),
        (Fact("corporations.GT.cash", most=200), True, True),
        (Fact("corporations.GT.president", equals="Ann"), True, True),
        (Fact("players.Ann.privates", has="ws"), True, True),
        (Fact("players.Ann.shares.CVR", most=0), True, True),
        (Revenue("GT", 90), True, True),
        (Revenue("GT", 91), False, False),
        (BestRun("GT", 90), True, True),
        (Played({"kind": "dividend", "payout": ["pay", "half"]}), False, True),
        (Played({"kind": "dividend", "half": True}), False, False),
    ],
)
def test_a_goal_is_a_property_of_the_position(game: Game, goal: Goal, before: bool, later: bool) -> None:
    assert is_met(goal, game, []) is before
    assert is_met(goal, after(game, PAY)[-1], [PAY]) is later


def test_a_pattern_needs_each_of_its_fields() -> None:
    assert matches({"kind": "dividend", "corp": "GT"}, PAY)
    assert not matches({"kind": "dividend", "corp": ["GW", "CVR"]}, PAY)
    assert not matches({"kind": "dividend", "count": 1}, PAY)


def test_a_path_that_does_not_exist_is_refused(game: Game) -> None:
    assert value("corporations.GT.cash", game.view()) == 200
    with pytest.raises(UsageError, match=r"The state of a game has no corporations\.GT\.gold"):
        value("corporations.GT.gold", game.view())
    with pytest.raises(UsageError, match="no bank\\.cash"):
        value("bank.cash", game.view())


@pytest.mark.parametrize(
    ("goal", "figures"),
    [
        (Worth("Ann", 700), "Ann is now worth $675; the aim is $700 or more."),
        (Revenue("GT", 200), "The runs of GT earned $90; the aim is $200 or more."),
        (BestRun("GT", 200), "The best run of GT earns $90; the aim is $200 or more."),
        (Fact("bank", least=1), ""),
    ],
)
def test_figures_say_what_is_missing(game: Game, goal: Goal, figures: str) -> None:
    assert shortfall(goal, game) == figures


def test_a_step_is_done_wrong_or_open(game: Game) -> None:
    step = lessons()["goal"].places[4].step
    assert judge(step, [], []) == Verdict(Status.OPEN)
    assert judge(step, after(game, PAY), [PAY]) == Verdict(Status.DONE, step.done)
    wrong = judge(step, after(game, WITHHOLD), [WITHHOLD])
    assert wrong.status is Status.WRONG
    assert wrong.say == f"{step.replies[0].say} Ann is now worth $645; the aim is $700 or more."
    bare = msgspec.structs.replace(step, replies=())
    assert judge(bare, after(game, WITHHOLD), [WITHHOLD]).say.startswith(OTHERWISE)
    own = msgspec.structs.replace(bare, otherwise="Not that.")
    assert judge(own, after(game, WITHHOLD), [WITHHOLD]).say.startswith("Not that.")


def test_a_step_of_several_actions_stays_open_until_they_are_played(game: Game) -> None:
    step = Step(heading="Two actions", text="Text", task="Task", goal=(Worth("Ann", 700),), actions=2)
    assert judge(step, after(game, LOAN), [LOAN]).status is Status.OPEN
    assert judge(step, after(game, LOAN, PAY), [LOAN, PAY]).status is Status.DONE
    assert judge(step, after(game, LOAN, WITHHOLD), [LOAN, WITHHOLD]).status is Status.WRONG
