"""Games of 18xx.games: import through our referee, and export for its engine."""

from trunkline.interop.eighteenxx.replay import Replay, read

__all__ = ["Replay", "read"]
