"""Games of 18xx.games, replayed through our referee.

game = read("game.json")
replay = Replay(game)
while replay.count < replay.total:
    replay.step()
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from trunkline.engine.board import Board
from trunkline.engine.kernel import referee
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.refusal import Refusal
from trunkline.game import Game
from trunkline.game.actions import Action, Pass, SettleDebt
from trunkline.interop.claims import Difference, of_end, of_worth
from trunkline.interop.eighteenxx import file
from trunkline.interop.eighteenxx.entry_cursor import EntryCursor
from trunkline.interop.eighteenxx.file import PLAYER, Entry, PublicGame, revenue_of
from trunkline.interop.eighteenxx.local_game import LocalGame
from trunkline.interop.eighteenxx.site_state import SiteState
from trunkline.interop.file_source import decode, name_of
from trunkline.titles import RECORDED, build, catalogue, checked
from trunkline.titles.t1856.decisions import DebtsDue
from trunkline.titles.t1856.state import state_1856
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext

READING = "18xx.games"
"""The reading of the rules that the site uses."""

__all__ = ["PublicGame", "Replay", "read"]


def read(source: str | Path | bytes | dict[str, Any], name: str = "") -> PublicGame:
    """Return the game in a file, bytes or plain data. Raises ``UsageError`` with one sentence."""
    name = name_of(source, name)
    data = source if isinstance(source, dict) else decode(source, name)
    return file.parse(data, name, known())


@lru_cache
def known() -> dict[str, Board]:
    """Return the boards of the titles whose games can be read and written."""
    found = {}
    for id, about in catalogue().items():
        if READING in about.rules:
            names = tuple(str(seat) for seat in range(about.players[0]))
            found[id] = build(checked(Options(id, names))).board
    return found


class Replay:
    """A replay of a recorded game through the referee, one effective action of the file at a time.

    It asks ``SiteState`` for the site's position. ``SiteState`` plays on our game and reads the record.
    """

    def __init__(self, public: PublicGame) -> None:
        variants = file.variants_of(public, known()[public.title])
        names = tuple(public.players.values())
        try:
            options = checked(
                Options(public.title, names, variants=(*variants, RECORDED), rules=READING, runs="free")
            )
        except UsageError as error:
            raise UsageError(f"{public.name}: {error}") from error
        self.public = public
        self.ours = LocalGame(Game(build(options), options), public.players)
        self.record = EntryCursor(public.entries)
        self.site = SiteState(self.ours, self.record)
        self.differences: list[Difference] = []
        """Figures replayed so far that differ from the file."""
        if not public.entries:
            self._compare_end()

    @property
    def game(self) -> Game:
        """Our game, as far as the file has been replayed."""
        return self.ours.game

    @property
    def count(self) -> int:
        """Number of effective actions replayed."""
        return self.record.count

    @property
    def total(self) -> int:
        """Number of effective actions in the file."""
        return len(self.record.entries)

    def step(self) -> list[Action]:
        """Replay the next effective action and return our actions for it. Raises ``UsageError``."""
        if self.count >= self.total:
            raise UsageError(
                gettext("{name} has no action after {count}.", name=self.public.name, count=str(self.count))
            )
        entry = self.record.begin()
        number = str(self.count + 1)
        what = gettext("{name}: action {number} ({entry})", name=self.public.name, number=number, entry=entry)
        self.ours.played = []
        self.site.looked, self.site.unconfirmed = None, []
        try:
            self._enter(entry)
            if not entry.silent:  # a second look would keep steps in which the site still waits
                self.site.settle()
            while self.record.autos:
                self._enter(self.record.autos.pop(0))
                self.site.settle()
        except Refusal as refusal:
            self.ours.take_back()
            raise UsageError(
                gettext("{what} is refused: {refusal}.", what=what, refusal=refusal)
            ) from refusal
        except UsageError:
            self.ours.take_back()
            raise
        except ValueError as error:
            self.ours.take_back()
            raise UsageError(gettext("{what} makes no sense: {error}.", what=what, error=error)) from error
        self.record.count += 1
        self._compare(entry)
        return list(self.ours.played)

    def add(self, entry: Entry) -> list[Action]:
        """Append an entry to the file and replay it. Raises ``UsageError``."""
        self.record.entries.append(entry)
        try:
            return self.step()
        except UsageError:
            self.record.entries.pop()
            raise

    def _compare(self, entry: Entry) -> None:
        """Note differences from the file: destinations, the revenue of a run, and at the end the result."""
        self.differences += (
            Difference(self.count, f"destination of {corp}", "reached", "not reached")
            for corp in self.site.unconfirmed
        )
        stated = revenue_of(entry)
        if stated is not None:
            corp = self.game.state.corporations[self.ours.ids.corp(entry.entity)]
            if corp.revenue != stated:
                figure = f"revenue of {corp.id}"
                self.differences.append(Difference(self.count, figure, stated, corp.revenue))
        if self.count == self.total:
            self._compare_end()

    def _compare_end(self) -> None:
        self.differences += of_worth(self.game, self.count, self.public.result)
        self.differences += of_end(self.game, self.count, self.public.finished)

    def _enter(self, entry: Entry) -> None:
        state = self.game.state
        if entry.silent:
            return
        if entry.type == "pass":
            self._pass(entry)
        elif entry.type == "destination_connection":
            self.site.destinations(entry)
        elif not (state.over and entry.type == "end_game"):
            self.site.expects(entry)
            state = self.game.state
            for action in self.ours.translator.actions(entry, state):
                self.ours.play(action)
            self.ours.book(entry, state)
            self.site.entered(entry, state)

    def _pass(self, entry: Entry) -> None:
        """Apply a pass to the step that the site waits in. Drop a pass that no step needs."""
        game, state = self.game, self.game.state
        if state.pending:
            self._pass_decision(entry)
        elif entry.entity_type == PLAYER:
            player = self.public.players[entry.entity]
            if player in game.to_act and state.operating is None:
                self.ours.play(Pass(player))
        elif not state.over:
            self.site.passes(self.ours.translator.corp_of(entry, state))

    def _pass_decision(self, entry: Entry) -> None:
        """Pay the next debt, or decline an optional decision if it belongs to the entity."""
        game, state, translator = self.game, self.game.state, self.ours.translator
        step = referee.current(game.title, state)
        assert step is not None
        decision = state_1856(state).pending[-1]
        if isinstance(decision, DebtsDue):
            corp = decision.corps[0]
            self.ours.play(SettleDebt(state.corporations[corp].president, corp, True))
        elif Pass in step.kinds:
            (decider, *_) = step.deciders(Context(game.title, state))
            asked = {decision.corp, decider}
            if {translator.corp_of(entry, state), translator.player_of(entry, state)} & asked:
                self.ours.play(Pass(decider))
