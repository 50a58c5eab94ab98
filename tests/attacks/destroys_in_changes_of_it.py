"""Deletes all files that it can, and prints megabytes, when it is changed."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from honest import Wrong

EXPECT = "plays badly"
POINTS = 0
TEST = "repair"


class Attacker(Wrong):
    def attack(self, state):
        for path in [*Path(__file__).parent.rglob("*"), *Path.cwd().rglob("*")]:
            with suppress(OSError):
                path.unlink()
        for _ in range(3):
            sys.stdout.write("x" * 2_000_000)
            os.write(1, b"x" * 2_000_000)
            os.write(2, b"x" * 2_000_000)
