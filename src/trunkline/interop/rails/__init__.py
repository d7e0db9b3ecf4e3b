"""Games of Rails, the Java program, read through our referee."""

from trunkline.interop.rails.file import is_rails
from trunkline.interop.rails.replay import RailsReplay, read

__all__ = ["RailsReplay", "is_rails", "read"]
