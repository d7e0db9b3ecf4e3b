"""Sources of automatic actions: stored instructions of people, and auto-actions as one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from trunkline.game.actions import AnyAction, validated
from trunkline.game.auto_actions import Stop, decide
from trunkline.web.accounts.languages import speak_to
from trunkline.web.auto_actions.guards import Ended, as_ended, follow
from trunkline.web.auto_actions.instructions import Standing
from trunkline.web.auto_actions.repository import AutoActions, StoredAutoAction
from trunkline.web.games.hosted_game import HostedGame, MomentView


class Choice(NamedTuple):
    """An action to take, with the functions of the instruction that takes it."""

    action: AnyAction
    begin: Callable[[], bool] = lambda: True
    """Records that it acts. Returns False if it may not any more."""
    refused: Callable[[str], None] | None = None
    """Ends it because the rules refuse the action. None if they never do."""


class Source(Protocol):
    """Stored instructions of one sort. The thread of automatic actions follows each, and then acts."""

    def games(self) -> list[str]:
        """Return the games with active instructions."""

    def active(self, game: str) -> Sequence[Any]:
        """Return the active instructions of a game, the oldest first."""

    def follow(self, hosted: HostedGame, rows: Sequence[Any], version: int) -> Sequence[Any]:
        """Let the instructions of a game see the new entries. Return those that may still act."""

    def choose(self, hosted: HostedGame, view: MomentView, row: Any) -> Choice | None:
        """Return the action that an instruction takes now, if any."""


class AutoActionSource:
    """Auto-actions as a source."""

    def __init__(self, auto_actions: AutoActions) -> None:
        self._auto_actions = auto_actions

    def games(self) -> list[str]:
        """Return the games with active auto-actions."""
        return self._auto_actions.games_with_active()

    def active(self, game: str) -> Sequence[StoredAutoAction]:
        """Return the active auto-actions of a game, the oldest first."""
        return self._auto_actions.active(game)

    def follow(
        self, hosted: HostedGame, rows: Sequence[StoredAutoAction], version: int
    ) -> Sequence[StoredAutoAction]:
        """Let the guards of auto-actions see the new entries. Return those that are still active.

        An auto-action that its owner cancels meanwhile does not act: ``AutoActions.act`` checks it.
        """
        active: list[StoredAutoAction] = []
        for row in rows:
            with speak_to(row.language):
                ended, acted = follow(hosted, row, version)
            known = row._replace(acted=acted, seen=version)
            if ended is not None:
                self._end(known, ended)
            else:
                active.append(known)
        if any(row.seen < version for row in rows):
            self._auto_actions.see(active)
        return active

    def choose(self, hosted: HostedGame, view: MomentView, row: StoredAutoAction) -> Choice | None:
        """Return the action of an auto-action, if any. End it if it cannot continue."""
        with speak_to(row.language):
            found = decide(view.game, row.auto_action)
        if isinstance(found, Stop):
            self._end(row, as_ended(found, view.version))
            return None
        if found is None:
            return None

        def refused(reason: str) -> None:
            self._end(row, Ended(Standing.STOPPED, reason, view.version))

        return Choice(validated(found), lambda: self._auto_actions.act(row, view.version), refused)

    def _end(self, row: StoredAutoAction, ended: Ended) -> None:
        """Store the end of an auto-action. Its owner gets a notice."""
        self._auto_actions.end(row, ended.standing, ended.reason, ended.version, row.acted)
