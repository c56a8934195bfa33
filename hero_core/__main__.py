"""python -m hero_core."""

import sys

from hero_core.cli import main

if __name__ == "__main__":
    sys.exit(main())
