"""Tests of the stored answers and ratings, in both databases."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from trunkline.learn.puzzles import collection
from trunkline.learn.puzzles.puzzle import Theme
from trunkline.web.puzzles.answers import PuzzleAnswers
from trunkline.web.storage.urls import Place
from web.http.house import House

PUZZLES = list(collection.own().values())


@pytest.fixture(name="house")
def _house(kept_in: Place) -> Iterator[House]:
    with House(kept_in) as found:
        yield found


def test_first_answers_move_both_ratings_and_are_deleted_with_the_account(house: House) -> None:
    answers = PuzzleAnswers(house.porter.database, clock=lambda: 1000.0)
    ann, bob = house.person("Ann").id, house.person("Bob").id
    lay, run, token = (
        next(each for each in PUZZLES if each.theme is theme) for theme in (Theme.LAY, Theme.RUN, Theme.TOKEN)
    )
    gained = answers.record(ann, lay, right=True)
    lost = answers.record(ann, run, right=False)
    again = answers.record(ann, token, right=True)
    assert gained
    assert lost
    assert again
    assert gained.before.rating == 1250 < gained.after.rating
    assert lost.before == gained.after
    assert lost.after.rating < lost.before.rating
    assert gained.before.range > gained.after.range > lost.after.range > again.after.range
    assert answers.record(ann, run, right=True) is None
    found = answers.results(ann)
    assert (found.answered, found.solved, found.streak, found.rating) == (3, 2, 1, again.after)
    assert answers.of(ann) == {lay.id: True, run.id: False, token.id: True}
    # A solver who comes later meets the moved rating: the puzzle was solved, so it is easier.
    later = answers.record(bob, lay, right=True)
    assert later is not None
    assert 0 < later.after.rating - later.before.rating < gained.after.rating - gained.before.rating
    house.porter.accounts.delete(ann)
    assert answers.of(ann) == {}
    assert answers.results(ann).rating.rating == 1250
    assert answers.of(bob) == {lay.id: True}


def test_simultaneous_answers_of_one_person_count_once(house: House) -> None:
    answers = PuzzleAnswers(house.porter.database)
    ann, bob, puzzle = house.person("Ann").id, house.person("Bob").id, PUZZLES[0]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda who: answers.record(who, puzzle, right=True), [ann, bob, ann, ann]))
    assert sum(each is not None for each in found) == 2
    assert answers.results(ann).answered == 1
