"""Puzzles at the end of a game: the one action with which a player secures a place.

The search plays every legal action of every player to the end of the game. The player who moves secures a
place if all other players together cannot prevent it, so the answer does not depend on their plans. Trains
run the best runs. Of a range of prices, the search plays the lowest and the highest. A corporation that owns
a train buys no other one: in the last turn of a game, a further train changes the worth of no player.

The games of the program rarely end with close places. So a puzzle is adapted from the last turn of a set of
rounds: the bank counts as broken, which ends the game after this turn, and the cash of one player is lower.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.game.actions import Action, BuyPrivate, BuyTrain, EndTurn, Pass, encode
from trunkline.game.game import Game
from trunkline.game.position import Position
from trunkline.game.standings import ranked
from trunkline.learn.puzzles.puzzle import Puzzle, Theme
from trunkline.players.clerk import Clerk

LARGEST = 10_000
"""The maximum number of actions to play in the search of one position."""
DEEPEST = 40
"""The maximum number of actions in a row."""
ENDING = Pass, EndTurn
FEWEST_ANSWERS, MOST_ANSWERS = 4, 120
MARGIN = 4
"""The smallest difference in final worth between the best answer and the next, in dollars."""


RIGHT_SHARE = 0.1
"""The largest share of right answers, if there are several: two lays may be made in any order."""


class TooLarge(Exception):
    """The end of the game is too far away for the search."""


class Search:
    """A search to the end of the game: can a player secure a place, or a better one?"""

    def __init__(self, player: str, place: int, largest: int = LARGEST) -> None:
        self.player = player
        self.goal = place
        self.played = 0
        self._largest = largest
        self._known: dict[str, bool] = {}

    def right(self, position: Position) -> list[Action]:
        """Return the answers that secure the place. Raises ``TooLarge``."""
        offered = answers(position, self.player)
        return [action for action in offered if self.secured(self._play(position, action))]

    def secured(self, position: Position, depth: int = DEEPEST) -> bool:
        """Return whether the player secures the place from a position. Raises ``TooLarge``."""
        if position.over:
            return place(position, self.player) <= self.goal
        if not depth:
            raise TooLarge
        key = position.digest()
        if key not in self._known:
            # A pass ends the game soonest, and often decides.
            order = sorted(answers(position, self.player), key=lambda action: not isinstance(action, ENDING))
            after = (self.secured(self._play(position, action), depth - 1) for action in order)
            self._known[key] = any(after) if position.to_act[0] == self.player else all(after)
        return self._known[key]

    def _play(self, position: Position, action: Action) -> Position:
        self.played += 1
        if self.played > self._largest:
            raise TooLarge
        return position.play(action)


def answers(position: Position, player: str = "") -> list[Action]:
    """Return the legal actions of a position that the search plays.

    ``player`` secures a place. Offers of this player for the privates of others are left out: the others can
    refuse them.
    """
    owners = set(position.state.trains.values())
    privates = position.state.privates
    return [
        action
        for choice in position.legal
        for action in _actions(choice)
        if not (isinstance(action, BuyTrain) and action.corp in owners)
        and not (
            isinstance(action, BuyPrivate)
            and action.player == player
            and privates[action.private].player != player
        )
    ]


def _actions(choice: Choice) -> Iterator[Action]:
    if isinstance(choice, Open):
        yield choice.best()
    elif isinstance(choice, Amounts):
        highest = choice.high - (choice.high - choice.low) % choice.step
        yield from dict.fromkeys((choice.at(choice.low), choice.at(highest)))
    else:
        yield choice


def place(position: Position, player: str) -> int:
    """Return the place of a player, as if the game ended now."""
    players = position.state.players
    gone = {name for name, each in players.items() if each.out}
    shared = position.title.policies.ties_shared
    found = ranked({name: position.worth(name) for name in players}, shared, gone)
    return next(each.place for each in found if each.player == player)


class Adapted(NamedTuple):
    """A position with less cash of one player."""

    position: Position
    player: str


def adapted(now: Position, actions: list[Action]) -> Adapted | None:
    """Return the position with other cash, so that a place depends on the answer, or None.

    Clerks play each answer to the end. The players' final worth shows the cash that makes two of them close.
    The choice of the clerk must be wrong: as a rule it is the highest revenue, as in a puzzle about lays.
    """
    me = now.to_act[0]
    worths: list[dict[str, int]] = []
    for action in actions:
        end = _played_out(now.play(action), _turn(now))
        if end is None:
            return None
        worths.append({name: end.worth(name) for name in now.state.players})
    obvious = Clerk().advise(now).action
    rivals = sorted(set(worths[0]) - {me}, key=lambda name: abs(worths[0][me] - worths[0][name]))
    for rival in rivals:
        gaps = [worth[me] - worth[rival] for worth in worths]
        best = max(gaps)
        second = max((gap for gap in gaps if gap < best), default=best)
        right = [action for action, gap in zip(actions, gaps, strict=True) if gap == best]
        if best - second < MARGIN or _too_many(right, actions) or obvious in right:
            continue
        surplus = (best + second) // 2
        poorer = me if surplus > 0 else rival
        if now.state.players[poorer].cash >= abs(surplus):
            state = now.state.copy()
            state.players[poorer].cash -= abs(surplus)
            state.bank += abs(surplus)
            return Adapted(Position(now.title, state.seal(), options=now.options), poorer)
    return None


def _too_many(right: Sequence[Action], actions: Sequence[Action]) -> bool:
    return len(right) > max(1, RIGHT_SHARE * len(actions))


def _played_out(position: Position, turn: str) -> Position | None:
    """Return the end of the game, or None if it is not after this turn."""
    clerk = Clerk()
    for _ in range(DEEPEST):
        if position.over:
            return position
        if _turn(position) != turn:
            return None
        position = position.play(clerk.advise(position).action)
    return None


def _turn(position: Position) -> str:
    operating = position.state.operating
    return operating.turn.corp if operating and operating.turn else ""


def endgame_puzzle(game: Game, source: str) -> Puzzle | None:
    """Return an endgame puzzle that is adapted from the present moment of a game, or None."""
    state = game.state
    if game.over or state.operating is None or state.operating.turn is None or state.pending:
        return None
    state.bank_broken = True
    now = Position(game.title, state.seal(), options=game.options)
    actions = answers(now, now.to_act[0])
    if not FEWEST_ANSWERS <= len(actions) <= MOST_ANSWERS:
        return None
    found = adapted(now, actions)
    return proved(found.position, source, found.player) if found else None


def proved(now: Position, source: str, adapted: str) -> Puzzle | None:
    """Return the puzzle of a position, if few answers secure a place that no other one secures."""
    # A solver must be able to give every right answer: it is in no range of prices, and not one of many runs.
    listed = [each for each in now.legal if not isinstance(each, Open | Amounts)]
    me = now.to_act[0]
    offered = answers(now, me)
    right: list[Action] = []
    for goal in range(1, len(now.state.players)):
        try:
            right = Search(me, goal).right(now)
        except TooLarge:
            return None
        if right:
            break
    if not right or _too_many(right, offered) or not all(each in listed for each in right):
        return None
    # A loan, for example, can come before or after the action that counts, and would be right too.
    if len({type(each) for each in right}) > 1:
        return None
    return Puzzle(
        now.title.id,
        Theme.ENDGAME,
        now.to_line(),
        me,
        _turn(now),
        goal,
        goal + 1,
        len(offered),
        source,
        tuple(map(encode, right)),
        adapted=adapted,
    )
