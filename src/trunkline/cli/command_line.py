"""The ``trunkline`` command."""

from __future__ import annotations

import argparse
import io
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from trunkline.cli import arena_options, commands, drawing, review, routes, soak
from trunkline.cli.play import PlaySettings, play
from trunkline.cli.progress import Progress
from trunkline.game import Game
from trunkline.game.routes import EXAMPLES
from trunkline.game.saves import PROGRAM_VERSION, write
from trunkline.lab import perft
from trunkline.lab.review.session import BUDGET
from trunkline.players import external_engine
from trunkline.players.registry import BUILT_IN, load_player
from trunkline.titles import catalogue, check_files
from trunkline.util.argument_types import RUNS, count, seconds
from trunkline.util.errors import DamagedError, UsageError, one_line
from trunkline.util.subprocesses import answers
from trunkline.web.http import settings

BOARD = "your own board file instead of the printed board, if the title allows it"
OK, FINDINGS, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Return its exit code: 0 success, 1 failed check, 2 bad input, 130 interrupted."""
    options = _parser().parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Escape characters of names that the terminal cannot show, instead of failing.
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _run(options)
        sys.stdout.flush()
    except (UsageError, DamagedError) as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has closed it. Prevent Python's error message at exit.
        _let_go_of_output()
        return OK
    except OSError as error:
        _let_go_of_output()
        print(f"The output cannot be written: {error.strerror}.", file=sys.stderr)
        return BAD_INPUT
    return code


def _open_table(options: argparse.Namespace) -> None:
    """Run the server. Import its additional packages only here."""
    try:
        from trunkline.web.http import processes, self_test, serving
    except ImportError as error:
        raise UsageError(
            f"The table needs {error.name}, which is not there: pip install 'trunkline[table]'."
        ) from error
    check_files()
    if options.command == "serve":
        processes.serve(settings.settings_of(options))
        return
    if options.self_test is not None:
        if options.open is not None:
            self_test.open_test(options.open)
        else:
            self_test.self_test(commands.about_title(options.self_test).id)
        return
    serving.serve(settings.settings_of(options))


def _back_up(options: argparse.Namespace) -> None:
    kept = settings.place_of(options)
    backups = _backups()
    count = backups.backup(kept, options.file)
    print(f"{options.file} has all games of {backups.name(kept)}: {count}.")


def _restore(options: argparse.Namespace) -> None:
    target = settings.place_of(options)
    backups = _backups()
    count = backups.restore(options.file, target)
    print(f"{backups.name(target)} has all games of {options.file}: {count}.")


def _backups() -> ModuleType:
    try:
        from trunkline.web.storage import backup
    except ImportError as error:
        raise UsageError(
            f"The table's games need {error.name}, which is not there: pip install 'trunkline[table]'."
        ) from error
    return backup


def _join(options: argparse.Namespace) -> None:
    """Run a bot on a remote server. Import the HTTP library only here."""
    try:
        from trunkline.cli import join
    except ImportError as error:
        raise UsageError(
            f"A table elsewhere needs {error.name}, which is not there: pip install 'trunkline[client]'."
        ) from error
    join.join(options)


def _engine(name: str) -> None:
    with answers() as out:
        external_engine.serve(name, load_player(name), external_engine.lines(sys.stdin.buffer), out)


def _film() -> ModuleType:
    """Return the module that writes a game as a page. It needs the server's packages and a built client."""
    try:
        from trunkline.web.http import replay_page as film
    except ImportError as error:
        raise UsageError(
            f"The page of a replay needs {error.name}, which is not there: pip install 'trunkline[table]'."
        ) from error
    film.empty()
    return film


def _write_film(film: ModuleType, game: Game, out: Path) -> int:
    """Write a game as one web page. Return its size in bytes."""
    progress = Progress(f"Writing {out.name}")
    try:
        page: bytes = film.render(game, progress.show)
    finally:
        progress.done()
    write(out, page)
    return len(page)


def _let_go_of_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(options: argparse.Namespace) -> int:
    width = shutil.get_terminal_size((120, 40)).columns
    match options.command:
        case "play":
            settings = PlaySettings(
                options.title,
                options.players,
                options.seed,
                [name for given in options.variant for name in given.split(",")],
                options.rules,
                options.runs,
                options.seating,
                options.board,
                options.bots,
                options.level,
                options.delay,
                options.load,
                options.save,
            )
            play(settings, width)
        case "replay":
            film = _film() if options.html is not None else None
            game = commands.replay(options.file, options.at, options.json, options.trace, options.strict)
            if film is not None:
                size = _write_film(film, game, options.html)
                if not options.json:
                    print(f"{options.html}: {len(game.actions)} actions, {size / 1e6:.1f} MB.")
        case "state":
            commands.state(options.file, options.at, options.json, options.line, width, options.strict)
        case "export":
            commands.export(options.file, options.to, options.out, options.strict)
        case "routes":
            written = [path for path in (options.positions, options.examples) if path]
            wanted = routes.RouteSettings(written, options.game, options.at, options.company, options.strict)
            routes.show(wanted, options.json, width)
        case "perft":
            perft.show(options.file, options.depth, options.divide, options.json)
        case "soak":
            return OK if soak.soak(_soak_settings(options)) else FINDINGS
        case "arena":
            arena_options.arena(options)
        case "ladder":
            arena_options.ladder(options)
        case "review":
            review.review(
                review.ReviewSettings(
                    options.file, options.budget, options.jobs, options.keep, options.json, options.strict
                )
            )
        case "engine":
            _engine(options.player)
        case "join":
            _join(options)
        case "map":
            drawing.show(options.title, options.game, options.at, options.out, options.board, options.strict)
        case "table" | "serve":
            _open_table(options)
        case "backup":
            _back_up(options)
        case "restore":
            _restore(options)
        case "people":
            from trunkline.cli import people_options

            people_options.run(options)
        case "titles":
            commands.list_titles()
        case "rules":
            commands.list_rules(options.title, options.text, width)
    return OK


