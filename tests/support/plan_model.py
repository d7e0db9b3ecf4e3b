"""A model of plans, written from the page for players. It uses nothing of the package that it checks.

The model keeps the moves of the sandbox with what each of the player's own moves changed. It sees each action
of the game and says which step is made next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from trunkline.engine.kernel.refusal import Refusal
from trunkline.game import Game
from trunkline.game.actions import Action

STOP, WAIT = "stop", "wait"
Facts = dict[tuple[object, ...], object]


def countable(game: Game) -> Counter[tuple[object, ...]]:
    """Return everything of which a step changes the number."""
    state = game.state
    found: Counter[tuple[object, ...]] = Counter()
    for player in state.players.values():
        found["money", player.name] = player.cash
    for corp in state.corporations.values():
        found["money", corp.id] = corp.cash
        found["loans", corp.id] = corp.loans
        for place, number in (("ipo", corp.offering), ("pool", corp.pool), ("treasury", corp.treasury)):
            found["shares", corp.id, place] = number
        for name, number in corp.shares.items():
            found["shares", corp.id, name] = number
    for place, number in state.bonds.items():
        found["bonds", place] = number
    for train, place in state.trains.items():
        found["train", train.rpartition("-")[0] or train, place] += 1
    for hex, tokens in state.tokens.items():
        for token in tokens:
            found["token", token.corp, hex] += 1
    return found


def valued(game: Game) -> Facts:
    """Return everything of which a step changes the value."""
    state = game.state
    now = state.round
    # The opening is one round for players, although the program counts its rounds of passes.
    called = (now.kind,) if now.kind == "opening" else (now.kind, now.number, now.index)
    found: Facts = {
        ("round",): called,
        ("phase",): state.phase,
    }
    for id, corp in state.corporations.items():
        found["price", id] = game.price(id)
        found["president", id] = corp.president
    for id, private in state.privates.items():
        found["owner", id] = "" if private.closed else private.player or private.corp
    for hex, tile in state.tiles.items():
        found["tile", hex] = (tile.tile, tile.rotation)
    for id, place in state.private_tokens.items():
        found["private token", id] = place
    if state.opening is not None:
        for id, bids in state.opening.bids.items():
            for name, amount in bids.items():
                found["bid", id, name] = amount
    return found


def effect(before: Game, action: Action, player: str) -> tuple[Facts, Game]:
    """Return the changes that a move causes, and the game after it. Raises ``Refusal``."""
    after = before.copy()
    events = after.play(action)
    old, new = countable(before), countable(after)
    facts: dict[tuple[object, ...], Any] = {
        key: new[key] - old[key] for key in {*old, *new} if new[key] != old[key]
    }
    was, now = valued(before), valued(after)
    facts.update({key: (was.get(key), now.get(key)) for key in {*was, *now} if was.get(key) != now.get(key)})
    for event in events:
        if type(event).__name__ in ("RevenueEarned", "RunsShown", "RunsAnnounced"):
            told: Any = event
            facts["earned", told.corp] = facts.get(("earned", told.corp), 0) + told.amount
    facts[("again",)] = player in after.to_act
    return facts, after


@dataclass
class PlanModel:
    """A plan of one player, and what has happened since its sandbox began."""

    player: str
    base: Game
    moves: list[Action]
    exact: bool
    done: set[int] = field(default_factory=set)
    past: list[Action] = field(default_factory=list)
    over: set[int] = field(default_factory=set)
    """The assumed moves that did not happen."""
    stopped: bool = False
    effects: dict[int, Facts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Note what each own move changes in the sandbox."""
        while self.moves and self.moves[-1].player != self.player:
            self.moves.pop()
        game = self.base.copy()
        for number, move in enumerate(self.moves):
            if move.player == self.player:
                self.effects[number], game = effect(game, move, self.player)
            else:
                game.play(move)

    @property
    def following(self) -> int | None:
        """The number of the next own move."""
        return next(iter(sorted(self.effects.keys() - self.done)), None)

    def watch(self, actions: Iterable[Action]) -> None:
        """See actions of the game."""
        for action in actions:
            self._see(action)

    def _see(self, action: Action) -> None:
        following = self.following
        number = len(self.past)
        self.past.append(action)
        if self.exact and (number >= len(self.moves) or self.moves[number] != action):
            self.stopped = True
        if following is None:
            return
        earlier = [each for each in range(following) if each not in self.done | self.over]
        if action.player == self.player:
            if self.moves[following] == action:
                self.done.add(following)
                self.over.update(earlier)
            else:
                self.stopped = True
            return
        place = next((each for each in earlier if self.moves[each].player == action.player), None)
        if place is not None:
            (self.done if self.moves[place] == action else self.over).add(place)

    def made_by_a_click(self, game: Game) -> list[Action]:
        """Return the steps that a hand-in makes now: own ones in a row, up to the first that is refused."""
        found: list[Action] = []
        following, now = self.following, game.copy()
        if following is None or self.player not in game.to_act:
            return found
        for move in self.moves[following:]:
            if move.player != self.player or now.check(move) is not None:
                break
            now.play(move)
            found.append(move)
        return found

    def next_action(self, game: Game) -> Action | str:
        """Return the step to make now, STOP, or WAIT."""
        following = self.following
        if self.stopped:
            return STOP
        if following is None or self.player not in game.to_act:
            return WAIT
        if self.exact and following != len(self.past):
            return WAIT
        now = game.copy()
        for number in range(following, len(self.moves)):
            if self.moves[number].player != self.player:
                break
            try:
                facts, now = effect(now, self.moves[number], self.player)
            except Refusal:
                self.stopped = True
                return STOP
            if facts != self.effects[number]:
                self.stopped = True
                return STOP
        return self.moves[following]
