"""Exporter of a Trunkline game as 18xx.games would have recorded it.

The exporter plays a shadow of the game on the site, entry by entry. It relies on what the reader of such
files knows about the site. Each of our actions becomes the entries that bring the shadow to our position.
Automatic steps of the site are not written. The exception is the search for destinations, which the site
records as an auto action.

The exporter compares both positions whenever they must be equal. It therefore finds at once any game that the
site would decide otherwise, and then writes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.decisions import Decision, HomeChoice, Offer, PlaceTokensAgain
from trunkline.engine.kernel.state import State
from trunkline.game import Game
from trunkline.game.actions import (
    Action,
    Answer,
    BorrowTrain,
    BuyTrain,
    DeclareBankruptcy,
    Dividend,
    LayTile,
    Pass,
    PlaceToken,
    RedeemLoans,
    RunTrains,
    SellShares,
)
from trunkline.interop.eighteenxx import turn as turns
from trunkline.interop.eighteenxx.state_diff import difference
from trunkline.interop.eighteenxx.turn import key_of
from trunkline.interop.eighteenxx.written_replay import Mismatch, WrittenReplay
from trunkline.titles import build
from trunkline.util.messages import gettext

STEPS: dict[type[Action], str] = {
    LayTile: turns.TRACK,
    PlaceToken: turns.TOKEN,
    BorrowTrain: turns.BORROW,
    RunTrains: turns.ROUTES,
    Dividend: turns.DIVIDEND,
    BuyTrain: turns.TRAINS,
    RedeemLoans: turns.LOANS,
}
"""The site's step for each action of our operating turn."""
ORDER = (
    turns.TRACK,
    turns.DESTINATIONS,
    turns.TOKEN,
    turns.BORROW,
    turns.ROUTES,
    turns.DIVIDEND,
    turns.TRAINS,
    turns.LOANS,
    turns.PRIVATES,
)
"""The site's steps in the order in which the site leaves them."""
END = len(ORDER)
"""Rank after the last step."""
MOST_PASSES = 12


