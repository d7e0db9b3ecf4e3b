"""Tests of the guided first game, on games in which a clerk or a director played the learner's seat."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

import msgspec
import pytest

import trunkline
from trunkline.engine.kernel.depot import train_name
from trunkline.game import actions
from trunkline.game.game import Game
from trunkline.game.wording.glossary import glossary
from trunkline.learn.guided.checking import Walk, check_guide, followed
from trunkline.learn.guided.figures import FIGURES
from trunkline.learn.guided.guide import SHORT_GAME, Guide, Range, Topic, When, first_game, guided_game
from trunkline.learn.guided.speaking import MOST_AT_ONCE, due, due_now
from trunkline.learn.library import lessons
from trunkline.learn.records import read_record
from trunkline.players import play_turns
from trunkline.players.director import Director
from trunkline.util.errors import UsageError

GAMES = tuple(sorted(Path(__file__).with_name("guided").glob("*.txt")))
"""Played by ``walked(first_game(), "clerk", 3)``, and by a director with the seeds 2 and 3."""
MIDDLE = GAMES[1]
GUIDE = first_game()
ANN = GUIDE.learner


@lru_cache
def recorded(path: Path) -> tuple[Game, Walk]:
    """Return a recorded game, and its course."""
    game = Game.load(path)
    played = iter(game.actions)
    return game, followed(GUIDE, lambda game, player: next(played))


def decisions(path: Path) -> Iterator[Game]:
    """Yield the game at each decision of the learner."""
    game, _ = recorded(path)
    now = Game(game.title, game.options)
    for action in game.actions:
        if ANN in now.to_act:
            yield now.copy()
        now.play(action)


def may(kind: type[actions.Action]) -> Callable[[Game], bool]:
    """Return a test whether the learner has a legal action of a kind."""
    return lambda game: any(
        isinstance(getattr(choice, "action", choice), kind) or getattr(choice, "kind", None) is kind
        for choice in game.legal(ANN)
    )


def turn_of(game: Game) -> str:
    """Return the company of the learner that has its turn, or an empty text."""
    operating = game.shared_state.operating
    corp = operating.turn.corp if operating and operating.turn else ""
    return corp if corp and game.shared_state.corporations[corp].president == ANN else ""


def round_is(kind: str, game: Game) -> bool:
    """Return whether the round is of a kind."""
    return game.shared_state.round.kind == kind


def sold(game: Game, name: str) -> bool:
    """Return whether a train of a type has left the bank."""
    return any(train_name(id) == name and at != "bank" for id, at in game.shared_state.trains.items())


def bank_price(game: Game) -> int:
    """Return the price of the next train of the bank."""
    return game.board.train[train_name(game.shared_state.trains_at("bank")[0])].price


DUE: dict[str, Callable[[Game], bool]] = {
    "opening": lambda game: round_is("opening", game) and may(actions.BuyOffered)(game),
    "all-passed": lambda game: (
        may(actions.BuyOffered)(game)
        and not game.shared_state.privates["flos"].player
        and game.shared_state.privates["flos"].cost < 20
    ),
    "auction": lambda game: bool(game.shared_state.opening and game.shared_state.opening.auction),
    "stock": lambda game: round_is("stock", game),
    "start": lambda game: round_is("stock", game) and may(actions.StartCorporation)(game),
    "operating": lambda game: (
        bool(turn_of(game))
        and not game.shared_state.corporations[turn_of(game)].operated
        and may(actions.LayTile)(game)
    ),
    "dividend": lambda game: (
        may(actions.Dividend)(game)
        and game.shared_state.operating is not None
        and game.shared_state.operating.turn is not None
        and game.shared_state.operating.turn.revenue > 0
    ),
    "token": lambda game: (
        bool(turn_of(game)) and may(actions.PlaceToken)(game) and not may(actions.LayTile)(game)
    ),
    "loan": lambda game: (
        bool(turn_of(game))
        and may(actions.TakeLoan)(game)
        and not may(actions.RunTrains)(game)
        and game.shared_state.corporations[turn_of(game)].cash < bank_price(game)
    ),
    "phase-two": lambda game: sold(game, "3") and not sold(game, "4"),
    "answer": may(actions.Answer),
    "discard": may(actions.DiscardTrain),
    "cgr": lambda game: game.shared_state.corporations["CGR"].cell is not None,
    "bank-near": lambda game: game.shared_state.bank <= 2500,
}
"""The decisions at which topics are due, found without the figures of the guide."""


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_topics_are_due_at_the_positions_that_they_are_about(path: Path) -> None:
    wrong = [
        (len(game.actions), id)
        for game in decisions(path)
        for found in ({each.topic.id for each in due(GUIDE, game, ())},)
        for id, expected in DUE.items()
        if (id in found) != expected(game)
    ]
    assert wrong == []


def test_the_recorded_games_meet_every_topic_and_none_twice() -> None:
    walks = [recorded(path)[1] for path in GAMES]
    assert {topic for walk in walks for topic in walk.topics} == {topic.id for topic in GUIDE.topics}
    for walk in walks:
        assert len(set(walk.topics)) == len(walk.topics)
        # A newcomer decides in less than a minute on average, so this takes about an hour.
        assert 40 < walk.until_stop < 100
        assert walk.decisions > 2 * walk.until_stop


def test_the_figures_in_the_texts_are_those_of_the_rules() -> None:
    seen: set[str] = set()
    for game in decisions(MIDDLE):
        for each in due(GUIDE, game, seen):
            seen.add(each.topic.id)
            assert "{" not in each.text
            state = game.shared_state
            before = state.players[ANN].cash
            match each.topic.id:
                case "dividend":
                    corp = turn_of(game)
                    after = game.copy()
                    after.play(actions.Dividend(ANN, corp, "pay"))
                    got = after.shared_state.players[ANN].cash - before
                    assert f"you receive ${got} and its price becomes ${after.price(corp)}." in each.text
                    assert each.corporations == (corp,)
                    after = game.copy()
                    after.play(actions.Dividend(ANN, corp, "withhold"))
                    assert each.text.endswith(f"its price becomes ${after.price(corp)}.")
                case "loan":
                    corp = turn_of(game)
                    after = game.copy()
                    after.play(actions.TakeLoan(ANN, corp))
                    lent = after.shared_state.corporations[corp].cash - state.corporations[corp].cash
                    assert f"A loan brings ${lent} now" in each.text
                case "operating":
                    assert each.hexes == (state.corporations[turn_of(game)].stations[0],)
                case "rust-ahead":
                    left = [train_name(id) for id, at in state.trains.items() if at == "bank"].index("4")
                    assert f"sells {left} more trains before it" in each.text
    assert {"dividend", "loan", "operating", "rust-ahead"} <= seen


def test_the_coach_speaks_of_few_things_at_once_and_only_when_the_learner_must_act() -> None:
    game, _ = recorded(MIDDLE)
    start = game.at(0)
    assert [each.topic.id for each in due_now(GUIDE, start, ())] == ["opening"]
    assert due_now(GUIDE, start, {"opening"}) == []
    most = max(len(list(due(GUIDE, each, ()))) for each in decisions(MIDDLE))
    assert most > MOST_AT_ONCE
    for each in decisions(MIDDLE):
        assert len(due_now(GUIDE, each, ())) <= MOST_AT_ONCE
        assert due_now(GUIDE, each, (), MOST_AT_ONCE) == []
    assert list(due(GUIDE, game, ())) == []
    other = next(
        now for now in (game.at(number) for number in range(len(game.actions))) if ANN not in now.to_act
    )
    assert list(due(GUIDE, other, ())) == []


def changed(**fields: object) -> Guide:
    """Return the guide with one topic, whose fields are these."""
    topic = msgspec.structs.replace(GUIDE.topics[0], **fields)
    return msgspec.structs.replace(GUIDE, topics=(topic,))


@pytest.mark.parametrize(
    ("guide", "fault"),
    [
        (changed(text="You have ${gold}."), "names gold, which is no figure"),
        (changed(when=When(figures={"silver": Range()})), "names silver, which is no figure"),
        (changed(when=When(can="fly")), "1856 has no action fly"),
        (changed(when=When(round="night")), "1856 has no round night"),
        (changed(lesson="nonsense"), "the lesson nonsense, which does not exist"),
        (changed(words=("gnome",)), "the word gnome, which the glossary does not have"),
        (changed(), "never comes up"),
    ],
)
def test_a_faulty_topic_is_reported(guide: Guide, fault: str) -> None:
    report = check_guide(guide, GUIDE.after, ["private", "worth"], learners=())
    assert len(report.faults) == 1
    assert fault in report.faults[0]


def test_a_faulty_file_is_refused_with_its_line(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "src/trunkline/learn/guided/first-game.yaml").read_text()
    for old, new, why in (
        ("id: own-bids", "id: opening", "The topic opening is there twice"),
        ("plays: director, seed: 31", "plays: person", "Exactly one seat"),
        ("minutes: 60", "minuets: 60", "no field minuets"),
    ):
        path = tmp_path / "guide.yaml"
        path.write_text(text.replace(old, new, 1))
        with pytest.raises(UsageError, match=why):
            read_record(path, Guide)


def test_every_figure_is_used() -> None:
    used = {name for topic in GUIDE.topics for name in (*topic.named, *topic.when.figures)}
    assert GUIDE.stop is not None
    used |= Topic("stop", "-", GUIDE.stop.text, When()).named
    assert set(FIGURES) == used


def test_five_lessons_of_half_an_hour_are_enough_before_the_first_game() -> None:
    known = lessons()
    assert GUIDE.after == tuple(known)[:5]
    assert sum(known[id].lesson.minutes for id in GUIDE.after) == 31
    # Each thing that the other lessons teach has a topic of the coach.
    later = {topic.lesson for topic in GUIDE.topics} - {*GUIDE.after, ""}
    assert later == {"dividends", "trains", "shares", "destinations-loans", "cgr"}
    words = [word for section in glossary() for entry in section.entries for word in entry.words]
    faulty = msgspec.structs.replace(GUIDE, after=("none",))
    missing = check_guide(faulty, [*known], words, learners=())
    assert missing.faults == ("The guided game comes after the lesson none, which does not exist.",)


def test_the_short_game_ends_by_the_rules_and_its_topics_come_up() -> None:
    words = [word for section in glossary() for entry in section.entries for word in entry.words]
    report = check_guide(guided_game(SHORT_GAME), [*lessons()], words)
    assert report.faults == ()
    for walk in report.walks:
        assert walk.reason == "bank"
        # A newcomer decides in less than half a minute on average, so this takes about half an hour.
        assert 40 < walk.decisions == walk.until_stop < 90


def test_the_short_game_names_prices_of_sale_and_the_end_of_privates_and_of_the_game_in_time() -> None:
    guide = guided_game(SHORT_GAME)
    game = trunkline.new(guide.title, [seat.name for seat in guide.seats], seed=guide.seed)
    seen: dict[str, str] = {}
    for _ in play_turns(game, Director(32)):
        if guide.learner not in game.to_act:
            continue
        for each in due(guide, game, seen):
            seen[each.topic.id] = each.text
            if each.topic.id == "bank-near":
                assert game.shared_state.round.number >= 4
            if each.topic.id == "other-companies":
                (corp,) = each.corporations
                before = game.shared_state.players[guide.learner].cash
                for choice in game.legal(guide.learner):
                    if isinstance(choice, actions.BuyShare) and choice.corp == corp:
                        after = game.copy()
                        after.play(choice)
                        paid = before - after.shared_state.players[guide.learner].cash
                        assert int(re.findall(r"a share costs \$(\d+)", each.text)[0]) <= paid
    assert "The first 4-train closes all privates" in seen["opening"]
    assert {"other-companies", "bank-near"} <= seen.keys()
