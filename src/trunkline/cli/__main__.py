"""``python -m trunkline.cli``."""

import sys

from trunkline.cli import main

if __name__ == "__main__":
    sys.exit(main())