class Exporter:
    """An exporter that writes a game action by action."""

    def __init__(self, game: Game, name: str = "The game") -> None:
        self._actions: Sequence[Action] = game.actions
        self.game = Game(build(game.options), game.options)
        self.shadow = WrittenReplay(game, name)
        self.count = 0
        """Number of actions written."""
        self._equal = 0
        """Number of actions after which both positions were last equal."""

    @property
    def total(self) -> int:
        """Number of actions of the game."""
        return len(self._actions)

    def step(self) -> None:
        """Write the next action. Raises ``Mismatch``, or ``SiteBug`` if the site would go wrong."""
        action = self._actions[self.count]
        before = self.game.state
        self.game.play(action)
        self._follow(action, before, self.game.state)
        self.count += 1
        self._compare(before)

    @property
    def suspect(self) -> int:
        """The first action that may have caused a difference, counted from 1."""
        return self._equal + 1

    # -- one action

    def _follow(self, action: Action, before: State, after: State) -> None:
        shadow = self.shadow
        if shadow.state.over:
            return
        self._answer_home(before)
        if isinstance(action, Answer):
            asked = before.copy()  # without the offer, this is the position in which the deal is done
            answered = asked.pending.pop()
            if action.accept and isinstance(answered, Offer):
                self._act(answered.offer, asked)
        elif after.pending and isinstance(after.pending[-1], Offer):
            return
        elif isinstance(action, Pass):
            self._pass(action, before)
        else:
            self._act(action, before)
            self._leave_stock_turn(before, after)
        self._answer_home(after)
        if key_of(before) and key_of(before) != key_of(after):
            self._reach(END, key_of(before))

    def _pass(self, action: Pass, before: State) -> None:
        shadow = self.shadow
        if before.pending:
            decision = before.pending[-1]
            if _asked_alike(shadow.state, decision):
                shadow.write(shadow.writer.passing(action.player, decision.corp))
        elif before.operating is None:
            if self._abreast(before):
                shadow.write(shadow.writer.passing(action.player))
        elif key_of(before) and shadow.key() == key_of(before):
            self._reach(ORDER.index(self._our_step(before)) + 1, key_of(before))

    def _leave_stock_turn(self, before: State, after: State) -> None:
        """Pass for the player if our stock turn is over after a purchase but the site still waits.

        The site assumes that shares of the CGR can be sold although the CGR's price token cannot move down.
        It goes wrong only when they are sold.
        """
        theirs = self.shadow.state
        if before.stock is None or after.stock is None or theirs.stock is None or theirs.pending:
            return
        player, same_round = before.stock.turn, theirs.round == before.round
        if after.stock.turn != player and same_round and theirs.stock.turn == player and theirs.stock.bought:
            self.shadow.write(self.shadow.writer.passing(player))

    def _abreast(self, before: State) -> bool:
        """Return whether the site waits for the same player to bid, buy or sell.

        The site may have skipped a player's pass.
        """
        theirs = self.shadow.state
        if theirs.pending or theirs.round != before.round:
            return False
        return (theirs.stock, theirs.opening) == (before.stock, before.opening)

    def _act(self, action: Action, before: State) -> None:
        shadow = self.shadow
        if before.pending and isinstance(action, PlaceToken):
            self._place(action, before.pending[-1])
            return
        if key_of(before) and not before.pending:
            if shadow.key() != key_of(before):
                raise Mismatch(gettext("the site would have ended the turn before"))
            self._reach(self._rank(action, before), key_of(before))
        if isinstance(action, RedeemLoans):
            self._redeem(action)
            return
        shadow.act(action)

    def _redeem(self, action: RedeemLoans) -> None:
        """Write one entry per loan. The site redeems all mandatory loans with the first of them."""
        shadow = self.shadow
        left = self.game.state.corporations[action.corp].loans
        while shadow.state.corporations[action.corp].loans > left:
            shadow.write(shadow.writer.redemption(action.corp))

    def _place(self, action: PlaceToken, decision: Decision) -> None:
        """Place a home token, or replace a token after a tile, when the site asks for it.

        The site asks in its own order.
        """
        shadow = self.shadow
        if isinstance(decision, PlaceTokensAgain):
            spots = {a.corp: a for a in self._relays(action)}
            while shadow.state.pending and isinstance(waiting := shadow.state.pending[-1], PlaceTokensAgain):
                corp = waiting.corps[0]
                if corp not in spots:
                    return
                shadow.act(spots.pop(corp))
        elif _asked_alike(shadow.state, decision):
            shadow.act(action)

    def _relays(self, action: PlaceToken) -> list[PlaceToken]:
        """Return this action and the following ones that place tokens on the same hex."""
        found = []
        for later in self._actions[self.count :]:
            if not isinstance(later, PlaceToken) or later.hex != action.hex:
                break
            found.append(later)
        return found

    def _answer_home(self, ours: State) -> None:
        """Answer the site's request for a home token that we have already placed without asking."""
        shadow = self.shadow
        asked = shadow.state.pending[-1] if shadow.state.pending else None
        if not isinstance(asked, HomeChoice) or (ours.pending and isinstance(ours.pending[-1], HomeChoice)):
            return
        spot = next((m.stop for m in ours.tokens.get(asked.hex, ()) if m.corp == asked.corp), None)
        if spot is not None:
            shadow.act(PlaceToken(asked.player, asked.corp, asked.hex, spot))

    # -- the site's steps

    def _rank(self, action: Action, before: State) -> int:
        """Return the rank of the site step that an action needs, or else of the step of our turn."""
        power = getattr(action, "power", "")
        step = "" if power and isinstance(action, PlaceToken) else STEPS.get(type(action), "")
        if isinstance(action, (SellShares, DeclareBankruptcy)) or not step:
            step = self._our_step(before)
        return ORDER.index(step)

    def _our_step(self, state: State) -> str:
        """Return the site's step that matches the step of our turn."""
        turn = state.operating.turn if state.operating else None
        assert turn is not None
        for step in self.game.title.turn_steps[turn.step :]:
            found = next((STEPS[kind] for kind in step.kinds if kind in STEPS), "")
            if found:
                return found
        return turns.PRIVATES

    def _reach(self, rank: int, key: tuple[object, ...]) -> None:
        """Pass the steps of an operating turn before this rank. ``END`` passes all steps that wait."""
        shadow = self.shadow
        for _ in range(MOST_PASSES):
            step = shadow.waits()
            if not step or shadow.key() != key or ORDER.index(step) >= rank:
                return
            self._pass_on(step)

    def _pass_on(self, step: str) -> None:
        shadow = self.shadow
        turn = shadow.state.operating.turn if shadow.state.operating else None
        assert turn is not None
        president = shadow.state.corporations[turn.corp].president
        if step == turns.ROUTES:
            shadow.write(shadow.writer.empty_run(turn.corp))
        else:
            shadow.write(shadow.writer.passing(president, turn.corp))

    # -- comparing

    def _compare(self, before: State) -> None:
        """Require equal positions at the start of a turn, in a stock round and at the end."""
        ours, theirs = self.game.state, self.shadow.state
        found = difference(self.game.title, ours, theirs)
        if not found:
            self._equal = self.count
            return
        asked = bool(ours.pending) and isinstance(ours.pending[-1], HomeChoice | Offer)
        within_turn = bool(key_of(ours)) and key_of(before) == key_of(ours)
        if ours.over or not (asked or theirs.over or within_turn or self._passes_next()):
            raise Mismatch(found)

    def _passes_next(self) -> bool:
        """Return whether the next action is a pass, which the site may have skipped.

        After the last action, return whether only a pass is possible.
        """
        if self.count < self.total:
            return isinstance(self._actions[self.count], Pass)
        title, state = self.game.title, self.game.state
        return any(referee.can_only_pass(title, state, player) for player in self.game.to_act)


def _asked_alike(state: State, decision: Decision) -> bool:
    """Return whether a decision of this kind is pending in a state."""
    return bool(state.pending) and isinstance(state.pending[-1], type(decision))
