"""A client for one user's access to a remote server."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager

import httpx
import msgspec

from trunkline.client.errors import Failed
from trunkline.client.link import BUSY, PAUSE, Link, Uncertain
from trunkline.engine.kernel import state as states
from trunkline.engine.kernel.choice import Choice
from trunkline.game import Game
from trunkline.game.actions import Action, tag, validated
from trunkline.titles import build
from trunkline.web.schemas.answers import EntryNotice, ListedGame, Version
from trunkline.web.schemas.log import Logged, Made
from trunkline.web.schemas.moment import View
from trunkline.web.schemas.people import Accept, Arrived, GiveUp, MeFacts, Privacy, TablePeople, TakeSeat
from trunkline.web.schemas.people import Link as Invitation
from trunkline.web.schemas.position import PositionFacts
from trunkline.web.schemas.requests import Act, BranchAt, NewGame, Redo, Undo


class Table(AbstractContextManager["Table"]):
    """A server at an address. All calls act for the user of the token.

    Every call raises ``Failed`` if the server refuses it, with the message and the rule. It also raises
    ``Failed`` if the server is unreachable for ``patience`` seconds.
    """

    def __init__(self, url: str, token: str = "", *, patience: float = 60.0) -> None:
        """Prepare access to ``url``, the address for browsers. A single-screen server needs no token."""
        self._link = Link(url, token, patience)

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._link.close()

    def me(self) -> MeFacts:
        """Return whether the server has accounts, and the user of the token."""
        return self._link.get("/api/me").by(_me)

    def games(self, *, mine: bool = False, limit: int = 100, before: str = "") -> list[ListedGame]:
        """Return the newest games that you may see, or with ``mine`` those you take part in.

        ``before`` is the id of a game: only older games are listed.
        """
        params = {"mine": mine or None, "limit": limit, "before": before or None}
        return self._link.get("/api/games", params).by(_listed)

    def create(self, wish: NewGame) -> GameThere:
        """Create a game and return it."""
        return self.game(self._link.post("/api/games", wish).by(_made).id)

    def bring(self, data: bytes) -> GameThere:
        """Create a game from the bytes of a file: a Trunkline save, or a file of 18xx.games or Rails."""
        return self.game(self._link.bring("/api/import", data).by(_made).id)

    def accept(self, secret: str) -> GameThere:
        """Accept an invitation and return its game. The secret is the part of the link after ``/join#``."""
        found = self._link.post("/api/invitations", Accept(secret.rpartition("#")[2]))
        return self.game(found.by(_arrived).id)

    def game(self, id: str) -> GameThere:
        """Return a game by its id, the part of its address after ``/g/``. No request is sent yet."""
        return GameThere(self._link, id)


