"""The files in ``deploy`` for operators: they know the same settings as the program."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
SETTINGS = """
# settings
TRUNKLINE_DATABASE_URL=postgresql:///trunkline?host=/var/run/postgresql
TRUNKLINE_SMTP_URL='smtps://me:a&b$c@mail.example.org'
"""


def test_a_command_has_the_settings_and_the_user_of_the_service(tmp_path: Path) -> None:
    (tmp_path / "settings").write_text(SETTINGS)
    runuser = tmp_path / "runuser"
    runuser.write_text('#!/bin/sh\npwd\nprintf "%s\\n" "$*"\nenv\n')
    runuser.chmod(0o755)
    environment = {
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "TRUNKLINE_SETTINGS": str(tmp_path / "settings"),
        "TRUNKLINE_FOLDER": str(tmp_path),
    }
    command = [str(DEPLOY / "trunkline-do"), "people", "reset", "Ann Bee"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    folder, words, *said = done.stdout.splitlines()
    assert folder == str(tmp_path)
    assert words == "-u trunkline -- /opt/trunkline/bin/trunkline people reset Ann Bee"
    assert "TRUNKLINE_DATABASE_URL=postgresql:///trunkline?host=/var/run/postgresql" in said
    assert "TRUNKLINE_SMTP_URL=smtps://me:a&b$c@mail.example.org" in said


def test_the_service_and_the_command_are_of_the_same_user_and_program() -> None:
    unit, command = (DEPLOY / "trunkline.service").read_text(), (DEPLOY / "trunkline-do").read_text()
    for key in ("User=(.+)", "ExecStart=(\\S+)", "EnvironmentFile=(.+)", "WorkingDirectory=(.+)"):
        found = re.search(key, unit)
        assert found is not None
        assert found[1] in command
    # Command-line options override the settings, so the service has no option that an operator may want to
    # set.
    assert re.search(r"^ExecStart=\S+ serve$", unit, re.MULTILINE)
