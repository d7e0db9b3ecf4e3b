"""Tests of ``trunkline serve`` as a process, and of the tests' PostgreSQL server if it is not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from patience import until
from web.storage import cluster
from web.storage.serving import Caller, serving


def lives(pid: int) -> bool:
    """Return whether a process exists and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_no_worker_outlives_the_first_process(database: str, tmp_path: Path) -> None:
    with serving(database, 2, tmp_path / "errors") as table:
        caller = Caller(table)
        assert caller.ask("GET", "/api/ready") == (200, {"status": "ok"})
        caller.close()
        assert table.process.stdout is not None
        workers = table.workers()
        assert len(workers) == 2
        table.process.kill()
        table.process.wait()
        said = table.process.stdout.read().decode().splitlines()
        assert said[0].startswith("Its games are kept in postgresql://trunkline@/games")
        assert said[1] == "2 workers answer."
        until(lambda: not any(map(lives, workers)))


def test_where_there_is_no_postgresql_the_tests_say_so_or_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "programs", lambda: None)
    monkeypatch.delenv(cluster.REQUIRED, raising=False)
    with pytest.raises(pytest.skip.Exception, match="apt install postgresql"), cluster.cluster():
        pass
    monkeypatch.setenv(cluster.REQUIRED, "required")
    with pytest.raises(pytest.fail.Exception, match="apt install postgresql"), cluster.cluster():
        pass
