"""The topics that are due at a position, with their texts filled in."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import islice
from typing import NamedTuple

from trunkline.game.game import Game
from trunkline.learn.goals import holds
from trunkline.learn.guided.figures import FIGURES, figure
from trunkline.learn.guided.guide import Guide, Topic
from trunkline.learn.guided.seen import Seen
from trunkline.util.messages import number

MOST_AT_ONCE = 2
"""The maximum number of topics at one decision. Others wait for a later one at which they are due."""


class Spoken(NamedTuple):
    """A topic as the coach speaks about it: its texts with the figures of the position."""

    topic: Topic
    heading: str
    text: str
    hexes: tuple[str, ...]
    corporations: tuple[str, ...]


def due(guide: Guide, game: Game, told: Container[str]) -> Iterator[Spoken]:
    """Yield the topics that are due when the learner must act, without those told before."""
    if game.over or guide.learner not in game.to_act:
        return
    seen = Seen(game, guide.learner)
    for topic in guide.topics:
        if topic.id not in told and is_due(topic, seen):
            yield spoken(topic, seen)


def due_now(guide: Guide, game: Game, told: Container[str], spoken_here: int = 0) -> list[Spoken]:
    """Return the topics for a decision at which the coach has spoken about a number of topics."""
    return list(islice(due(guide, game, told), max(0, MOST_AT_ONCE - spoken_here)))


def is_due(topic: Topic, seen: Seen) -> bool:
    """Return whether the condition of a topic holds, and all its figures exist.

    Raises ``UsageError`` if it names something that the state of the game does not have.
    """
    when = topic.when
    return (
        when.round in ("", seen.state.round.kind)
        and (not when.can or when.can in seen.kinds)
        and when.cannot not in seen.kinds
        and all(wanted.holds(figure(seen, name)) for name, wanted in when.figures.items())
        and all(holds(fact, seen.game) for fact in when.state)
        and all(figure(seen, name) is not None for name in topic.named)
    )


def spoken(topic: Topic, seen: Seen) -> Spoken:
    """Return a topic with the figures of a position."""
    values = {name: _text(figure(seen, name)) for name in topic.named}
    return Spoken(
        topic,
        topic.heading.format_map(values),
        topic.text.format_map(values),
        tuple(values[name] for name in topic.targets.hexes),
        tuple(values[name] for name in topic.targets.corporations),
    )


def stop_due(guide: Guide, game: Game) -> bool:
    """Return whether the sets of rounds of the first game are played, and the game is not over."""
    if guide.stop is None or game.over:
        return False
    return game.shared_state.round.number > guide.stop.after


def stop_text(guide: Guide, game: Game) -> str:
    """Return the text of the offer to end the game, with the figures of the position; empty without one."""
    if guide.stop is None:
        return ""
    seen = Seen(game, guide.learner)
    return guide.stop.text.format_map({name: _text(figure(seen, name)) for name in FIGURES})


def _text(value: str | int | None) -> str:
    return number(value) if isinstance(value, int) else value or ""
