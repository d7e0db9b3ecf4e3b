"""Games of 18xx.games, replayed through our referee.

game = read("game.json")
replay = Replay(game)
while replay.count < replay.total:
    replay.step()
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from trunkline.actions import (
    Action,
    Answer,
    BorrowTrain,
    BuyShare,
    BuyTrain,
    LayTile,
    Pass,
    PlaceToken,
    SellShares,
    SettleDebt,
    StartCorporation,
)
from trunkline.board import Board
from trunkline.errors import UsageError
from trunkline.game import Game
from trunkline.interop.eighteenxx import file
from trunkline.interop.eighteenxx.certificates import Certificates
from trunkline.interop.eighteenxx.entries import Translator
from trunkline.interop.eighteenxx.file import PLAYER, PROGRAM, Entry, PublicGame
from trunkline.interop.eighteenxx.ids import Ids
from trunkline.interop.eighteenxx.sync import Site
from trunkline.interop.eighteenxx.turn import POWERS
from trunkline.interop.foreign import decode, name_of
from trunkline.kernel import engine
from trunkline.kernel.decisions import Offer
from trunkline.kernel.options import Options
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.state import BANK, State
from trunkline.kernel.table import Table
from trunkline.titles import RECORDED, build, catalogue, checked
from trunkline.titles.t1856.decisions import DebtsDue
from trunkline.titles.t1856.state import own

READING = "18xx.games"
UPCOMING = 4
"""Entries looked at ahead."""

__all__ = ["PublicGame", "Replay", "read"]


def read(source: str | Path | bytes | dict[str, Any], name: str = "") -> PublicGame:
    """The game in a file, its bytes or its plain data. Raises ``UsageError`` with one sentence."""
    name = name_of(source, name)
    data = source if isinstance(source, dict) else decode(source, name)
    return file.parse(data, name, _boards())


@lru_cache
def _boards() -> dict[str, Board]:
    """The boards of the titles whose games can be read."""
    found = {}
    for id, about in catalogue().items():
        if id in POWERS:
            names = tuple(str(seat) for seat in range(about.players[0]))
            found[id] = build(checked(Options(id, names))).board
    return found


class Replay:
    """A recorded game on its way through the referee, one effective action of the file at a time."""

    def __init__(self, public: PublicGame) -> None:
        variants = file.variants_of(public, _boards()[public.title])
        names = tuple(public.players.values())
        try:
            options = checked(
                Options(public.title, names, variants=(*variants, RECORDED), rules=READING, runs="free")
            )
        except UsageError as error:
            raise UsageError(f"{public.name}: {error}") from error
        self.public = public
        self.game = Game(build(options), options)
        self.count = 0
        """Effective actions replayed."""
        self.autos: list[Entry] = []
        """What the entry at hand has yet to set off by itself."""
        self._last: list[Action] = []
        self.ids = Ids(self.game.title.board)
        self.certificates = Certificates(self.game.state.corporations)
        self.translator = Translator(self.game.title, public.players, self.ids, self.certificates)
        self.site = Site(self, self.translator)
        self._buyer = ""
        """Who bought from the bank last: the one who triggers what a train's purchase triggers."""

    @property
    def total(self) -> int:
        """Effective actions in the file."""
        return len(self.public.entries)

    def step(self) -> list[Action]:
        """Replay the next effective action and return ours for it. Raises ``UsageError``."""
        if self.count >= self.total:
            raise UsageError(f"{self.public.name} has no action after {self.count}.")
        entry = self.public.entries[self.count]
        what = f"{self.public.name}: action {self.count + 1} ({entry})"
        self._last = []
        self.site.looked = None
        try:
            self.autos = list(entry.autos)
            self._enter(entry)
            self.site.settle()
            while self.autos:
                self._enter(self.autos.pop(0))
                self.site.settle()
        except Refusal as refusal:
            self._step_back()
            raise UsageError(f"{what} is refused: {refusal}.") from refusal
        except UsageError:
            self._step_back()
            raise
        except ValueError as error:
            self._step_back()
            raise UsageError(f"{what} makes no sense: {error}.") from error
        self.count += 1
        return list(self._last)

    def add(self, entry: Entry) -> list[Action]:
        """Write one more entry at the end of the file and replay it. Raises ``UsageError``."""
        self.public = replace(self.public, entries=(*self.public.entries, entry))
        try:
            return self.step()
        except UsageError:
            self.public = replace(self.public, entries=self.public.entries[:-1])
            raise

    def play(self, action: Action) -> None:
        """Carry out one of our actions; offers are accepted, for on the site nobody is asked."""
        before = self.game.state
        self.game.play(action)
        self._last.append(action)
        self._follow(action, before)
        pending = self.game.state.pending
        if pending and isinstance(pending[-1], Offer):
            self.play(Answer(pending[-1].player, True))

    def upcoming(self) -> list[Entry]:
        """The next few entries, auto actions included, that may change something."""
        found = [*self.autos]
        for entry in self.public.entries[self.count + 1 :]:
            if len(found) > 2 * UPCOMING:
                break
            found.extend((entry, *entry.autos))
        return [entry for entry in found if not entry.type.startswith(PROGRAM)][:UPCOMING]

    def _enter(self, entry: Entry) -> None:
        state = self.game.state
        if entry.type.startswith(PROGRAM):
            return
        if entry.type == "pass":
            self._pass(entry)
        elif entry.type == "destination_connection":
            self.site.destinations(entry)
        elif not (state.over and entry.type == "end_game"):
            self.site.expects(entry)
            state = self.game.state
            for action in self.translator.actions(entry, state):
                self.play(action)
            self._book(entry, state)
            self.site.entered(entry, state)

    def _pass(self, entry: Entry) -> None:
        """A pass answers whatever the site waits for; one that nobody asked for is dropped."""
        game, state = self.game, self.game.state
        if state.pending:
            self._pass_decision(entry)
        elif entry.entity_type == PLAYER:
            player = self.public.players[entry.entity]
            if player in game.to_act and state.operating is None:
                self.play(Pass(player))
        elif not state.over:
            self.site.passes(self.translator.corp_of(entry, state))

    def _pass_decision(self, entry: Entry) -> None:
        """Pay the next debt, or leave a decision that may be left, if it is the entity's own."""
        game, state = self.game, self.game.state
        step = engine.current(game.title, state)
        assert step is not None
        decision = own(state).pending[-1]
        if isinstance(decision, DebtsDue):
            corp = decision.corps[0]
            self.play(SettleDebt(state.corporations[corp].president, corp, True))
        elif Pass in step.kinds:
            (decider, *_) = step.deciders(Table(game.title, state))
            asked = {decision.corp, decider}
            if {self.translator.corp_of(entry, state), self.translator.player_of(entry, state)} & asked:
                self.play(Pass(decider))

    def _book(self, entry: Entry, before: State) -> None:
        """Remember what only the file's ids tell."""
        last = self._last[-1]
        if isinstance(last, LayTile):
            self.ids.laid(entry.fields["tile"], last.hex)
            if last.power:
                self.site.used.add(last.power)
        elif isinstance(last, PlaceToken):
            self.site.token_placed(last)
        for action in self._last:
            if isinstance(action, BuyTrain) and before.trains[action.train] == BANK:
                self.ids.bought(entry.fields["train"], action.train)
            elif isinstance(action, BorrowTrain):
                self.ids.borrowed = entry.fields["train"]
        if entry.type in ("buy_shares", "sell_shares"):
            numbers = [self.ids.share(share)[1] for share in entry.fields["shares"]]
            self._move_certificates(numbers, before)

    def _move_certificates(self, numbers: list[int], before: State) -> None:
        action = self._last[-1]
        if isinstance(action, (BuyShare, SellShares)):
            old, new = before.corporations[action.corp], self.game.state.corporations[action.corp]
            if isinstance(action, BuyShare):
                self.certificates.bought(action.corp, numbers[0], action.player, old, new)
            elif not new.closed:
                self.certificates.sold(action.corp, numbers, action.player, old, new)

    def _follow(self, action: Action, before: State) -> None:
        """Certificates that start, form and vanish."""
        state = self.game.state
        if isinstance(action, BuyTrain) and before.trains.get(action.train) == BANK:
            self._buyer = action.player
        if isinstance(action, StartCorporation):
            self.certificates.started(action.corp, action.player)
        else:
            for id, corp in state.corporations.items():
                if corp.started and not before.corporations[id].started:
                    self.certificates.exchanged(corp, state.seats_from(self._buyer))
        self.certificates.forget_closed(state)

    def _step_back(self) -> None:
        """After a refusal the game stands where the last good action left it."""
        for _ in self._last:
            self.game.undo()
        self._last = []
