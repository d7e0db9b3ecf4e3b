"""Synchronisation of our game with the site after each entry.

The site skips steps in which nothing can be done, and ends turns automatically. Our referee waits for a pass
more often. After each entry, this module makes the passes that the site skips. It also looks at the next
entries in the file: the next actor shows whose turn it was on the site.
"""

from __future__ import annotations

from typing import NamedTuple

from trunkline.engine.kernel.action import BuyTrain, CreditDestination, EndTurn, Pass, PlaceToken
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import HomeChoice
from trunkline.engine.kernel.state import State
from trunkline.engine.steps.tokens import home_spots
from trunkline.interop.eighteenxx.auto_pass import idle
from trunkline.interop.eighteenxx.entry_cursor import EntryCursor
from trunkline.interop.eighteenxx.file import CORPORATION, PLAYER, Entry
from trunkline.interop.eighteenxx.local_game import LocalGame
from trunkline.interop.eighteenxx.turn import (
    BORROW,
    DESTINATIONS,
    DIVIDEND,
    LOANS,
    PRIVATES,
    ROUTES,
    TOKEN,
    TRACK,
    TRAINS,
    SiteTurn,
    key_of,
)
from trunkline.interop.eighteenxx.turn_lookahead import IN_TURN, MOST_PASSES, Following, successor
from trunkline.titles.t1856.state import state_1856

BEFORE = {
    "place_token": {TRACK, DESTINATIONS},
    "borrow_train": {TRACK, DESTINATIONS, TOKEN},
    "run_routes": {TRACK, DESTINATIONS, TOKEN, BORROW},
    "dividend": {TRACK, DESTINATIONS, TOKEN, BORROW, ROUTES},
    "buy_train": {TRACK, DESTINATIONS, TOKEN, BORROW, ROUTES, DIVIDEND},
    "payoff_loan": {TRACK, DESTINATIONS, TOKEN, BORROW, ROUTES, DIVIDEND, TRAINS},
}
"""Steps that are over when an entry of this kind comes."""

DONE = {"borrow_train": BORROW, "run_routes": ROUTES, "dividend": DIVIDEND}
"""Steps that an entry of this kind ends."""


class Connection(NamedTuple):
    """A search for destinations: the corporation whose track caused it, and those that reached one."""

    by: str
    corps: tuple[str, ...]


