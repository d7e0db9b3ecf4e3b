"""Places of tokens and runs on a drawn map."""

from __future__ import annotations

from scenes import Scene
from trunkline import svg
from trunkline.svg.track import SLOT


def test_tokens_stand_on_their_stop_side_by_side() -> None:
    scene = Scene().tiles("P9:14:0")
    scene.started("GT")
    scene.started("BB", home=False)
    scene.token("BB", "P9")
    title, state = scene.game.title, scene.state
    grid = svg.Grid(title.board.layout)
    spots = list(svg.token_spots(title.tables, grid, state.tiles, state.tokens, "P9"))
    assert [token.corp for token, _ in spots] == ["GT", "BB"]
    (_, first), (_, second) = spots
    assert (first.x, second.x) == (-SLOT, SLOT)
    assert list(svg.token_spots(title.tables, grid, state.tiles, state.tokens, "O10")) == []


def test_a_run_is_drawn_hex_by_hex_along_its_track() -> None:
    scene = Scene().gt_line()
    title = scene.game.title
    grid = svg.Grid(title.board.layout)
    parts = svg.run_track(title.tables, grid, scene.state.tiles, ("P9.0", "O10", "N11.1"))
    assert [part.hex for part in parts] == ["P9", "O10", "N11"]
    assert all(part.d.startswith("M") for part in parts)
    assert svg.run_track(title.tables, grid, scene.state.tiles, ("Z99.0", "P9.7", "A14.0")) == []


def test_a_game_shows_its_map_in_a_notebook() -> None:
    scene = Scene().gt_line()
    assert scene.game._repr_svg_() == scene.game.svg()
    assert scene.game.svg().startswith("<svg ")
    assert scene.game.svg() != svg.board_map(scene.game.title.board)
