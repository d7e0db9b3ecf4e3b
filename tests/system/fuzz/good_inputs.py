"""Correct inputs, which the fuzzer damages."""

from __future__ import annotations

import itertools
import json
import re
from functools import cache
from pathlib import Path
from typing import Final

import yaml

from interop.files import File
from interop.generator import Generator
from interop.rails_files import AUTOPASS, DONE, PASS, SKIP, SPLIT, FirstRailsFile, RailsFile
from trunkline.game import Game
from trunkline.game.routes import EXAMPLES
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer

ROOT: Final = Path(__file__).resolve().parents[3]
SAVES: Final = ROOT / "tests" / "lab" / "soak" / "perft"
TITLES: Final = ROOT / "src" / "trunkline" / "titles"


@cache
def saves() -> tuple[str, ...]:
    """Return small saved games."""
    names = ("opening", "stock-round", "phase-1", "phase-2", "bankruptcy")
    return tuple((SAVES / f"{name}.json").read_text() for name in names)


@cache
def texts() -> tuple[str, ...]:
    """Return small game texts, with comments and nested lines of play."""
    found: list[str] = []
    for save in saves()[1:4]:
        game = Game.from_bytes(save.encode())
        player = RandomPlayer(1)
        for back in (5, 4, 3, 2):
            for _ in range(back):
                game.undo()
            play_out(game, player, 4)
        found.append(game.to_text({1: "a comment", len(game.actions): "and } another"}))
    return (*found, re.sub(r"\[(Program|Board|Digest|Rulings) .*\n", "", found[0]))


@cache
def public_games() -> tuple[str, ...]:
    """Return small files of 18xx.games."""
    file = File().privates_sold()
    file.add("par", 0, corporation="GT", share_price="65,5,3").add("buy_shares", 1, shares=["GT_1"])
    file.add("pass", 2).add("message", 1, message="hello").undo().add("redo", 0)
    short = File(4, rules=("alternate_destinations",)).add("pass", 0)
    generator = Generator(3, 5)
    generator.play(150)
    return (file.bytes().decode(), short.bytes().decode(), json.dumps(generator.data))


@cache
def rails_games() -> tuple[str, ...]:
    """Return small files of Rails."""
    file = RailsFile().floated().lay("Ann", "L&N", "C15", "9", 0).say(SKIP, "Ann")
    file.train("Ann", "L&N", "2_0", 100).say(DONE, "Ann").say(PASS, "Bob", "Cy", "Ann")
    file.lay("Ann", "L&N", "D14", "57", 0).token("Ann", "L&N", "D14").earn("Ann", "L&N", 80, SPLIT)
    file.say(DONE, "Ann").sell("Ann", "L&N", 2).say(DONE, "Ann")
    file.say(PASS, "Bob").buy("Cy", "L&N", "L&N").say(DONE, "Cy").sell("Ann", "L&N", 2).say(DONE, "Ann")
    short = RailsFile(("M&C", "L&O", "ET&WNC"), price=100).start("Ann", "TC", 70).say(DONE, "Ann")
    short.buy("Bob", "L&N").say(DONE, "Bob")
    first = FirstRailsFile().floated().lay("Ann", "L&N", "C15", "9", 0).say(SKIP, "Ann")
    first.train("Ann", "L&N", "2_0", 100).say(DONE, "Ann").say(PASS, "Bob").say(AUTOPASS, "Cy")
    first.buy("Ann", "L&N", "L&N").request("Ann", "Cy").say(DONE, "Ann").start("Bob", "TC", 70)
    first.say(DONE, "Bob").buy("Cy", "L&N", "L&N").say(DONE, "Cy").sell("Ann", "L&N", 2)
    return (file.bytes().decode(), short.bytes().decode(), first.bytes().decode())


@cache
def positions() -> str:
    """Return the positions of the documentation as JSON."""
    return json.dumps(yaml.safe_load(EXAMPLES.read_text()))


@cache
def boards() -> tuple[str, ...]:
    """Return the boards of the titles and a board of a few hexes, as JSON."""
    full = [
        yaml.safe_load((TITLES / name / "board.yaml").read_text()) for name in ("t1856", "t1851", "t18gl")
    ]
    small = dict(full[0])
    for key in ("hexes", "tiles", "corporations", "privates", "first_tiles"):
        entries = small[key]
        small[key] = (
            dict(itertools.islice(entries.items(), 4)) if isinstance(entries, dict) else list(entries)[:2]
        )
    return (json.dumps(small), json.dumps(small), json.dumps(small), *map(json.dumps, full))
