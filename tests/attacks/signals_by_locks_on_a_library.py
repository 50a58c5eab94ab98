"""Sends what is in a hidden test by locks on files that every worker can open."""

import fcntl
import os
from pathlib import Path

from honest import Pair, bits, byte

EXPECT = "plays on"
PAIR = "batch"

WIRES = sorted(Path(os.__file__).parent.glob("*.py"))[:16]


class Attacker(Pair):
    def send(self, secret):
        self.held = [file.open("rb") for file, bit in zip(WIRES, bits(secret), strict=True) if bit]
        for file in self.held:
            fcntl.flock(file, fcntl.LOCK_EX)

    def receive(self):
        return byte([not self.is_free(file) for file in WIRES])

    def is_free(self, name):
        with name.open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            return True
