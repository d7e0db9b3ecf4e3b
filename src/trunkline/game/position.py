"""Immutable positions of a game for programs that look ahead. Playing an action is cheap.

A position has no past. ``to_line`` encodes it, and ``from_line`` decodes it in another process.

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

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.action import shortened
from trunkline.engine.kernel.choice import Amounts, Choice, LegalTuple, Open
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.events import Event
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.referee import kind_of
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import State
from trunkline.game import position_line
from trunkline.game.actions import Action, validated
from trunkline.game.effects import Effects, effects
from trunkline.game.game import Game, board_map
from trunkline.game.notation.tags import heading
from trunkline.game.routes import After, Prospects, RunPlan
from trunkline.game.routes import best as best_runs
from trunkline.game.routes.what_if import Change
from trunkline.util.errors import UsageError

MOST_DECISIONS: Final = 16
"""Maximum number of intermediate decisions examined to find forfeited actions."""


class Position:
    """A moment of a game. Programs share positions, and query results are cached.

    Two positions are equal if they have the same title, board, reading, variants and state. The past and the
    seed do not count. A position can be in a set, and a key of a dict.
    """

    title: Title
    events: tuple[Event, ...]
    """The events of the action that led to this position."""
    options: Options | None
    """The options of its game, which ``to_line`` includes; None if they are not known."""
    _state: State

    def __init__(
        self, title: Title, state: State, events: tuple[Event, ...] = (), options: Options | None = None
    ) -> None:
        """The position owns ``state``, so callers must not change it. ``of`` and ``play`` ensure this."""
        self.__dict__.update(title=title, _state=state, events=events, options=options)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"A position never changes, so its {name} cannot be set.")

    def __reduce__(self) -> NoReturn:
        raise TypeError("A position cannot be pickled; send the game, or the line that to_line gives.")

    @classmethod
    def of(cls, game: Game) -> Position:
        """Return the current position of a game. Raises ``UsageError`` if the argument is not a game."""
        if not isinstance(game, Game):
            raise UsageError(f"A position is taken of a game, not of {shortened(game)}.")
        return cls(game.title, game.state, options=game.options)

    def to_line(self) -> str:
        """Return the position as one line of text; see ``Game.to_line``.

        Raises ``UsageError`` if the options of its game are not known.
        """
        if self.options is None:
            raise UsageError("This position was made without the options of its game, and a line names them.")
        return position_line.write(self.options, self.title, self._state)

    @classmethod
    def from_line(cls, line: str) -> Position:
        """Return the position in a line. Raises ``UsageError`` if it is damaged or is not a position."""
        options, title, state = position_line.read(line)
        return cls(title, state, options=options)

    def digest(self) -> str:
        """Return a hash of the state, the same in every process and on every machine."""
        return self._digest

    @cached_property
    def _digest(self) -> str:
        return self._state.digest()

    @cached_property
    def _key(self) -> tuple[object, ...]:
        """The values that equal positions share."""
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
        """Return the map with its tiles and tokens, as an SVG document."""
        return board_map(self.title, self._state)

    def _repr_svg_(self) -> str:
        """Return the picture of a position for notebooks."""
        return self.svg()

    @cached_property
    def table(self) -> Context:
        """The context for the rules, with a copy of the state. For reading only."""
        return Context(self.title, self._state.copy(), read_only=True)

    @property
    def state(self) -> State:
        """The state: a copy shared by all callers, for reading only."""
        return self.table.state

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self._state.over

    @cached_property
    def to_act(self) -> tuple[str, ...]:
        """The players who must decide, in seat order; empty once the game is over."""
        deciders = referee.to_act(self.title, self._state, self._now)
        return tuple(name for name in self._state.players if name in deciders)

    # -- what may be done

    @cached_property
    def legal(self) -> LegalTuple:
        """Every legal choice of the first player to decide; ``in`` tests actions, as in ``LegalList``."""
        first, choices = self.to_act[:1], referee.legal_among(*self._drawn) if self.to_act else []
        return LegalTuple.of(
            choices, lambda action: action.player in first and referee.is_legal(self._now, action)
        )

    def legal_of(self, *kinds: type[Action]) -> list[Choice]:
        """Return the legal choices of these kinds, without examining others. Raises ``UsageError``."""
        for kind in kinds:
            _check_kind(kind)
        if "legal" in self.__dict__:
            return [choice for choice in self.legal if issubclass(kind_of(choice), kinds)]
        return referee.legal_among(*self._drawn, kinds) if self.to_act else []

    @cached_property
    def _drawn(self) -> tuple[Context, list[Choice]]:
        """The context and the candidates for legal choices. Cached, because programs query kind by kind."""
        return self._now, referee.candidates(self._now, self.to_act[0])

    @cached_property
    def _now(self) -> Context:
        """The context in which actions are judged. Programs have no access to its state."""
        return referee.read_only_context(self.title, self._state)

    def check(self, action: Action) -> Refusal | None:
        """Return the refusal of an action, or None if it is legal.

        Raises ``UsageError`` if it is not an action.
        """
        return referee.check(self.title, self._state, validated(action), self._now)

    def forfeits(self, action: Action) -> tuple[type[Action], ...]:
        """Return the kinds of action that are legal now and no longer legal after this action.

        For example, running trains before the lay forfeits the lay, though both are legal. If the player must
        make a decision on the way, such as a loan, a kind is forfeited only if no option keeps it. Nothing is
        forfeited to another player's decision, or to the end of a turn or decision that the action is meant
        to end. Raises ``Refusal``, and ``UsageError`` if it is not an action.
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
        """Return the position after an action. This position does not change.

        Raises ``Refusal``, and ``UsageError`` if it is not an action, or a field has the wrong type.
        """
        state, events = referee.play(self.title, self._state, validated(action), self._now)
        return Position(self.title, state, tuple(events), self.options)

    def effects(self, action: Action) -> Effects:
        """Return the effects of an action. An offer counts as accepted.

        Raises ``Refusal``, and ``UsageError`` if it is not an action.
        """
        return effects(self.title, self._state, validated(action), self._now)

    # -- what things are worth, in dollars

    def worth(self, player: str) -> int:
        """Return the worth of a player, as if the game ended now. Raises ``UsageError``."""
        players = self._state.players
        if player not in [*players]:
            raise UsageError(f"{shortened(player)} does not play; the players are {', '.join(players)}.")
        return self.title.policies.worth(self.table, player)

    def best_runs(self, corp: str, trains: Sequence[str] | None = None) -> RunPlan:
        """Return the best runs of a corporation with its own trains, or with hypothetical ``trains`` by type.

        Raises ``UsageError`` if there is no such corporation or train.
        """
        return best_runs(self.table if trains is None else self.with_trains(corp, trains).table, corp)

    def after(self, actions: Iterable[Change], companies: Iterable[str] | None = None) -> list[After]:
        """Return the best runs of companies after each of some lays and tokens (``Prospects``)."""
        return Prospects(self.table, companies).after(actions)

    def with_trains(self, corp: str, trains: Sequence[str]) -> Position:
        """Return the position in which a corporation owns exactly these trains, by type.

        The trains may come from other companies, so do not use it for queries about those. Raises
        ``UsageError``.
        """
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
        """The round, and the corporation whose turn it is."""
        state = self._state
        turn = state.operating.turn if state.operating else None
        now = state.round
        return now.kind, now.number, now.index, turn.corp if turn else ""


def _check_kind(kind: object) -> None:
    if not (isinstance(kind, type) and issubclass(kind, Action)):
        raise UsageError(f"A kind of action is expected, such as LayTile, not {shortened(kind)}.")


def _settled(choice: Choice) -> Action:
    """Return a choice as an action: the lowest amount, or the best action of an open entry."""
    if isinstance(choice, Open):
        return choice.best()
    return choice.action if isinstance(choice, Amounts) else choice
