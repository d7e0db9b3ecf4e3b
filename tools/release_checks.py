"""The checks of a release: description, installation, first game, table, licences, vulnerabilities."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
import venv
from pathlib import Path

ALLOWED = re.compile(
    r"MIT|BSD|Apache|ISC|PSF|Python Software Foundation|Mozilla Public License 2\.0|MPL-2\.0|LGPL"
    r"|GNU Lesser General Public License|Zlib|CC0|Unlicense|HPND|0BSD"
)
"""Licences of libraries that may stand beside an MIT licence, as their packages word them."""
UNSTATED = {"numpy": "BSD"}
"""Libraries whose package words its licence as a whole text."""
WAIT = 60.0
"""Seconds until a table must have opened."""


class Failed(Exception):
    """A check that failed, in words for the person who releases."""


def run(*command: str, folder: Path | None = None) -> str:
    """Run a command and return its output. Raises ``Failed`` with the end of what it said."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-15:])
        raise Failed(f"{' '.join(command)} ended with {done.returncode}:\n{said}")
    return done.stdout


def described(dist: Path) -> str:
    """Check metadata and description as a package index does."""
    packages = [str(path) for path in sorted(dist.iterdir()) if path.suffix in (".whl", ".gz")]
    run(sys.executable, "-m", "twine", "check", "--strict", *packages)
    return f"{len(packages)} packages"


def plays(wheel: Path, folder: Path, version: str) -> str:
    """Install the wheel without extras in a fresh environment, and play a game far from the checkout."""
    install(wheel, folder)
    program = str(folder / "bin" / "trunkline")
    said = run(program, "--version", folder=folder).strip()
    if said != f"trunkline {version}":
        raise Failed(f"The installed program says {said}, not {version}.")
    run(
        program,
        "play",
        "--bots",
        "all",
        "--level",
        "random",
        "--seed",
        "1",
        "--save",
        "g.json",
        folder=folder,
    )
    return run(program, "replay", "g.json", folder=folder).strip().splitlines()[0]


def serves(wheel: Path, folder: Path, constraints: Path) -> str:
    """Install the wheel with the extras of a server, ask the table for its page, and note the libraries."""
    install(wheel, folder, "[arena,client,postgresql,table]")
    freeze = run(str(folder / "bin" / "python"), "-m", "pip", "freeze", "--exclude", "trunkline")
    constraints.write_text(freeze)
    command = [str(folder / "bin" / "trunkline"), "table", "--port", "0", "--store", "games.sqlite"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as table:
        try:
            assert table.stdout is not None
            line = table.stdout.readline().decode()
            found = re.search(r"http://\S+", line)
            if found is None:
                raise Failed(f"The table did not open: {line.strip()}")
            page = fetch(found[0])
            script = re.search(r'src="(/assets/[^"]+\.js)"', page)
            if script is None:
                raise Failed("The page of the table names no script: the wheel has no client.")
            fetch(found[0].rstrip("/") + script[1])
            titles = json.loads(fetch(found[0].rstrip("/") + "/api/titles"))
        finally:
            table.terminate()
    return f"page, script and {len(titles)} titles; {len(freeze.splitlines())} libraries"


def licensed(folder: Path) -> str:
    """Check that each library has a licence that may stand beside ours."""
    python = str(folder / "bin" / "python")
    told = run(sys.executable, "-m", "piplicenses", "--python", python, "--format=json", "--from=mixed")
    libraries = {each["Name"]: UNSTATED.get(each["Name"], each["License"]) for each in json.loads(told)}
    wrong = [f"{name}: {licence[:80]}" for name, licence in libraries.items() if not ALLOWED.search(licence)]
    if wrong:
        raise Failed("These libraries have a licence that is not on the list:\n" + "\n".join(wrong))
    return f"{len(libraries)} libraries"


def listed(folder: Path, path: Path) -> str:
    """Write the bill of materials in the format of CycloneDX."""
    python = str(folder / "bin" / "python")
    wanted = ("--output-reproducible", "--of", "JSON", "--output-file", str(path))
    run(sys.executable, "-m", "cyclonedx_py", "environment", *wanted, python)
    found = json.loads(path.read_text())
    # It names the file that the wheel was installed from, which is nowhere else.
    for each in found["components"]:
        kept = [one for one in each.pop("externalReferences", []) if not one["url"].startswith("file:")]
        each.update({"externalReferences": kept} if kept else {})
    path.write_text(json.dumps(found, indent=2) + "\n")
    return f"{len(found['components'])} components"


def audit(constraints: Path) -> str:
    """Check that no pinned library has a known vulnerability. Needs a network."""
    wanted = ("--requirement", str(constraints), "--no-deps", "--disable-pip", "--progress-spinner=off")
    run(sys.executable, "-m", "pip_audit", *wanted)
    return "none known"


def install(wheel: Path, folder: Path, extras: str = "") -> None:
    """Install the wheel in a fresh environment."""
    venv.create(folder, with_pip=True)
    python = str(folder / "bin" / "python")
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{wheel}{extras}")


def fetch(address: str) -> str:
    """Return the text at an address of this machine."""
    with urllib.request.urlopen(address, timeout=WAIT) as answer:
        return str(answer.read().decode())