class _Parser(argparse.ArgumentParser):
    """A parser that reports each error in one line."""

    def error(self, message: str) -> NoReturn:
        super().error(one_line(message))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="trunkline", description="A referee for 18XX railway board games.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"trunkline {PROGRAM_VERSION}")
    add = parser.add_subparsers(dest="command", required=True, metavar="COMMAND").add_parser
    _play(add("play", help="play a title in the terminal; without one random players play to the end"))
    replay = add("replay", help="replay a recorded game through every rule and print its standings")
    _recorded(replay)
    replay.add_argument("--json", action="store_true", help="print the result as JSON and nothing else")
    replay.add_argument("--html", type=Path, metavar="OUT.html", help="write the game as one web page")
    replay.add_argument("--trace", type=Path, metavar="OUT.jsonl", help="write the state after every action")
    state = add("state", help="show the table of a recorded game")
    _recorded(state)
    forms = state.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="print it as JSON")
    forms.add_argument("--line", action="store_true", help="print the position as one line")
    _export(add("export", help="write a game in another program's format, or as text"))
    _routes(add("routes", help="the best runs: of positions written down, or of a recorded game"))
    _map(add("map", help="draw the map of a title, or of a recorded game, as SVG"))
    _table(add("table", help="the table on the web: games in a browser, kept in one file"))
    _serve(
        add("serve", help="the table for many: in several processes, on PostgreSQL, set by the environment")
    )
    _joining(add("join", help="let a program play a seat at a table elsewhere"))
    _backup(add("backup", help="copy the server's games to a new file; the server may keep running"))
    _restored(add("restore", help="put the games of such a file into a new store or an empty database"))
    settings.add_people(add("people", help="the people of a table: list, reset, operator, data, delete"))
    _perft(add("perft", help="count the action sequences from the position of a saved game"))
    _soak(add("soak", help="random games to their end, with every check after every action"))
    _review(add("review", help="what each decision of a game has cost, and what it turned on"))
    arena_options.arena_options(add("arena", help="which of several programs plays better, how sure that is"))
    arena_options.ladder_options(add("ladder", help="a table of what written matches say"))
    add("engine", help="a player that answers questions line by line, for other programs").add_argument(
        "player", help="its name, as in the arena"
    )
    add("titles", help="list the titles that can be played")
    rules = add("rules", help="list the rules of a title, or search them by id or words")
    rules.add_argument("title")
    rules.add_argument("text", nargs="*", help="an id, a part of one, or words that all must occur")
    return parser


def _play(parser: argparse.ArgumentParser) -> None:
    titles = list(catalogue())
    parser.add_argument("title", nargs="?", help=f"{', '.join(titles)}; default: {titles[0]}")
    parser.add_argument(
        "--players", nargs="+", default=[], metavar="N|NAME", help="how many, or their names in seat order"
    )
    parser.add_argument("--seed", type=int, help="for seats and opponents; default: drawn and shown")
    parser.add_argument(
        "--variant", nargs="+", action="extend", default=[], help="an optional rule; see trunkline titles"
    )
    parser.add_argument("--rules", default="printed", help="a reading of the rules; see trunkline titles")
    parser.add_argument("--runs", help=f"{RUNS}; default: announced for several people, else best")
    parser.add_argument("--seating", default="given", help="given or random")
    parser.add_argument("--board", type=Path, metavar="FILE", help=BOARD)
    parser.add_argument(
        "--bots", metavar="all|none|NAME,...", help="seats that programs play; default: all but the first"
    )
    parser.add_argument(
        "--level", metavar="NAME", help=f"which program: {', '.join(BUILT_IN)}; default: clerk against people"
    )
    parser.add_argument(
        "--delay", type=seconds, default=0.0, metavar="SECONDS", help="wait after each action of an opponent"
    )
    parser.add_argument("--load", type=Path, metavar="FILE", help="continue a saved game")
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="save the game at its end; as text to .18xx"
    )


