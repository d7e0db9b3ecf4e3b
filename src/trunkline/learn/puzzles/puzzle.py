"""A puzzle, its answers, and the proof of its solution."""

from __future__ import annotations

import hashlib
import re
from enum import StrEnum
from typing import Any

import msgspec

from trunkline.engine.kernel.action import Action
from trunkline.game.actions import AnyAction, decode, encode
from trunkline.game.game import Game
from trunkline.game.position import Position
from trunkline.util.messages import gettext, gettext_noop


class Theme(StrEnum):
    """The question of a puzzle."""

    LAY = "lay"
    """The lay after which the runs of the corporation earn most."""
    TOKEN = "token"
    """The token after which the runs of the corporation earn most."""
    RUN = "run"
    """The runs that earn most."""
    ENDGAME = "endgame"
    """The action with which a player secures a place at the end of the game."""
    DIVIDEND = "dividend"
    """Pay or withhold: the dividend after which the president is worth most. Playouts give the answer."""
    SELL = "sell"
    """Sell shares of a dangerous company, or keep them. Playouts give the answer."""
    RUST = "rust"
    """A company will lose its trains: the best train or dividend now. Playouts give the answer."""


UNRATED = frozenset({Theme.DIVIDEND, Theme.SELL, Theme.RUST})
"""The themes whose answers are estimates and not proved."""
KINDS = {Theme.LAY: "lay_tile", Theme.TOKEN: "place_token", Theme.RUN: "run"}
"""The kinds of action that are answers. Every action is one for endgames. Playouts have a list of answers."""
QUESTIONS = {
    Theme.LAY: gettext_noop("Which lay lets the trains of {corporation} earn most?"),
    Theme.TOKEN: gettext_noop("Where does {corporation} place a token, so that its trains earn most?"),
    Theme.RUN: gettext_noop("What is the best run of {corporation}?"),
    Theme.ENDGAME: gettext_noop("Which action of {corporation} secures place {place} for {player}?"),
    Theme.DIVIDEND: gettext_noop("{corporation} has run: which dividend makes {player} richest?"),
    Theme.SELL: gettext_noop("Does {player} sell shares of {corporation} now, or keep them?"),
    Theme.RUST: gettext_noop(
        "The trains of {corporation} will rust soon. "
        "Which choice now makes {player} richest at the end of the game?"
    ),
}
FIRST = gettext_noop("Which action of {corporation} wins the game for {player}?")
"""The question of an endgame about the first place."""
NOT_LAST = gettext_noop("Which action of {corporation} keeps {player} from the last place?")
"""The question of an endgame about the place before the last."""


LETTER = re.compile("[A-Z]")
"""The name of a player in a game of computer players, or in a recorded game without names."""


