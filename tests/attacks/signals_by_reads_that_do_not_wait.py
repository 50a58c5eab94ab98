"""Sends what is in a hidden test by which files are in memory: others can't be read at once."""

import os
from pathlib import Path

from honest import Pair, bits, byte

EXPECT = "plays on"
PAIR = "batch"

RWF_NOWAIT = 8
WIRES = sorted(Path(os.__file__).parent.glob("*.py"))[60:76]


def is_in_memory(file):
    with file.open("rb") as opened:
        try:
            return bool(os.preadv(opened.fileno(), [bytearray(9)], 0, RWF_NOWAIT))
        except BlockingIOError:
            return False


class Attacker(Pair):
    def send(self, secret):
        for file, bit in zip(WIRES, bits(secret), strict=True):
            if bit:
                file.read_bytes()

    def receive(self):
        if hasattr(self, "looked"):  # what was not in memory may be there after the first look
            return 0
        self.looked = True
        return byte([is_in_memory(file) for file in WIRES])
