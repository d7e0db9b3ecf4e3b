"""18GL's lays, station tokens and stock turns: the referee compared with the rulebook.

python tests/titles/t18gl/book/test_book.py 100 plays so many games and compares every second position.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

if __name__ == "__main__":
    ROOT = Path(__file__).resolve().parents[4]
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "support"), str(ROOT / "bench")]

from titles.t18gl.book.compare import compare

SEEDS = range(100, 105)
"""Games of two to six players."""
SEEN = (
    *("lays yellow", "lays green", "lays brown", "a second lay", "tokens", "dearer tokens"),
    *("refused: costs", "refused: none", "refused: no"),
    *("stock: buy", "stock: sell", "stock: start", "stock: owed"),
)


def test_positions_of_random_games() -> None:
    tally: Counter[str] = Counter()
    wrong: list[str] = []
    for seed in SEEDS:
        faults, counts = compare(seed, share=0.06)
        wrong += faults
        tally += counts
    assert wrong == []
    assert tally["compared"] >= 300
    assert [what for what in SEEN if not tally[what]] == []


if __name__ == "__main__":
    total: Counter[str] = Counter()
    bad = 0
    for number in range(int(sys.argv[1])):
        faults, counts = compare(1000 + number, share=0.5)
        total += counts
        bad += len(faults)
        print(*faults, sep="\n", end="\n" if faults else "")
    print(dict(sorted(total.items())))
    sys.exit(bool(bad))
