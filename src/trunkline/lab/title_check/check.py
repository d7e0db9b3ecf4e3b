"""The check of a title file: its parts in order, and its findings as sentences with lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trunkline.engine.board import Board
from trunkline.lab.title_check.board_findings import board_findings
from trunkline.lab.title_check.chart_findings import chart_findings
from trunkline.lab.title_check.company_findings import company_findings
from trunkline.lab.title_check.finding import Finding, key_of
from trunkline.lab.title_check.game_findings import GameRecord, game_findings
from trunkline.lab.title_check.map_findings import map_findings
from trunkline.lab.title_check.rule_findings import rule_findings
from trunkline.titles import Switches, located

USUAL: Final = Switches()
"""The switches of a title that gives none."""


def still_findings(board: Board, switches: Switches = USUAL) -> list[Finding]:
    """Return the findings that need no games."""
    return [
        *map_findings(board),
        *board_findings(board),
        *chart_findings(board),
        *company_findings(board),
        *rule_findings(board, switches),
    ]


def all_findings(board: Board, games: Sequence[GameRecord], switches: Switches = USUAL) -> list[Finding]:
    """Return the findings of a title. A key with a finding that needs no games has none from games."""
    found = still_findings(board, switches)
    if not games:
        return found
    known = {finding.where for finding in found}
    more = [each for each in game_findings(board, games, switches) if not _covered(each, known)]
    return [*found, *more]


def _covered(finding: Finding, known: set[tuple[str | int, ...]]) -> bool:
    """Return whether a more exact finding concerns the same entry of the file."""
    return any(where[:2] == finding.where[:2] for where in known if len(finding.where) >= 2)


def sentence(name: str, text: str, board: Board, finding: Finding) -> str:
    """Return a finding as one line: the file, the line, the key, and the sentence.

    Args:
        name: The name of the file.
        text: The text of the file.
        board: The board of the file.
        finding: The finding.
    """
    if not finding.where:
        return f"{name}: {finding.text}"
    line, family = located(text, finding.where)
    key = key_of(board, finding.where)
    if family:
        key = f"{key} (set by family {family})"
    return f"{name}, line {line}: {key}: {finding.text}"
