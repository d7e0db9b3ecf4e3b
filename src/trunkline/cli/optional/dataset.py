"""The operations of ``trunkline dataset``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from trunkline.cli.exit_codes import FINDINGS, OK
from trunkline.cli.progress import Progress
from trunkline.engine.kernel.shares import plural
from trunkline.lab.dataset import checking, packing, page, storage
from trunkline.lab.dataset.games import OWN
from trunkline.lab.dataset.making import failed, make, plan_of
from trunkline.lab.dataset.plan import PLAYERS, REFERENCE, SHARD, Part, Plan
from trunkline.titles import catalogue
from trunkline.util.errors import UsageError

Names = tuple[str, ...]
GAMES = 300
"""The default number of games."""


def _make(options: argparse.Namespace, titles: Names, variants: Names) -> int:
    recorded = None if options.recorded is None else Path(options.recorded or OWN)
    plan = _plan(options, recorded, titles, variants)
    progress = Progress("Replaying" if recorded else "Playing", unit="games")
    try:
        made = make(options.folder, plan, options.jobs, progress.show, recorded, options.ray)
    finally:
        progress.done()
    files = sum(len(shard.files) for shard in made.shards)
    print(f"{plural(made.games, 'game')} in {files} files are in {options.folder}. Licence: {made.licence}.")
    for bot, count in failed(options.folder, made).items():
        print(f"{bot} failed in {plural(count, 'game')}. A clerk continued for it.", file=sys.stderr)
    return OK


def _plan(options: argparse.Namespace, recorded: Path | None, titles: Names, variants: Names) -> Plan:
    """Return the plan from the command line. Raises ``UsageError``."""
    shard = SHARD if options.shard is None else options.shard
    if options.reference or recorded:
        fixed = "--reference" if options.reference else "--from"
        given = (options.games, options.seed, options.bots, options.players, titles or None, variants or None)
        if any(each is not None for each in given) or options.rules != "printed" or options.runs != "best":
            raise UsageError(f"{fixed} fixes the games. Leave out the options that choose others.")
    if recorded:
        return plan_of(recorded, options.positions, shard)
    if options.reference:
        return Plan(REFERENCE.parts, REFERENCE.titles, shard=shard, every=options.positions)
    bots = tuple(options.bots or ["director"])
    if len(bots) > 1 and options.players:
        raise UsageError("Name one bot for every seat with --players, or a bot for each seat without it.")
    return Plan(
        (Part(bots, GAMES if options.games is None else options.games),),
        titles or tuple(catalogue(teaching=False)),
        tuple(options.players or PLAYERS) if len(bots) == 1 else (len(bots),),
        1 if options.seed is None else options.seed,
        variants,
        options.rules,
        options.runs,
        shard,
        options.positions,
    )


def _check(options: argparse.Namespace, titles: Names, variants: Names) -> int:
    found = storage.read_manifest(options.folder)
    faults = list(checking.faults(options.folder, found, options.sample))
    for fault in faults:
        print(fault)
    if faults:
        print(f"{options.folder} has {plural(len(faults), 'fault')}.", file=sys.stderr)
        return FINDINGS
    rest = found.plan.games - found.games
    more = f" {plural(rest, 'game')} of its plan are still to be made." if rest else ""
    print(f"The files of {plural(found.games, 'game')} are whole.{more}")
    return OK


def _stats(options: argparse.Namespace, titles: Names, variants: Names) -> int:
    out = _out(options)
    if out.suffix not in page.FORMATS:
        raise UsageError(f"{out} is not a page. Its name ends in {' or '.join(page.FORMATS)}.")
    text = page.FORMATS[out.suffix](options.folder, storage.read_manifest(options.folder))
    storage.write(out, text.encode())
    print(f"The statistics of {options.folder} are in {out}.")
    return OK


def _pack(options: argparse.Namespace, titles: Names, variants: Names) -> int:
    out = _out(options)
    written = packing.pack(options.folder, storage.read_manifest(options.folder), out, options.first)
    print(f"The actions of {plural(written, 'game')} are in {out}.")
    return OK


def _out(options: argparse.Namespace) -> Path:
    if options.out is None:
        raise UsageError("Name the file to write with --out.")
    out: Path = options.out
    return out


OPERATIONS: Mapping[str, Callable[[argparse.Namespace, Names, Names], int]] = {
    "make": _make,
    "check": _check,
    "stats": _stats,
    "pack": _pack,
}
