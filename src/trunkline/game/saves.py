"""Saved games: JSON with options, actions and the final state with its digest, or text without the state."""

from __future__ import annotations

import contextlib
import re
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from trunkline.engine.kernel import state as states
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import State
from trunkline.game import saves_v1
from trunkline.game.actions import Action, AnyAction
from trunkline.game.notation import tags as head
from trunkline.game.notation.text import GameText, is_text
from trunkline.game.notation.text import read as read_text
from trunkline.game.notation.text import write as write_text
from trunkline.game.notation.tree import Undone
from trunkline.titles import kept_rulings
from trunkline.util.errors import UsageError
from trunkline.util.files import recognised, unmarked
from trunkline.util.messages import gettext

FORMAT = "trunkline"
VERSION = 3
EARLIER_BOARDS: dict[str, frozenset[str]] = {
    "1856": frozenset({"7937150408fbb4ceda66bf1c5e0aaf5b", "c7e921c349bef895af4cbcfb16641dd5"}),
    "1851": frozenset({"7bea9c028c78c6f61e2bfd7e5f41620a", "841e70af3feab8708d3232adfcdbfc8b"}),
}
"""Hashes of earlier boards by title. They differ from today's only in ways that no rule uses."""
PROGRAM_VERSION = "1.0.0"
"""The version of the program. States and digests are compared only within the same version."""
MAX_BYTES = 10_000_000
"""Maximum size of a recorded game in bytes, 50 times that of the longest random game."""
UNFINISHED = "unfinished"
"""The result in the header of the text of an unfinished game."""
UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""Errors of decoding a damaged file."""


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A saved game as stored in its file."""

    format: str
    version: int
    program: str
    board: str
    """The hash of its board."""
    options: Options
    actions: tuple[AnyAction, ...]
    digest: str
    state: msgspec.Raw


class TextSave(Save, frozen=True):
    """A saved game in text form, without a state.

    Fields missing in its header are empty, or have current values. A text typed by hand needs no board or
    digest.
    """

    undone: Undone = ()
    """The undone actions, as in ``Game.undone``."""
    lines: tuple[int, ...] = ()
    """The line number of each action in the text; undone actions come last."""
    result: tuple[str, ...] = ()
    """The reason for the end and the worth of each player, as written by ``to_text``."""

    @property
    def finished(self) -> bool:
        """True if the header states a result."""
        return bool(self.result) and self.result[0] != UNFINISHED

    @property
    def worth(self) -> dict[str, int]:
        """The worth of each player in the header, in dollars."""
        places = [place.rpartition(" ") for place in self.result[1:]]
        return {player: int(worth) for player, _, worth in places if worth.lstrip("-").isdecimal()}


class _Head(msgspec.Struct):
    """The fields that identify the format."""

    format: str = ""
    version: int = 0


_LINE = re.compile(rb"\s*" + FORMAT.encode() + rb"[0-9]+:")
_decoder = msgspec.json.Decoder(Save)
_head = msgspec.json.Decoder(_Head)


def to_bytes(board: str, options: Options, actions: Sequence[Action], state: State) -> bytes:
    """Return a saved game as JSON."""
    save = Save(
        FORMAT,
        VERSION,
        PROGRAM_VERSION,
        board,
        options,
        tuple(actions),  # type: ignore[arg-type]
        state.digest(),
        msgspec.Raw(states.encode(state)),
    )
    return msgspec.json.format(msgspec.json.encode(save), indent=1) + b"\n"


def to_text(
    board: str,
    options: Options,
    actions: Sequence[Action],
    undone: Undone,
    rounds: Mapping[int, str],
    comments: Mapping[int, str],
    result: Sequence[str],
    digest: str,
) -> str:
    """Return a saved game as text; ``rounds`` and ``comments`` are those of ``GameText``."""
    tags = {
        **head.tags_of(options),
        "Program": (PROGRAM_VERSION,),
        "Board": (board,),
        "Result": tuple(result),
        "Digest": (digest,),
    }
    return write_text(GameText(tags, tuple(actions), undone, comments, rounds))


