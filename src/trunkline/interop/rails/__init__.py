"""Games of Rails, the Java program, replayed through our referee."""

from trunkline.interop.rails.file import is_rails
from trunkline.interop.rails.replay import RailsReplay, read

__all__ = ["RailsReplay", "is_rails", "read"]
