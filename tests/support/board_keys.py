"""List the keys of a title's board file that are never read while the title is used.

    .venv/bin/python tests/support/board_keys.py 1856

The program prints each unread key as ``StateStruct.key``, one a line. It plays random games under every
reading and with all variants. It also plays moments that such games rarely reach, lists legal and forbidden
choices, draws the terminal and table views, and exports games for other programs. To record the reads, it
replaces the fields of the record classes with properties. This cannot be undone, so the tests run it in a
separate process.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import trunkline
from cgr_scene import CgrScene
from conrail_scene import ConrailScene
from money_18gl import conrail as formed
from money_18gl import in_need
from scenes import Scene
from scenes_18gl import Scene as Scene18GL
from trunkline import actions as A
from trunkline import interop
from trunkline.cli.terminal import holdings, map_text
from trunkline.engine.board import board, components
from trunkline.engine.board import map as board_map
from trunkline.engine.board.map import BoardRecord
from trunkline.game import Game
from trunkline.game.wording import choices as wording
from trunkline.game.wording.hexes import hex_lines
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer
from trunkline.titles import boards
from trunkline.util.strict_yaml import read_yaml
from web.http.api import Api, table_at

FOLDER = Path(trunkline.__file__).parent / "titles"

Key = tuple[str, str]
"""The name of a record and the name of one of its fields."""

EXEMPT = frozenset({"notes", "source", "basis", "recon", "fit_residual", "manifest", "row", "supplied"})
"""Keys that give the source of a fact, or a printed list used for comparison."""

PLAYERS = ("A", "B", "C", "D")
SEEDS = (1, 2)


def records() -> Iterator[type[BoardRecord]]:
    """Yield the record classes of the schema."""
    for module in (board_map, components, board):
        for found in vars(module).values():
            if isinstance(found, type) and issubclass(found, BoardRecord) and found is not BoardRecord:
                yield found


def keys(record: object, raw: object) -> set[Key]:
    """Return the keys that a file contains. ``record`` is the decoded file and ``raw`` is its content."""
    found: set[Key] = set()
    if isinstance(record, BoardRecord) and isinstance(raw, Mapping):
        kind = type(record)
        for field, name in zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True):
            if name in raw and name not in EXEMPT:
                found |= {(kind.__name__, field)} | keys(getattr(record, field), raw[name])
    elif isinstance(record, Mapping) and isinstance(raw, Mapping):
        for name in raw:
            found |= keys(record[name], raw[name])
    elif isinstance(record, tuple) and isinstance(raw, Sequence):
        for one, part in zip(record, raw, strict=True):
            found |= keys(one, part)
    return found


def watch(read: set[Key]) -> None:
    """From now on, add every field that is read from a record of the schema to ``read``.

    Only the first read of a field is slower.
    """
    for kind in set(records()):
        for field in kind.__struct_fields__:
            type.__setattr__(kind, field, _remembering(kind, field, read))


def _remembering(kind: type[BoardRecord], field: str, read: set[Key]) -> property:
    slot = kind.__dict__[field]
    key = (kind.__name__, field)

    def get(record: BoardRecord) -> Any:
        read.add(key)
        type.__setattr__(kind, field, slot)
        return slot.__get__(record, kind)

    return property(get)


def used(title: str, api: Api) -> Iterator[None]:
    """Use a title in every way. Yield between steps, so the caller can stop once every key has been read."""
    api.get(f"/api/titles/{title}/board")
    api.client.get(f"/api/titles/{title}/symbols.svg")
    for moment in SELDOM.get(title, ()):
        moment()
    about = trunkline.catalogue()[title]
    choices = itertools.product(SEEDS, reversed(about.rules), sorted({(), about.variants}, reverse=True))
    for seed, rules, variants in choices:
        game = trunkline.new(title, PLAYERS, seed=seed, rules=rules, variants=variants)
        for count, _ in enumerate(play_turns(game, RandomPlayer(seed))):
            if count % 120 == 0:
                looked_at(game, api)
                yield
        looked_at(game, api)
        if rules == "18xx.games":
            interop.export(game)
        yield


def looked_at(game: Game, api: Api) -> None:
    """Produce every view of a moment, in the terminal and at the table."""
    for choice in game.legal():
        wording.words(game, choice)
    for refused, _ in game.forbidden():
        wording.words(game, refused)
    holdings.holdings_lines(game)
    map_text.map_lines(game)
    for hex in game.title.board.hexes:
        hex_lines(game, hex)
    game.svg()
    api.taken_in(game.to_bytes()).view()


def twenty_shares() -> None:
    """Form the CGR from so many shares that it needs its second issue."""
    scene = CgrScene()
    for id, president in (("GT", "P1"), ("TGB", "P2"), ("CVR", "P3")):
        scene.debtor(id, {president: 8})
    scene.poor()
    scene.form()


def broken_bank() -> None:
    """Break the bank in the first of two operating rounds."""
    scene = Scene().phase(2)
    scene.started("GT")
    scene.turn("GT", "dividend", revenue=100)
    scene.state.bank_broken = True
    scene.play(A.Dividend("P1", "GT", "pay"))
    while not scene.game.over:
        scene.pass_()


def last_player() -> None:
    """Bankrupt a president when only one other player is left."""
    scene = in_need(phase="D", treasury=30, loans=2)
    scene.state.players["P3"].out = True
    scene.play(A.SellShares("P1", "NKP", 3), A.SellShares("P1", "IC", 3), A.DeclareBankruptcy("P1"))


def highest_price() -> None:
    """End the game by a share price, after the set of operating rounds."""
    scene = Scene18GL().phase("4H")
    scene.floated("LS&I", "P1", cell=(0, 17))
    scene.give_trains("LS&I", "D")
    scene.turn("LS&I", "dividend", revenue=400)
    scene.play(A.Dividend("P1", "LS&I", "pay"))
    while not scene.game.over:
        scene.pass_()


def bonded() -> None:
    """Let CONRAIL pay interest on its bonds."""
    scene = Scene18GL().opened().phase("10H")
    formed(scene, cash=100, bonds={"P2": 3})
    scene.turn("CR", "bond interest")


def conrail() -> None:
    """Form CONRAIL from so many corporations that it issues bonds and chooses tokens."""
    scene = ConrailScene()
    for id in ("NKP", "LS&I", "IC", "MILW", "PRR"):
        scene.old(id, {"P1": 5})
    scene.tile("I11", "57")
    scene.token("NKP", "I11")
    scene.begins()
    scene.play(A.Pass("P1"))


SELDOM: dict[str, tuple[Callable[[], None], ...]] = {
    "1856": (twenty_shares, broken_bank),
    "18GL": (last_player, highest_price, bonded, conrail),
}
"""Moments that a random game rarely reaches, by title."""


def main() -> None:
    """Print the keys that are not read, for the title named on the command line."""
    (title,) = sys.argv[1:]
    found = boards()[title]()
    unread = keys(found, read_yaml(FOLDER / f"t{title.lower()}" / "board.yaml"))
    read: set[Key] = set()
    watch(read)
    with tempfile.TemporaryDirectory() as folder, table_at(Path(folder) / "table.sqlite") as client:
        for _ in used(title, Api(client)):
            unread -= read
            if not unread:
                break
    for record, field in sorted(unread):
        print(f"{record}.{field}")


if __name__ == "__main__":
    main()