class Figures(msgspec.Struct, frozen=True, omit_defaults=True):
    """The results of the playouts of a puzzle. Money is in dollars.

    ``gain`` is the mean by which the right answer is better than the next, and ``low`` and ``high`` are the
    ends of its interval. If several are right, it is the gain of the worst of them.
    """

    gain: int
    low: int
    high: int
    lines: int
    """The number of playouts after each answer."""
    sets: int
    """The number of sets of rounds in a playout."""
    worths: tuple[tuple[dict[str, Any], int], ...]
    """The answers, best first, with the mean of the player's expected final worth."""
    opinions: tuple[tuple[str, dict[str, Any]], ...]
    """Computer players, with the answers that they choose."""
    ended: tuple[int, ...] = ()
    """The numbers of playouts in which the game ended, in the order of ``worths``. Old puzzles have none."""


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position with a question. Money is in dollars.

    ``position`` is a line of text (``Game.from_line``). ``solutions`` has the right answers. For the
    theme ``run`` it has one of them, because every set of runs with the best revenue is right.
    """

    title: str
    theme: Theme
    position: str
    player: str
    corporation: str
    best: int
    """The revenue after the best answer. For the theme ``endgame``, the place that it secures."""
    next: int
    """The revenue after the best wrong answer. For the theme ``run``, that of a quick search.

    For the theme ``endgame``, the best place that a wrong answer can secure. With playouts, ``best`` and
    ``next`` are the player's expected final worth.
    """
    choices: int
    """The number of answers. 0 for the theme ``run``."""
    source: str
    """The game from which it comes."""
    solutions: tuple[dict[str, Any], ...] = ()
    solved_by: tuple[str, ...] = ()
    """The computer players that solve it."""
    adapted: str = ""
    """The player whose cash is lower than in the game, or empty."""
    before: int = 0
    """The revenue without any lay or token, for the themes ``lay`` and ``token``."""
    figures: Figures | None = None
    """The results of the playouts, if they give the answer."""

    @property
    def id(self) -> str:
        """A short name that depends on the position and the theme only."""
        return hashlib.sha256(f"{self.theme}\n{self.position}".encode()).hexdigest()[:10]

    @property
    def game(self) -> Game:
        """A game at the position. Raises ``UsageError`` if the line is damaged."""
        return Game.from_line(self.position, "The position of the puzzle")

    @property
    def set_number(self) -> int:
        """The number of the set of rounds, from 1. The position has it as text, so this is fast."""
        found = re.search("[0-9]+", self.position.split(":")[3])
        return int(found[0]) if found else 1

    @property
    def question(self) -> str:
        """The question as a sentence. A player called A is "player A" in it."""
        asked = QUESTIONS[self.theme]
        if self.theme is Theme.ENDGAME:
            players = len(self.game.options.players)
            asked = FIRST if self.best == 1 else NOT_LAST if self.best == players - 1 else asked
        player = gettext("player {name}", name=self.player) if LETTER.fullmatch(self.player) else self.player
        return gettext(asked, corporation=self.corporation, player=player, place=str(self.best))

    @property
    def start(self) -> Game:
        """A game at the position in which every possible set of runs is legal.

        In ``game`` the rules may refuse all runs but the best ones, so that the refusal gives the answer.
        """
        options = msgspec.structs.replace(self.game.options, runs="free")
        return Game.at_state(options, self.game.shared_state)

    @property
    def rated(self) -> bool:
        """True if the answer is proved, so that answers to the puzzle can be rated."""
        return self.theme not in UNRATED

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of action that are answers; empty if every kind is one."""
        if self.figures is not None:
            return frozenset(str(answer["kind"]) for answer, _ in self.figures.worths)
        return frozenset({KINDS[self.theme]} if self.theme in KINDS else ())

    def is_answer(self, action: Action) -> bool:
        """Return whether an action answers the question, right or wrong. It can be illegal."""
        if self.figures is not None:
            return any(answer == encode(action) for answer, _ in self.figures.worths)
        return not self.kinds or encode(action)["kind"] in self.kinds

    def is_right(self, action: Action) -> bool:
        """Return whether an action solves the puzzle. Raises ``Refusal`` and ``UsageError``."""
        if self.theme is Theme.RUN:
            return self.is_answer(action) and self.revenue(action) >= self.best
        Position.of(self.start).play(action)
        return encode(action) in self.solutions

    def revenue(self, action: Action) -> int:
        """Return the revenue of the corporation after an answer, in dollars.

        After a lay or a token, these are its best runs. For the theme ``endgame``, it is the best place that
        the answer can secure. With playouts, it is the expected final worth of the player.
        Raises ``Refusal`` and ``UsageError``.
        """
        if self.figures is not None:
            Position.of(self.start).play(action)
            return next(worth for answer, worth in self.figures.worths if answer == encode(action))
        if self.theme is Theme.ENDGAME:
            return self.best if self.is_right(action) else self.next
        after = Position.of(self.start).play(action)
        if self.theme is Theme.RUN:
            return after.state.corporations[self.corporation].revenue
        return after.best_runs(self.corporation).total

    def solution(self) -> AnyAction:
        """Return one right answer. Raises ``UsageError``."""
        return decode(self.solutions[0])


def same_answer(one: dict[str, Any], other: dict[str, Any], theme: Theme, corporation: str) -> bool:
    """Return whether two actions are the same answer.

    For sales, all sales of the shares are the same answer, and all other actions keep the shares.
    """
    if theme is Theme.SELL:
        return sells(one, corporation) == sells(other, corporation)
    return one == other


def sells(action: dict[str, Any], corporation: str) -> bool:
    """Return whether an action sells shares of a corporation."""
    return bool(action["kind"] == "sell_shares" and action["corp"] == corporation)
