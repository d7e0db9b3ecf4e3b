"""The texts of a game's log in the language of the reader.

Entries keep English lines with their events. For other languages the lines are written again from the events.
"""

from __future__ import annotations

import msgspec

from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.events import Event
from trunkline.game.saves import UNREADABLE
from trunkline.game.wording.events import SENTENCES, sentence_parts
from trunkline.game.wording.rounds import stored_round
from trunkline.util.messages import SOURCE, gettext, language
from trunkline.web.games.game_tree import REDO, UNDO
from trunkline.web.games.log import Log
from trunkline.web.games.log_entries import LogEntry, line_of
from trunkline.web.games.stored_texts import REDONE, UNDONE, stored_text
from trunkline.web.schemas.log import EntryOutcome, EventData, Line


class LogTexts:
    """The writer of the texts of one game's log."""

    def __init__(self, title: Title, log: Log) -> None:
        self._title = title
        self._log = log
        self._kinds = {str(kind.__struct_config__.tag): kind for kind in (*SENTENCES, *title.sentences)}

    def outcome(self, entry: LogEntry) -> EntryOutcome:
        """Return the outcome of an entry with texts in the language of the reader.

        Raises ``NotPossible`` if it is damaged.
        """
        stored = entry.outcome
        if language() == SOURCE:
            return stored
        return msgspec.structs.replace(
            stored,
            lines=self._lines(entry, stored),
            round=stored_round(stored.round),
            next_round=stored_round(stored.next_round),
        )

    def line(self, line: Line, event: EventData | None) -> Line:
        """Return a line in the language of the reader. ``event`` is its event, if it has one."""
        if language() == SOURCE:
            return line
        if event is None:
            return msgspec.structs.replace(line, text=stored_text(line.text))
        decoded = self._decoded(event)
        parts = sentence_parts(self._title, decoded) if decoded is not None else []
        if not parts:
            # An event that this program does not know keeps its English text.
            return line
        # The actor begins the English text, but perhaps not the other one.
        return msgspec.structs.replace(line_of(line.event, line.rule, parts), actor=line.actor)

    def _lines(self, entry: LogEntry, outcome: EntryOutcome) -> tuple[Line, ...]:
        events = outcome.events
        lines = [
            self.line(
                line, events[line.event] if line.event is not None and line.event < len(events) else None
            )
            for line in outcome.lines
        ]
        if lines and entry.kind in (UNDO, REDO) and outcome.first is not None:
            # The store has no choice, so the line repeats the first line of the entry that was undone.
            first = self.outcome(self._log[outcome.first - 1]).lines
            if first:
                text = gettext(UNDONE if entry.kind == UNDO else REDONE, action=first[0].text)
                lines[0] = msgspec.structs.replace(lines[0], text=text)
        return tuple(lines)

    def _decoded(self, event: EventData) -> Event | None:
        kind = self._kinds.get(str(event.get("event", "")))
        if kind is None:
            return None
        try:
            return msgspec.convert(event, kind)
        except UNREADABLE:
            return None
