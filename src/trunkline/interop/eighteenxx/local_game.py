"""The Trunkline game that mirrors a game of 18xx.games, with details that only the file's ids contain."""

from __future__ import annotations

from collections.abc import Mapping

from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.decisions import Offer
from trunkline.engine.kernel.state import BANK, State
from trunkline.game import Game
from trunkline.game.actions import (
    Action,
    Answer,
    BorrowTrain,
    BuyShare,
    BuyTrain,
    LayTile,
    Pass,
    SellShares,
    StartCorporation,
)
from trunkline.interop.eighteenxx.action_reader import ActionReader
from trunkline.interop.eighteenxx.certificates import Certificates
from trunkline.interop.eighteenxx.file import Entry
from trunkline.interop.eighteenxx.ids import Ids


class LocalGame:
    """A game that plays our actions and follows tiles, trains and certificates by their ids."""

    def __init__(self, game: Game, players: Mapping[str, str]) -> None:
        self.game = game
        self.ids = Ids(game.title.board)
        self.certificates = Certificates(game.state.corporations)
        self.translator = ActionReader(game.title, players, self.ids, self.certificates)
        self.played: list[Action] = []
        """Actions since the start of the current entry."""
        self.used: set[str] = set()
        """Privates whose track powers have been used."""
        self._buyer = ""
        """The player who last bought from the bank and so triggers the effects of a train purchase."""

    @property
    def title(self) -> Title:
        """The title, in the form for games recorded by other programs."""
        return self.game.title

    @property
    def state(self) -> State:
        """The current state of our game."""
        return self.game.state

    def play(self, action: Action) -> None:
        """Carry out one of our actions. Offers are accepted, because the site does not ask for consent."""
        before = self.state
        self.game.play(action)
        self.played.append(action)
        self._follow(action, before)
        pending = self.state.pending
        if pending and isinstance(pending[-1], Offer):
            self.play(Answer(pending[-1].player, True))

    def passing(self, corp: str) -> None:
        """Pass for a corporation."""
        self.play(Pass(self.state.corporations[corp].president))

    def take_back(self) -> None:
        """Undo the actions of the current entry after a refusal."""
        for _ in self.played:
            self.game.undo()
        self.played = []

    def book(self, entry: Entry, before: State) -> None:
        """Record the ids of an entry that has been played from this position."""
        last = self.played[-1]
        if isinstance(last, LayTile):
            self.ids.laid(entry.fields["tile"], last.hex)
            if last.power:
                self.used.add(last.power)
        for action in self.played:
            if isinstance(action, BuyTrain) and before.trains[action.train] == BANK:
                self.ids.bought(entry.fields["train"], action.train)
            elif isinstance(action, BorrowTrain):
                self.ids.borrowed = entry.fields["train"]
        if entry.type in ("buy_shares", "sell_shares"):
            numbers = [self.ids.share(share)[1] for share in entry.fields["shares"]]
            self._move_certificates(numbers, before)

    def _move_certificates(self, numbers: list[int], before: State) -> None:
        action = self.played[-1]
        if isinstance(action, (BuyShare, SellShares)):
            old, new = before.corporations[action.corp], self.state.corporations[action.corp]
            if isinstance(action, BuyShare):
                self.certificates.bought(action.corp, numbers[0], action.player, old, new)
            elif not new.closed:
                self.certificates.sold(action.corp, numbers, action.player, old, new)

    def _follow(self, action: Action, before: State) -> None:
        """Update certificates after a start, a formation or a closure."""
        state = self.state
        if isinstance(action, BuyTrain) and before.trains.get(action.train) == BANK:
            self._buyer = action.player
        if isinstance(action, StartCorporation):
            self.certificates.started(action.corp, action.player)
        else:
            for id, corp in state.corporations.items():
                if corp.started and not before.corporations[id].started:
                    self.certificates.exchanged(corp, state.seats_from(self._buyer))
        self.certificates.forget_closed(state)
