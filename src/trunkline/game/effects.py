"""Effects of an action, found by playing it on a copy and comparing the two states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from trunkline.engine.kernel import chart, referee, shares
from trunkline.engine.kernel.action import Action, Answer
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.decisions import Offer
from trunkline.engine.kernel.events import Event, PriceMoved
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import OFFERING, POOL, TREASURY, Cell, Corporation, State

E = TypeVar("E", bound=Event)
Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True)
class Effects:
    """The events of an action and the differences after it. Money is in dollars.

    An offer counts as accepted: ``asked`` names the player who must accept it, and is empty if no player
    must. Differences are pairs of the values before and after. Unchanged values are left out.
    """

    title: Title
    before: State
    after: State
    events: tuple[Event, ...]
    asked: str = ""

    def of(self, kind: type[E]) -> list[E]:
        """Return the events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def cash(self) -> dict[str, tuple[int, int]]:
        """Cash of players and corporations."""
        return _changed(_cash(self.before), _cash(self.after))

    @property
    def prices(self) -> dict[str, tuple[int, int]]:
        """Share prices by corporation; 0 if it has no price on the chart."""
        return _changed(_prices(self.title, self.before), _prices(self.title, self.after))

    @property
    def shares(self) -> dict[tuple[str, str], tuple[int, int]]:
        """Shares by (place, corporation); a place is a player, the IPO, the pool or the treasury."""
        return _changed(dict(_shares(self.before)), dict(_shares(self.after)))

    @property
    def presidents(self) -> dict[str, tuple[str, str]]:
        """Presidents by corporation; empty if it has none."""
        return _changed(_presidents(self.before), _presidents(self.after))

    @property
    def trains(self) -> dict[str, tuple[str, str]]:
        """Places of trains: bank, pool, out or a corporation."""
        return _changed(dict(self.before.trains), dict(self.after.trains))

    @property
    def boxes(self) -> dict[str, tuple[Cell | None, ...]]:
        """The boxes on the path of each price token, by corporation; None is off the chart.

        The first is its box before the action, the last its box after it.
        """
        found: dict[str, tuple[Cell | None, ...]] = {}
        moves = self.of(PriceMoved)
        for id, corp in self.after.corporations.items():
            start = self.before.corporations[id].cell
            way: tuple[Cell | None, ...] = (start, *(event.cell for event in moves if event.corp == id))
            if way[-1] != corp.cell:
                way = (*way, corp.cell)
            if len(way) > 1:
                found[id] = way
        return found

    @property
    def percents(self) -> dict[tuple[str, str], tuple[int, int]]:
        """The same as ``shares`` in percent, which may change if the shares do not."""
        return _changed(dict(_percents(self.before)), dict(_percents(self.after)))

    @property
    def certificates(self) -> dict[str, tuple[int, int]]:
        """Counts of players' certificates, in halves."""
        return _changed(_certificates(self.title, self.before), _certificates(self.title, self.after))

    @property
    def certificate_limit(self) -> tuple[int, int]:
        """The certificate limit before and after, changed or not."""
        limit = self.title.policies.certificate_limit
        return limit(Context(self.title, self.before)), limit(Context(self.title, self.after))

    @property
    def loans(self) -> dict[str, tuple[int, int]]:
        """Loans by corporation."""
        return _changed(_loans(self.before), _loans(self.after))

    @property
    def bonds(self) -> dict[str, tuple[int, int]]:
        """Bonds by place: a player, the pool, or the treasury of the corporation that owes them."""
        before, after = self.before.bonds, self.after.bonds
        places = dict.fromkeys([*before, *after], 0)
        return _changed({**places, **before}, {**places, **after})

    @property
    def privates(self) -> dict[str, tuple[str, str]]:
        """Owners of privates, players or corporations; empty before the sale and after closing."""
        return _changed(_owners(self.before), _owners(self.after))

    @property
    def phase(self) -> tuple[str, str]:
        """Names of the phases in force before and after, changed or not."""
        phases = self.title.board.phases
        return phases[self.before.phase].name, phases[self.after.phase].name

    @property
    def worth(self) -> dict[str, tuple[int, int]]:
        """Worth of players, as at the end of the game."""
        return _changed(_worth(self.title, self.before), _worth(self.title, self.after))

    def worth_of(self, player: str) -> tuple[int, int]:
        """Return the worth of one player before and after, changed or not."""
        return _worth_of(self.title, self.before, player), _worth_of(self.title, self.after, player)


def effects(title: Title, state: State, action: Action, now: Context | None = None) -> Effects:
    """Return the effects of an action now. Raises ``Refusal`` if it is not legal.

    ``now`` is a read-only table of this state, if the caller already has one.
    """
    after, happened = referee.play(title, state, action, now)
    asked = ""
    while player := _asked(after, action):
        asked = asked or player
        try:
            after, then = referee.play(title, after, Answer(player, accept=True))
        except Refusal:
            break
        happened = [*happened, *then]
    return Effects(title, state, after, tuple(happened), asked)


def _asked(state: State, action: Action) -> str:
    """Return the player who must accept an offered action; empty if no player must."""
    waiting = state.pending[-1] if state.pending else None
    return waiting.player if isinstance(waiting, Offer) and waiting.offer == action else ""


def _changed(before: Mapping[Key, Value], after: Mapping[Key, Value]) -> dict[Key, tuple[Value, Value]]:
    return {key: (before[key], now) for key, now in after.items() if key in before and before[key] != now}


def _cash(state: State) -> dict[str, int]:
    return {name: player.cash for name, player in state.players.items()} | {
        id: corp.cash for id, corp in state.corporations.items()
    }


def _prices(title: Title, state: State) -> dict[str, int]:
    t = Context(title, state)
    return {id: chart.price(t, corp) for id, corp in state.corporations.items()}


def _shares(state: State) -> Iterator[tuple[tuple[str, str], int]]:
    for corp in state.corporations.values():
        places = {OFFERING: corp.offering, POOL: corp.pool, TREASURY: corp.treasury}
        for place, count in (places | {name: _held(corp, name) for name in state.players}).items():
            yield (place, corp.id), count


def _percents(state: State) -> Iterator[tuple[tuple[str, str], int]]:
    for (place, id), count in _shares(state):
        yield (place, id), count * state.corporations[id].percent


def _certificates(title: Title, state: State) -> dict[str, int]:
    t = Context(title, state)
    return {name: shares.certificates(t, name) for name in state.players}


def _loans(state: State) -> dict[str, int]:
    return {id: corp.loans for id, corp in state.corporations.items()}


def _owners(state: State) -> dict[str, str]:
    return {
        id: "" if private.closed else private.player or private.corp for id, private in state.privates.items()
    }


def _held(corp: Corporation, player: str) -> int:
    return corp.shares.get(player, 0)


def _presidents(state: State) -> dict[str, str]:
    return {id: corp.president for id, corp in state.corporations.items()}


def _worth(title: Title, state: State) -> dict[str, int]:
    return {name: _worth_of(title, state, name) for name in state.players}


def _worth_of(title: Title, state: State, player: str) -> int:
    return title.policies.worth(Context(title, state), player)
