"""The notation of each kind of action: one pattern per kind, or several for different meanings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec

from trunkline.engine.routing.run import Run
from trunkline.game import actions
from trunkline.game.actions import Action
from trunkline.game.notation import names
from trunkline.titles import PATTERNS
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext

_PIECE = re.compile(
    r"\{(?P<slot>\w+)(?::(?P<type>.))?\}|(?P<bracket>[\[\]])|(?P<gap> )|(?P<word>[^\[\]{} ]+)"
)
_NUMBER = "-?[0-9]{1,4300}"
"""The length limit is that of Python's ``int``."""
NAME, NUMBER, DOLLARS, PLACE, RUNS = "", "#", "$", "@", "*"
"""Types of slots. A place is a hex with its stop, such as ``D17.0``."""


@dataclass(frozen=True)
class LinePattern:
    """One way to write a kind of action.

    In ``pattern`` words represent themselves and ``{field}`` a name. ``{field:#}`` is a number, ``{field:$}``
    is dollars, ``{hex:@}`` is a hex and its stop, and ``{runs:*}`` is runs. A line in a game may leave out
    the parts in square brackets. ``fixed`` holds the fields that the form sets without a slot.
    """

    kind: type[Action]
    pattern: str
    fixed: Mapping[str, Any] = field(default_factory=dict)

    def fits(self, action: Action) -> bool:
        """Return whether the action can be written in this form."""
        return all(getattr(action, name) == value for name, value in self.fixed.items())

    @property
    def begins_with_corporation(self) -> bool:
        """True if the acting corporation is first in the pattern."""
        return self.pattern.startswith(("{corp}", "[{corp}"))

    def write(self, action: Action) -> str:
        """Return the action without its player."""
        return "".join(
            _written(action, piece["slot"], piece["type"] or "")
            if piece["slot"]
            else ("" if piece["bracket"] else piece[0])
            for piece in self._pieces
        )

    def read(self, line: str) -> dict[str, Any] | None:
        """Return the fields of a complete line, or None if it has another form. Raises ``UsageError``."""
        return self._fields(self._whole.fullmatch(line))

    def read_part(self, line: str) -> dict[str, Any] | None:
        """Return the fields of a line that may leave out parts, in any case."""
        return self._fields(self._part.fullmatch(line))

    def _fields(self, found: re.Match[str] | None) -> dict[str, Any] | None:
        if found is None:
            return None
        fields = dict(self.fixed)
        for piece in self._pieces:
            slot = piece["slot"]
            if slot and found[slot] is not None:
                fields |= _read(slot, piece["type"] or "", found[slot])
        return fields

    @cached_property
    def _pieces(self) -> tuple[re.Match[str], ...]:
        return tuple(_PIECE.finditer(self.pattern))

    @cached_property
    def _whole(self) -> re.Pattern[str]:
        return re.compile(self._expression(""))

    @cached_property
    def _part(self) -> re.Pattern[str]:
        return re.compile(self._expression("?"), re.IGNORECASE)

    def _expression(self, optional: str) -> str:
        parts = []
        for piece in self._pieces:
            if piece["slot"]:
                parts.append(f"(?P<{piece['slot']}>{_expression_of(piece['type'] or '')})")
            elif piece["bracket"]:
                parts.append("(?:" if piece["bracket"] == "[" else f"){optional}")
            else:
                parts.append(r"\s+" if piece["gap"] else re.escape(piece["word"]))
        return "".join(parts)


