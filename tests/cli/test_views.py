"""The table as text."""

from __future__ import annotations

import re

import pytest

import trunkline
from forced import forced
from scenes import Scene
from trunkline.cli.terminal import holdings, map_text, menu, reasons
from trunkline.cli.terminal.map_drawing import JOINED, LOOSE, letters
from trunkline.cli.terminal.routes_text import typed_runs
from trunkline.engine.kernel import chart
from trunkline.engine.kernel.choice import Amounts, Open
from trunkline.engine.kernel.context import Context
from trunkline.engine.track.map_index import PlacedTile, Token
from trunkline.game import Game
from trunkline.game.actions import LayTile, RunTrains
from trunkline.game.wording import choices as wording
from trunkline.game.wording import rounds
from trunkline.game.wording.hexes import hex_lines
from trunkline.game.wording.matching import contains
from trunkline.players import play_out, play_turns
from trunkline.players.random_player import RandomPlayer


@pytest.fixture
def fresh() -> Game:
    return trunkline.new("1856", ["Ann", "Bob", "Cy"])


def block(lines: list[str], hex: str) -> str:
    """Return the text around a hex on the map: its three lines."""
    y = next(y for y, line in enumerate(lines) if re.search(rf"\b{hex}\b", line))
    x = lines[y].index(hex)
    return "\n".join(line[max(0, x - 3) : x + 6] for line in lines[y : y + 3])


def test_the_empty_map_shows_names_towns_cities_values_and_terrain(fresh: Game) -> None:
    lines = map_text.map_lines(fresh)
    text = "\n".join(lines)
    for hex in fresh.title.board.hexes:
        assert re.search(rf"\b{hex}\b", text), hex
    assert "Toronto" in block(lines, "N11")
    assert "30 ./." in block(lines, "N11")
    assert "oo $40" in block(lines, "L15")
    assert "tt" in block(lines, "I14")
    assert "20" in block(lines, "K2")
    assert "~~~~" in block(lines, "N5")
    assert max(map(len, lines)) <= 125


def test_tiles_tokens_and_joined_track_are_drawn(fresh: Game) -> None:
    # H11 and H13 are adjacent, one below the other. 9 is straight track, 57 a city on straight track.
    state = forced(fresh)
    state.tiles = {"H13": PlacedTile("9", 0), "H15": PlacedTile("57", 0)}
    state.tokens = {"H15": (Token(0, "GW", 0),)}
    lines = map_text.map_lines(fresh)
    assert "9 yel" in block(lines, "H13")
    assert "57 yel" in block(lines, "H15")
    assert "20 W" in block(lines, "H15")
    assert "W GW" in lines[-1]
    y = next(y for y, line in enumerate(lines) if "H15" in line)
    x = lines[y].index("H15") + 1
    assert lines[y - 1][x] == JOINED
    assert lines[y - 5][x] == LOOSE


def test_a_wide_map_is_cut_into_strips(fresh: Game) -> None:
    lines = map_text.map_lines(fresh, 80)
    assert max(map(len, lines)) <= 80
    text = "\n".join(lines)
    assert all(hex in text for hex in ("A20", "Q8"))


def test_everything_about_a_hex(fresh: Game) -> None:
    text = "\n".join(hex_lines(fresh, "L15"))
    for words in ("Hamilton", "label OO", "stop 1", "$40", "home of THB"):
        assert words in text
    assert "The Canada Company" in "\n".join(hex_lines(fresh, "H11"))
    assert "city SW, city NE" in "\n".join(hex_lines(fresh, "N11"))


def test_every_corporation_has_a_letter_of_its_own(fresh: Game) -> None:
    found = letters(fresh.title.board)
    assert set(found) == set(fresh.state.corporations)
    assert len(set(found.values())) == len(found)


def test_holdings_show_cash_shares_presidents_and_trains(middle: Game) -> None:
    lines = holdings.holdings_lines(middle)
    head = next(line for line in lines if line.startswith("player"))
    for name, player in middle.state.players.items():
        row = next(line for line in lines if line.startswith(name)).split()
        assert f"${player.cash}" in row
        for corp in middle.state.corporations.values():
            if name in corp.shares:
                mark = "P" if corp.president == name else ""
                assert f"{corp.shares[name] * corp.percent}%{mark}" in row
                assert corp.id in head.split()
    for corp in middle.state.corporations.values():
        if corp.started and not corp.closed:
            row = next(line for line in lines if line.split()[:1] == [corp.id]).split()
            assert f"${corp.cash}" in row
            for train in middle.state.trains_at(corp.id):
                assert train.split("-")[0] in row


