"""A moment of a game for programs that look ahead: it never changes, and a step from it costs little.

>>> import trunkline
>>> now = trunkline.Position.of(trunkline.new("1856", ["Ann", "Bob", "Cy"]))
>>> then = now.play(now.legal[0])
>>> now.to_act, then.to_act
(('Ann',), ('Bob',))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from trunkline.actions import Action
from trunkline.effects import Effects, effects
from trunkline.errors import UsageError
from trunkline.game import Game
from trunkline.kernel import engine
from trunkline.kernel.choice import Choice
from trunkline.kernel.engine import kind_of
from trunkline.kernel.events import Event
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.state import State
from trunkline.kernel.table import Table, Title
from trunkline.routes import After, Prospects, RunPlan
from trunkline.routes import best as best_runs
from trunkline.routes.prospects import Change


class Position:
    """A moment of a game. Programs share positions: what is asked of one is found once."""

    def __init__(self, title: Title, state: State, events: tuple[Event, ...] = ()) -> None:
        """``state`` belongs to the position from now on; ``of`` and ``play`` see to that."""
        self.title = title
        self._state = state
        self.events = events
        """What happened on the way from the position before it."""

    @classmethod
    def of(cls, game: Game) -> Position:
        """Where a game stands now."""
        return cls(game.title, game.state)

    @cached_property
    def table(self) -> Table:
        """The table as the rules see it, on a copy of the state: for reading."""
        return Table(self.title, self._state.copy(), still=True)

    @property
    def state(self) -> State:
        """Everything on the table: a copy that all who ask share, for reading."""
        return self.table.state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.over

    @cached_property
    def to_act(self) -> tuple[str, ...]:
        """Who must decide, in seat order; empty once the game is over."""
        deciders = engine.to_act(self.title, self._state, self._now)
        return tuple(name for name in self._state.players if name in deciders)

    # -- what may be done

    @cached_property
    def legal(self) -> tuple[Choice, ...]:
        """Every legal choice of the first who must decide."""
        return tuple(engine.legal_among(*self._drawn)) if self.to_act else ()

    def legal_of(self, *kinds: type[Action]) -> list[Choice]:
        """The legal choices of these kinds alone; the others are not looked at."""
        if "legal" in self.__dict__:
            return [choice for choice in self.legal if issubclass(kind_of(choice), kinds)]
        return engine.legal_among(*self._drawn, kinds) if self.to_act else []

    @cached_property
    def _drawn(self) -> tuple[Table, list[Choice]]:
        """What the legal choices are found among: drawn once, for programs ask kind by kind."""
        return self._now, engine.candidates(self._now, self.to_act[0])

    @cached_property
    def _now(self) -> Table:
        """The table on which actions are judged; no program has its state."""
        return engine.still(self.title, self._state)

    def check(self, action: Action) -> Refusal | None:
        """Why an action is refused, or None where it is legal."""
        return engine.check(self.title, self._state, action, self._now)

    def forfeits(self, action: Action) -> tuple[type[Action], ...]:
        """Kinds of action that are legal now, and no longer once this one has been carried out.

        Running trains before the lay gives the lay away, though both are legal. Nothing is forfeited to
        somebody else's decision, or to the end of a turn that the action is meant to end. Raises ``Refusal``.
        """
        then = self.play(action)
        if then.to_act[:1] != (action.player,) or then._turn != self._turn:
            return ()
        left = {kind_of(choice) for choice in then.legal}
        kinds = dict.fromkeys(kind_of(choice) for choice in self.legal)
        return tuple(kind for kind in kinds if kind not in left and kind is not type(action))

    # -- doing it

    def play(self, action: Action) -> Position:
        """The position after an action. Raises ``Refusal``; this one stays as it is."""
        state, events = engine.play(self.title, self._state, action, self._now)
        return Position(self.title, state, tuple(events))

    def effects(self, action: Action) -> Effects:
        """What an action leads to, before and after; of an offer, its acceptance. Raises ``Refusal``."""
        return effects(self.title, self._state, action, self._now)

    # -- what things are worth, in dollars

    def worth(self, player: str) -> int:
        """What a player is worth, as if the game ended now."""
        return self.title.policies.worth(self.table, player)

    def best_runs(self, corp: str, trains: Sequence[str] | None = None) -> RunPlan:
        """The best runs of a corporation, with its own trains or, in thought, with ``trains`` by type.

        Raises ``UsageError`` where there is no such corporation or train.
        """
        return best_runs(self.table if trains is None else self.with_trains(corp, trains).table, corp)

    def after(self, actions: Iterable[Change], companies: Iterable[str] | None = None) -> list[After]:
        """The best runs of companies after each of some lays and tokens; see ``trunkline.routes.after``."""
        return Prospects(self.table, companies).after(actions)

    def with_trains(self, corp: str, trains: Sequence[str]) -> Position:
        """The position in which a corporation owns just these trains, by type; others' trains may be among
        them, so nobody else is to be asked about. Raises ``UsageError``."""
        state = self._state.copy()
        left = {train: "out" if place == corp else place for train, place in state.trains.items()}
        for name in trains:
            found = next(
                (train for train, at in left.items() if at != corp and train.rpartition("-")[0] == name), None
            )
            if found is None:
                raise UsageError(f"There is no {name}-train left to think of.")
            left[found] = corp
        state.trains = left
        return Position(self.title, state.seal())

    @property
    def _turn(self) -> tuple[object, ...]:
        """Whose turn of which round it is."""
        state = self._state
        turn = state.operating.turn if state.operating else None
        now = state.round
        return now.kind, now.number, now.index, turn.corp if turn else "", len(state.pending)
