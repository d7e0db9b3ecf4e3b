"""Positions as one line of text, and back: for 18XX what FEN is for chess.

A line has six parts, separated by colons. They are the format with its version, the title, the players in
seat order, the round, the position itself, and a checksum of everything before it:

    trunkline1:1856:Ann,Bob,Cy:OR2.1:eNq9VU1v4zYQ_SuCzr...:9c4b0d1f2a3e4b5c

The first four parts are for people. The fifth alone defines how the game continues: it holds the options and
the state as JSON, compressed by DEFLATE and encoded in URL-safe base64. Base85 would be 7% shorter, but it
would need quotes in a shell, in JSON and in a link.
"""

from __future__ import annotations

import base64
import hashlib
import re
import zlib
from typing import Final, NoReturn
from urllib.parse import quote

import msgspec

from trunkline import titles
from trunkline.engine import invariants
from trunkline.engine.kernel import referee
from trunkline.engine.kernel import state as states
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.state import State
from trunkline.engine.kernel.state_json import state_view
from trunkline.game import saves
from trunkline.game.notation.tags import heading
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext

VERSION: Final = 1
MAX_BYTES: Final = 2_000_000
"""Maximum size in bytes of a line, and of its unpacked content. A line without a board has some thousand."""
_FORM: Final = re.compile(
    r"(?P<before>trunkline(?P<version>[0-9]{1,9}):(?P<head>[^:\s]+:[^:\s]+:[^:\s]+):(?P<packed>[A-Za-z0-9_-]+))"
    r":(?P<check>[0-9a-f]{16})"
)


class _Packed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fifth part of a line, before it is packed."""

    program: str
    """The version of the program that wrote it."""
    board: str
    """The hash of the board."""
    options: Options
    state: msgspec.Raw


_decoder = msgspec.json.Decoder(_Packed)


def write(options: Options, title: Title, state: State) -> str:
    """Return a position as one line."""
    data = _Packed(saves.PROGRAM_VERSION, title.board.hash, options, msgspec.Raw(states.encode(state)))
    before = f"{saves.FORMAT}{VERSION}:{_head(options, state)}:{_pack(msgspec.json.encode(data))}"
    return f"{before}:{_check_sum(before)}"


def read(line: str, name: str = "The line") -> tuple[Options, Title, State]:
    """Return the position that ``write`` encoded in this line.

    Surrounding whitespace does not matter. Raises ``UsageError`` if the line is damaged, or is not a position
    of the title.
    """
    packed = _unpacked(line, name)
    options = titles.dealt(packed.options)
    title = titles.build(options)
    saves.check_same_game(packed.options, packed.board, title.board.hash, name)
    try:
        state = states.decode(bytes(packed.state), title.state)
        if states.encode(state) != bytes(packed.state):
            raise ValueError("it has fields that this program does not write")
        wrong = _wrong(options, title, state)
    except Exception as error:  # the rules may raise any error on a state that they did not produce
        _fault(
            name, gettext("it holds a position that the rules of {id} do not know", id=str(title.id)), error
        )
    if wrong:
        _fault(name, gettext("it holds a position that cannot be: {wrong}", wrong=wrong.rstrip(".")))
    if line.split(":", 1)[1].rsplit(":", 2)[0] != _head(options, state):
        _fault(name, gettext("its first parts do not fit the position in it"))
    return options, title, state


def _pack(data: bytes) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(data) + packer.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def _unpacked(line: object, name: str) -> _Packed:
    if not isinstance(line, str):
        raise UsageError(gettext("A position in one line is a text, not {name}.", name=type(line).__name__))
    found = _FORM.fullmatch(line.strip()) if len(line) <= MAX_BYTES else None
    if found is None:
        _fault(
            name,
            gettext(
                "it has not the form {format}{version}:TITLE:PLAYERS:ROUND:POSITION:CHECK",
                format=saves.FORMAT,
                version=str(VERSION),
            ),
        )
    if int(found["version"]) != VERSION:
        _fault(
            name,
            gettext(
                "it is of format {version}, and this program reads format {known}",
                version=found["version"],
                known=str(VERSION),
            ),
        )
    if _check_sum(found["before"]) != found["check"]:
        _fault(name, gettext("its check sum is wrong, so a part of it is missing or was changed"))
    try:
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        data = unpacker.decompress(base64.urlsafe_b64decode(found["packed"] + "=="), MAX_BYTES)
        if not unpacker.eof or unpacker.unused_data:
            raise ValueError("the packed part is not whole")
        return _decoder.decode(data)
    except (ValueError, zlib.error, *saves.UNREADABLE) as error:
        _fault(name, gettext("the position in it cannot be unpacked: {error}", error=error), error)


def _wrong(options: Options, title: Title, state: State) -> str:
    """Return the first fault of a state, or an empty text if the title can be played from it."""
    fresh = title.setup(options)
    if state.title != fresh.title or list(state.players) != list(fresh.players):
        return "It is of other players, or of another title."
    for records, known in ((state.corporations, fresh.corporations), (state.privates, fresh.privates)):
        if [*records] != [*known] or any(record.id != id for id, record in records.items()):
            return "Its companies are not those of the title."
    if any(player.name != name for name, player in state.players.items()):
        return "A player is listed under another name."
    for _, sentence in invariants.wrong(title, state):
        return str(sentence)
    _try_out(title, state)
    return ""


def _try_out(title: Title, state: State) -> None:
    """Run the queries that every user of a position makes. Raises any error of theirs."""
    t = referee.read_only_context(title, state)
    if not state.over and not referee.to_act(title, state, t):
        raise ValueError("nobody is to act")
    referee.legal_among(t, referee.candidates(t))
    for player in state.players:
        title.policies.worth(Context(title, state), player)
    state_view(title, state)


def _head(options: Options, state: State) -> str:
    """Return the readable parts of a line: title, players and round."""
    players = ",".join(quote(player, safe="") for player in options.players)
    return f"{options.title}:{players}:{heading(state.round).replace(' ', '')}"


def _check_sum(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _fault(name: str, why: str, error: Exception | None = None) -> NoReturn:
    raise UsageError(
        gettext("{name} is not a position that can be read: {why}.", name=name, why=why)
    ) from error
