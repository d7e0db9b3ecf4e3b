"""The rows of one game in each table of a data set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
import pyarrow as pa

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.game import Game
from trunkline.game.actions import Action
from trunkline.game.notation import notation
from trunkline.game.notation.tags import heading
from trunkline.lab.dataset.games import Estimates, GameRecord
from trunkline.lab.dataset.schema import DECISIONS, EVENTS, POSITIONS, RESULTS, schema
from trunkline.players.advice import RULED_OUT, Advice

Row = dict[str, Any]
CENTS: Final = 2
"""Decimals of an estimate in dollars."""


def tables(record: GameRecord, game: Game, estimates: Estimates, every: int) -> dict[str, Any]:
    """Return the Arrow tables of a finished game by name. ``every`` is as in the plan."""
    decisions: list[Row] = []
    positions: list[Row] = []
    phases = game.board.phases
    before = ""
    for number, (line, action) in enumerate(zip(record.actions, game.actions, strict=True)):
        moment = game.at(number)
        state = moment.shared_state
        now = heading(state.round)
        place = {"game": record.number, "round": now, "phase": phases[state.phase].name}
        decisions.append(place | _decision(moment, number, line, action, record, estimates))
        if number % every == 0 if every else now != before:
            positions.append(place | {"number": number, "line": moment.to_line()})
        before = now
    events = [{"game": record.number, **row._asdict()} for row in game.history()]
    found: Mapping[str, Sequence[Row]] = {
        RESULTS: list(results(record)),
        EVENTS: events,
        DECISIONS: decisions,
        POSITIONS: positions,
    }
    return {name: pa.Table.from_pylist(rows, schema=schema(name)) for name, rows in found.items()}


def results(record: GameRecord) -> Iterator[Row]:
    """Yield the rows of a game in the table of results, one for each seat."""
    options = msgspec.json.encode(record.options).decode()
    for seat, player in enumerate(record.options.players):
        yield {
            "game": record.number,
            "title": record.options.title,
            "players": len(record.options.players),
            "seat": seat + 1,
            "player": player,
            "bot": record.bots[seat],
            "place": record.places[seat],
            "won": seat in record.winners,
            "worth": record.worth[seat],
            "reason": record.reason,
            "sets": record.sets,
            "actions": len(record.actions),
            "failed": seat in record.failed,
            "options": options,
            "digest": record.digest,
        }


def _decision(
    moment: Game, number: int, line: str, action: Action, record: GameRecord, estimates: Estimates
) -> Row:
    player = action.player
    seat = moment.players.index(player)
    legal = moment.legal(player)
    task, corporation = referee.task(moment.title, moment.shared_state)
    advice = estimates.get(number)
    # If the clerk played instead of a bot that failed, the bot's estimates are not those of the decision.
    if advice is not None and advice.action != action:
        advice = None
    return {
        "number": number + 1,
        "player": player,
        "seat": seat + 1,
        "bot": record.bots[seat],
        "task": task,
        "corporation": corporation,
        "kind": str(action.__struct_config__.tag),
        "action": line,
        "action_json": msgspec.json.encode(action).decode(),
        "forced": len(legal) == 1 and isinstance(legal[0], Action),
        "legal_count": len(legal),
        "legal": [_choice(choice) for choice in legal],
        "estimates": None if advice is None else _estimates(advice),
        "compared_with": "" if advice is None else "second" if advice.beside_second else "nothing",
    }


def _choice(choice: Choice) -> Row:
    if isinstance(choice, Amounts):
        line = notation(choice.action, actor=False)
        return {"action": line, "highest": choice.high, "step": choice.step, "open": False}
    if isinstance(choice, Open):
        return {"action": notation(choice.best(), actor=False), "open": True}
    assert isinstance(choice, Action)
    return {"action": notation(choice, actor=False), "open": False}


def _estimates(advice: Advice) -> list[Row]:
    return [
        {
            "action": notation(each.action, actor=False),
            "dollars": round(each.total, CENTS) if each.total > RULED_OUT else None,
        }
        for each in advice.estimates
    ]
