"""Games of 18xx.games: read through our referee, and ours written for its engine."""

from trunkline.interop.eighteenxx.replay import Replay, read

__all__ = ["Replay", "read"]
