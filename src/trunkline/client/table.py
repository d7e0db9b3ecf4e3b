"""A table elsewhere, as whoever has a token for it uses it."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager

import httpx
import msgspec

from trunkline.actions import Action, as_saved, tag
from trunkline.client.errors import Failed
from trunkline.client.link import BUSY, PAUSE, Link, Uncertain
from trunkline.facts.answers import EntryNotice, ListedGame, Version
from trunkline.facts.moment import View
from trunkline.facts.people import Accept, Arrived, GiveUp, MeFacts, Privacy, TablePeople, TakeSeat
from trunkline.facts.people import Link as Invitation
from trunkline.facts.position import PositionFacts
from trunkline.facts.requests import Act, BranchAt, NewGame, Redo, Undo
from trunkline.game import Game
from trunkline.kernel import state as states
from trunkline.kernel.choice import Choice
from trunkline.tables.records import Logged, Made
from trunkline.titles import build


class Table(AbstractContextManager["Table"]):
    """A table at an address; what is done there is done in the name of whoever the token is of.

    Every call raises ``Failed`` where the table refuses, with its sentence and the rule behind it, or where
    it cannot be reached for ``patience`` seconds.
    """

    def __init__(self, url: str, token: str = "", *, patience: float = 60.0) -> None:
        """``url`` is what a browser is given; a table at one screen asks for no token."""
        self._link = Link(url, token, patience)

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._link.close()

    def me(self) -> MeFacts:
        """Whether there are accounts, and whose the token is."""
        return self._link.get("/api/me").by(_me)

    def games(self, *, mine: bool = False, limit: int = 100, before: str = "") -> list[ListedGame]:
        """The newest games that one may look at, or with ``mine`` has to do with; those older than one."""
        params = {"mine": mine or None, "limit": limit, "before": before or None}
        return self._link.get("/api/games", params).by(_listed)

    def create(self, wish: NewGame) -> GameThere:
        """A new game."""
        return self.game(self._link.post("/api/games", wish).by(_made).id)

    def bring(self, data: bytes) -> GameThere:
        """A game made of the bytes of a file: ours, one of 18xx.games or of Rails."""
        return self.game(self._link.bring("/api/import", data).by(_made).id)

    def accept(self, secret: str) -> GameThere:
        """Come to the table that an invitation leads to; its secret is what stands behind ``/join#``."""
        found = self._link.post("/api/invitations", Accept(secret.rpartition("#")[2]))
        return self.game(found.by(_arrived).id)

    def game(self, id: str) -> GameThere:
        """A game by its id, which stands in its address behind ``/g/``; nothing is asked yet."""
        return GameThere(self._link, id)


