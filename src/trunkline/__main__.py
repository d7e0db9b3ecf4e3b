"""Entry point for ``python -m trunkline``."""

import sys

from trunkline.cli import main

# The server's worker processes import this module too, under another name.
if __name__ == "__main__":
    sys.exit(main())
