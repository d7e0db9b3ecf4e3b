"""Games of Rails, replayed through our referee.

game = read("game.json")
replay = RailsReplay(game)
while replay.count < replay.total:
    replay.step()

Rails asks for a "skip" or a "done" at moments when our referee does not ask for a pass. The replay treats
them as follows:

- A skip passes our step of laying track or of placing a token. At another step it is dropped. It is also
  dropped at our token step if the next action is a token: Rails then skipped a second lay.
- The first done of a turn passes all our steps up to and including the purchase of trains. A done right
  after it ends the trade in the corporation's own shares. If our turn ended without that step, it is dropped.
- If we ask for the trade in own shares and the file continues elsewhere, a pass is inserted. The same happens
  after a corporation's first turn if a stock round follows: there Rails asks at most for redemptions.
- If a corporation lays, places, runs or buys without a skip, passes are inserted for the steps before.
- A done after a purchase in a stock round is dropped, because the purchase ended our turn.
- A purchase whose president has yet to raise the money is held back until sales have raised it. If nothing
  is left to sell, the president is bankrupt, without any action in the file.
- A player who chooses to pass automatically passes at every turn of that stock round, without any action in
  the file. This ends when the player cancels it or exceeds a limit.
- A forced discard belongs to the corporation's president, even if the file names another player. From there
  to the next done, entries belong to the president whose turn it is. Rails 1.x still names the discarder.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from trunkline.engine.board import Board
from trunkline.engine.kernel.action import (
    Action,
    BuyTrain,
    DeclareBankruptcy,
    Dividend,
    IssueShares,
    LayTile,
    Pass,
    PlaceToken,
)
from trunkline.engine.kernel.events import Event, ShareBought, SharesIssued, SharesRedeemed, SharesSold
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import OperatingTurn, Round
from trunkline.engine.kernel.step import TurnStep
from trunkline.engine.steps.operating import OperatingRound
from trunkline.game import Game
from trunkline.interop.claims import Difference
from trunkline.interop.file_source import FileSource, decode, name_of
from trunkline.interop.rails import file
from trunkline.interop.rails.action_reader import RailsActionReader
from trunkline.interop.rails.file import (
    AUTOPASS,
    BUY_SHARE,
    DISCARD,
    DONE,
    LAY_TOKEN,
    NULL,
    REQUEST,
    SELL,
    SKIP,
    START,
    RailsEntry,
    RailsGame,
)
from trunkline.titles import RECORDED, build, catalogue, checked, dealt
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext

READING, FIRST_READING = "rails", "rails-1.x"

__all__ = ["RailsGame", "RailsReplay", "read"]


def read(source: str | Path | bytes | dict[str, Any], name: str = "") -> RailsGame:
    """Return the game in a file, bytes or plain data. Raises ``UsageError`` with one sentence."""
    name = name_of(source, name)
    data = source if isinstance(source, dict) else decode(source, name)
    return file.parse(data, name, _titles())


@lru_cache
def _titles() -> tuple[str, ...]:
    return tuple(id for id, about in catalogue().items() if READING in about.rules)


def _options(rails: RailsGame) -> Options:
    """Return the options of the game. The players chose the privates, one each in turn."""
    source = FileSource(rails.name)
    reading = FIRST_READING if rails.first_version else READING
    given = Options(rails.title, rails.players, variants=(RECORDED,), rules=reading, runs="free")
    try:
        options = checked(given)
    except UsageError as error:
        raise UsageError(f"{rails.name}: {error}") from error
    privates = _private_ids(build(options).board)
    chosen = {}
    for entry in rails.entries:
        if entry.kind != START or entry.fields.get("setSharePriceOnly"):
            continue
        item = entry.fields["startItemName"]
        if item not in privates:
            source.fault(
                gettext(
                    "action {number} ({entry}) makes no sense: there is no private {item}",
                    number=str(entry.number),
                    entry=entry,
                    item=repr(item),
                )
            )
        if entry.player in chosen:
            source.fault(
                gettext(
                    "action {number} ({entry}) makes no sense: {player} has a private",
                    number=str(entry.number),
                    entry=entry,
                    player=entry.player,
                )
            )
        chosen[entry.player] = privates[item]
    if len(chosen) < len(rails.players):
        source.fault(
            gettext(
                "only {chosen} of {players} players have chosen a private",
                chosen=str(len(chosen)),
                players=str(len(rails.players)),
            )
        )
    deal = tuple(chosen[player] for player in rails.players)
    try:
        return dealt(msgspec.structs.replace(options, deal=deal))
    except UsageError as error:
        raise UsageError(f"{rails.name}: {error}") from error


def _private_ids(board: Board) -> dict[str, str]:
    return {private.short: private.id for private in board.privates}


class RailsReplay:
    """A replay of a recorded game through the referee, one action of the file at a time."""

    def __init__(self, rails: RailsGame) -> None:
        options = _options(rails)
        self.rails = rails
        self.game = Game(build(options), options)
        self.count = 0
        """Number of actions replayed."""
        self.differences: list[Difference] = []
        """Figures replayed so far that differ from the file."""
        self._translator = RailsActionReader(self.game.title.board)
        self._last: list[Action] = []
        self._events: list[Event] = []
        """Events since the entry began."""
        self._closing = ""
        """The corporation whose train purchases the file has just ended."""
        self._held: BuyTrain | None = None
        """A purchase whose president has yet to raise the money."""
        self._autopass: frozenset[str] = frozenset()
        """Players who pass automatically in the stock round."""
        self._discarded: frozenset[str] = frozenset()
        """Players named in the file for the president's actions since a forced discard in the turn."""

    @property
    def total(self) -> int:
        """Number of actions in the file."""
        return len(self.rails.entries)

    def step(self) -> list[Action]:
        """Replay the next action and return our actions for it. Raises ``UsageError``."""
        if self.count >= self.total:
            raise UsageError(
                gettext("{name} has no action after {count}.", name=self.rails.name, count=str(self.count))
            )
        entry = self.rails.entries[self.count]
        what = gettext(
            "{name}: action {number} ({entry})", name=self.rails.name, number=str(entry.number), entry=entry
        )
        self._last, self._events = [], []
        before = self._closing, self._held, self._autopass, self._discarded
        try:
            self._enter(self._by_who_acts(entry))
        except (Refusal, UsageError, ValueError) as error:
            for _ in self._last:
                self.game.undo()
            self._last = []
            self._closing, self._held, self._autopass, self._discarded = before
            why = str(error).removesuffix(".")
            raise UsageError(
                gettext("{what} is refused: {refusal}.", what=what, refusal=why)
                if isinstance(error, Refusal)
                else gettext("{what} makes no sense: {error}.", what=what, error=why)
            ) from error
        self.count += 1
        self.differences += (
            Difference(self.count, f"price of a share of {entry.corp}", stated, found)
            for stated, found in self._prices(entry)
            if stated != found
        )
        return list(self._last)

    def _prices(self, entry: RailsEntry) -> Iterator[tuple[int, int]]:
        """Yield the stated price of a share with the price of each trade that followed."""
        stated = entry.fields.get("price")
        if entry.kind not in (SELL, BUY_SHARE) or not isinstance(stated, int):
            return
        for event in self._events:
            match event:
                case SharesSold() | SharesIssued() | SharesRedeemed():
                    yield stated, event.amount // event.count
                case ShareBought(percent=10):
                    yield stated, event.amount

    def _enter(self, entry: RailsEntry) -> None:
        if self._held is not None and entry.kind != SELL:
            self._play(self._held)  # the referee refuses it: the money has not been raised
        closing, self._closing = self._closing, ""
        if entry.kind == NULL:
            self._pass(entry, closing)
            self._discarded = frozenset()
            return
        if entry.kind == REQUEST:
            self._autopass -= {entry.fields["requestingPlayerName"]}
            return
        if (
            entry.kind in (SELL, BUY_SHARE)
            and entry.corp == closing
            and self._waits_for(IssueShares, closing)
        ):
            self._closing = closing
        for action in self._translator.actions(entry, bool(self._closing)):
            self._come_to(action)
            if isinstance(action, BuyTrain) and self._must_raise(action):
                self._held = action
            elif not (isinstance(action, Dividend) and self._settled()):
                self._play(action)
        self._settle_held()

    def _by_who_acts(self, entry: RailsEntry) -> RailsEntry:
        """Return the entry with the player who decides, because Rails may have named another."""
        corporations, turn = self.game.state.corporations, self._turn()
        if entry.kind == DISCARD and entry.corp in corporations:
            president = corporations[entry.corp].president
            self._discarded |= {entry.player, president}
            return entry.by(president)
        if turn is not None and entry.player in self._discarded:
            return entry.by(corporations[turn.corp].president)
        return entry

    def _play(self, action: Action) -> None:
        self._events += self.game.play(action)
        self._last.append(action)

    # -- passes

    def _pass(self, entry: RailsEntry, closing: str) -> None:
        """Replay a Rails skip, done or pass."""
        turn = self._turn()
        mode = entry.fields["mode"]
        if mode == DONE and closing:
            if self._waits_for(IssueShares, closing):
                self._play(Pass(entry.player))
        elif turn is None:
            if mode == AUTOPASS:
                self._autopass |= {entry.player}
            round = self.game.state.round
            if entry.player in self.game.to_act or mode != DONE:
                self._play(Pass(entry.player))
            self._pass_by_themselves(round)
        elif mode == SKIP:
            self._skip(entry)
        else:
            self._end_purchases(entry, turn.corp)

    def _pass_by_themselves(self, round: Round) -> None:
        """Make the passes that Rails makes without recording them, after a turn of a stock round."""
        while (stock := self.game.state.stock) is not None and self.game.state.round == round:
            if stock.turn not in self._autopass:
                return
            if self.game.check(Pass(stock.turn)) is not None:  # the player is over a limit
                self._autopass -= {stock.turn}
                return
            self._play(Pass(stock.turn))
        self._autopass = frozenset()

    def _skip(self, entry: RailsEntry) -> None:
        after = self._next()
        lays_token = after is not None and after.kind == LAY_TOKEN
        if self._waits_for(LayTile) or (self._waits_for(PlaceToken) and not lays_token):
            self._play(Pass(entry.player))

    def _end_purchases(self, entry: RailsEntry, corp: str) -> None:
        """Pass the steps up to the purchase of trains, and the trade in own shares if Rails skips it."""
        buying = True
        while buying:
            buying = not (self._waits_for(BuyTrain) or self._waits_for(IssueShares))
            self._play(Pass(entry.player))
        self._closing = corp
        if self._waits_for(IssueShares, corp) and not self._trades(corp):
            self._play(Pass(entry.player))
            self._closing = ""

    def _trades(self, corp: str) -> bool:
        """Return whether the file continues with the trade in the corporation's own shares."""
        after = self._next()
        if after is not None and after.kind == NULL:
            return bool(after.fields["mode"] == DONE)
        operated = self.game.state.corporations[corp].operated
        if after is None:
            return operated
        trade = after.kind in (SELL, BUY_SHARE) and after.corp == corp
        return trade and (operated or not self._ends_round())

    def _ends_round(self) -> bool:
        """Return whether a stock round follows this turn, in which the players trade the same shares."""
        self.game.play(Pass(self.game.state.corporations[self._turn_corp()].president))
        ends = self.game.state.stock is not None
        self.game.undo()
        return ends

    def _come_to(self, action: Action) -> None:
        """Leave the steps of a turn that come before the step of an action."""
        turn = self._turn()
        if turn is None or getattr(action, "corp", "") != turn.corp or self.game.state.pending:
            return
        steps = self._steps()
        places = [place for place, step in enumerate(steps) if type(action) in step.kinds]
        while (turn := self._turn()) is not None and places and turn.step < places[-1]:
            step = steps[turn.step]
            if type(action) in step.kinds or not step.optional:
                return
            self._play(Pass(action.player))

    # -- money

    def _must_raise(self, action: BuyTrain) -> bool:
        state = self.game.state
        corp, president = state.corporations.get(action.corp), state.players[action.player]
        refusal = self.game.check(action)
        if refusal is None or refusal.rule != self.game.title.rule_id("train.president-adds"):
            return False
        return corp is not None and corp.cash + president.cash < action.price

    def _settle_held(self) -> None:
        """Carry out a held-back purchase as soon as it can be paid, or declare bankruptcy."""
        if self._held is None:
            return
        if not self._must_raise(self._held):
            self._play(self._held)
            self._held = None
        elif self.game.check(DeclareBankruptcy(self._held.player)) is None:
            self._play(DeclareBankruptcy(self._held.player))
            self._held = None

    # -- position of the game

    def _settled(self) -> bool:
        """Return whether the dividend is settled, as after a revenue of zero."""
        turn = self._turn()
        return turn is not None and turn.paid

    def _turn(self) -> OperatingTurn | None:
        operating = self.game.state.operating
        return operating.turn if operating else None

    def _turn_corp(self) -> str:
        turn = self._turn()
        return turn.corp if turn else ""

    def _steps(self) -> tuple[TurnStep, ...]:
        round = self.game.title.rounds["operating"]
        assert isinstance(round, OperatingRound)
        return round.steps

    def _waits_for(self, kind: type[Action], corp: str = "") -> bool:
        """Return whether the current step of the turn accepts a kind of action.

        If ``corp`` is given, the turn must be of that corporation.
        """
        turn = self._turn()
        if turn is None or (corp and turn.corp != corp):
            return False
        return kind in self._steps()[turn.step].kinds

    def _next(self) -> RailsEntry | None:
        entries = self.rails.entries
        return entries[self.count + 1] if self.count + 1 < len(entries) else None
