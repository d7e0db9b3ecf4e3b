"""A moment of a game for programs that look ahead: it never changes, and a step from it costs little.

A position has no past. ``to_line`` writes it down, and ``from_line`` reads it in another process.

>>> import trunkline
>>> now = trunkline.Position.of(trunkline.new("1856", ["Ann", "Bob", "Cy"]))
>>> then = now.play(now.legal[0])
>>> now.to_act, then.to_act
(('Ann',), ('Bob',))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, NoReturn

from trunkline import positions
from trunkline.actions import Action, as_saved
from trunkline.effects import Effects, effects
from trunkline.errors import UsageError
from trunkline.game import Game, board_map
from trunkline.kernel import engine
from trunkline.kernel.action import shortened
from trunkline.kernel.choice import Amounts, Choice, LegalTuple, Open
from trunkline.kernel.engine import kind_of
from trunkline.kernel.events import Event
from trunkline.kernel.options import Options
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.state import State
from trunkline.kernel.table import Table, Title
from trunkline.notation.head import heading
from trunkline.routes import After, Prospects, RunPlan
from trunkline.routes import best as best_runs
from trunkline.routes.prospects import Change

MOST_DECISIONS: Final = 16
"""Decisions on the way that are looked through for what an action forfeits."""


class Position:
    """A moment of a game. Programs share positions: what is asked of one is found once.

    Two positions are equal if they are of the same title, board, reading and variants, and everything on
    the table is the same; the way there and the seed do not count. A position can be in a set, and the key of
    a dict.
    """

    title: Title
    events: tuple[Event, ...]
    """What happened on the way from the position before it."""
    options: Options | None
    """The options of the game it is of, which ``to_line`` writes down; None if they are not known."""
    _state: State

    def __init__(
        self, title: Title, state: State, events: tuple[Event, ...] = (), options: Options | None = None
    ) -> None:
        """``state`` belongs to the position from now on; ``of`` and ``play`` see to that."""
        self.__dict__.update(title=title, _state=state, events=events, options=options)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"A position never changes, so its {name} cannot be set.")

    def __reduce__(self) -> NoReturn:
        raise TypeError("A position cannot be pickled; send the game, or the line that to_line gives.")

    @classmethod
    def of(cls, game: Game) -> Position:
        """Return the present position of a game. Raises ``UsageError`` if it is not one."""
        if not isinstance(game, Game):
            raise UsageError(f"A position is taken of a game, not of {shortened(game)}.")
        return cls(game.title, game.state, options=game.options)

    def to_line(self) -> str:
        """Return the position as one line of text; see ``Game.to_line``.

        Raises ``UsageError`` if the options of its game are not known.
        """
        if self.options is None:
            raise UsageError("This position was made without the options of its game, and a line names them.")
        return positions.write(self.options, self.title, self._state)

    @classmethod
    def from_line(cls, line: str) -> Position:
        """Return the position in a line. Raises ``UsageError`` if it is damaged or no position."""
        options, title, state = positions.read(line)
        return cls(title, state, options=options)

    def digest(self) -> str:
        """Return a hash of the state, the same in every process and on every machine."""
        return self._digest

    @cached_property
    def _digest(self) -> str:
        return self._state.digest()

    @cached_property
    def _key(self) -> tuple[object, ...]:
        """What equal positions have in common."""
        title, options = self.title, self.options
        played = (options.rules, sorted(options.variants), options.runs) if options else id(title)
        return title.id, title.board.hash, title.rulings, str(played), self._digest

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if self is other or (self.title is other.title and self._state is other._state):
            return True
        return self._digest == other._digest and (self.title is other.title or self._key == other._key)

    def __hash__(self) -> int:
        return hash(self._digest)

    def __repr__(self) -> str:
        waiting = "over" if self.over else f"{', '.join(self.to_act)} to act"
        players = ", ".join(self._state.players)
        return f"<Position of {self.title.id}: {players}; {heading(self._state.round)}; {waiting}>"

    def svg(self) -> str:
        """Return the map with what lies on it, as an SVG document."""
        return board_map(self.title, self._state)

    def _repr_svg_(self) -> str:
        """Return what notebooks show of a position."""
        return self.svg()

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
    def legal(self) -> LegalTuple:
        """Every legal choice of the first who must decide; ``in`` goes by actions, as in ``LegalList``."""
        first, choices = self.to_act[:1], engine.legal_among(*self._drawn) if self.to_act else []
        return LegalTuple.of(
            choices, lambda action: action.player in first and engine.is_legal(self._now, action)
        )

    def legal_of(self, *kinds: type[Action]) -> list[Choice]:
        """The legal choices of these kinds alone; the others are not looked at. Raises ``UsageError``."""
        for kind in kinds:
            _check_kind(kind)
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
        """Why an action is refused, or None where it is legal. Raises ``UsageError`` where it is none."""
        return engine.check(self.title, self._state, as_saved(action), self._now)

    def forfeits(self, action: Action) -> tuple[type[Action], ...]:
        """Kinds of action that are legal now, and no longer once this one has been carried out.

        Running trains before the lay gives the lay away, though both are legal. Where the player has to
        decide something on the way, such as a loan, forfeited is what no way leaves. Nothing is forfeited to
        somebody else's decision, or to the end of a turn or decision that the action is meant to end. Raises
        ``Refusal``, and ``UsageError`` where it is no action at all.
        """
        left: set[type[Action]] = set()
        deciding = len(self._state.pending)
        ahead, looked = [self.play(action)], 0
        while ahead:
            then = ahead.pop()
            to_decide = len(then._state.pending)
            if then.to_act[:1] != (action.player,) or then._turn != self._turn or to_decide < deciding:
                return ()
            if to_decide == deciding:
                left.update(kind_of(choice) for choice in then.legal)
                continue
            looked += 1
            if looked > MOST_DECISIONS:
                return ()
            ahead += (then.play(_settled(choice)) for choice in then.legal)
        kinds = dict.fromkeys(kind_of(choice) for choice in self.legal)
        return tuple(kind for kind in kinds if kind not in left and kind is not type(action))

    # -- doing it

    def play(self, action: Action) -> Position:
        """The position after an action; this one stays as it is.

        Raises ``Refusal``, and ``UsageError`` where it is no action at all, or a field has the wrong type.
        """
        state, events = engine.play(self.title, self._state, as_saved(action), self._now)
        return Position(self.title, state, tuple(events), self.options)

    def effects(self, action: Action) -> Effects:
        """What an action leads to, before and after; of an offer, its acceptance.

        Raises ``Refusal``, and ``UsageError`` where it is no action at all.
        """
        return effects(self.title, self._state, as_saved(action), self._now)

    # -- what things are worth, in dollars

    def worth(self, player: str) -> int:
        """What a player is worth, as if the game ended now. Raises ``UsageError``."""
        players = self._state.players
        if player not in [*players]:
            raise UsageError(f"{shortened(player)} does not play; the players are {', '.join(players)}.")
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
        corps = self._state.corporations
        if corp not in [*corps]:
            raise UsageError(f"There is no corporation {shortened(corp)}; there are {', '.join(corps)}.")
        if isinstance(trains, str) or not isinstance(trains, Sequence):
            raise UsageError(f"Trains are a list of their types, not {shortened(trains)}.")
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
        return Position(self.title, state.seal(), options=self.options)

    @property
    def _turn(self) -> tuple[object, ...]:
        """Whose turn of which round it is."""
        state = self._state
        turn = state.operating.turn if state.operating else None
        now = state.round
        return now.kind, now.number, now.index, turn.corp if turn else ""


def _check_kind(kind: object) -> None:
    if not (isinstance(kind, type) and issubclass(kind, Action)):
        raise UsageError(f"A kind of action is expected, such as LayTile, not {shortened(kind)}.")


def _settled(choice: Choice) -> Action:
    """A choice as an action: of amounts the least, of what is open the best."""
    if isinstance(choice, Open):
        return choice.best()
    return choice.action if isinstance(choice, Amounts) else choice
