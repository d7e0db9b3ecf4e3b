"""Random games recorded in the site's format. The reader accepts them and finds the same states."""

from __future__ import annotations

import json

import pytest

from interop.generator import Generator
from trunkline.interop.eighteenxx.replay import Replay, read

OPTIONS: tuple[tuple[str, ...], ...] = (
    (),
    ("alternate_destinations",),
    ("eight_train_variant", "unlimited_bonus_tokens"),
)


@pytest.mark.parametrize("seed", range(6))
def test_a_written_game_reads_as_it_was_played(seed: int) -> None:
    generator = Generator(3 + seed % 4, seed, rules=OPTIONS[seed % 3], chance=0.7)
    money = generator.replay.game.state.total_money()
    generator.play(220)
    game = generator.replay.game
    assert game.state.total_money() == money
    json.dumps(game.view())
    # The generator did not know the next entry yet. That entry must not lead to another state.
    replay = Replay(read(json.dumps(generator.data).encode(), "written"))
    for number, digest in enumerate(generator.digests, 1):
        replay.step()
        assert replay.game.digest() == digest, (
            f"after action {number}: {generator.data['actions'][number - 1]}"
        )


def test_the_same_seed_writes_the_same_file() -> None:
    first, second = Generator(4, 7), Generator(4, 7)
    first.play(60)
    second.play(60)
    assert first.data == second.data
