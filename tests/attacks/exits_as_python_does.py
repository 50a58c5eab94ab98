"""Raises SystemExit while it is imported."""

import sys

EXPECT = r"can't be imported: SystemExit: 0 \(attack.py, line 7, in <module>\)"

sys.exit(0)
