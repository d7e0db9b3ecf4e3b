"""Shadow game on 18xx.games during an export: a replay of the entries written so far."""

from __future__ import annotations

from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import State
from trunkline.game import Game
from trunkline.interop.eighteenxx.action_writer import ActionWriter, Fields
from trunkline.interop.eighteenxx.file import Entry, PublicGame
from trunkline.interop.eighteenxx.known_bugs import SiteBugs
from trunkline.interop.eighteenxx.loans import LoanNumbers
from trunkline.interop.eighteenxx.replay import Replay
from trunkline.interop.eighteenxx.token_slots import Slots
from trunkline.interop.eighteenxx.turn import key_of
from trunkline.titles import RECORDED
from trunkline.util.errors import UsageError


class Mismatch(Exception):
    """A difference between the site's position and ours. Its text describes it."""


def plain_entry(id: int, fields: Fields) -> Entry:
    """Return a newly written entry in the reader's form."""
    return Entry(id, fields["type"], str(fields["entity"]), fields["entity_type"], fields)


class WrittenReplay:
    """Our game on the site, as far as it has been written."""

    def __init__(self, game: Game, name: str) -> None:
        board = game.title.board
        options = [variant for variant in game.options.variants if variant != RECORDED]
        players = {str(number): player for number, player in enumerate(game.players, 1)}
        rules = tuple(board.variants[variant].public_option for variant in options)
        self.replay = Replay(PublicGame(name, game.title.id, players, rules, ()))
        self.written: list[Fields] = []
        self.loans = LoanNumbers()
        replay = self.replay
        title = replay.game.title
        self.slots = Slots(title)
        self.writer = ActionWriter(
            title, players, replay.ours.ids, replay.ours.certificates, self.loans, self.slots
        )
        self.faults = SiteBugs(title)

    @property
    def state(self) -> State:
        """The site's current state."""
        return self.replay.game.state

    def act(self, action: Action) -> None:
        """Write an action and let the site carry it out. Raises ``Mismatch`` and ``SiteBug``."""
        self.faults.before(action, self.state)
        self.write(self.writer.entry(action, self.state), action)

    def write(self, fields: Fields, action: Action | None = None) -> None:
        """Write an entry and let the site carry it out. Raises ``Mismatch`` and ``SiteBug``."""
        before = self.state
        fields = {**fields, "id": len(self.written) + 1}
        try:
            self.replay.add(plain_entry(len(self.written) + 1, fields))
        except UsageError as error:
            cause = error.__cause__
            raise Mismatch(str(cause) if isinstance(cause, (Refusal, ValueError)) else str(error)) from error
        if looked := self.replay.site.looked:
            fields["auto_actions"] = [self.writer.connection(looked.by, looked.corps)]
        self.written.append(fields)
        if fields["type"] == "payoff_loan":
            self.loans.redeemed(self.replay.ours.ids.corp(fields["entity"]))
        self.loans.follow(self.state.corporations)
        self.slots.follow(self.state)
        turn = self.replay.site.current() if self.key() == key_of(before) else None
        self.faults.after(action, before, self.state, turn)

    def key(self) -> tuple[object, ...]:
        """Return the key of the site's operating turn, or an empty tuple outside of one."""
        return key_of(self.state)

    def waits(self) -> str:
        """Return the step of the operating turn that waits for an entry, or empty text."""
        return "" if self.state.pending or self.state.over else self.replay.site.waits()
