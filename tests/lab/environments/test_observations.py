"""Arrays, graphs and plain data of positions, with their schema."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cgr_scene import CgrScene
from environment_reference import as_markdown
from lab.environments.play import SETUPS, digest, moments, name
from scenes_18gl import Scene as Scene18GL
from trunkline.engine.kernel.decisions import Offer
from trunkline.game import Game, actions
from trunkline.lab.environments.game_setup import GameSetup
from trunkline.lab.environments.graph import EDGES, graph_space
from trunkline.lab.environments.observation import observation_space
from trunkline.lab.environments.schema import PARTS, check_arrays, check_schema, schema
from trunkline.lab.environments.structured import structured
from trunkline.titles.t1856.state import state_1856
from trunkline.util.errors import UsageError


def cell(setup: GameSetup, arrays: dict[str, Any], array: str, row: str, column: str) -> float:
    """Return one number of an observation by its names."""
    found = setup.arrays.arrays[array]
    columns = [each.name for each in found.columns]
    return float(arrays[array][found.rows.index(row), columns.index(column)])


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_the_arrays_show_the_position_from_the_view_of_each_player(setup: GameSetup) -> None:
    for number, (game, player, _) in enumerate(moments(setup, 5, 300)):
        arrays = setup.arrays.observe(game, player)
        check_arrays(arrays, setup)
        if number % 20:
            continue
        state = game.shared_state
        for array, found in setup.arrays.arrays.items():
            flags = [place for place, column in enumerate(found.columns) if column.unit == "0 or 1"]
            assert np.isin(arrays[array][:, flags], (0, 1)).all(), array
        assert cell(setup, arrays, "game", "game", "bank") == pytest.approx(state.bank / 100)
        start = game.players.index(player)
        for seat in range(setup.players):
            person = game.players[(start + seat) % setup.players]
            row = f"player {seat}"
            assert cell(setup, arrays, "players", row, "cash") * 100 == pytest.approx(
                state.players[person].cash
            )
            for corp in state.corporations.values():
                held = cell(setup, arrays, "players", row, f"shares of {corp.id}")
                assert held * corp.total == pytest.approx(10 * corp.shares.get(person, 0))
                presides = cell(setup, arrays, "companies", corp.id, f"{row} is president")
                assert presides == (corp.president == person)
        for id in state.corporations:
            for kind in game.board.train:
                owned = [train for train in state.trains_at(id) if train.rpartition("-")[0] == kind]
                assert cell(setup, arrays, "companies", id, f"{kind}-trains") == len(owned)
        for hex, tokens in state.tokens.items():
            for token in tokens:
                assert cell(setup, arrays, "map", hex, f"token of {token.corp} at stop {token.stop}") == 1
        for hex, placed in state.tiles.items():
            colour = game.board.tiles[placed.tile].colour
            assert cell(setup, arrays, "map", hex, f"{colour} tile") == 1


def test_an_offer_is_shown_with_its_subject_and_price() -> None:
    setup = SETUPS[0]
    for moment in moments(setup, 7, 600):
        game, player, _ = moment
        state = game.shared_state
        if state.pending and isinstance(state.pending[-1], Offer):
            offer = state.pending[-1].offer
            if isinstance(offer, actions.BuyPrivate):
                break
    else:
        pytest.fail("no offer of a private in this game")
    arrays = setup.arrays.observe(game, player)
    assert cell(setup, arrays, "privates", offer.private, "decision concerns it") == 1
    assert cell(setup, arrays, "game", "game", "decision: Offer") == 1
    assert cell(setup, arrays, "game", "game", "amount of the decision") == pytest.approx(offer.price / 100)
    asking = [cell(setup, arrays, "players", f"player {seat}", "decision concerns it") for seat in range(3)]
    assert game.players[(game.players.index(player) + asking.index(1)) % 3] == offer.player


def test_figures_of_one_title_are_shown() -> None:
    scene = CgrScene()
    for id, president in (("GT", "P1"), ("TGB", "P2"), ("CVR", "P3")):
        scene.debtor(id, {president: 8})
    scene.poor()
    before = own_figures(scene.game, "P1")
    scene.form()
    after = own_figures(scene.game, "P1")
    assert (before["the CGR is ahead"], before["the CGR is formed"]) == (1, 0)
    assert (after["the CGR is ahead"], after["the CGR is formed"]) == (0, 1)
    absorbed = state_1856(scene.game.shared_state).cgr.absorbed
    assert {id for id in ("GT", "TGB", "CVR") if after[f"was absorbed by the CGR: {id}"]} == set(absorbed)
    assert absorbed


def test_a_sale_of_bonds_is_no_ban_of_a_company() -> None:
    scene = Scene18GL(3)
    scene.floated("IC", "P1", {"P1": 5, "P2": 2}, treasury=3)
    scene.state.bonds = {"P1": 4}
    scene.stock("P1").play(actions.SellBonds("P1", 1))
    scene.play(actions.SellShares("P1", "IC", 1))
    space = observation_space(scene.game.title, 3)
    columns = [column.name for column in space.arrays["players"].columns]
    [player, *_] = space.observe(scene.game, "P1")["players"]
    banned = [
        name for name, value in zip(columns, player, strict=True) if name.startswith("may not") and value
    ]
    assert banned == ["may not buy IC"]
    assert player[columns.index("bonds")] == 3


def own_figures(game: Game, viewer: str) -> dict[str, float]:
    """Return the figures of 1856 alone: those of the game, and those of companies with their ids."""
    space = observation_space(game.title, len(game.players))
    arrays = space.observe(game, viewer)
    figures = game.title.policies.figures
    found = {}
    for array, own in (("game", figures.game), ("companies", figures.corporation)):
        names = [column.name for column in space.arrays[array].columns]
        for row, values in zip(space.arrays[array].rows, arrays[array], strict=True):
            for figure in own:
                key = figure.name if array == "game" else f"{figure.name}: {row}"
                found[key] = float(values[names.index(figure.name)])
    return found


GOLDEN = {
    "1856-3-printed-best": "5486a0fec8572832",
    "1856-6-18xx.games-free": "76d2a8f7af9905e4",
    "1851-4-printed-announced": "4eba79aecf96ad40",
    "1851-5-rails-best": "5e50115247a15131",
    "18GL-2-printed-best": "86cd6a25b3b17735",
    "18GL-5-printed-free": "15bc32ab6622b0b2",
}
"""Hashes of all observations of 200 moments, the same on every machine."""


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_the_same_seed_gives_the_same_arrays_everywhere(setup: GameSetup) -> None:
    hashes = [
        digest({**setup.arrays.observe(game, player), "mask": legal.mask()})
        for game, player, legal in moments(setup, 18, 200)
    ]
    found = digest({"all": np.frombuffer("".join(hashes).encode(), np.uint8)})
    assert found == GOLDEN[name(setup)], (
        f"{name(setup)}: {found}; changed arrays need a new version, other random games only a new hash"
    )


@pytest.mark.parametrize("setup", SETUPS[::2], ids=name)
def test_graph_and_plain_data_have_what_the_state_has(setup: GameSetup) -> None:
    *_, (game, player, legal) = moments(setup, 21, 260)
    state = game.shared_state
    space = graph_space(game.board)
    arrays = setup.arrays.observe(game, player)
    graph = space.graph(game, arrays)
    names = [(kind, each) for kind, found in space.nodes.items() for each in found]
    assert graph.edges.shape == (2, len(graph.kinds)) == (2, len(graph.weights))
    assert graph.edges.max() < len(names)
    by_kind = {kind: graph.edges[:, graph.kinds == place].T for place, kind in enumerate(EDGES)}
    tokens = sorted((t.corp, f"{hex} {t.stop}") for hex, found in state.tokens.items() for t in found)
    assert sorted((names[a][1], names[b][1]) for a, b in by_kind["token"]) == tokens
    assert {(names[a][0], names[b][0]) for a, b in by_kind["border"]} == {("hex", "side")}
    assert {names[end][0] for pair in by_kind["track"] for end in pair} == {"side", "stop"}
    trains = graph.weights[graph.kinds == EDGES.index("owns train")].sum()
    assert trains == sum(place in state.corporations for place in state.trains.values())
    for kind, rows in graph.features.items():
        assert len(rows) == len(space.nodes[kind])
    plain = structured(game, player, legal)
    assert json.loads(json.dumps(plain)) == plain
    assert plain["seats"][0] == player
    assert len(plain["choices"]) == len(legal.choices)


def _changed(saved: dict[str, Any], part: str, field: str, value: object) -> dict[str, Any]:
    other = copy.deepcopy(saved)
    other[part][field] = value
    return other


def test_data_of_another_schema_is_refused_with_one_sentence() -> None:
    setup = SETUPS[0]
    saved = json.loads(json.dumps(schema(setup)))
    check_schema(saved, setup)
    for part in PARTS:
        with pytest.raises(UsageError, match=f"version 0 of the {part}, and this Trunkline has version 1:"):
            check_schema(_changed(saved, part, "version", 0), setup)
        with pytest.raises(UsageError, match=f"The {part} of the data have other names"):
            check_schema(_changed(saved, part, "digest", "00"), setup)
    with pytest.raises(UsageError, match="The data is for 3 players, and the environment has 6"):
        check_schema(saved, SETUPS[1])
    with pytest.raises(UsageError, match="The data is for the title '1851', and not for '1856'"):
        check_schema({**saved, "title": "1851"}, setup)
    for wrong in (None, {}, [saved], {"title": "1856", "players": 3}):
        with pytest.raises(UsageError, match="This is not the schema of an environment"):
            check_schema(wrong, setup)


def test_arrays_of_another_shape_are_refused_with_one_sentence() -> None:
    setup = SETUPS[0]
    game: Game = setup.new(1)
    arrays = setup.arrays.observe(game, "player_0")
    with pytest.raises(UsageError, match=r"The array companies has the shape \(11, 3\), and version 1"):
        check_arrays({**arrays, "companies": np.zeros((11, 3))}, setup)
    with pytest.raises(UsageError, match="An observation has the arrays game, players, companies"):
        check_arrays({"game": arrays["game"]}, setup)
    for nothing, named in (({}, "none"), (None, "None")):
        with pytest.raises(UsageError, match=f", map, not {named}."):
            check_arrays(nothing, setup)
    with pytest.raises(UsageError, match="The array companies has the shape None"):
        check_arrays({**arrays, "companies": None}, setup)
    with pytest.raises(UsageError, match="'Ann' does not play; the players are player_0, player_1, player_2"):
        setup.arrays.observe(game, "Ann")


def test_the_reference_page_is_up_to_date() -> None:
    page = Path(__file__).parents[3] / "docs/reference/environments.md"
    assert page.read_text() == as_markdown(), "make env-reference"