FORMS = (
    LinePattern(actions.Pass, "passes"),
    LinePattern(actions.Answer, "accepts", {"accept": True}),
    LinePattern(actions.Answer, "declines", {"accept": False}),
    LinePattern(actions.BuyOffered, "buys {private}"),
    LinePattern(actions.Bid, "bids {amount:$}[ on {private}]"),
    LinePattern(actions.StartCorporation, "starts {corp} at {par:$}"),
    LinePattern(actions.BuyShare, "buys {corp}[ from {source}]", {"president": False}),
    LinePattern(actions.BuyShare, "buys presidency of {corp}[ from {source}]", {"president": True}),
    LinePattern(actions.SellShares, "sells {count:#} {corp}"),
    LinePattern(actions.BuyPrivate, "buys {private} for {price:$}", {"corp": ""}),
    LinePattern(actions.BuyPrivate, "[{corp} ]buys {private} for {price:$}"),
    LinePattern(actions.LayTile, "[{corp} ]lays {tile}[/{rotation:#}] on {hex}", {"power": ""}),
    LinePattern(actions.LayTile, "[{corp} ]lays {tile}[/{rotation:#}] on {hex} by {power}"),
    LinePattern(actions.PlaceToken, "[{corp} ]places token on {hex:@}", {"power": ""}),
    LinePattern(actions.PlaceToken, "[{corp} ]places token on {hex:@} by {power}"),
    LinePattern(actions.RemoveToken, "[{corp} ]removes token from {hex:@}"),
    LinePattern(actions.PlacePrivateToken, "[{corp} ]places {private} on {hex}"),
    LinePattern(actions.AssignPower, "assigns {private} to {corp}", {"train": ""}),
    LinePattern(actions.AssignPower, "assigns {private} to {train} of {corp}"),
    LinePattern(actions.ActivateFerry, "[{corp} ]activates {ferry}"),
    LinePattern(actions.RunTrains, "[{corp} ]runs nothing", {"runs": ()}),
    LinePattern(actions.RunTrains, "[{corp} ]runs {runs:*}"),
    LinePattern(actions.AnnounceRuns, "announces {corp} nothing", {"runs": ()}),
    LinePattern(actions.AnnounceRuns, "announces {corp} {runs:*}"),
    LinePattern(actions.AskNoMore, "announces no more"),
    LinePattern(actions.DeclareRevenue, "[{corp} ]earns {amount:$}"),
    LinePattern(actions.Dividend, "[{corp} ]pays", {"payout": "pay"}),
    LinePattern(actions.Dividend, "[{corp} ]pays half", {"payout": "half"}),
    LinePattern(actions.Dividend, "[{corp} ]withholds", {"payout": "withhold"}),
    LinePattern(actions.Dividend, "{corp} pays by {payout}"),
    LinePattern(actions.BuyTrain, "[{corp} ]buys {train} from {source}[ for {price:$}]", {"trade_in": ""}),
    LinePattern(actions.BuyTrain, "[{corp} ]buys {train} from {source}[ for {price:$}] trading {trade_in}"),
    LinePattern(actions.DiscardTrain, "[{corp} ]discards {train}"),
    LinePattern(actions.TakeLoan, "[{corp} ]takes loan"),
    LinePattern(actions.RedeemLoans, "[{corp} ]repays {count:#}"),
    LinePattern(actions.IssueShares, "[{corp} ]issues {count:#}"),
    LinePattern(actions.RedeemShares, "[{corp} ]redeems {count:#}"),
    LinePattern(actions.BuyBond, "buys bond"),
    LinePattern(actions.SellBonds, "sells {count:#} bonds"),
    LinePattern(actions.RedeemBonds, "[{corp} ]redeems {count:#} bonds from {source}"),
    LinePattern(actions.DeclareBankruptcy, "goes bankrupt"),
    LinePattern(actions.CreditDestination, "[{corp} ]reaches destination"),
    LinePattern(actions.EndTurn, "ends turn"),
    LinePattern(actions.EndGame, "ends game"),
    *(LinePattern(*row) for row in PATTERNS),
    LinePattern(actions.CorrectCash, "corrects {owner} to {amount:$} because {reason}"),
    LinePattern(
        actions.CorrectShares, "corrects {count:#} {corp} from {source} to {target} because {reason}"
    ),
    LinePattern(actions.CorrectPresident, "corrects presidency of {corp} to {president} because {reason}"),
    LinePattern(actions.CorrectPrivate, "corrects {private} of {owner} because {reason}"),
    LinePattern(
        actions.CorrectTile, "corrects nothing on {hex} because {reason}", {"tile": "", "rotation": 0}
    ),
    LinePattern(actions.CorrectTile, "corrects {tile}/{rotation:#} on {hex} because {reason}"),
    LinePattern(
        actions.CorrectToken, "corrects {corp} places token on {hex:@} because {reason}", {"placed": True}
    ),
    LinePattern(
        actions.CorrectToken, "corrects {corp} removes token from {hex:@} because {reason}", {"placed": False}
    ),
    LinePattern(actions.CorrectTrain, "corrects {type} at {source} to {target} because {reason}"),
    LinePattern(actions.CorrectPrice, "corrects {corp} on {row:#}/{column:#} because {reason}"),
)
"""If a kind has several forms, the first that fits an action writes it."""

