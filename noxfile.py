"""The tests on every Python that Trunkline admits, and with the oldest libraries: ``make test-all``.

uv installs a Python that is not on this machine. If it cannot, the session is skipped with a message.
Words after ``--`` go to pytest: ``nox -- tests/titles/t1856``.
"""

from __future__ import annotations

from pathlib import Path

import nox

nox.needs_version = ">=2025.5.1"
nox.options.default_venv_backend = "uv"
nox.options.reuse_venv = "yes"
nox.options.error_on_missing_interpreters = False
nox.options.envdir = "build/nox"

EXTRAS = ("arena", "client", "data", "env", "postgresql", "table")
PACKAGE = f".[{','.join(EXTRAS)}]"
# Pages do not depend on the Python of the server. The cache belongs to `make test`.
PYTEST = ("pytest", "--quiet", "-p", "no:cacheprovider", "--ignore=tests/browser")
# Continuous integration requires these of its own Python. Sessions do not install them: they are large.
NOT_REQUIRED = {"TRUNKLINE_JAX": "", "TRUNKLINE_OPENSPIEL": "", "TRUNKLINE_RAY": ""}


@nox.session(python=["3.11", "3.12", "3.13"])
def tests(session: nox.Session) -> None:
    """The tests on one Python, with the newest libraries."""
    session.install("--upgrade", "--editable", PACKAGE, "--group", "test")
    session.run(*PYTEST, *session.posargs, env=NOT_REQUIRED)


@nox.session
def lowest(session: nox.Session) -> None:
    """The tests on the Python at hand, with the oldest libraries that pyproject.toml admits."""
    pins = Path(session.create_tmp()) / "lowest.txt"
    extras = (f"--extra={each}" for each in EXTRAS)
    oldest = ("--resolution", "lowest-direct", "--no-deps", *extras, "--output-file", str(pins))
    session.run("uv", "pip", "compile", "--quiet", *oldest, "pyproject.toml", external=True)
    # Pins, so that the newest test tools cannot raise the version of a library.
    session.install("--editable", PACKAGE, "--group", "test", "--constraint", str(pins))
    # Old libraries warn about newer ones, which we cannot change. The API's document is that of the newest
    # framework.
    lenient = ("-W", "default", "--ignore=tests/web/http/test_document.py")
    session.run(*PYTEST, *lenient, *session.posargs, env=NOT_REQUIRED)
