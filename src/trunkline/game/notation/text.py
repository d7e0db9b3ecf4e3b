"""A game as text: a header of tags, numbered actions by round, comments, and undone lines of play."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from trunkline.engine.kernel.action import Action
from trunkline.game.notation import lines, names
from trunkline.game.notation.patterns import form_of
from trunkline.game.notation.tree import TextMoment, Undone, grown, listed, undone_of
from trunkline.util.errors import UsageError
from trunkline.util.files import unmarked
from trunkline.util.messages import gettext

FORMAT = "Trunkline"
"""The first tag of a text. Its value is the version of the format."""
VERSION = 1
SUFFIX = ".18xx"
DEEPEST = 12
"""Maximum nesting depth at which lines of play are indented further."""
MAX_ACTIONS = 50_000
"""Many times as many actions as any game has, with its undone actions."""

Tags = Mapping[str, tuple[str, ...]]

_TAG = re.compile(rf"\[(?P<tag>[A-Za-z]+)(?P<values>(?:[ \t]+{names.QUOTED})*)[ \t]*\]")
_VALUE = re.compile(names.QUOTED)
_COMMENT = r"\{(?P<comment>[^}\\]*(?:\\.[^}\\]*)*)\}"
_MOVE = rf'(?P<number>[0-9]{{1,9}})\.(?P<move>(?:[^"(){{}}\n]+|{names.QUOTED})*)'
_HEADING = r"(?P<heading>==[^\n]*)"
_PIECE = re.compile(rf"{_COMMENT}|{_HEADING}|{_MOVE}|(?P<open>\()|(?P<close>\))", re.DOTALL)
_GAP = re.compile(r"\s*")
_SPECIAL, _ESCAPED = re.compile(r"[}\\]"), r"\\\g<0>"
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True)
class GameText:
    """The contents of a game text. Moments are numbered as in ``trunkline.game.notation.tree``."""

    tags: Tags
    actions: tuple[Action, ...]
    undone: Undone = ()
    comments: Mapping[int, str] = field(default_factory=dict)
    """Comments by the moment that they follow."""
    rounds: Mapping[int, str] = field(default_factory=dict)
    """Headings by the number of the first action below them. They are for people and are never read."""
    lines: tuple[int, ...] = ()
    """The line number of each action in the source text. Undone actions come last."""


def is_text(data: bytes) -> bool:
    """Return whether these bytes begin like a game text."""
    return unmarked(data).lstrip()[: len(FORMAT) + 2] == f"[{FORMAT} ".encode()


def write(game: GameText) -> str:
    """Return the text of a game. ``read`` reads it back."""
    head = [f"[{tag} {' '.join(map(names.quoted, values))}]" for tag, values in game.tags.items() if values]
    return "\n".join([f'[{FORMAT} "{VERSION}"]', *head, "", *_body(game)]) + "\n"


def read(data: bytes, name: str) -> GameText:
    """Return the game of a text. Raises ``UsageError`` with one sentence that names the faulty line."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            gettext("{name} cannot be read as a game text: it is not written in UTF-8.", name=name)
        ) from error
    return _Reader(text, name).read()


# -- writing


def _body(game: GameText) -> list[str]:
    moments = grown(game.actions, game.undone)
    _check_comments(game.comments, len(moments))
    for number, comment in game.comments.items():
        moments[number].comment = comment
    rows: list[str] = []
    # The places to continue writing: a moment, the depth of its line of play, and whether it begins the line.
    # None ends a line. It is a stack, because lines may be nested more deeply than Python allows calls.
    waiting: list[tuple[TextMoment, int, bool] | None] = [(moments[0], 0, False)]
    while waiting:
        todo = waiting.pop()
        if todo is None:
            rows[-1] += ")"
            continue
        moment, depth, begins = todo
        heading = "" if depth else game.rounds.get(moment.number, "")
        if heading:
            rows += [*([""] if rows else []), f"== {heading}"]
        margin = "  " * min(depth, DEEPEST) + (" " if depth else "")
        if moment.action is not None:
            named = begins or bool(heading) or _is_news(moment, moment.action)
            text = lines.notation(moment.action, actor=named)
            rows.append(f"{margin[:-1] + '(' if begins else margin}{moment.number}. {text}")
        if moment.comment:
            rows.append(f"{margin}  {{{_SPECIAL.sub(_ESCAPED, moment.comment)}}}")
        waiting.extend(reversed(_going_on(moment, depth)))
    return rows


def _check_comments(comments: object, count: int) -> None:
    """Raise ``UsageError`` if the comments are not texts by the numbers of moments."""
    if not isinstance(comments, Mapping):
        raise UsageError(gettext("Comments are a mapping from the numbers of actions to texts."))
    for number, comment in comments.items():
        if type(number) is not int or not 0 <= number < count or not isinstance(comment, str):
            raise UsageError(
                gettext("A comment is a text for an action from 0 to {last}.", last=str(count - 1))
            )


def _going_on(moment: TextMoment, depth: int) -> list[tuple[TextMoment, int, bool] | None]:
    """Return the parts after a moment: the alternatives to it, then the rest or the end of its line of
    play."""
    tried = moment.before.tried if moment.before is not None and moment.before.next is moment else []
    found: list[tuple[TextMoment, int, bool] | None] = [(first, depth + 1, True) for first in tried]
    if moment.next is not None:
        return [*found, (moment.next, depth, False)]
    found += [(first, depth + 1, True) for first in moment.tried]
    return [*found, None] if depth else found


