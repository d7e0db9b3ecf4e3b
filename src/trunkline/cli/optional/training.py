"""A training run of the scholar, with its files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from trunkline.cli.progress import Progress
from trunkline.lab.dataset.storage import write
from trunkline.lab.training import samples
from trunkline.lab.training.fitting import CurvePoint, Settings, fit

__all__ = ["Settings", "train"]


def train(
    title: str, folders: Sequence[Path], output: Path, curve: Path | None, settings: Settings, jobs: int
) -> None:
    """Train a network and write its weights and its learning curve. Raises ``UsageError``."""
    found = samples.read(folders, title, jobs)
    progress = Progress("Training", unit="passes")

    def shown(point: CurvePoint) -> None:
        progress.show(point.epoch, settings.epochs)

    try:
        trained = fit(title, found, settings, shown)
    finally:
        progress.done()
    write(output, msgspec.json.encode(trained.model))
    if curve is not None:
        write(curve, msgspec.json.format(msgspec.json.encode(trained.curve), indent=1) + b"\n")
    best = trained.curve[trained.best - 1]
    print(f"{len(found.rows):,} positions. Error in held-out games, in thousandths:")
    print(f"  equal shares          {trained.uniform:6.2f}")
    print(f"  the director's worth  {trained.hand_written:6.2f}")
    print(f"  the network           {best.held_out:6.2f}  (pass {best.epoch} of {settings.epochs})")
    print(f"The weights are in {output}.")