def _strict(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--strict", action="store_true", help="fail if a figure in the file is not confirmed")


def _recorded(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a game saved by trunkline, or of 18xx.games or Rails")
    _strict(parser)
    parser.add_argument("--at", type=count, metavar="N", help="stop after the first N actions")


def _export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a game saved by trunkline, or of 18xx.games or Rails")
    parser.add_argument(
        "--to",
        choices=(commands.PUBLIC, commands.TEXT, commands.OURS),
        default=commands.PUBLIC,
        help="18xx.games (default; for games under its rules), text (.18xx) or trunkline (a saved game)",
    )
    parser.add_argument("-o", "--out", type=Path, required=True, metavar="OUT", help="where to write it")
    _strict(parser)


def _routes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "positions", nargs="?", type=Path, metavar="POSITIONS.yaml", help="a list of positions"
    )
    parser.add_argument(
        "--examples", action="store_const", const=EXAMPLES, help="the positions that come with the program"
    )
    parser.add_argument("--game", type=Path, metavar="FILE", help="a recorded game instead")
    parser.add_argument("--at", metavar="N", help="after the first N actions of the game; default: all")
    parser.add_argument(
        "--company", metavar="CORP", help="one company of the game; default: all with a train"
    )
    parser.add_argument("--json", action="store_true", help="print the runs as JSON and nothing else")
    _strict(parser)


def _perft(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a game saved by trunkline")
    parser.add_argument("--depth", type=count, default=3, metavar="N", help="actions ahead; default: 3")
    parser.add_argument("--divide", action="store_true", help="also by first action")
    parser.add_argument("--json", action="store_true", help="as JSON")


def _soak(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title")
    parser.add_argument("--games", type=count, default=40, metavar="N", help="default: 40")
    parser.add_argument(
        "--players", metavar="N|N-M", help="dealt out evenly; default: as many as the title takes"
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games; default: 1")
    parser.add_argument("--jobs", type=count, default=1, metavar="N", help="processes; default: 1")
    parser.add_argument("--rules", default="printed", help="a reading of the rules; see trunkline titles")
    parser.add_argument("--variant", nargs="+", action="extend", default=[], help="an optional rule")
    parser.add_argument("--runs", default="best", help=RUNS)
    parser.add_argument("--board", type=Path, metavar="FILE", help=BOARD)
    parser.add_argument("--out", type=Path, default=soak.FOLDER, metavar="FOLDER", help="for games that fail")
    parser.add_argument(
        "--export", type=Path, metavar="FOLDER", help="write the games for 18xx.games (with its --rules)"
    )
    parser.add_argument("--replay", type=Path, metavar="FILE", help="check a saved game instead")
    parser.add_argument("--probe", default="", metavar="JSON", help="an action to try at its end")


def _review(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a game saved by trunkline, or of 18xx.games or Rails")
    parser.add_argument(
        "--budget", type=count, default=BUDGET, metavar="N", help=f"positions to be played; default: {BUDGET}"
    )
    parser.add_argument("--jobs", type=count, default=1, metavar="N", help="processes; default: 1")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="save results to FILE, or continue from it")
    parser.add_argument("--json", action="store_true", help="print the review as JSON and nothing else")
    _strict(parser)


def _soak_settings(options: argparse.Namespace) -> soak.SoakSettings:
    return soak.SoakSettings(
        title=options.title,
        games=options.games,
        players=options.players or "-".join(map(str, commands.about_title(options.title).players)),
        seed=options.seed,
        rules=options.rules,
        variants=tuple(name for given in options.variant for name in given.split(",")),
        runs=options.runs,
        board=options.board,
        jobs=options.jobs,
        replay=options.replay,
        probe=options.probe,
        out=options.out,
        export=options.export,
    )


def _map(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title", nargs="?", help="the title; with --game that of the game")
    parser.add_argument("--game", type=Path, metavar="FILE", help="a recorded game instead of the bare map")
    parser.add_argument("--at", type=count, metavar="N", help="after the first N actions of the game")
    _strict(parser)
    parser.add_argument("--board", type=Path, metavar="FILE", help=BOARD)
    parser.add_argument("-o", "--out", type=Path, required=True, metavar="MAP.svg", help="where to write it")


def _joining(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("address", metavar="URL", help="address of the game, or your invitation link")
    parser.add_argument(
        "--seat", metavar="NAME", help="seat to play; default: your own seat, or the first free one"
    )
    parser.add_argument("--player", default="clerk", help="as in the arena; default: clerk")
    parser.add_argument("--seed", type=int, default=0, help="what the player draws lots by; default: 0")
    parser.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help="file with your access token; default: TRUNKLINE_TOKEN",
    )


def _backup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="the new file")
    settings.add_place(parser)


def _restored(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="what trunkline backup has written")
    settings.add_place(parser)


def _serve(parser: argparse.ArgumentParser) -> None:
    settings.add_place(parser)
    settings.add_door(parser)
    settings.add_workers(parser)


def _table(parser: argparse.ArgumentParser) -> None:
    settings.add_place(parser)
    settings.add_door(parser)
    parser.add_argument("--open", type=Path, metavar="FILE", help="take in a recorded game and show it")
    parser.add_argument(
        "--self-test",
        nargs="?",
        const=next(iter(catalogue())),
        metavar="TITLE",
        help="play a random game, or take in the one to open, at a table of its own, and print the standings",
    )


if __name__ == "__main__":
    sys.exit(main())
