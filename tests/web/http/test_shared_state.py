"""Tests that views do not change the states that the server holds."""

from __future__ import annotations

import itertools

import pytest

from trunkline.game import Game
from web.http.api import Api
from web.http.recorded import GAMES, recorded

APART = 40
"""Actions between two checked moments."""


@pytest.mark.slow
@pytest.mark.parametrize("title", GAMES)
def test_a_view_of_a_moment_leaves_its_state_unchanged(api: Api, title: str) -> None:
    played = recorded(title)
    table = api.taken_in(played.to_bytes())
    again = Game(played.title, played.options)
    hosted = api.client.app.state.backend.games[table.id]
    path = hosted.path()
    for at in itertools.count():
        if at % APART == 0 or again.over:
            view = table.view(at)
            if again.title.formation is not None:
                api.get(f"{table.path}/formation", at=at)
            api.get(f"{table.path}/why", at=at)
            api.get(f"{table.path}/map", at=at)
            assert view["over"] == again.over
            assert hosted.state(path[at]).digest() == again.digest(), at
        if at == len(played.actions):
            break
        again.play(played.actions[at])
