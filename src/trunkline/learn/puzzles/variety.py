"""Kinds of questions with playouts. Few puzzles of each kind stay, so that the answers vary.

Two questions are of one kind if their theme, title and answer agree, and the next train matters as much to
them. For a dividend, this is the number of payouts after which the corporation can buy a train of the bank.
For a sale, it is the type of the train for which the president may have to pay. For trains, it is their type.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Sequence
from typing import Final

from trunkline.engine.kernel.depot import next_type, train_name
from trunkline.engine.kernel.state import BANK
from trunkline.game.actions import BuyTrain, TakeLoan, decode
from trunkline.game.position import Position
from trunkline.learn.puzzles.puzzle import Puzzle, Theme, sells
from trunkline.players.director.forecast import Forecast

MOST_OF_A_KIND: Final = 4
"""The maximum number of puzzles of one kind."""


def few_of_a_kind(puzzles: Sequence[Puzzle], kept: Container[str] = ()) -> list[Puzzle]:
    """Return puzzles with few of each kind: those with the largest gains. They keep their order.

    Args:
        puzzles: Puzzles of any themes. Those without playouts all stay.
        kept: Ids of puzzles to keep.
    """
    kinds: defaultdict[tuple[object, ...], list[tuple[int, str]]] = defaultdict(list)
    for puzzle in puzzles:
        if puzzle.figures is not None:
            kinds[kind_of(puzzle)].append((-puzzle.figures.gain, puzzle.id))
    left_out = {id for found in kinds.values() for _, id in sorted(found)[MOST_OF_A_KIND:]}
    return [each for each in puzzles if each.id in kept or each.id not in left_out]


def kind_of(puzzle: Puzzle) -> tuple[object, ...]:
    """Return the kind of a question with playouts."""
    return puzzle.title, puzzle.theme, answer_of(puzzle), next_train_matters(puzzle)


def answer_of(puzzle: Puzzle) -> str:
    """Return the right answer in a word: to sell or to keep, a payout, the type of a train, or to pass.

    The number of shares and the copy of a train do not matter.
    """
    action = puzzle.solutions[0]
    if puzzle.theme is Theme.SELL:
        return "sell" if sells(action, puzzle.corporation) else "keep"
    return train_name(action["train"]) if "train" in action else str(action.get("payout", action["kind"]))


def next_train_matters(puzzle: Puzzle) -> str:
    """Return the number of payouts after which the next train can be bought: none, some or all.

    If no payouts are answers, return the type of the next train.
    """
    now = Position.of(puzzle.game)
    answers = puzzle.figures.worths if puzzle.figures else ()
    payouts = [answer for answer, _ in answers if "payout" in answer]
    if not payouts:
        return next_type(now.table)
    buying = sum(_can_buy(now.play(decode(each)), puzzle.corporation) for each in payouts)
    return "all" if buying == len(payouts) else "some" if buying else "none"


def _can_buy(after: Position, corporation: str) -> bool:
    """Return whether a corporation can pay for a train of the bank, if necessary with a loan.

    The rules know the prices, the discount for a train that it trades in, and its loans.
    """
    cash = after.state.corporations[corporation].cash
    trains = [each for each in after.legal_of(BuyTrain) if isinstance(each, BuyTrain)]
    if any(each.source == BANK and each.price <= cash for each in trains):
        return True
    loan = next((each for each in after.legal_of(TakeLoan) if isinstance(each, TakeLoan)), None)
    return loan is not None and _can_buy(after.play(loan), corporation)


def pays_without_need(puzzle: Puzzle) -> bool:
    """Return whether the answer is to pay out in full, and the corporation has no use for the money.

    Its trains last until the end of the game, as far as a director knows, and no payout buys another one.
    """
    if puzzle.theme is not Theme.DIVIDEND or answer_of(puzzle) != "pay":
        return False
    now = Position.of(puzzle.game)
    forecast = Forecast(now, puzzle.player, 0)
    last = forecast.rounds_until_last_train_rusts(now.state.corporations[puzzle.corporation])
    return last >= forecast.rounds and next_train_matters(puzzle) == "none"
