"""Checks of a guided game: bots play the learner's seat, and every topic must come up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from trunkline.game.actions import Action
from trunkline.game.game import Game
from trunkline.learn.guided.figures import FIGURES
from trunkline.learn.guided.guide import PERSON, SHORT_GAME, Guide
from trunkline.learn.guided.speaking import due_now, stop_due, stop_text
from trunkline.players import first_to_act
from trunkline.players.registry import load_player
from trunkline.titles import build
from trunkline.util.errors import UsageError

LEARNERS = (("clerk", 3), ("random", 2), ("director", 2), ("director", 3))
"""The bots that play the learner's seat, with their seeds. Together they meet every topic."""
OTHER_LEARNERS = {SHORT_GAME: (("clerk", 3), ("random", 1), ("random", 2), ("random", 3), ("director", 2))}
"""The bots for guided games in which other bots meet every topic, by the id of the game."""


class Walk(NamedTuple):
    """The course of a guided game: its topics in order, and the number of the learner's decisions."""

    level: str
    seed: int
    topics: tuple[str, ...]
    until_stop: int
    decisions: int
    reason: str
    """The reason for the end of the game."""


class GuideReport(NamedTuple):
    """The result of the checks. ``faults`` is empty if the guide is correct."""

    faults: tuple[str, ...]
    walks: tuple[Walk, ...]


def check_guide(
    guide: Guide,
    lessons: Sequence[str],
    words: Sequence[str],
    learners: Sequence[tuple[str, int]] | None = None,
    report: Callable[[Walk], None] = lambda walk: None,
) -> GuideReport:
    """Check a guided game. ``lessons`` and ``words`` are the ids and words that topics may name."""
    faults = list(_names(guide, lessons, words))
    walks: list[Walk] = []
    if not faults:
        for level, seed in OTHER_LEARNERS.get(guide.id, LEARNERS) if learners is None else learners:
            try:
                walks.append(walked(guide, level, seed))
            except UsageError as error:
                faults.append(f"With a {level} (seed {seed}) in the learner's seat: {error}")
            else:
                report(walks[-1])
        met = {topic for walk in walks for topic in walk.topics}
        faults += [f"The topic {each.id} never comes up." for each in guide.topics if each.id not in met]
    return GuideReport(tuple(faults), tuple(walks))


def _names(guide: Guide, lessons: Sequence[str], words: Sequence[str]) -> Iterator[str]:
    """Yield the names in a guide that nothing has."""
    title = build(guide.options)
    for lesson in guide.after:
        if lesson not in lessons:
            yield f"The guided game comes after the lesson {lesson}, which does not exist."
    kinds = {str(kind.__struct_config__.tag) for kind in title.kinds}
    for topic in guide.topics:
        unknown = sorted({*topic.named, *topic.when.figures} - FIGURES.keys())
        if unknown:
            yield f"The topic {topic.id} names {', '.join(unknown)}, which is no figure."
        for kind in {topic.when.can, topic.when.cannot} - {"", *kinds}:
            yield f"The topic {topic.id}: {guide.title} has no action {kind}."
        if topic.when.round and topic.when.round not in title.rounds:
            yield f"The topic {topic.id}: {guide.title} has no round {topic.when.round}."
        if topic.lesson and topic.lesson not in lessons:
            yield f"The topic {topic.id} names the lesson {topic.lesson}, which does not exist."
        for word in topic.words:
            if word not in words:
                yield f"The topic {topic.id} names the word {word}, which the glossary does not have."


def walked(guide: Guide, level: str, seed: int) -> Walk:
    """Play the guided game with a bot in the learner's seat. Raises ``UsageError`` for a faulty condition."""
    players = {
        seat.name: load_player(level)(seed) if seat.plays == PERSON else load_player(seat.plays)(seat.seed)
        for seat in guide.seats
    }
    return followed(guide, lambda game, player: players[player].choose(game, player))._replace(
        level=level, seed=seed
    )


def followed(guide: Guide, choose: Callable[[Game, str], Action]) -> Walk:
    """Play the guided game with these choices, and return its course. Raises ``UsageError``."""
    game = opened(guide)
    topics: list[str] = []
    decisions = until_stop = 0
    while not game.over:
        player = first_to_act(game)
        if player == guide.learner:
            topics += [each.topic.id for each in due_now(guide, game, topics)]
            if stop_due(guide, game) and not until_stop:
                until_stop = decisions
                stop_text(guide, game)
            decisions += 1
        game.play(choose(game, player))
    assert game.result is not None
    return Walk("", 0, tuple(topics), until_stop or decisions, decisions, game.result.reason)


def opened(guide: Guide) -> Game:
    """Return the guided game at its start."""
    return Game(build(guide.options), guide.options)
