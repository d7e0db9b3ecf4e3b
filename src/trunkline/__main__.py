"""``python -m trunkline``."""

import sys

from trunkline.cli import main

# The processes that work for a table read this module as well, under another name.
if __name__ == "__main__":
    sys.exit(main())