def test_the_chart_has_the_corporations_in_their_boxes(middle: Game) -> None:
    t = Context(middle.title, middle.state)
    lines = holdings.chart_lines(middle)
    order = [corp for corp in chart.order(t) if corp.cell is not None]
    assert order
    for corp in order:
        assert corp.cell is not None
        row = next(line for line in lines if re.search(rf"\b{corp.id}\b", line))
        assert row.index(corp.id) == 5 * corp.cell[1]
    prices = [int(price) for price in re.findall(r"\d+", lines[0])]
    assert prices == [box.price for box in middle.title.board.chart.rows[0] if box is not None]


def test_menus_number_every_choice_once_and_fold_long_groups(middle: Game) -> None:
    game = middle.at(len(middle.actions))
    largest = 0
    for _ in play_turns(game, RandomPlayer(5)):
        choices = game.legal()
        groups = menu.menu(game, choices)
        items = menu.numbered(groups)
        largest = max(largest, len(items))
        assert sum(item.count() for item in items) == len(choices)
        leaves = [leaf for item in items for leaf in (item.items or [item])]
        assert all(leaf.choice in choices for leaf in leaves)
        texts = [leaf.text for leaf in leaves]
        assert len(set(texts)) == len(texts), "two choices read the same"
        numbers = [int(line[:4]) for line in menu.lines(groups) if line[:4].strip().isdigit()]
        assert numbers == list(range(1, len(items) + 1))
        if len(game.actions) > 700:
            break
    assert largest <= 80, "menus stay readable"


def test_every_kind_of_action_has_words() -> None:
    for id in trunkline.catalogue():
        title = trunkline.new(id, ["Ann", "Bob", "Cy"]).title
        assert all(kind in wording.HEADINGS or kind in title.choices for kind in title.kinds)


def test_every_choice_and_every_refusal_of_a_whole_game_can_be_worded() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=6)
    for number, _ in enumerate(play_turns(game, RandomPlayer(6))):
        assert rounds.moment(game)
        if number % 25:
            continue
        for candidate, _ in game.forbidden():
            assert wording.words(game, candidate)
        for choice in game.legal():
            text = wording.words(game, choice)
            assert text
            assert "Amounts(" not in text
            if isinstance(choice, Amounts):
                assert str(choice.high) in text
            if isinstance(choice, Open):
                assert wording.words(game, choice.best())
            if isinstance(choice, LayTile):
                assert f"tile {choice.tile} on {choice.hex}" in text
    assert game.over
    assert rounds.moment(game) == "The game is over."


def test_like_refusals_stand_together(fresh: Game) -> None:
    found = reasons.reasons(fresh, "Ann")
    assert len({(reason.rule, reason.why, bool(reason.actions)) for reason in found}) == len(found)
    assert sum(len(reason.actions) for reason in found) < len(fresh.forbidden("Ann"))
    (only,) = reasons.reasons(fresh, "Ann", "bid flos")
    assert only.rule == "1856.initial.options"
    assert all(reason.rule in fresh.title.rules for reason in found)


def test_runs_are_told_by_train_places_and_what_they_earn(middle: Game) -> None:
    game = middle.at(len(middle.actions))
    play_out(game, RandomPlayer(2), 60)
    number, runs = next(
        (number, action)
        for number, action in reversed(list(enumerate(game.actions)))
        if isinstance(action, RunTrains) and action.runs
    )
    text = wording.words(game.at(number), runs)
    assert text.startswith(f"{runs.corp} runs {runs.runs[0].train.split('-')[0]}-train ")
    for run in runs.runs:
        hexes = [element.partition(".")[0] for element in run.path if "." in element]
        assert ", ".join(game.board.hexes[hex].name or hex for hex in hexes) in text
    assert text.endswith(f" for ${game.at(number + 1).state.corporations[runs.corp].revenue:,}")
    # An illegal run is described too, but its revenue is not known.
    assert "$" not in wording.words(game.at(0), runs)


def test_words_are_found_from_their_beginning() -> None:
    assert contains("lay track on D17 (Glencoe)", "d17 glen")
    assert not contains("Only a player may", "lay")
    assert contains("it costs $40 [1856.train.numeric-order]", "numeric")


def test_a_borrowed_train_can_be_typed() -> None:
    scene = Scene().gt_line()
    scene.started("GT", "P1")
    scene.turn("GT", "run")
    scene.own.turn.borrowed = "D-0"
    action = typed_runs(scene.game, "d: P9 N11", scene.runs())
    assert [run.train for run in action.runs] == ["D-0"]
