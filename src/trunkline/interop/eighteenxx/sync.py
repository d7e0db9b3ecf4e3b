"""Bringing our game to where the site stands after an entry.

The site passes over steps in which nothing can be done and ends turns by itself; our referee waits for a
pass more often. After each entry the passes that the site spares its players are made here. What comes next
in the file is looked at too: whoever acts next shows whose turn the site thought it was.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from trunkline.game import Game
from trunkline.interop.eighteenxx.entries import Translator
from trunkline.interop.eighteenxx.file import CORPORATION, PLAYER, Entry
from trunkline.interop.eighteenxx.turn import (
    BORROW,
    DESTINATIONS,
    DIVIDEND,
    LOANS,
    POWERS,
    PRIVATES,
    ROUTES,
    TOKEN,
    TRACK,
    TRAINS,
    SiteTurn,
)
from trunkline.kernel import engine
from trunkline.kernel.action import Action, BuyShare, BuyTrain, CreditDestination, EndTurn, Pass, PlaceToken
from trunkline.kernel.decisions import HomeChoice
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.state import OFFERING, State
from trunkline.kernel.table import Table, Title
from trunkline.steps.tokens import home_spots
from trunkline.titles.t1856.state import own

MOST_PASSES = 500
"""Passes in a row that can be needed at the most."""

BEFORE = {
    "place_token": {TRACK, DESTINATIONS},
    "borrow_train": {TRACK, DESTINATIONS, TOKEN},
    "run_routes": {TRACK, DESTINATIONS, TOKEN, BORROW},
    "dividend": {TRACK, DESTINATIONS, TOKEN, BORROW, ROUTES},
    "buy_train": {TRACK, DESTINATIONS, TOKEN, BORROW, ROUTES, DIVIDEND},
    "payoff_loan": {TRACK, DESTINATIONS, TOKEN, BORROW, ROUTES, DIVIDEND, TRAINS},
}
"""Steps that are over when such an entry comes."""

DONE = {"borrow_train": BORROW, "run_routes": ROUTES, "dividend": DIVIDEND}
"""Steps that such an entry ends."""

TURN_TYPES = frozenset((*BEFORE, "pass", "lay_tile", "take_loan", "buy_company", "special_buy", "assign"))
"""Entries that a corporation makes in its own turn."""
STOCK = "stock"
STOCK_TYPES = frozenset(("pass", "par", "buy_shares", "sell_shares"))
"""Entries that players make in turns of their own of a stock round."""


class Connection(NamedTuple):
    """A look for destinations that track has reached: by whose track, and who has reached one."""

    by: str
    corps: tuple[str, ...]


class Player(Protocol):
    """What plays our actions and knows what the file holds next."""

    game: Game
    autos: list[Entry]
    """What the entry at hand has yet to set off by itself."""

    def play(self, action: Action) -> None:
        """Carry out one of our actions."""

    def upcoming(self) -> list[Entry]:
        """The entries to come."""


class Site:
    """Where the site stands, and the passes that take us there."""

    def __init__(self, replay: Player, translator: Translator) -> None:
        self._replay = replay
        self._translator = translator
        self._turn: SiteTurn | None = None
        self._key: tuple[object, ...] = ()
        self._left_trains = False
        """Whether the trains step was left by an entry, not passed over."""
        self.used: set[str] = set()
        """Powers of privates that have been used."""
        self.looked: Connection | None = None
        """What the site found when it looked for destinations after the last entry; nothing if it did not."""

    @property
    def _state(self) -> State:
        return self._replay.game.state

    # -- entries

    def expects(self, entry: Entry) -> None:
        """An entry of a later step shows that those before it are over."""
        turn, state = self.current(), self._state
        if turn is None or state.pending or entry.entity_type != CORPORATION or entry.type not in BEFORE:
            return
        if self._translator.corp_of(entry, state) != turn.corp:
            return
        turn.passed |= BEFORE[entry.type]
        if TRACK in BEFORE[entry.type] and ROUTES in BEFORE[entry.type]:
            self._reach_trains(turn)

    def _reach_trains(self, turn: SiteTurn) -> None:
        """Leave the steps before the trains step, as far as the referee lets us."""
        for _ in range(self._trains_index()):
            state = self._state
            now = state.operating.turn if state.operating else None
            if state.pending or now is None or now.step >= self._trains_index():
                return
            leave = Pass(state.corporations[turn.corp].president)
            if self._replay.game.check(leave) is not None:
                return
            self._replay.play(leave)

    def entered(self, entry: Entry, before: State) -> None:
        """Note what an entry did to the site's turn."""
        turn = self.current()
        if turn is None or before.pending or entry.entity_type == PLAYER:
            return
        operating = before.operating.turn if before.operating else None
        if operating is None or operating.corp != turn.corp or entry.type not in TURN_TYPES:
            return
        if entry.type in DONE:
            turn.passed.add(DONE[entry.type])
        now = self._state.operating.turn if self._state.operating else None
        if entry.type == "lay_tile" and now is not None:
            turn.laid = len(now.laid)
        turn.ran = now is not None and now.ran and not now.paid
        if entry.type == "buy_train" and now is not None and own(self._state).turn.redeeming:
            turn.passed.add(TRAINS)  # it was the last that could be bought, before interest took its share

    def passes(self, corp: str) -> None:
        """A corporation passes."""
        turn = self.current()
        if turn is None or turn.corp != corp:
            return
        step = turn.waits(self._replay.game.title, self._state, self.used)
        if not step:
            return
        turn.passed.add(step)
        now = self._state.operating.turn if self._state.operating else None
        if step in (TRAINS, LOANS, PRIVATES) and now is not None and now.paid and not now.interest:
            self._pass_on(self._state, corp)  # the pass is the action that interest has waited for

    def destinations(self, entry: Entry) -> None:
        """The file says who has reached a destination, which ends the track step."""
        turn = self.current()
        if turn is not None:
            turn.passed |= {TRACK, DESTINATIONS}
        for id in entry.fields["corporations"]:
            self._credit(self._translator.named(id))

    def token_placed(self, action: PlaceToken) -> None:
        """A private's free token is used by whatever token its owner places on its hex."""
        title = self._replay.game.title
        power = POWERS[title.id].free_token
        if self._state.privates[power].corp == action.corp and action.hex in title.board.private[power].hexes:
            self.used.add(f"{power} token")

    # -- settling

    def settle(self) -> None:
        """Make the passes that the site spares its players."""
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
        """On a hex without track the site puts a home token into the first city itself."""
        decision = state.pending[-1]
        if not isinstance(decision, HomeChoice) or decision.hex in state.tiles:
            return False
        spots = home_spots(Table(self._replay.game.title, state), state.corporations[decision.corp])
        hex, stop = spots[0]
        self._replay.play(PlaceToken(decision.player, decision.corp, hex, stop))
        return True

    def _settle_stock(self, state: State) -> bool:
        assert state.stock is not None
        player = state.stock.turn
        if not self._idle(player) and not self._moves_on(state, player):
            return False
        self._replay.play(Pass(player))
        return True

    def _moves_on(self, state: State, player: str) -> bool:
        """Whether the file goes on with somebody else, so that this player's turn is over."""
        upcoming = self._replay.upcoming()
        if not upcoming:
            return False
        entry = upcoming[0]
        if entry.entity_type != PLAYER:
            telling = (later for later in upcoming if later.entity_type == PLAYER or later.type != "pass")
            return next((later.type in TURN_TYPES - {"pass"} for later in telling), False)
        if entry.type not in STOCK_TYPES or self._acts(entry, player):
            return False
        if entry.type != "pass":
            return True
        stray = len(upcoming) > 1 and self._acts(upcoming[1], player)
        return not stray and self._acts(entry, self._next_player(state, player))

    def _next_player(self, state: State, player: str) -> str:
        """Who can do something when this player passes; empty where the round ends."""
        title = self._replay.game.title
        for _ in state.seats:
            if engine.check(title, state, Pass(player)) is not None:
                return ""
            state, _ = engine.play(title, state, Pass(player))
            if state.stock is None or state.pending:
                return ""
            player = state.stock.turn
            if not engine.can_only_pass(title, state, player):
                return player
        return ""

    def _acts(self, entry: Entry, player: str) -> bool:
        return entry.entity_type == PLAYER and self._translator.player_of(entry, self._state) == player

    def _idle(self, player: str) -> bool:
        title, state = self._replay.game.title, self._state
        return idle(title, state, player)

    def _settle_operating(self, state: State) -> bool:
        turn = self.current()
        if turn is None:
            return False
        step = turn.waits(self._replay.game.title, state, self.used)
        if step == DESTINATIONS:
            if any(entry.type == "destination_connection" for entry in self._replay.autos):
                return False
            self.looked = Connection(turn.corp, self._credit_joined())
            turn.passed.add(DESTINATIONS)
            return True
        following = self._following(state)
        if step and following not in ("", turn.corp) and self._successor(state) == following:
            step = ""  # the file is in another turn, whatever we think
        elif not step and following == turn.corp and self._goes_on(state, following):
            return False
        if not step:
            return self._end_turn(turn)
        return self._align(turn, step, state)

    def _align(self, turn: SiteTurn, step: str, state: State) -> bool:
        """Leave the steps of ours that the site has left, where leaving them does something."""
        if step not in (TRAINS, LOANS, PRIVATES):
            return False
        now = state.operating.turn if state.operating else None
        assert now is not None
        trains = self._trains_index()
        if now.step < trains or (now.step == trains and TRAINS in turn.passed and self._left_trains):
            self._pass_on(state, turn.corp)
            return True
        if LOANS in turn.passed and own(state).turn.redeeming and now.step > trains and self._crowded(state):
            self._pass_on(state, turn.corp)  # discards have waited for the loans
            return True
        return False

    def _crowded(self, state: State) -> bool:
        """Whether a corporation has more trains than it may have."""
        title = self._replay.game.title
        table = Table(title, state)
        return any(
            len(state.trains_at(corp.id)) > title.policies.train_limit(table, corp)
            for corp in state.corporations.values()
            if not corp.closed
        )

    def _end_turn(self, turn: SiteTurn) -> bool:
        """Pass until the turn is over; False where something else has to be decided first."""
        key = self._key_of(self._state)
        for _ in range(MOST_PASSES):
            state = self._state
            if state.over or state.pending or self._key_of(state) != key:
                return True
            if not self._skip_rest(state):
                self._pass_on(state, turn.corp)
        return True

    def _skip_rest(self, state: State) -> bool:
        """End a turn whose interest still waits for an action: the site has skipped what was left of it."""
        now = state.operating.turn if state.operating else None
        if now is None or not now.paid or now.interest:
            return False
        self._replay.play(EndTurn(state.corporations[now.corp].president))
        return True

    def _pass_on(self, state: State, corp: str) -> None:
        self._replay.play(Pass(state.corporations[corp].president))

    def _trains_index(self) -> int:
        steps = self._replay.game.title.turn_steps
        return next(index for index, step in enumerate(steps) if BuyTrain in step.kinds)

    # -- destinations

    def _credit(self, corp: str) -> None:
        state = self._state
        if not own(state).funds(corp).reached and not state.corporations[corp].closed:
            self._replay.play(CreditDestination(next(iter(state.players)), corp))

    def _credit_joined(self) -> tuple[str, ...]:
        """Where the file does not say who has reached a destination, the track does."""
        title, state = self._replay.game.title, self._state
        table = Table(title, state)
        joined = tuple(corp.id for corp in state.corporations.values() if title.destination_due(table, corp))
        for id in joined:
            self._credit(id)
        return joined

    # -- turns

    def current(self) -> SiteTurn | None:
        """The site's operating turn that goes with ours."""
        key = self._key_of(self._state)
        if key != self._key:
            self._key = key
            operating = self._state.operating
            corp = operating.turn.corp if operating and operating.turn else ""
            self._turn = SiteTurn(corp) if corp else None
        return self._turn

    @staticmethod
    def _key_of(state: State) -> tuple[object, ...]:
        operating = state.operating
        if operating is None or operating.turn is None:
            return ()
        return (state.round.number, state.round.index, operating.turn.corp)

    def _following(self, state: State) -> str:
        """Whose turn the next entry shows: a corporation, ``stock`` for a stock round, or empty."""
        turns = [self._turn_of(entry, state) for entry in self._replay.upcoming()]
        if not turns:
            return ""
        now = state.operating.turn if state.operating else None
        stray = self._replay.upcoming()[0].type == "pass" and now is not None and now.corp in turns[1:2]
        return "" if stray else turns[0]

    def _turn_of(self, entry: Entry, state: State) -> str:
        if entry.entity_type == PLAYER:
            return STOCK if entry.type in ("par", "buy_shares", "pass") else ""
        if entry.type not in TURN_TYPES:
            return ""
        try:
            return self._translator.corp_of(entry, state)
        except ValueError:
            return ""

    def _goes_on(self, state: State, corp: str) -> bool:
        """Whether the file goes on with this turn; a pass may be one too many and proves nothing."""
        return self._replay.upcoming()[0].type != "pass" and self._successor(state) != corp

    def _successor(self, state: State) -> str:
        """Whose turn comes when this one ends: a corporation, or ``stock``; empty where it cannot end."""
        title, key = self._replay.game.title, self._key_of(state)
        try:
            for _ in range(MOST_PASSES):
                operating = state.operating
                if state.stock is not None:
                    return STOCK
                if state.over or state.pending or operating is None or operating.turn is None:
                    return ""
                if self._key_of(state) != key:
                    return operating.turn.corp
                president = state.corporations[operating.turn.corp].president
                state, _ = engine.play(title, state, Pass(president))
        except Refusal:
            return ""
        return ""


def idle(title: Title, state: State, player: str) -> bool:
    """Whether the site spares a player the turn in a stock round."""
    return engine.can_only_pass(title, state, player) and not _tempted(title, state, player)


def _tempted(title: Title, state: State, player: str) -> bool:
    """Whether the site asks a player who can only pass: it forgets that an offering is closed while the
    pool is over-full."""
    full = [corp.id for corp in state.corporations.values() if corp.started and corp.offering and corp.pool]
    for id in full:
        trial = state.copy()
        corp = trial.corporations[id]
        corp.offering, corp.pool = corp.offering + corp.pool, 0
        if engine.check(title, trial, BuyShare(player, id, OFFERING)) is None:
            return True
    return False