def _is_news(moment: TextMoment, action: Action) -> bool:
    """Return whether a line must name the player: it names no corporation, another player acted before, or
    other lines of play come in between."""
    before = moment.before
    if not form_of(action).begins_with_corporation:
        return True
    if before is None or before.action is None or before.action.player != action.player:
        return True
    return before.before is not None and before.before.next is before and bool(before.before.tried)


# -- reading


@dataclass(slots=True)
class _Line:
    """A line of play that is being read."""

    base: TextMoment
    """The last moment of the enclosing line."""
    tip: TextMoment | None = None
    """Its own last moment, or None before it begins."""
    comment: str = ""
    """The comment before its first action."""


class _Reader:
    """A reader of one text, from its first character to its last."""

    def __init__(self, text: str, name: str) -> None:
        self._text = text
        self._name = name
        self._at = 0
        self._row, self._counted, self._count = 1, 0, 0
        self._start = TextMoment(0)
        self._open = [_Line(self._start, self._start)]

    def read(self) -> GameText:
        tags = self._head()
        self._skip()
        while self._at < len(self._text):
            self._piece()
            self._skip()
        if len(self._open) > 1:
            self._fault(gettext("the text ends before the bracket of a line of play is closed"))
        moments = listed(self._start)
        tip = self._open[0].tip
        count = tip.number if tip is not None else 0
        played = tuple(moment.action for moment in moments[1 : count + 1] if moment.action is not None)
        comments = {number: moment.comment for number, moment in enumerate(moments) if moment.comment}
        places = tuple(moment.line for moment in moments[1:])
        return GameText(tags, played, undone_of(moments, count), comments, lines=places)

    def _head(self) -> Tags:
        tags: dict[str, tuple[str, ...]] = {}
        self._skip()
        while self._text.startswith("[", self._at):
            found = _TAG.match(self._text, self._at)
            if found is None:
                self._fault(gettext('a tag is written [Name "value"], with quotes as in JSON'))
            tag = found["tag"]
            if tag in tags:
                self._fault(gettext("the tag {tag} occurs twice", tag=tag))
            try:
                tags[tag] = tuple(names.unquoted(value) for value in _VALUE.findall(found["values"]))
            except UsageError as error:
                self._fault(str(error))
            self._at = found.end()
            self._skip()
        version = tags.pop(FORMAT, ())
        if len(version) != 1 or not re.fullmatch("[0-9]{1,9}", version[0]):
            self._fault(
                gettext('a game text begins with [{format} "{version}"]', format=FORMAT, version=str(VERSION))
            )
        if int(version[0]) != VERSION:
            self._fault(
                gettext(
                    "it is of format {version}, and this program reads format {known}",
                    version=version[0],
                    known=str(VERSION),
                )
            )
        return tags

    def _piece(self) -> None:
        found = _PIECE.match(self._text, self._at)
        if found is None:
            self._fault(
                gettext(
                    "{text} is no action with its number, no comment in braces that ends and no line of play "
                    "in brackets",
                    text=_beginning(self._text, self._at),
                )
            )
        line = self._open[-1]
        if found["number"] is not None:
            self._move(line, int(found["number"]), found["move"])
        elif found["comment"] is not None:
            self._comment(line, _ESCAPE.sub(r"\1", found["comment"]))
        elif found["open"]:
            if line.tip is None:
                self._fault(gettext("a line of play begins with an action, not with another line"))
            self._open.append(_Line(line.tip))
        elif found["close"]:
            if len(self._open) == 1:
                self._fault(gettext("a bracket is closed that was not opened"))
            if line.tip is None:
                self._fault(gettext("there is no action in these brackets"))
            self._open.pop()
        self._at = found.end()

    def _move(self, line: _Line, number: int, text: str) -> None:
        before = line.tip
        if before is None:
            # The line is an alternative to the action before the bracket, or follows it.
            before = line.base if number > line.base.number else line.base.before
        wanted = line.base.number if line.tip is None else line.tip.number + 1
        if before is None or number != before.number + 1:
            self._fault(
                gettext(
                    "action {wanted} is expected here, not {number}", wanted=str(wanted), number=str(number)
                )
            )
        self._count += 1
        if self._count > MAX_ACTIONS:
            self._fault(gettext("more than {most} actions are not read", most=str(MAX_ACTIONS)))
        player = None if before.action is None else before.action.player
        try:
            action = lines.read(text, player)
        except UsageError as error:
            self._fault(str(error).removesuffix("."))
        moment = TextMoment(number, action, before, line.comment, self._row)
        if line.tip is None:
            before.tried.append(moment)
        else:
            before.next = moment
        line.tip, line.comment = moment, ""

    @staticmethod
    def _comment(line: _Line, text: str) -> None:
        if line.tip is None:
            line.comment = f"{line.comment} {text}".strip() if line.comment else text
        else:
            line.tip.comment = f"{line.tip.comment} {text}" if line.tip.comment else text

    def _skip(self) -> None:
        gap = _GAP.match(self._text, self._at)
        assert gap is not None
        self._at = gap.end()
        self._row += self._text.count("\n", self._counted, self._at)
        self._counted = self._at

    def _fault(self, why: str) -> NoReturn:
        raise UsageError(gettext("{name}, line {row}: {why}.", name=self._name, row=str(self._row), why=why))


def _beginning(text: str, at: int) -> str:
    row = text[at : at + 41].split("\n", 1)[0]
    return repr(row if len(row) <= 40 else f"{row[:37]}...")
