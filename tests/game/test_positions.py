"""Tests of positions in one line: written, read back, and refused in one sentence if they are damaged."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import trunkline
from cli.terminal import call
from trunkline import actions as A
from trunkline import interop
from trunkline.game import Game, position_line
from trunkline.game.position import Position
from trunkline.players.random_player import RandomPlayer

NAMES = ["Ann", "Bob", "Cy"]
TITLES = sorted(trunkline.catalogue())


def moments(title: str, seed: int, every: int) -> Iterator[Game]:
    """Yield some moments of a random game, to its end."""
    game, bot = trunkline.new(title, NAMES, seed=seed), RandomPlayer(seed)
    while not game.over and len(game.actions) < 3_000:
        if len(game.actions) % every == 0:
            yield game
        game.play(bot.choose(game, min(game.to_act)))
    yield game


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_a_line_has_the_whole_position_and_the_game_goes_on_from_it(title: str) -> None:
    sizes = []
    for game in moments(title, seed=11, every=97):
        line = game.to_line()
        again = Game.from_line(line)
        assert again.digest() == game.digest()
        assert (again.options, again.state, again.to_act) == (game.options, game.state, game.to_act)
        assert (again.actions, again.log, again.to_line()) == ([], [], line)
        here, there = game.copy(), again
        for step in range(5):
            if not here.over:
                action = RandomPlayer(step).choose(here, min(here.to_act))
                assert here.play(action) == there.play(action)
                assert here.digest() == there.digest()
        sizes.append(len(line))
    assert game.over
    assert max(sizes) < 4_000


def test_a_line_names_title_players_and_round() -> None:
    game = trunkline.new("1851", ["Ann", "Zoë: x,y", "/Cy/"], seed=3)
    line = game.to_line()
    assert line.startswith("trunkline1:1851:Ann,Zo%C3%AB%3A%20x%2Cy,%2FCy%2F:Opening:")
    assert line.isascii()
    assert not set(line) & set(" \n\"'\\/?#&")
    assert Game.from_line(f"  {line}\n").players == game.players


def test_a_line_keeps_settings_and_a_board_of_ones_own(tmp_path: Path) -> None:
    game = trunkline.new("1856", NAMES, seed=5, variants=["type8"], rules="18xx.games", runs="free")
    assert Game.from_line(game.to_line()).options == game.options
    text = Path(trunkline.__file__).with_name("titles").joinpath("t18gl", "board.yaml").read_text()
    own = trunkline.new("18GL", NAMES, board=text)
    again = Game.from_line(own.to_line())
    assert again.board.hash == own.board.hash


def test_a_file_with_a_line_is_loaded_like_a_game(tmp_path: Path) -> None:
    *_, game = moments("1851", seed=4, every=10_000)
    file = tmp_path / "position.txt"
    file.write_text(game.to_line() + "\n")
    for load in (trunkline.load, interop.load):
        assert load(file).digest() == game.digest()
    shown = call("state", file, "--json")
    assert shown.returncode == 0, shown.stderr
    assert json.loads(shown.stdout) == game.view()
    line = call("state", file, "--line")
    assert line.stdout == game.to_line() + "\n"


def test_a_game_without_its_way_says_so_instead_of_writing_a_file_that_nobody_can_replay() -> None:
    game = Game.from_line(trunkline.new("1856", NAMES).to_line())
    game.play(A.Pass("Ann"))
    assert game.copy() == game
    for write in (game.to_bytes, game.to_text, lambda: pickle.dumps(game)):
        with pytest.raises(trunkline.UsageError, match=r"began from a position.*game\.to_line\(\)"):
            write()
    with pytest.raises(trunkline.UsageError, match="cannot be exported as a list of actions"):
        interop.export(game)
    game.undo()
    with pytest.raises(trunkline.UsageError, match="nothing to undo"):
        game.undo()


# -- contents of a position


def test_positions_are_equal_by_what_is_on_the_table() -> None:
    game = trunkline.new("1856", NAMES, seed=1)
    start = Position.of(game)
    one = start.play(A.BuyOffered("Ann", "flos")).play(A.Pass("Bob"))
    game.play(A.BuyOffered("Ann", "flos"))
    game.play(A.Pass("Bob"))
    other = Position.of(game)
    assert one == other
    assert one.digest() == other.digest() == game.digest()
    assert (len({one, other, start}), {one: 1}[other]) == (2, 1)
    assert start != one
    assert one != game
    assert Position.of(trunkline.new("1856", NAMES, seed=2)) == start
    assert Position.of(trunkline.new("1856", NAMES, seed=1, rules="18xx.games")) != start
    assert Position.of(trunkline.new("1856", NAMES, seed=1, runs="free")) != start
    assert Position.of(trunkline.new("1856", [*NAMES[1:], "Ann"])) != start


def test_a_position_shows_itself_and_is_written_as_its_game_is() -> None:
    game = trunkline.new("1856", NAMES)
    position = Position.of(game)
    assert repr(position) == "<Position of 1856: Ann, Bob, Cy; Opening; Ann to act>"
    assert position._repr_svg_() == position.svg() == game.svg()
    assert position.to_line() == game.to_line()
    again = Position.from_line(position.to_line())
    assert again == position
    assert again.play(A.Pass("Ann")).to_line() == position.play(A.Pass("Ann")).to_line()
    (end,) = [Position.of(game) for game in moments("1851", seed=4, every=10_000) if game.over]
    assert repr(end).endswith("; over>")
    with pytest.raises(trunkline.UsageError, match="without the options of its game"):
        Position(game.title, game.state).to_line()


# -- damage

LINE = trunkline.new("1856", NAMES, seed=2).to_line()


@cache
def late(title: str) -> str:
    """Return the line of a position in the middle of a game."""
    found = [game.to_line() for game in moments(title, seed=6, every=150)]
    return found[len(found) // 2]


@given(data=st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_damaged_line_is_one_sentence(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(LINE) - 1))
    end = data.draw(st.integers(start, min(len(LINE), start + 30)))
    damaged = LINE[:start] + data.draw(st.text(max_size=20)) + LINE[end:]
    if damaged.strip() != LINE:
        for read in (Game.from_line, Position.from_line):
            with pytest.raises(trunkline.UsageError, match="is not a position that can be read"):
                read(damaged)


@pytest.mark.parametrize("line", [None, 1, b"trunkline1:", "", "trunkline1", "x" * 3_000_000, "\ud800", ()])
def test_what_is_no_line_is_one_sentence(line: object) -> None:
    for read in (Game.from_line, Position.from_line):
        with pytest.raises(trunkline.UsageError):
            read(line)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data["state"].update(bank=0), r"There are \$"),
        (lambda data: data["state"].update(tiles={"D17": ["999", 0]}), "cannot be|do not know"),
        (lambda data: data["state"].update(title="1851"), "of another title"),
        (lambda data: data["state"].update(extra=1), "do not know"),
        (lambda data: data["state"].update(phase=99), "do not know|cannot be"),
        (lambda data: data["state"]["corporations"].pop("GT"), "companies are not those"),
        (lambda data: data.update(state=[]), "do not know"),
        (lambda data: data.update(state=None), "do not know"),
        (lambda data: data.update(board="other"), "on another board"),
        (lambda data: data["options"].update(players=["Ann", "Bob", "Dee"]), "of other players"),
        (lambda data: data["options"].update(rulings=99), "version 99 of the rulings"),
        (lambda data: data["options"].update(title="1830"), "no title"),
        (lambda data: data["options"].update(seed="7"), "cannot be unpacked"),
    ],
)
def test_a_line_with_a_right_check_sum_is_looked_into(change: Any, words: str) -> None:
    with pytest.raises(trunkline.UsageError, match=words):
        Game.from_line(forged(LINE, change))


@pytest.mark.parametrize("token", [["", "GT"], ["D17", "Bob"]])
def test_a_token_of_a_power_lies_on_the_map_for_a_corporation(token: list[str]) -> None:
    line = forged(late("18GL"), lambda data: data["state"].update(private_tokens={"ferry": token}))
    with pytest.raises(trunkline.UsageError, match="The token of ferry is on"):
        Game.from_line(line)


def test_no_par_is_negative() -> None:
    line = forged(late("1856"), lambda data: data["state"]["corporations"]["GT"].update(par=-1))
    with pytest.raises(trunkline.UsageError, match=r"GT has par at \$−1"):
        Game.from_line(line)


def test_the_first_parts_must_fit_the_position() -> None:
    packed = LINE.split(":")[4]
    for head in ("1856:Ann,Bob,Dee:Opening", "1851:Ann,Bob,Cy:Opening", "1856:Ann,Bob,Cy:OR2.1"):
        before = f"trunkline1:{head}:{packed}"
        with pytest.raises(trunkline.UsageError, match="do not fit the position"):
            Game.from_line(f"{before}:{position_line._check_sum(before)}")
    before = f"trunkline2:1856:Ann,Bob,Cy:Opening:{packed}"
    with pytest.raises(trunkline.UsageError, match="of format 2, and this program reads format 1"):
        Game.from_line(f"{before}:{position_line._check_sum(before)}")


def test_a_line_that_unpacks_to_too_much_is_refused() -> None:
    with pytest.raises(trunkline.UsageError, match="the packed part is not whole"):
        Game.from_line(forged(LINE, lambda data: data["options"].update(board=" " * 3_000_000)))


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_a_forged_position_is_one_sentence_or_can_be_played(title: str) -> None:
    """The test changes a random value of the state and corrects the checksum."""
    rng, refused = random.Random(1), 0
    for _ in range(250):
        line = forged(late(title), lambda data: warped(data, rng))
        try:
            game = Game.from_line(line)
        except trunkline.UsageError:
            refused += 1
            continue
        game.svg()
        game.standings()
        game.forbidden()
        for choice in game.legal():
            if isinstance(choice, A.Action):
                game.copy().play(choice)
    assert refused > 100


def forged(line: str, change: Any) -> str:
    """Return the line of a changed position with a correct checksum."""
    form = position_line._FORM.fullmatch(line)
    assert form is not None
    data = json.loads(msgspec.json.encode(position_line._unpacked(line, "The line")))
    change(data)
    packed = position_line._pack(msgspec.json.encode(data))
    before = ":".join([*form["before"].split(":")[:4], packed])
    return f"{before}:{position_line._check_sum(before)}"


def warped(data: dict[str, Any], rng: random.Random) -> None:
    """Change, drop or double one value anywhere in the state."""
    places: list[tuple[Any, Any]] = []
    waiting: list[Any] = [data["state"]]
    while waiting:
        here = waiting.pop()
        for key, value in here.items() if isinstance(here, dict) else enumerate(here):
            places.append((here, key))
            if isinstance(value, dict | list):
                waiting.append(value)
    here, key = rng.choice(places)
    other, from_there = rng.choice(places)
    way = rng.randrange(4)
    if way == 0:
        del here[key]
    elif way == 1:
        here[key] = json.loads(json.dumps(other[from_there]))
    elif way == 2 and isinstance(here[key], int):
        here[key] = rng.choice([-1, 0, 1, 99, 10**9, 10**30, 1.5, True])
    else:
        here[key] = rng.choice([None, "", "foo", "D17", "Ann", "GT", [], {}, 0])
