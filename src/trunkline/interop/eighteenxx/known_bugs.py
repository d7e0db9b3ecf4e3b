"""Known faults of the 18xx.games engine. A game that triggers one cannot be exported.

The checks run on the shadow game of the exporter. Nothing is written that the site would not accept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from trunkline.engine.kernel import referee, shares
from trunkline.engine.kernel.action import (
    Action,
    BuyShare,
    DeclareBankruptcy,
    Dividend,
    LayTile,
    Pass,
    PlaceToken,
    SellShares,
)
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.decisions import PlaceTokensAgain
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import State
from trunkline.engine.steps.round_sequence import STOCK
from trunkline.engine.track.map_index import Token
from trunkline.interop.eighteenxx.auto_pass import idle
from trunkline.interop.eighteenxx.turn import TOKEN, TRACK, SiteTurn
from trunkline.titles.t1856.state import state_1856
from trunkline.util.messages import gettext

LAST_SET = 100
NATIONAL = "CGR"


class SiteBug(Exception):
    """An error of the site at this point. Its text describes the error."""


class SiteBugs:
    """A checker that follows a game on the site. Its methods raise ``SiteBug``."""

    def __init__(self, title: Title) -> None:
        self._title = title
        self._had_run: set[str] = set()
        """Corporations that had a possible run in one of their turns."""
        self._buys = ""
        """A corporation that had no train when the site would have asked for a run."""
        self._known: Mapping[str, tuple[Token, ...]] = {}
        """The tokens at the last time the site cleared its record of reachable places."""
        self._looked: set[str] = set()
        """Corporations that have operated since then."""

    def before(self, action: Action, state: State) -> None:
        """Check whether the site would carry out an action."""
        if isinstance(action, (LayTile, PlaceToken)) and not state.pending:
            self._blocked_still(action, state)
        if isinstance(action, SellShares) and action.corp == NATIONAL:
            self._foot(state, action.count * state.corporations[NATIONAL].percent // 10)
        if isinstance(action, DeclareBankruptcy):
            cgr = state.corporations[NATIONAL]
            turn = state.operating.turn if state.operating else None
            most = shares.max_sale(
                Context(self._title, state), action.player, cgr, protect=turn.corp if turn else ""
            )
            # The site first sells whatever it can. For a train it skips corporations that the player has
            # already sold.
            if state.pending or turn is None or NATIONAL not in turn.sold:
                self._foot(state, most * cgr.percent // 10)
        if isinstance(action, BuyShare) and action.corp == NATIONAL:
            self._half_astray(state, action.player)
        if isinstance(action, Dividend) and action.corp == NATIONAL and action.payout == "withhold":
            cell = state.corporations[NATIONAL].cell
            if cell is not None and (cell[0], cell[1] - 1) not in self._title.board.boxes:
                self._foot(state, 1)

    def after(self, action: Action | None, before: State, state: State, turn: SiteTurn | None) -> None:
        """Check the result of an entry.

        ``action`` is the action of the entry, or None for a pass. ``turn`` is its operating turn, if that
        turn continues.
        """
        if isinstance(action, (LayTile, PlaceToken)):
            self._known, self._looked = state.tokens, set()
        if isinstance(action, SellShares) and before.stock is not None:
            self._nobody_acts(action, before, state)
        if self._comes_to_the_last_set(before, state):
            raise SiteBug(gettext("it ends every game with stock round {number}", number=LAST_SET))
        if isinstance(action, LayTile) and state.pending and isinstance(state.pending[-1], PlaceTokensAgain):
            # The site looks for runs before the tokens on bare dots are placed again.
            self._note_run(action.corp, state, {**state.tokens, action.hex: before.tokens[action.hex]})
        corp = before.operating.turn.corp if before.operating and before.operating.turn else ""
        if corp and not state.over and (turn is None or TRACK in turn.passed):
            self._looked.add(corp)
            self._route_lost(corp, state, turn)

    def _comes_to_the_last_set(self, before: State, state: State) -> bool:
        """Return whether the last set is over, or will end because no player can act any more."""
        if before.round.kind == STOCK and before.round.number == LAST_SET:
            return state.round != before.round
        if state.stock is None or state.round.number < before.round.number + 2:
            return False
        return state.round.number > LAST_SET or idle(self._title, state, state.stock.turn)

    def _half_astray(self, state: State, buyer: str) -> None:
        """Check the sale of a one-share presidency of the CGR.

        The site charges the player who owes the other half, but does not give that player the share.
        """
        cgr = state.corporations[NATIONAL]
        owes = state_1856(state).cgr.duty or cgr.president
        if cgr.double == 1 and owes != cgr.president and (buyer == owes or buyer in cgr.shares):
            raise SiteBug(
                gettext("it takes the money of {buyer} and gives the share to another player", buyer=buyer)
            )

    def _foot(self, state: State, rows: int) -> None:
        """Refuse to move the CGR's token down from the lowest box of a column: the engine stops there."""
        cell = state.corporations[NATIONAL].cell
        if cell is None or state_1856(state).cgr.frozen:
            return
        boxes = self._title.board.boxes
        row, column = cell
        last = max(row for row, _ in boxes)
        if any((row + down, column) not in boxes for down in range(1, rows + 1) if row + down <= last):
            raise SiteBug(gettext("it cannot move the token of the CGR down at the foot of a column"))

    def _nobody_acts(self, action: SellShares, before: State, state: State) -> None:
        """Check for an endless wait after a corporation closes.

        The site closes a corporation only after it has moved to the next turn. It skips the next player if
        that player could only act with that corporation. If the player after that cannot act either, the
        engine waits for ever.
        """
        corp = action.corp
        if before.corporations[corp].closed or not state.corporations[corp].closed:
            return
        title = self._title
        still_open = replace(title, policies=replace(title.policies, closes=lambda ctx, corp: False))
        waiting = _next_to_act(still_open, _played(still_open, before, action))
        closed: State | None = _played(title, before, action)
        while closed is not None and closed.stock is not None and closed.stock.turn != waiting:
            closed = _passed(title, closed)
        for _ in range(2):
            if closed is None or closed.stock is None or not idle(title, closed, closed.stock.turn):
                return
            closed = _passed(title, closed)
        raise SiteBug(gettext("it lets nobody act in the stock round after {corp} has closed", corp=corp))

    def _route_lost(self, corp: str, state: State, turn: SiteTurn | None) -> None:
        """Check for a lost route.

        The site remembers that a corporation could run, even if a tile has changed that. It then asks for a
        run, or for a train if the corporation has none.
        """
        if state.corporations[corp].closed or self._note_run(corp, state, state.tokens):
            return
        if corp not in self._had_run or corp == NATIONAL:
            return
        could_run = state.trains_at(corp) and self._buys != corp
        if turn is None and (could_run or not state.trains_at(corp)):
            raise SiteBug(
                gettext("it asks {corp} for a run or a train, although its only route has gone", corp=corp)
            )
        if turn is not None and TOKEN in turn.passed:
            if could_run:
                raise SiteBug(
                    gettext("it asks {corp} for a run, although its only route has gone", corp=corp)
                )
            self._buys = corp
        elif self._buys == corp:
            self._buys = ""

    def _note_run(self, corp: str, state: State, tokens: Mapping[str, tuple[Token, ...]]) -> bool:
        """Return whether a corporation can run with these tokens, and remember it if so."""
        trial = state.copy()
        trial.tokens = dict(tokens)
        has_run = Context(self._title, trial).network(corp).has_run()
        if has_run:
            self._had_run.add(corp)
        return has_run

    def _blocked_still(self, action: LayTile | PlaceToken, state: State) -> None:
        """Check for a removed token. The site treats its city as blocked until the next tile or token."""
        if action.corp not in self._looked:
            return
        tokens = dict(state.tokens)
        for hex, known in self._known.items():
            here = state.tokens.get(hex, ())
            taken = {(token.stop, token.slot) for token in here}
            gone = tuple(m for m in known if (m.stop, m.slot) not in taken and m.corp != action.corp)
            if gone:
                tokens[hex] = (*here, *gone)
        if tokens == state.tokens:
            return
        blocked = state.copy()
        blocked.tokens = tokens
        if referee.check(self._title, blocked, action) is not None:
            raise SiteBug(
                gettext("it refuses a tile behind a token of a company that has closed")
                if isinstance(action, LayTile)
                else gettext("it refuses a token behind a token of a company that has closed")
            )


def _played(title: Title, state: State, action: Action) -> State:
    return referee.play(title, state, action)[0]


def _passed(title: Title, state: State) -> State | None:
    assert state.stock is not None
    try:
        return _played(title, state, Pass(state.stock.turn))
    except Refusal:
        return None


def _next_to_act(title: Title, state: State) -> str:
    """Return the next player who can act in a stock round, or empty text if the round ends."""
    for _ in range(2 * len(state.seats)):
        if state.stock is None or state.pending:
            break
        if not idle(title, state, state.stock.turn):
            return state.stock.turn
        passed = _passed(title, state)
        if passed is None:
            break
        state = passed
    return ""
