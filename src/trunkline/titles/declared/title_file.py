"""The file of a declared title: its board, and the switches of its rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from trunkline.engine.board import Board, BoardCorporation, BoardError, Train, board_from
from trunkline.engine.board.errors import Where, located
from trunkline.engine.board.loading import MOST_VALUES, read_text, unreadable
from trunkline.titles.declared import (
    capital_checks,
    capital_steps,
    chart_checks,
    entry_checks,
    families,
    figure_checks,
    limit_checks,
    private_checks,
    private_powers,
    section_checks,
    switch_checks,
    tile_catalogue,
)
from trunkline.titles.declared.switches import Switches
from trunkline.util.errors import UsageError
from trunkline.util.files import is_folder
from trunkline.util.messages import gettext
from trunkline.util.strict_yaml import YamlError, parse_yaml

FILE: Final = "title.yaml"
"""The name of the file in a folder."""


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A description of the title."""

    designers: str = ""
    """The names of the designers."""


class TitleFile(NamedTuple):
    """A declared title as its file describes it."""

    board: Board
    about: About
    switches: Switches


SECTIONS: Final[dict[str, type[msgspec.Struct]]] = {"about": About, "switches": Switches}
"""The sections of the file that are not part of the board. Each may be left out."""
NEEDED: Final = ("floating",)
"""Keys that a board may leave out, but not that of a declared title."""
NOT_YET: Final[dict[type[msgspec.Struct], tuple[str, ...]]] = {
    Board: (
        *("ferries", "ferry_fee", "bonuses", "variants", "setup", "treasury_limit", "shares_to_operate"),
        *("no_issue_on_first_turn", "no_redeeming_on_first_turn"),
    ),
    BoardCorporation: (
        *("merger", "alternate_destination", "shares_second_issue", "par_minimum"),
        *("most_tokens", "token_cost"),
    ),
    Train: ("variant", "count_by_corporations"),
}
"""Keys of boards that need code, by record."""
_known = tuple(msgspec.json.Decoder(each) for each in SECTIONS.values())
"""Created before threads start: see ``board/loading.py``."""


def title_path(given: Path) -> Path:
    """Return the file of a title, given the file or its folder."""
    return given / FILE if is_folder(given) else given


def read_title(given: Path) -> TitleFile:
    """Return the title in a file or a folder.

    Raises ``UsageError`` with one sentence that names the file, and the line of the fault if there is one.
    """
    path = title_path(given)
    return title_from(read_text(path), path.name)


def title_from(text: str, name: str) -> TitleFile:
    """Return the title in the text of a file. ``name`` is that of the file, for errors."""
    try:
        data = parse_yaml(text, MOST_VALUES)
    except YamlError as error:
        raise unreadable(name, error) from error
    if not isinstance(data, dict):
        raise UsageError(gettext("{name} is no title: it has no keys.", name=name))
    try:
        data = families.completed(data)
        missing = tile_catalogue.filled(data)
        section_checks.check(data, SECTIONS)
        parts = {key: data.pop(key, {}) for key in SECTIONS}
        about, switches = (_section(key, parts[key], kind) for key, kind in SECTIONS.items())
        entry_checks.check_ids(data)
        board = tile_catalogue.derived(board_from(data), missing)
        _check(board)
        entry_checks.check(board)
        chart_checks.check(board)
        figure_checks.check(board)
        private_checks.check(board)
        capital_checks.check(board)
        limit_checks.check(board)
        assert isinstance(switches, Switches)
        switch_checks.check(board, switches)
    except BoardError as error:
        raise families.faulty(name, text, error) from error
    assert isinstance(about, About)
    return TitleFile(capital_steps.completed(private_powers.completed(board)), about, switches)


def _section(key: str, data: Any, kind: type[msgspec.Struct]) -> msgspec.Struct:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise located(data, error, kind, key) from error


def _check(board: Board) -> None:
    """Raise ``BoardError`` if the board lacks what a declared title needs, or has what needs code."""
    for key in NEEDED:
        if getattr(board, key) is None:
            named, whole = f"`{key}`", gettext("the board")
            raise BoardError(gettext("missing key {key} in {place}", key=named, place=whole))
    fewest, most = min(board.players), max(board.players)
    for count in range(fewest, most):
        if count not in board.players:
            text = gettext(
                "players: {count} is missing; list each number from {fewest} to {most}",
                count=str(count),
                fewest=str(fewest),
                most=str(most),
            )
            raise BoardError(text, ("players",))
    if board.privates and board.bid_increment is None:
        raise BoardError(
            gettext("bid_increment: it is missing; the sale of the privates needs it"), ("privates",)
        )
    _check_not_yet(board, "", ())
    for place, train in enumerate(board.trains):
        _check_not_yet(train, f"trains.{train.name}.", ("trains", place))
    for place, corporation in enumerate(board.corporations):
        where: Where = ("corporations", place)
        _check_not_yet(corporation, f"{corporation.id}.", where)
        if not corporation.home:
            raise BoardError(gettext("{id}: it has no home", id=corporation.id), where)
        for hex in corporation.home:
            if not board.hexes[hex].cities and not board.hexes[hex].stops:
                raise BoardError(
                    gettext("{id}: its home {hex} has no city", id=corporation.id, hex=hex), (*where, "home")
                )


def _check_not_yet(part: msgspec.Struct, prefix: str, where: Where) -> None:
    """Raise ``BoardError`` if a record has a key that needs code. The prefix is the name of the record."""
    usual = {each.name: each.default for each in msgspec.structs.fields(part)}
    for key in NOT_YET[type(part)]:
        if (value := getattr(part, key)) and value != usual[key]:
            text = gettext("{key}: a title in one file cannot have this yet", key=f"{prefix}{key}")
            raise BoardError(text, (*where, key))