class GameThere:
    """A game at a table elsewhere."""

    def __init__(self, link: Link, id: str) -> None:
        self.id = id
        self._link = link
        self._path = f"/api/games/{id}"

    def people(self) -> TablePeople:
        """Who sits where."""
        return self._link.get(f"{self._path}/people").by(_people)

    def join(self, seat: str) -> TablePeople:
        """Take a free seat."""
        return self._link.post(f"{self._path}/people", TakeSeat(seat)).by(_people)

    def leave(self, seat: str | None = None) -> None:
        """Give up a seat, or all of them and the look at the table, before anybody has acted."""
        self._link.post(f"{self._path}/leave", GiveUp(seat))

    def invite(self) -> Invitation:
        """A link by which people come to the table; for its owner."""
        return self._link.post(f"{self._path}/links").by(_invitation)

    def settle(self, *, private: bool) -> None:
        """Make the table private, or public; for its owner."""
        self._link.post(f"{self._path}/privacy", Privacy(private), keyed=True)

    def moment(self, at: int | None = None, *, brief: bool = True) -> View:
        """A moment as it is drawn, the newest or the one after so many entries: its ``decision`` has the
        legal choices in words. In brief it is without what is forbidden."""
        return self._link.get(self._path, {"at": at, "brief": brief}).by(_view)

    def position(self, at: int | None = None) -> Position:
        """The whole position, the newest or the one after so many entries."""
        return Position(self._link.get(f"{self._path}/position", {"at": at}).by(_position))

    def legal(self, player: str | None = None) -> list[Choice]:
        """What may be done now, by all who must decide or by one."""
        return self.position().game.legal(player)

    def log(self, after: int = 0) -> list[Logged]:
        """The entries after a number."""
        return self._link.get(f"{self._path}/log", {"after": after}).by(_logged)

    def act(self, version: int, action: Action) -> int:
        """Carry out an action at the moment it was chosen at; the version that this led to. It is carried out
        once, however often the connection breaks. ``Failed.stale`` where others have acted meanwhile."""

        def this(entry: Logged) -> bool:
            same = (entry.kind, entry.seat, entry.action) == ("action", action.player, tag(type(action)))
            return same and self.export_game(entry.number).actions[-1] == action

        return self._keyed("actions", Act(version, as_saved(action)), this)

    def undo(self, version: int, to: int | None = None) -> int:
        """Take back what one did last, or all after entry ``to``; the version that this led to."""

        def this(entry: Logged) -> bool:
            return entry.kind == "undo" and to in (None, entry.to)

        return self._keyed("undo", Undo(version, to), this)

    def redo(self, version: int, branch: int | None = None) -> int:
        """Do again what one has taken back; likewise."""
        return self._keyed("redo", Redo(version, branch), lambda entry: entry.kind == "redo")

    def branch(self, at: int) -> GameThere:
        """A game of one's own that begins as this one did, up to a moment."""
        made = self._link.post(f"{self._path}/branch", BranchAt(at)).by(_made)
        return GameThere(self._link, made.id)

    def export(self, format: str = "trunkline", at: int | None = None) -> bytes:
        """The line in play as a file: ``trunkline``, ``text``, or ``18xx.games`` where it is
        played as that site does."""
        return self._link.get(f"{self._path}/export", {"format": format, "at": at}).data

    def export_game(self, at: int | None = None) -> Game:
        """The line in play as a game with its history."""
        return Game.from_bytes(self.export(at=at))

    def events(self, after: int = 0) -> Generator[EntryNotice, None, None]:
        """Every entry after a number, those there are and then those to come, each once and in order. A
        connection that breaks is made anew and goes on where it broke; close it to stop."""
        last = after
        broken: float | None = None
        while True:
            try:
                with self._link.stream(f"{self._path}/events", last) as lines:
                    broken = None
                    for notice in _notices(lines):
                        if notice.version > last:
                            last = notice.version
                            yield notice
                problem = Failed("The table has hung up.")
            except httpx.TransportError as error:
                problem = Failed(f"The table cannot be reached: {error}.")
            except Failed as error:
                if error.status not in BUSY:
                    raise
                problem = error
            broken = time.monotonic() if broken is None else broken
            if time.monotonic() - broken > self._link.patience:
                raise problem
            time.sleep(PAUSE)

    def _keyed(self, what: str, body: Act | Undo | Redo, ours: Callable[[Logged], bool]) -> int:
        try:
            return self._link.post(f"{self._path}/{what}", body, keyed=True).by(_version).version
        except Uncertain as told:
            # It was sent again: what the first one did may be what the game has moved on by.
            if told.missed and ours(told.missed[0]):
                return told.missed[0].number
            raise


class Position:
    """One moment of a game elsewhere; nothing in it changes."""

    def __init__(self, facts: PositionFacts) -> None:
        """Raises ``Failed`` where it is of a title that is not known here, or of another version's."""
        self.version = facts.version
        """What an action has to be sent with."""
        self.at = facts.at
        self.to_act = facts.to_act
        """Who must decide, in seat order."""
        self.over = facts.over
        try:
            state = states.decode(bytes(facts.state), build(facts.options).state)
            self.game = Game.at_state(facts.options, state)
            """The game at this moment, without the way there, for whoever chooses."""
        except (msgspec.MsgspecError, ValueError) as error:
            raise Failed(f"This version of Trunkline does not know the position: {error}.") from error


def _notices(lines: Iterator[str]) -> Iterator[EntryNotice]:
    """The entries in a stream of events: the table writes each on one line of data, and
    beside them what people at it say to each other."""
    kind = ""
    for line in lines:
        name, _, value = line.partition(":")
        if name == "event":
            kind = value.strip()
        elif name == "data" and kind == "entry":
            yield _notice.decode(value)


# Made before all threads, for the reason that ``board.loading`` gives: programs play several games at once.
_me = msgspec.json.Decoder(MeFacts)
_listed = msgspec.json.Decoder(list[ListedGame])
_made = msgspec.json.Decoder(Made)
_arrived = msgspec.json.Decoder(Arrived)
_people = msgspec.json.Decoder(TablePeople)
_invitation = msgspec.json.Decoder(Invitation)
_view = msgspec.json.Decoder(View)
_position = msgspec.json.Decoder(PositionFacts)
_logged = msgspec.json.Decoder(list[Logged])
_version = msgspec.json.Decoder(Version)
_notice = msgspec.json.Decoder(EntryNotice)
