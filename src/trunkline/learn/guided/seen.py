"""A position as a learner sees it: the learner's choices and companies."""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar

from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.referee import kind_of
from trunkline.engine.kernel.state import Corporation, OperatingTurn
from trunkline.game.game import Game

A = TypeVar("A", bound=Action)


class Seen:
    """A position, and the learner who sees it."""

    def __init__(self, game: Game, learner: str) -> None:
        self.game = game
        self.learner = learner
        self.state = game.shared_state
        self.ctx = Context(game.title, self.state, read_only=True)
        self.known: dict[str, str | int | None] = {}
        """The figures that are computed already."""

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The learner's legal choices."""
        return tuple(self.game.legal(self.learner)) if self.learner in self.game.to_act else ()

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of action that the learner may take."""
        return frozenset(str(kind_of(choice).__struct_config__.tag) for choice in self.choices)

    def of(self, kind: type[A]) -> list[A]:
        """Return the legal actions of a kind. A range gives both of its ends, an open entry its best."""
        found: list[Action] = []
        for choice in self.choices:
            if issubclass(kind_of(choice), kind):
                match choice:
                    case Amounts():
                        found += [choice.at(choice.low), choice.at(choice.high)]
                    case Open():
                        found.append(choice.best())
                    case _:
                        found.append(choice)
        return [each for each in found if isinstance(each, kind)]

    def first(self, kind: type[A]) -> A | None:
        """Return the first legal action of a kind, or None."""
        return next(iter(self.of(kind)), None)

    @property
    def turn(self) -> OperatingTurn | None:
        """The operating turn in progress."""
        return self.state.operating.turn if self.state.operating else None

    @cached_property
    def company(self) -> Corporation | None:
        """The company in its turn, if the learner is its president."""
        corp = self.state.corporations[self.turn.corp] if self.turn else None
        return corp if corp is not None and corp.president == self.learner else None

    @cached_property
    def presided(self) -> list[Corporation]:
        """The companies of which the learner is president."""
        found = self.state.corporations.values()
        return [corp for corp in found if corp.president == self.learner and corp.started and not corp.closed]
