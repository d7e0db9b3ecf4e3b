"""Undo and redo: the engine of 18xx.games keeps the same entries of a file as our reader."""

from __future__ import annotations

import json
import os
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from system.judge import engine
from trunkline.interop.eighteenxx.replay import read

KINDS = ("pass", "pass", "log", "message", "undo", "undo to", "redo", "redo")
ASK = """
require_relative 'load'
JSON.parse(File.read(ARGV[0])).each do |actions|
  kept, = Engine::Game::Base.filtered_actions(actions)
  puts JSON.generate(kept.compact.reject { |a| a['type'] == 'message' }.map { |a| a['id'] })
end
"""


def history(rng: random.Random) -> list[dict[str, Any]]:
    """Return a random history in which every redo has an undone entry."""
    actions: list[dict[str, Any]] = []
    undone = 0
    for id in range(1, rng.randint(2, 30)):
        kind = rng.choice(KINDS)
        entry = {"id": id, "type": kind, "entity": 0, "entity_type": "player"}
        if kind == "redo" and not undone:
            kind = entry["type"] = "message"
        if kind == "undo to":
            entry |= {"type": "undo", "action_id": rng.randint(0, id - 1)}
        undone = 0 if kind in ("pass", "log") else undone + (entry["type"] == "undo") - (kind == "redo")
        actions.append(entry)
    return actions


def test_the_site_keeps_the_same_entries_after_undo_and_redo(tmp_path: Path) -> None:
    if sentence := engine.missing():
        if os.environ.get("TRUNKLINE_JUDGE") == "required" and engine.FOLDER.is_dir():
            pytest.fail(sentence)
        pytest.skip(sentence)
    rng = random.Random(7)
    histories = [history(rng) for _ in range(300)]
    file = tmp_path / "histories.json"
    file.write_text(json.dumps(histories))
    assert engine.RUBY is not None
    command = [engine.RUBY, "-e", ASK.replace("'load'", f"'{engine.FOLDER.resolve()}/load'"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    for actions, line in zip(histories, done.stdout.splitlines(), strict=True):
        data = {"title": "1856", "players": [{"id": 0, "name": "Ann"}], "actions": actions}
        assert [entry.id for entry in read(data).entries] == json.loads(line), actions
