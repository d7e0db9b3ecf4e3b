"""Builds and checks a release: ``make release``.

Into ``dist``: the wheel, the source archive, the documentation, the context of the container image, pinned
libraries, a bill of materials (SBOM) and check sums. Each package is built twice and must be equal byte for
byte. Then it is installed in fresh environments, plays a game and serves the table. ``--offline`` leaves out
the search for known vulnerabilities.

Ends with 1 if a check fails, and with 2 if a release cannot be made of this checkout.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import release_checks as checks
from release_checks import Failed, run

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
CLIENT = "src/trunkline/web/http/static"
CONTAINER = "deploy/Containerfile"


class Unready(Exception):
    """A checkout of which no release can be made."""


class Release(NamedTuple):
    """A version, and the time of its commit in seconds."""

    version: str
    time: int

    @property
    def name(self) -> str:
        """The beginning of the names of its files."""
        return f"trunkline-{self.version}"


def main() -> int:
    """Build and check the release."""
    parser = argparse.ArgumentParser(description="Builds and checks a release.")
    parser.add_argument("--offline", action="store_true", help="leave out the search for vulnerabilities")
    offline = parser.parse_args().offline
    try:
        release = of_checkout()
    except Unready as error:
        print(error, file=sys.stderr)
        return 2
    os.environ["SOURCE_DATE_EPOCH"] = str(release.time)
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    with tempfile.TemporaryDirectory() as folder:
        return carry_out(steps(release, Path(folder), offline=offline))


def of_checkout() -> Release:
    """Return the release of this checkout. Raises ``Unready``."""
    changed = run("git", "status", "--porcelain", folder=ROOT).splitlines()
    if changed:
        raise Unready(f"{len(changed)} files are not committed, such as {changed[0][3:]}: commit them first.")
    version = run(sys.executable, "-m", "hatchling", "version", folder=ROOT).strip()
    if f"\n## [{version}] - " not in (ROOT / "CHANGELOG.md").read_text():
        raise Unready(f"CHANGELOG.md has no section for version {version}: write one first.")
    if not (ROOT / CLIENT / "index.html").exists():
        raise Unready("The browser client is not built: run make client first.")
    return Release(version, int(run("git", "log", "-1", "--format=%ct", folder=ROOT)))


def steps(release: Release, folder: Path, *, offline: bool) -> list[tuple[str, Callable[[], str]]]:
    """Return the steps, each with its name. A step returns a few words about its result."""
    wheel = DIST / f"{release.name}-py3-none-any.whl"
    plain, python = folder / "plain", folder / "table"

    def audit() -> str:
        return "left out: --offline" if offline else checks.audit(DIST / "constraints.txt")

    return [
        ("build the packages twice", lambda: build(folder)),
        ("check the description for a package index", lambda: checks.described(DIST)),
        (
            "install without extras, play a game",
            lambda: checks.plays(wheel, plain, release.version),
        ),
        ("install for the table, serve it", lambda: checks.serves(wheel, python, DIST / "constraints.txt")),
        ("check the licences of the libraries", lambda: checks.licensed(python)),
        ("write the bill of materials", lambda: checks.listed(python, DIST / f"{release.name}.cdx.json")),
        ("look for known vulnerabilities", audit),
        ("pack the documentation", lambda: pack_documentation(release)),
        ("pack the context of the container", lambda: pack_context(release, wheel)),
        ("write the check sums", sums),
    ]


def carry_out(wanted: Sequence[tuple[str, Callable[[], str]]]) -> int:
    """Carry out the steps up to the first that fails. Return the exit code."""
    for name, step in wanted:
        begin = time.monotonic()
        print(f"{name} ... ", end="", flush=True)
        try:
            said = step()
        except Failed as error:
            print(f"failed\n{error}")
            return 1
        print(f"{said} ({time.monotonic() - begin:.0f} s)")
    return 0


def build(folder: Path) -> str:
    """Build wheel and source archive from the commit, twice in different folders, and keep the first."""
    found = []
    for number in ("first", "second"):
        tree, out = folder / number / "tree", folder / number / "out"
        tree.mkdir(parents=True)
        archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, check=True)
        subprocess.run(["tar", "-x", "-C", str(tree)], input=archive.stdout, check=True)
        shutil.copytree(ROOT / CLIENT, tree / CLIENT)
        run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(tree))
        found.append({path.name: digest(path) for path in sorted(out.iterdir())})
    if found[0] != found[1]:
        raise Failed(f"Two builds differ: {found[0]} and {found[1]}.")
    for name in found[0]:
        shutil.copy(folder / "first" / "out" / name, DIST / name)
    return f"equal: {', '.join(found[0])}"


def pack_documentation(release: Release) -> str:
    """Pack the built documentation."""
    built = ROOT / "build" / "docs"
    pages = sorted(path for path in built.rglob("*") if path.is_file())
    pack(
        DIST / f"{release.name}-docs.tar.gz",
        ((path, f"{release.name}-docs/{path.relative_to(built)}") for path in pages),
        release,
    )
    return f"{len(pages)} files"


def pack_context(release: Release, wheel: Path) -> str:
    """Pack what a container image is built from: ``podman build`` needs nothing else."""
    parts = [(ROOT / CONTAINER, CONTAINER), (wheel, f"dist/{wheel.name}")]
    parts.append((DIST / "constraints.txt", "dist/constraints.txt"))
    pack(DIST / f"{release.name}-container.tar.gz", parts, release)
    return "with pinned libraries"


def pack(archive: Path, parts: Iterable[tuple[Path, str]], release: Release) -> None:
    """Write an archive that is the same every time: one time, one owner, in order."""
    with (
        archive.open("wb") as raw,
        gzip.GzipFile("", "wb", 9, raw, mtime=release.time) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for path, name in parts:
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = path.stat().st_size, release.time, 0o644
            with path.open("rb") as content:
                tar.addfile(entry, content)


def sums() -> str:
    """Write the check sums of all files of the release."""
    paths = sorted(path for path in DIST.iterdir() if path.name != "SHA256SUMS")
    (DIST / "SHA256SUMS").write_text("".join(f"{digest(path)}  {path.name}\n" for path in paths))
    return f"{len(paths)} files in dist"


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
