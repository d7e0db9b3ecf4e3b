"""``python -m trunkline``."""

import sys

from trunkline.cli import main

sys.exit(main())