def from_bytes(data: bytes, name: str) -> Save:
    """Return the saved game in JSON or text. Raises ``UsageError`` with one sentence if it is not one."""
    if is_line(data):
        raise UsageError(
            gettext(
                "{name} is a position in one line, and a game with its actions is needed here.", name=name
            )
        )
    if is_text(data):
        return _from_text(data, name)
    data = unmarked(data)
    try:
        save = _decoder.decode(_as_today(data))
    except UNREADABLE as error:
        if what := recognised(data):
            raise UsageError(
                gettext("{name} cannot be read as a saved game: {what}.", name=name, what=what)
            ) from error
        if _is_foreign(data):
            raise UsageError(
                gettext(
                    "{name} is a game of another program. Read it with 'trunkline replay' or "
                    "trunkline.interop.load.",
                    name=name,
                )
            ) from error
        raise UsageError(
            gettext("{name} cannot be read as a saved game: {error}.", name=name, error=error)
        ) from error
    if save.version > VERSION:
        raise UsageError(
            gettext(
                "{name} was written by a newer program (format {version}).",
                name=name,
                version=str(save.version),
            )
        )
    if save.format != FORMAT or save.version < 1:
        raise UsageError(gettext("{name} is not a saved game of this program.", name=name))
    return save


def _from_text(data: bytes, name: str) -> TextSave:
    text = read_text(data, name)
    options = head.options_of(text.tags, name)
    digest = head.one(text.tags, "Digest", name, "")
    program = head.one(text.tags, "Program", name, "")
    return TextSave(
        FORMAT,
        VERSION,
        program if digest else "",
        head.one(text.tags, "Board", name, ""),
        options,
        text.actions,  # type: ignore[arg-type]
        digest,
        msgspec.Raw(b""),
        text.undone,
        text.lines,
        text.tags.get("Result", ()),
    )


def _as_today(data: bytes) -> bytes:
    """Return a save of format 1 or 2 in the current format. Return anything else unchanged."""
    told = _head.decode(data)
    if told.format != FORMAT or told.version not in (1, 2):
        return data
    found = msgspec.json.decode(data)
    if told.version == 1 and isinstance(actions := found.get("actions"), list):
        found["actions"] = [saves_v1.upgrade_action(action) for action in actions]
    if isinstance(options := found.get("options"), dict) and "rules_version" in found:
        options["rulings"] = found.pop("rules_version")
    return msgspec.json.encode(found)


def check_playable(save: Save, board: str, name: str) -> None:
    """Raise ``UsageError`` if the game was played on another board or under newer rulings."""
    unsaid = isinstance(save, TextSave) and not save.board
    check_same_game(save.options, board if unsaid else save.board, board, name)


def check_same_game(options: Options, played_on: str, board: str, name: str) -> None:
    """Raise ``UsageError`` if the hashes of the boards differ, or the rulings are newer than these."""
    if played_on != board and played_on not in EARLIER_BOARDS.get(options.title, ()):
        raise UsageError(
            gettext("{name} was played on another board of {title}.", name=name, title=options.title)
        )
    if options.rulings > kept_rulings(options.title)[-1]:
        raise UsageError(
            gettext(
                "{name} was played under version {rulings} of the rulings.",
                name=name,
                rulings=str(options.rulings),
            )
        )


def is_current(save: Save, board: str) -> bool:
    """Return whether this version of the program wrote the digest, so that a replay must reproduce it."""
    return (save.program, save.board) == (PROGRAM_VERSION, board) and _goes_on(save.options)