class SiteState:
    """The site's position, and the passes that bring our game to it."""

    def __init__(self, ours: LocalGame, record: EntryCursor) -> None:
        self._ours = ours
        self._record = record
        self._following = Following(ours, record)
        self._turn: SiteTurn | None = None
        self._key: tuple[object, ...] = ()
        self._left_trains = False
        """True if an entry left the trains step; False if the site skipped it."""
        self.unconfirmed: list[str] = []
        """Corporations whose destination the last entry credits although no track leads there."""
        self.looked: Connection | None = None
        """Result of the search for destinations after the last entry, or None if there was none."""

    @property
    def _state(self) -> State:
        return self._ours.state

    # -- entries

    def expects(self, entry: Entry) -> None:
        """Mark the steps before an entry's step as over."""
        turn, state = self.current(), self._state
        if turn is None or state.pending or entry.entity_type != CORPORATION or entry.type not in BEFORE:
            return
        if self._ours.translator.corp_of(entry, state) != turn.corp:
            return
        turn.passed |= BEFORE[entry.type]
        if TRACK in BEFORE[entry.type] and ROUTES in BEFORE[entry.type]:
            self._reach_trains(turn)

    def _reach_trains(self, turn: SiteTurn) -> None:
        """Leave the steps before the trains step, as far as the referee allows it."""
        for _ in range(self._trains_index()):
            state = self._state
            now = state.operating.turn if state.operating else None
            if state.pending or now is None or now.step >= self._trains_index():
                return
            leave = Pass(state.corporations[turn.corp].president)
            if self._ours.game.check(leave) is not None:
                return
            self._ours.play(leave)

    def entered(self, entry: Entry, before: State) -> None:
        """Record the effect of an entry on the site's turn."""
        turn = self.current()
        if turn is None or before.pending or entry.entity_type == PLAYER:
            return
        operating = before.operating.turn if before.operating else None
        if operating is None or operating.corp != turn.corp or entry.type not in IN_TURN:
            return
        if entry.type in DONE:
            turn.passed.add(DONE[entry.type])
        now = self._state.operating.turn if self._state.operating else None
        turn.ran = now is not None and now.ran and not now.paid
        if entry.type == "buy_train" and now is not None and state_1856(self._state).turn.redeeming:
            turn.passed.add(TRAINS)  # it was the last train on sale, before the interest was paid

    def passes(self, corp: str) -> None:
        """Record a pass of a corporation."""
        turn = self.current()
        if turn is None or turn.corp != corp:
            return
        step = self.waits()
        if not step:
            return
        turn.passed.add(step)
        now = self._state.operating.turn if self._state.operating else None
        if step in (TRAINS, LOANS, PRIVATES) and now is not None and now.paid and not now.interest:
            self._ours.passing(corp)  # the pass is the action that triggers the interest

    def destinations(self, entry: Entry) -> None:
        """Record the destinations reached according to the file, which ends the track step."""
        turn = self.current()
        if turn is not None:
            turn.passed |= {TRACK, DESTINATIONS}
        for id in entry.fields["corporations"]:
            corp = self._ours.translator.named(id)
            if corp not in self._joined() and self._lacks(corp):
                self.unconfirmed.append(corp)
            self._credit(corp)

    # -- settling

    def settle(self) -> None:
        """Make the passes that the site skips for its players."""
        turn = self._turn
        self._left_trains = turn is not None and TRAINS in turn.passed and self.current() is turn
        for _ in range(MOST_PASSES):
            state = self._state
            if state.over:
                return
            if state.pending:
                more = self._settle_home(state)
            elif state.stock is not None:
                more = self._settle_stock(state)
            elif state.operating is not None:
                more = self._settle_operating(state)
            else:
                more = False
            if not more:
                return

    def _settle_home(self, state: State) -> bool:
        """Place a home token as the site does: on a hex without track it takes the first city."""
        decision = state.pending[-1]
        if not isinstance(decision, HomeChoice) or decision.hex in state.tiles:
            return False
        spots = home_spots(Context(self._ours.title, state), state.corporations[decision.corp])
        hex, stop = spots[0]
        self._ours.play(PlaceToken(decision.player, decision.corp, hex, stop))
        return True

    def _settle_stock(self, state: State) -> bool:
        assert state.stock is not None
        player = state.stock.turn
        if not idle(self._ours.title, state, player) and not self._following.moves_on(state, player):
            return False
        self._ours.play(Pass(player))
        return True

    def _settle_operating(self, state: State) -> bool:
        turn = self.current()
        if turn is None:
            return False
        step = self.waits()
        if step == DESTINATIONS:
            if any(entry.type == "destination_connection" for entry in self._record.autos):
                return False
            self.looked = Connection(turn.corp, self._credit_joined())
            turn.passed.add(DESTINATIONS)
            return True
        following = self._following.turn(state)
        if step and following not in ("", turn.corp) and successor(self._ours.title, state) == following:
            step = ""  # the file is in another turn than our game
        elif not step and following == turn.corp and self._following.goes_on(state, following):
            return False
        if not step:
            return self._end_turn(turn)
        return self._align(turn, step, state)

    def _align(self, turn: SiteTurn, step: str, state: State) -> bool:
        """Leave our steps that the site has left, if leaving them has an effect."""
        if step not in (TRAINS, LOANS, PRIVATES):
            return False
        now = state.operating.turn if state.operating else None
        assert now is not None
        trains = self._trains_index()
        if now.step < trains or (now.step == trains and TRAINS in turn.passed and self._left_trains):
            self._ours.passing(turn.corp)
            return True
        if (
            LOANS in turn.passed
            and state_1856(state).turn.redeeming
            and now.step > trains
            and self._crowded(state)
        ):
            self._ours.passing(turn.corp)  # discards wait until the loans are redeemed
            return True
        return False

    def _crowded(self, state: State) -> bool:
        """Return whether a corporation is over its train limit."""
        title = self._ours.title
        table = Context(title, state)
        return any(
            len(state.trains_at(corp.id)) > title.policies.train_limit(table, corp)
            for corp in state.corporations.values()
            if not corp.closed
        )

    def _end_turn(self, turn: SiteTurn) -> bool:
        """Pass until the turn is over or another decision comes first. Return True."""
        key = key_of(self._state)
        for _ in range(MOST_PASSES):
            state = self._state
            if state.over or state.pending or key_of(state) != key:
                return True
            if not self._skip_rest(state):
                self._ours.passing(turn.corp)
        return True

    def _skip_rest(self, state: State) -> bool:
        """End a turn whose interest is still unpaid: the site has skipped the rest of it."""
        now = state.operating.turn if state.operating else None
        if now is None or not now.paid or now.interest:
            return False
        self._ours.play(EndTurn(state.corporations[now.corp].president))
        return True

    def _trains_index(self) -> int:
        steps = self._ours.title.turn_steps
        return next(index for index, step in enumerate(steps) if BuyTrain in step.kinds)

    # -- destinations

    def _credit(self, corp: str) -> None:
        if self._lacks(corp):
            self._ours.play(CreditDestination(next(iter(self._state.players)), corp))

    def _lacks(self, corp: str) -> bool:
        """Return whether a corporation has not reached its destination and still can."""
        state = self._state
        return not state_1856(state).funds(corp).reached and not state.corporations[corp].closed

    def _joined(self) -> tuple[str, ...]:
        """Return the corporations whose track has just reached their destination."""
        title, state = self._ours.title, self._state
        table = Context(title, state)
        return tuple(corp.id for corp in state.corporations.values() if title.destination_due(table, corp))

    def _credit_joined(self) -> tuple[str, ...]:
        """Credit destinations by the track if the file does not name the corporations that reached one."""
        joined = self._joined()
        for id in joined:
            self._credit(id)
        return joined

    # -- turns

    def current(self) -> SiteTurn | None:
        """Return the site's operating turn that corresponds to ours."""
        key = key_of(self._state)
        if key != self._key:
            self._key = key
            operating = self._state.operating
            corp = operating.turn.corp if operating and operating.turn else ""
            self._turn = SiteTurn(corp) if corp else None
        return self._turn

    def waits(self) -> str:
        """Return the step of the operating turn that waits for an entry, or empty text."""
        turn = self.current()
        return turn.waits(self._ours.title, self._state, self._ours.used) if turn is not None else ""
