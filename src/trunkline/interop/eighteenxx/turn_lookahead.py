"""Turn order on the site, read from the next entries of a file."""

from __future__ import annotations

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.action import Pass
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import State
from trunkline.interop.eighteenxx.entry_cursor import EntryCursor
from trunkline.interop.eighteenxx.file import PLAYER, Entry
from trunkline.interop.eighteenxx.local_game import LocalGame
from trunkline.interop.eighteenxx.turn import key_of

MOST_PASSES = 500
"""Maximum number of passes in a row that a turn can need."""

IN_TURN = frozenset(
    (
        "place_token", "borrow_train", "run_routes", "dividend", "buy_train", "payoff_loan",
        "pass", "lay_tile", "take_loan", "buy_company", "special_buy", "assign",
    )
)  # fmt: skip
"""Kinds of entry that a corporation makes in its own turn."""
STOCK = "stock"
STOCK_TYPES = frozenset(("pass", "par", "buy_shares", "sell_shares"))
"""Kinds of entry that players make in their turns of a stock round."""


class Following:
    """A reader of the next entries, in a position of our game."""

    def __init__(self, ours: LocalGame, record: EntryCursor) -> None:
        self._ours = ours
        self._record = record

    def moves_on(self, state: State, player: str) -> bool:
        """Return whether the next entry is by another player, so that this player's turn is over."""
        upcoming = self._record.upcoming()
        if not upcoming:
            return False
        entry = upcoming[0]
        if entry.entity_type != PLAYER:
            telling = (later for later in upcoming if later.entity_type == PLAYER or later.type != "pass")
            return next((later.type in IN_TURN - {"pass"} for later in telling), False)
        if entry.type not in STOCK_TYPES or self._acts(entry, player):
            return False
        if entry.type != "pass":
            return True
        stray = len(upcoming) > 1 and self._acts(upcoming[1], player)
        return not stray and self._acts(entry, next_player(self._ours.title, state, player))

    def _acts(self, entry: Entry, player: str) -> bool:
        return (
            entry.entity_type == PLAYER and self._ours.translator.player_of(entry, self._ours.state) == player
        )

    def turn(self, state: State) -> str:
        """Return the next turn in the file: a corporation, ``stock`` for a stock round, or empty text."""
        turns = [self._turn_of(entry, state) for entry in self._record.upcoming()]
        if not turns:
            return ""
        now = state.operating.turn if state.operating else None
        stray = self._record.upcoming()[0].type == "pass" and now is not None and now.corp in turns[1:2]
        return "" if stray else turns[0]

    def _turn_of(self, entry: Entry, state: State) -> str:
        if entry.entity_type == PLAYER:
            return STOCK if entry.type in ("par", "buy_shares", "pass") else ""
        if entry.type not in IN_TURN:
            return ""
        try:
            return self._ours.translator.corp_of(entry, state)
        except ValueError:
            return ""

    def goes_on(self, state: State, corp: str) -> bool:
        """Return whether the file continues this turn. A pass proves nothing: it may be superfluous."""
        return self._record.upcoming()[0].type != "pass" and successor(self._ours.title, state) != corp


def successor(title: Title, state: State) -> str:
    """Return whose turn follows this one: a corporation, or ``stock``. Empty if the turn cannot end."""
    key = key_of(state)
    try:
        for _ in range(MOST_PASSES):
            operating = state.operating
            if state.stock is not None:
                return STOCK
            if state.over or state.pending or operating is None or operating.turn is None:
                return ""
            if key_of(state) != key:
                return operating.turn.corp
            president = state.corporations[operating.turn.corp].president
            state, _ = referee.play(title, state, Pass(president))
    except Refusal:
        return ""
    return ""


def next_player(title: Title, state: State, player: str) -> str:
    """Return the next player who can act after this player passes, or empty text if the round ends."""
    for _ in state.seats:
        if referee.check(title, state, Pass(player)) is not None:
            return ""
        state, _ = referee.play(title, state, Pass(player))
        if state.stock is None or state.pending:
            return ""
        player = state.stock.turn
        if not referee.can_only_pass(title, state, player):
            return player
    return ""