def refused(save: Save, number: int, refusal: Refusal, name: str) -> UsageError:
    """Return the error for a refused action of the game. The first is 1; undone actions come last."""
    if isinstance(save, TextSave):
        name = f"{name}, line {save.lines[number - 1]}"
    what = (
        gettext("action {number}", number=str(number))
        if number <= len(save.actions)
        else gettext("an action that was undone")
    )
    if _goes_on(save.options):
        return UsageError(
            gettext("{name}: {what} is refused: {refusal}.", name=name, what=what, refusal=refusal)
        )
    return UsageError(
        gettext(
            "{name}: {what} is refused by version {known} of the rulings, and the game was played under "
            "version {rulings}: {refusal}.",
            name=name,
            what=what,
            known=str(kept_rulings(save.options.title)[-1]),
            rulings=str(save.options.rulings),
            refusal=refusal,
        )
    )


def _goes_on(options: Options) -> bool:
    """Return whether the game's rulings are still supported."""
    return options.rulings == 0 or options.rulings in kept_rulings(options.title)


def _is_foreign(data: bytes) -> bool:
    """Return whether this is JSON with actions that does not claim to be a Trunkline save."""
    try:
        found = msgspec.json.decode(data)
    except UNREADABLE:
        return False
    return isinstance(found, dict) and "actions" in found and not is_save(found)


def is_ours(data: bytes) -> bool:
    """Return whether these bytes claim to be ours: a game in JSON or as text, or a position in one line."""
    if is_text(data) or is_line(data):
        return True
    try:
        return is_save(msgspec.json.decode(unmarked(data)))
    except UNREADABLE:
        return False


def is_line(data: bytes) -> bool:
    """Return whether these bytes claim to be a position in one line; ``trunkline.game.position_line`` reads
    it."""
    return _LINE.match(data) is not None


def is_save(data: Any) -> bool:
    """Return whether plain JSON data claims to be a saved game of Trunkline."""
    return isinstance(data, dict) and data.get("format") == FORMAT


def read(path: str | Path, name: str = "") -> bytes:
    """Return the bytes of a recorded game. Raises ``UsageError`` if it is unreadable or too large."""
    name = name or str(path)
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, TypeError, ValueError) as error:
        raise UsageError(
            gettext("{name} cannot be read: {error}.", name=name, error=os_error_text(error))
        ) from error
    if len(data) > MAX_BYTES:
        raise UsageError(
            gettext("{name} is larger than {size} MB.", name=name, size=str(MAX_BYTES // 1_000_000))
        )
    return data


def make_folder(path: Path) -> None:
    """Create a folder if it does not exist. Raises ``UsageError`` if that fails."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            gettext("{path} cannot be made: {error}.", path=path, error=os_error_text(error))
        ) from error


def write(path: str | Path, data: bytes) -> None:
    """Write a file completely or not at all. Raises ``UsageError`` if it cannot be written.

    A link stays, and the file that it names is written. Devices and pipes are written as they are.
    """
    try:
        target = Path(path)
        if target.exists() and not target.is_file():
            with target.open("wb") as device:
                device.write(data)
            return
        if target.is_symlink():
            target = target.resolve()
        # Do not use tempfile: its files are readable only by their owner, and so would be the save.
        draft = target.parent / f".trunkline-{secrets.token_hex(8)}"
        try:
            with draft.open("xb") as file:
                file.write(data)
            draft.replace(target)
        except BaseException:
            with contextlib.suppress(OSError, ValueError):
                draft.unlink()
            raise
    except (OSError, TypeError, ValueError) as error:
        raise UsageError(
            gettext("{path} cannot be written: {error}.", path=path, error=os_error_text(error))
        ) from error


def os_error_text(error: Exception) -> str:
    """Return the reason why a file could not be opened, in the system's words if available."""
    return getattr(error, "strerror", None) or str(error)


def stored_state(save: Save, kind: type[State], name: str) -> State:
    """Return the state in a save, without a replay. Raises ``UsageError``."""
    try:
        state = states.decode(bytes(save.state), kind)
    except UNREADABLE as error:
        raise UsageError(
            gettext("{name} holds a state that cannot be read: {error}.", name=name, error=error)
        ) from error
    if state.digest() != save.digest:
        raise UsageError(
            gettext("{name} holds a state that is not its own; load it with verify=True.", name=name)
        )
    return state
