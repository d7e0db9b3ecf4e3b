"""The folder of a data set: Parquet files, and a manifest with the plan and the checksum of each file.

A folder for each table has a file for each shard, which is a number of games. Files are written completely or
not at all, and a shard counts only once the manifest lists it.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import pyarrow as pa
from pyarrow import parquet

from trunkline.game.saves import PROGRAM_VERSION, os_error_text
from trunkline.lab.dataset import schema
from trunkline.lab.dataset.plan import Plan
from trunkline.util.errors import UsageError

FORMAT: Final = "trunkline-dataset"
LICENCE: Final = "CC0-1.0"
"""The licence of the data: no rights reserved. It has facts about games that programs played."""
MANIFEST: Final = "manifest.json"
UNFINISHED: Final = ".part"
"""Suffix of a file that is being written."""


class FileEntry(msgspec.Struct, frozen=True):
    """A file of a data set."""

    path: str
    """The path below the folder, with slashes."""
    rows: int
    bytes: int
    sha256: str


class Shard(msgspec.Struct, frozen=True):
    """Games that are in the same files."""

    first: int
    """The number of its first game."""
    games: int
    files: dict[str, FileEntry]
    """The files by table."""

    def file(self, table: str) -> FileEntry:
        """Return the file of a table. Raises ``UsageError`` if the manifest does not list it."""
        if table not in self.files:
            raise UsageError(f"The manifest lists no {table} for the games from {self.first}.")
        return self.files[table]


class Manifest(msgspec.Struct, frozen=True):
    """The contents of a data set."""

    plan: Plan
    shards: tuple[Shard, ...] = ()
    """The finished shards, in order."""
    format: str = FORMAT
    schema: int = schema.VERSION
    program: str = PROGRAM_VERSION
    licence: str = LICENCE

    @property
    def games(self) -> int:
        """The number of games that are in files."""
        return sum(shard.games for shard in self.shards)


class _Head(msgspec.Struct):
    """The fields that identify the format."""

    format: str = ""
    schema: int = 0


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a data set. Raises ``UsageError`` if it is missing or damaged."""
    path = folder / MANIFEST
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise UsageError(f"{folder} is not a data set: it has no {MANIFEST}.") from error
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {os_error_text(error)}.") from error
    try:
        head = msgspec.json.decode(data, type=_Head)
        if head.format != FORMAT:
            raise UsageError(f"{path} is not the manifest of a data set of Trunkline.")
        if head.schema != schema.VERSION:
            raise UsageError(
                f"{folder} has schema {head.schema}, and this program reads schema {schema.VERSION}. "
                "Use the version of Trunkline that made it."
            )
        return msgspec.json.decode(data, type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is damaged: {error}. Restore it, or make the data set again.") from error


def opened(folder: Path, plan: Plan) -> Manifest:
    """Return the manifest of a folder for the games of a plan, new or continued. Create a new folder.

    Raises ``UsageError`` if the folder holds something else.
    """
    if not (folder / MANIFEST).exists():
        if folder.exists() and not folder.is_dir():
            raise UsageError(f"{folder} is a file. Name a folder for the data set.")
        # A run that ended before its first shard has left only folders and unfinished files.
        left = [path for path in folder.rglob("*") if path.is_file() and path.suffix != UNFINISHED]
        if left:
            raise UsageError(f"{folder} is not empty and is not a data set. Name another folder.")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"{folder} cannot be created: {os_error_text(error)}.") from error
        return Manifest(plan)
    found = read_manifest(folder)
    if found.program != PROGRAM_VERSION:
        raise UsageError(
            f"{folder} was made by version {found.program}, and the games of this version {PROGRAM_VERSION} "
            "may differ. Name another folder."
        )
    if found.plan != plan:
        raise UsageError(
            f"{folder} was made with other options ({_difference(found.plan, plan)}). "
            "Repeat those options, or name another folder."
        )
    return found


def _difference(old: Plan, new: Plan) -> str:
    """Return the options that differ between two plans."""
    names = [field for field in old.__struct_fields__ if getattr(old, field) != getattr(new, field)]
    called = {"parts": "games or bots", "source": "recorded games", "every": "positions"}
    return ", ".join(called.get(name, name) for name in names)


def add(folder: Path, manifest: Manifest, first: int, tables: Mapping[str, Sequence[Any]]) -> Manifest:
    """Write the tables of games as a shard, and return the new manifest. An older shard is replaced.

    ``first`` is the number of the first game. Raises ``UsageError`` if a file cannot be written.
    """
    files = {}
    games = 0
    for name, parts in tables.items():
        whole = pa.concat_tables(parts)
        buffer = io.BytesIO()
        parquet.write_table(whole, buffer, compression="zstd", compression_level=9)
        data = buffer.getvalue()
        path = f"{name}/games-{first:05}.parquet"
        write(folder / path, data)
        files[name] = FileEntry(path, whole.num_rows, len(data), hashlib.sha256(data).hexdigest())
        games = len(parts)
    shards = {shard.first: shard for shard in manifest.shards} | {first: Shard(first, games, files)}
    added = msgspec.structs.replace(manifest, shards=tuple(shards[each] for each in sorted(shards)))
    write(folder / MANIFEST, msgspec.json.format(msgspec.json.encode(added), indent=1) + b"\n")
    return added


def has_whole_files(folder: Path, shard: Shard) -> bool:
    """Return whether all files of a shard exist with the length that the manifest lists."""
    try:
        return all((folder / file.path).stat().st_size == file.bytes for file in shard.files.values())
    except OSError:
        return False


def write(path: Path, data: bytes) -> None:
    """Write a file completely or not at all. Raises ``UsageError`` if it cannot be written."""
    part = path.with_name(path.name + UNFINISHED)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink()
        raise UsageError(f"{path} cannot be written: {os_error_text(error)}.") from error


def read_table(
    folder: Path, entry: FileEntry, columns: Sequence[str] | None = None, kinds: Sequence[str] | None = None
) -> Any:
    """Return a table of a shard, after a comparison with its checksum.

    Args:
        folder: The folder of the data set.
        entry: The file.
        columns: The columns to read; None reads all.
        kinds: The values of the column ``kind`` to read; None reads all rows.

    Raises:
        UsageError: The file is missing or damaged.
    """
    path = folder / entry.path
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {os_error_text(error)}.") from error
    if len(data) < entry.bytes:
        raise UsageError(
            f"{path} is cut off: it has {len(data)} of {entry.bytes} bytes. "
            "Copy it again, or make the data set again."
        )
    if hashlib.sha256(data).hexdigest() != entry.sha256:
        raise UsageError(f"{path} was changed: its checksum is not the one in {MANIFEST}.")
    try:
        filters = None if kinds is None else [("kind", "in", list(kinds))]
        wanted = None if columns is None else list(columns)
        return parquet.read_table(io.BytesIO(data), columns=wanted, filters=filters)
    except (pa.ArrowException, OSError) as error:
        raise UsageError(f"{path} is not a Parquet file of this data set: {error}.") from error


def read_rows(
    folder: Path,
    manifest: Manifest,
    table: str,
    columns: Sequence[str] | None = None,
    kinds: Sequence[str] | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table as dictionaries, shard by shard; see ``read_table``."""
    for shard in manifest.shards:
        yield from read_table(folder, shard.file(table), columns, kinds).to_pylist()
