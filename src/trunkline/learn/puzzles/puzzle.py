"""A puzzle, its answers, and the proof of its solution."""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import Any

import msgspec

from trunkline.engine.kernel.action import Action
from trunkline.game.actions import AnyAction, RunTrains, decode, encode
from trunkline.game.game import Game
from trunkline.game.position import Position


class Theme(StrEnum):
    """The question of a puzzle."""

    LAY = "lay"
    """The lay after which the runs of the corporation earn most."""
    TOKEN = "token"
    """The token after which the runs of the corporation earn most."""
    RUN = "run"
    """The runs that earn most."""


KINDS = {Theme.LAY: "lay_tile", Theme.TOKEN: "place_token", Theme.RUN: "run"}
"""The kinds of action that are answers."""
QUESTIONS = {
    Theme.LAY: "Which lay lets the trains of {corporation} earn most?",
    Theme.TOKEN: "Where does {corporation} place a token, so that its trains earn most?",
    Theme.RUN: "What is the best run of {corporation}?",
}


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position with a question. Money is in dollars.

    ``position`` is a line of text (``Game.from_line``). ``solutions`` has the best lays or tokens. For the
    theme ``run`` it is empty, because every set of runs with the best revenue is right.
    """

    title: str
    theme: Theme
    position: str
    player: str
    corporation: str
    best: int
    """The revenue after the best answer."""
    next: int
    """The revenue after the best wrong answer. For the theme ``run``, that of a quick search."""
    choices: int
    """The number of answers. 0 for the theme ``run``."""
    source: str
    """The game from which it comes."""
    solutions: tuple[dict[str, Any], ...] = ()
    solved_by: tuple[str, ...] = ()
    """The computer players that solve it."""

    @property
    def id(self) -> str:
        """A short name that depends on the position and the theme only."""
        return hashlib.sha256(f"{self.theme}\n{self.position}".encode()).hexdigest()[:10]

    @property
    def game(self) -> Game:
        """A game at the position. Raises ``UsageError`` if the line is damaged."""
        return Game.from_line(self.position, "The position of the puzzle")

    @property
    def question(self) -> str:
        """The question as a sentence."""
        return QUESTIONS[self.theme].format(corporation=self.corporation)

    @property
    def start(self) -> Game:
        """A game at the position in which every possible set of runs is legal.

        In ``game`` the rules may refuse all runs but the best ones, so that the refusal gives the answer.
        """
        options = msgspec.structs.replace(self.game.options, runs="free")
        return Game.at_state(options, self.game.shared_state)

    @property
    def kind(self) -> str:
        """The kind of action that is an answer."""
        return KINDS[self.theme]

    def is_right(self, action: Action) -> bool:
        """Return whether an action solves the puzzle. Raises ``Refusal`` and ``UsageError``."""
        if self.theme is Theme.RUN:
            return encode(action)["kind"] == self.kind and self.revenue(action) >= self.best
        Position.of(self.start).play(action)
        return encode(action) in self.solutions

    def revenue(self, action: Action) -> int:
        """Return the revenue of the corporation after an answer, in dollars.

        After a lay or a token, these are its best runs. Raises ``Refusal`` and ``UsageError``.
        """
        after = Position.of(self.start).play(action)
        if self.theme is Theme.RUN:
            return after.state.corporations[self.corporation].revenue
        return after.best_runs(self.corporation).total

    def solution(self) -> AnyAction:
        """Return one right answer. Raises ``UsageError``."""
        if self.theme is not Theme.RUN:
            return decode(self.solutions[0])
        return RunTrains(
            self.player, self.corporation, Position.of(self.start).best_runs(self.corporation).runs
        )
