"""Tests of ``scholar``, a player that judges positions by a trained network."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
import pytest

import trunkline
from players.test_position import TITLES
from players.test_tycoon import weighty
from trunkline.players.director import Director
from trunkline.players.evaluation import final_worth, worth_shares
from trunkline.players.registry import load_player, version_of
from trunkline.players.rollouts import ends_set, play_on
from trunkline.players.scholar import Scholar
from trunkline.players.scholar.features import COMMON, OWN, WIDTH, figures
from trunkline.players.scholar.network import Layer, Network
from trunkline.players.scholar.value import VERSION, ValueModel, expected_shares, own_model, read_model
from trunkline.util.errors import UsageError

FEW = partial(Scholar, steps=1)
"""A scholar with the smallest budget."""


def model(title: str, weights: dict[str, float] | None = None, scale: float = 1.0) -> ValueModel:
    """Return a model of one layer that adds a player's own figures by these weights."""
    row = [0.0] * WIDTH
    for name, weight in (weights or {}).items():
        row[OWN.index(name)] = weight
    one = Network((Layer((tuple(row),), (0.0,)),))
    return ValueModel(title, VERSION, scale, (0.0,) * WIDTH, (1.0,) * WIDTH, one)


def test_a_network_adds_and_cuts_off_as_by_hand() -> None:
    network = Network(
        (Layer(((1.0, 2.0), (-3.0, 0.5)), (0.5, 1.0)), Layer(((2.0, 10.0),), (-1.0,))),
    )
    # The first unit is 1 + 4 + 0.5 = 5.5. The second one is -3 + 1 + 1 = -1, which counts as 0.
    assert network.apply((1.0, 2.0)) == 2 * 5.5 - 1
    # -1 + 0 + 0.5 counts as 0, and 3 + 0 + 1 = 4.
    assert network.apply((-1.0, 0.0)) == 10 * 4.0 - 1
    assert network.fits(2)
    assert not network.fits(3)


@pytest.mark.parametrize("title", TITLES)
def test_the_figures_of_a_position_are_those_of_its_players(title: str) -> None:
    for now in weighty(title)[1::2]:
        rows, worth = figures(now)
        assert worth == final_worth(now)
        unit = 1 / (len(rows) * now.title.board.players[len(rows)].cash)
        for name, row in rows.items():
            assert len(row) == WIDTH
            own = dict(zip(OWN, row, strict=False))
            assert own["money"] == unit * now.state.players[name].cash
            assert own["worth"] == pytest.approx(unit * now.worth(name))
            mine = [corp for corp in now.state.corporations.values() if corp.president == name]
            assert own["presidencies"] == 0.25 * sum(not corp.closed for corp in mine)
            others = [dict(zip(OWN, rows[other], strict=False))["money"] for other in rows if other != name]
            assert row[len(OWN) + OWN.index("money")] == pytest.approx(sum(others) / len(others))
            assert row[2 * len(OWN) + OWN.index("money")] == max(others)
            assert row[3 * len(OWN) + COMMON.index("players")] == len(rows) / 6


def test_without_training_the_expected_worth_decides() -> None:
    for now in weighty("1851"):
        assert model("1851").shares(now) == pytest.approx(worth_shares(now))


def test_a_weight_moves_the_shares() -> None:
    now = weighty("1851")[-1]
    cash = {name: figures(now).rows[name][OWN.index("money")] for name in now.state.players}
    rich, poor = max(cash, key=lambda name: cash[name]), min(cash, key=lambda name: cash[name])
    assert cash[rich] > cash[poor]
    plain, by_cash = model("1851").shares(now), model("1851", {"money": 1.0}).shares(now)
    assert sum(by_cash.values()) == pytest.approx(1.0)
    assert by_cash[rich] / by_cash[poor] > plain[rich] / plain[poor]


def test_after_the_end_the_worth_counts() -> None:
    end = play_on(weighty("1851")[0], Director(), lambda state: False, 3_000).position
    assert end.over
    assert model("1851", {"money": 5.0}).shares(end) == worth_shares(end)


def test_a_title_without_weights_is_judged_by_the_expected_worth() -> None:
    now = weighty("18GL")[0]
    assert expected_shares(now, None) == worth_shares(now)
    assert own_model("no such title") is None


def test_the_weights_that_come_along_fit() -> None:
    found = [title for title in TITLES if own_model(title)]
    assert found
    for title in found:
        shares = expected_shares(weighty(title)[2], own_model(title))
        assert sum(shares.values()) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data[: len(data) // 2], "is damaged or holds no weights"),
        (lambda data: b"[]", "is damaged or holds no weights"),
        (lambda data: data.replace(b'"version":1', b'"version":0'), "features of version 0"),
        (lambda data: data.replace(b'"mean":[0.0,', b'"mean":['), f"do not fit {WIDTH} features"),
        (lambda data: data.replace(b'"spread":[1.0,', b'"spread":[0.0,'), f"do not fit {WIDTH} features"),
        (lambda data: data.replace(b'"bias":[0.0]', b'"bias":[]'), f"do not fit {WIDTH} features"),
    ],
)
def test_a_wrong_file_of_weights_is_refused(change: object, said: str, tmp_path: Path) -> None:
    assert callable(change)
    data = msgspec.json.encode(model("1851"))
    path = tmp_path / "weights.json"
    path.write_bytes(data)
    assert read_model(path) == model("1851")
    path.write_bytes(change(data))
    with pytest.raises(UsageError, match=said):
        read_model(path)
    with pytest.raises(UsageError, match=said):
        load_player(f"scholar:600:{path}")


def test_weights_of_another_title_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="The weights are for 1851 and not for 18GL"):
        expected_shares(weighty("18GL")[0], model("1851"))
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        read_model(tmp_path / "weights.json")


def test_a_line_is_judged_by_the_share_of_the_worth_before_it() -> None:
    now = weighty("1851")[-1]
    player, *others = now.state.players
    end = play_on(now, Director(), ends_set(now), 300).position
    owned, later = final_worth(now), worth_shares(end)
    dollars = sum(owned.values())
    terms = Scholar(1, model=model("1851")).judge_for(now)(end, player)
    assert [term.what for term in terms] == ["worth then", "others"]
    assert terms[0].dollars == pytest.approx(dollars * later[player])
    assert terms[1].dollars == pytest.approx(-dollars * sum(later[other] for other in others) / len(others))


@pytest.mark.parametrize("title", TITLES)
def test_it_answers_the_same_each_time(title: str) -> None:
    one = FEW(1)
    for now in weighty(title)[1::2]:
        advice = one.advise(now)
        assert now.check(advice.action) is None
        assert FEW(1).advise(now) == advice
        assert advice.beside_second or len(advice.estimates) > 1


def test_it_plays_what_its_network_prefers() -> None:
    usual, against = Scholar(1, 1, model=model("1851")), Scholar(1, 1, model=model("1851", scale=-30.0))
    assert any(usual.advise(now).action != against.advise(now).action for now in weighty("1851"))


def test_it_has_a_name_with_a_budget_and_a_file(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_bytes(msgspec.json.encode(model("1851")))
    game = trunkline.new("1851", ["Ann", "Bob", "Cy"], seed=4)
    player = min(game.to_act)
    for name in ("scholar", "scholar:3", f"scholar:3:{path}"):
        assert game.check(load_player(name)(1).choose(game.copy(), player)) is None
    assert version_of("scholar:3") == trunkline.__version__
    with pytest.raises(UsageError, match="A scholar plays 1 to 1,000,000 positions"):
        load_player("scholar:0")