WORDS = frozenset(
    piece["word"]
    for form in FORMS
    for piece in _PIECE.finditer(form.pattern)
    if piece["word"] not in (None, "/")
)
"""The words of the notation. They are quoted if they are names, so that a line has one meaning only."""
_BARE = rf"(?!(?i:{'|'.join(sorted(WORDS))})(?!{names.LETTERS})){names.LETTERS}+"
ANY_NAME = rf"(?:{names.QUOTED}|{_BARE})"
"""A regular expression for a name, with or without quotes."""
_NAME = re.compile(_BARE)
_RUN = re.compile(rf"\s*(?P<train>{ANY_NAME})\s*:(?P<path>(?:\s*{ANY_NAME}(?!{names.LETTERS}))*)\s*(?:;|$)")
_ELEMENT = re.compile(ANY_NAME)


def form_of(action: Action) -> LinePattern:
    """Return the form that writes an action."""
    return next(form for form in _BY_KIND[type(action)] if form.fits(action))


def name(text: str) -> str:
    """Return a name as it is written in a line."""
    return text if _NAME.fullmatch(text) else names.quoted(text)


def _expression_of(type: str) -> str:
    if type == RUNS:
        return rf"{ANY_NAME}\s*:.*"
    if type in (NUMBER, DOLLARS):
        return (r"\$?" if type == DOLLARS else "") + _NUMBER
    return ANY_NAME


def _written(action: Action, slot: str, type: str) -> str:
    value = getattr(action, slot)
    if type == RUNS:
        return "; ".join(_run_written(run) for run in value)
    if type == PLACE:
        return name(f"{value}.{action.stop}")  # type: ignore[attr-defined]
    if type in (NUMBER, DOLLARS):
        return f"${value}" if type == DOLLARS else str(value)
    return name(value)


def _read(slot: str, type: str, text: str) -> dict[str, Any]:
    if type == RUNS:
        return {slot: _runs(text)}
    if type in (NUMBER, DOLLARS):
        return {slot: int(text.removeprefix("$"))}
    value = names.unquoted(text)
    if type == PLACE:
        hex, dot, stop = value.rpartition(".")
        return {"hex": hex, "stop": int(stop)} if dot and re.fullmatch(_NUMBER, stop) else {"hex": value}
    return {slot: value}


def _run_written(run: Run) -> str:
    return " ".join([f"{name(run.train)}:", *map(name, run.path)])


def _runs(text: str) -> tuple[Run, ...]:
    found: list[Run] = []
    at = 0
    while at < len(text):
        run = _RUN.match(text, at)
        if run is None:
            raise UsageError(
                gettext(
                    "{text} is no run: write the train, a colon and the places on its way.",
                    text=repr(text[at:].strip()),
                )
            )
        path = tuple(names.unquoted(element[0]) for element in _ELEMENT.finditer(run["path"]))
        found.append(Run(names.unquoted(run["train"]), path))
        at = run.end()
    return tuple(found)


_BY_KIND = {kind: [form for form in FORMS if form.kind is kind] for kind in actions.KINDS}
FIELDS = {kind: msgspec.structs.fields(kind) for kind in actions.KINDS}
"""The fields of each kind of action."""
