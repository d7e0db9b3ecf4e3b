"""Files of other programs: byte-order marks, detection of formats, and names of players."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import trunkline
from interop.files import File
from interop.rails_files import RailsFile
from trunkline import UsageError, interop
from trunkline.cli.optional.join import token_in
from trunkline.interop.file_source import player_names
from trunkline.lab.arena import match_file as arena_games
from trunkline.lab.review.journal import Head, Kept
from trunkline.titles import read_board, t18gl
from trunkline.util.files import MARK
from trunkline.web.games import files
from trunkline.web.games.names import check_names

NAMES = ("pool", "offering", "treasury", "bank", "GT", "passes", '"', "a\nb", "Ann", "Ann")


def saved() -> trunkline.Game:
    """Return a game with one action."""
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"])
    game.play(trunkline.actions.Pass("Ann"))
    return game


def test_a_byte_order_mark_is_skipped_in_every_recorded_game(tmp_path: Path) -> None:
    game = saved()
    for number, data in enumerate((game.to_bytes(), game.to_text().encode())):
        path = tmp_path / f"{number}.game"
        path.write_bytes(MARK + data)
        assert trunkline.load(path).digest() == game.digest()
        assert files.import_game(MARK + data, 100).last == files.import_game(data, 100).last
    assert interop.replay(MARK + File().add("pass", 0).bytes()).total == 1
    assert interop.replay(MARK + RailsFile().bytes()).total == 3


def test_a_byte_order_mark_is_skipped_in_every_other_file(tmp_path: Path) -> None:
    printed = Path(t18gl.__file__).with_name("board.yaml").read_bytes()
    board = tmp_path / "board.yaml"
    board.write_bytes(MARK + printed)
    assert read_board("18GL", board) == printed.decode()
    listed = tmp_path / "positions.yaml"
    listed.write_bytes(MARK + Path(trunkline.routes.EXAMPLES).read_bytes())
    assert len(trunkline.routes.read(listed)) == len(trunkline.routes.read(trunkline.routes.EXAMPLES))
    token = tmp_path / "token"
    token.write_bytes(MARK + b"secret\n")
    assert token_in(token) == "secret"
    review = tmp_path / "review.jsonl"
    Kept(review, Head("digest", 3)).close()
    review.write_bytes(MARK + review.read_bytes())
    Kept(review, Head("digest", 3)).close()
    kept = min((Path(__file__).parents[2] / "bench/ladder").glob("*.gz"))
    marked = tmp_path / "match.jsonl"
    marked.write_bytes(MARK + gzip.decompress(kept.read_bytes()))
    assert arena_games.read(marked) == arena_games.read(kept)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            b"\xac\xed\x00\x05t\x00\x05",
            "a save of Rails in Rails' own format (Java serialization). Decode it",
        ),
        (gzip.compress(b"{}"), "compressed with gzip. Unpack it first."),
        (b"PK\x03\x04...", "a zip archive. Unpack it first."),
        ("{}".encode("utf-16"), "a text in UTF-16. Save it in UTF-8."),
    ],
    ids=["java", "gzip", "zip", "utf-16"],
)
def test_a_file_in_another_format_is_named_with_the_way_out(
    data: bytes, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "game"
    path.write_bytes(data)
    for reader in (trunkline.load, interop.replay):
        with pytest.raises(UsageError) as error:
            reader(path)
        assert sentence in str(error.value)
        assert "\n" not in str(error.value)


def test_any_name_of_a_player_is_read_and_written_again() -> None:
    for start in range(len(NAMES) - 2):
        file = File()
        given = NAMES[start : start + 3]
        file.data["players"] = [{"id": seat, "name": name} for seat, name in enumerate(given)]
        replay = interop.replay(
            file.privates_sold().add("par", 0, corporation="GT", share_price="75,3,4").data
        )
        while replay.count < replay.total:
            replay.step()
        game = replay.game
        assert len(set(game.players)) == 3
        check_names(game.players)
        for data in (game.to_bytes(), game.to_text().encode()):
            assert trunkline.Game.from_bytes(data, "game").digest() == game.digest()


def test_a_name_is_kept_unless_the_rules_cannot_take_it() -> None:
    given = {"1": "Ann", "2": "pool", "3": "Ann", "4": "x" * 60, "5": "a\tb", "6": "Ann (3)", "7": "\u3164"}
    assert player_names(given) == {
        "1": "Ann", "2": "pool (2)", "3": "Ann (3)", "4": "x" * 40, "5": "a b", "6": "Ann (3) (6)",
        "7": "Player",
    }  # fmt: skip


def test_an_emoji_of_several_characters_is_kept() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert player_names({"1": family, "2": "a\u202eb"}) == {"1": family, "2": "a b"}
    check_names([family])


def test_players_of_rails_may_be_called_pool_and_offering() -> None:
    replay = interop.replay(RailsFile(players=("pool", "Bob", "offering")).data)
    while replay.count < replay.total:
        replay.step()
    assert list(replay.game.players) == ["pool (pool)", "Bob", "offering (offering)"]