class GameThere:
    """A game on a remote server."""

    def __init__(self, link: Link, id: str) -> None:
        self.id = id
        self._link = link
        self._path = f"/api/games/{id}"

    def people(self) -> TablePeople:
        """Return the people in the seats."""
        return self._link.get(f"{self._path}/people").by(_people)

    def join(self, seat: str) -> TablePeople:
        """Take a free seat."""
        return self._link.post(f"{self._path}/people", TakeSeat(seat)).by(_people)

    def leave(self, seat: str | None = None) -> None:
        """Give up a seat, or all your seats and your access to the game, before the first action."""
        self._link.post(f"{self._path}/leave", GiveUp(seat))

    def invite(self) -> Invitation:
        """Return an invitation link. Only the owner may do this."""
        return self._link.post(f"{self._path}/links").by(_invitation)

    def settle(self, *, private: bool) -> None:
        """Make the table private or public. Only the owner may do this."""
        self._link.post(f"{self._path}/privacy", Privacy(private), keyed=True)

    def moment(self, at: int | None = None, *, brief: bool = True) -> View:
        """Return the view of a moment: the newest, or the one after ``at`` entries.

        Its ``decision`` has the legal choices as text. A brief view omits forbidden actions.
        """
        return self._link.get(self._path, {"at": at, "brief": brief}).by(_view)

    def position(self, at: int | None = None) -> Position:
        """Return the whole position: the newest, or the one after ``at`` entries."""
        return Position(self._link.get(f"{self._path}/position", {"at": at}).by(_position))

    def legal(self, player: str | None = None) -> list[Choice]:
        """Return the legal choices now, of one player or of all who must decide."""
        return self.position().game.legal(player)

    def log(self, after: int = 0) -> list[Logged]:
        """Return the log entries after a number."""
        return self._link.get(f"{self._path}/log", {"after": after}).by(_logged)

    def act(self, version: int, action: Action) -> int:
        """Play an action at the version it was chosen for, and return the new version.

        The action is carried out only once, even if the connection breaks. ``Failed.stale`` is true if other
        players have acted meanwhile.
        """

        def this(entry: Logged) -> bool:
            same = (entry.kind, entry.seat, entry.action) == ("action", action.player, tag(type(action)))
            return same and self.export_game(entry.number).actions[-1] == action

        return self._keyed("actions", Act(version, validated(action)), this)

    def undo(self, version: int, to: int | None = None) -> int:
        """Undo your last action, or everything after entry ``to``. Return the new version."""

        def this(entry: Logged) -> bool:
            return entry.kind == "undo" and to in (None, entry.to)

        return self._keyed("undo", Undo(version, to), this)

    def redo(self, version: int, branch: int | None = None) -> int:
        """Redo what you have undone. Return the new version."""
        return self._keyed("redo", Redo(version, branch), lambda entry: entry.kind == "redo")

    def branch(self, at: int) -> GameThere:
        """Create your own game that starts as a copy of this one up to a moment."""
        made = self._link.post(f"{self._path}/branch", BranchAt(at)).by(_made)
        return GameThere(self._link, made.id)

    def export(self, format: str = "trunkline", at: int | None = None) -> bytes:
        """Return the current line of play as a file.

        The formats are ``trunkline``, ``text``, and ``18xx.games`` for games by the rules of that site.
        """
        return self._link.get(f"{self._path}/export", {"format": format, "at": at}).data

    def export_game(self, at: int | None = None) -> Game:
        """Return the current line of play as a game with its history."""
        return Game.from_bytes(self.export(at=at))

    def events(self, after: int = 0) -> Generator[EntryNotice, None, None]:
        """Yield every entry after a number, past and future, once and in order.

        A broken connection is reopened at the same place. Close the generator to stop.
        """
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
            # The request was retried: the first attempt may be the change that made it stale.
            if told.missed and ours(told.missed[0]):
                return told.missed[0].number
            raise


class Position:
    """A moment of a remote game. It does not change."""

    def __init__(self, facts: PositionFacts) -> None:
        """Decode a position. Raises ``Failed`` for an unknown title or another version's data."""
        self.version = facts.version
        """The version to send with an action."""
        self.at = facts.at
        self.to_act = facts.to_act
        """The players who must decide, in seat order."""
        self.over = facts.over
        try:
            state = states.decode(bytes(facts.state), build(facts.options).state)
            self.game = Game.at_state(facts.options, state)
            """The game at this moment without its history, for use by a bot."""
        except (msgspec.MsgspecError, ValueError) as error:
            raise Failed(f"This version of Trunkline does not know the position: {error}.") from error


def _notices(lines: Iterator[str]) -> Iterator[EntryNotice]:
    """Yield the entries of an event stream, each on one data line. Skip chat messages."""
    kind = ""
    for line in lines:
        name, _, value = line.partition(":")
        if name == "event":
            kind = value.strip()
        elif name == "data" and kind == "entry":
            yield _notice.decode(value)


# Create the decoders before any threads start, because bots play several games at once (see
# ``board.loading``).
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
