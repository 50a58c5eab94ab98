"""Sends what is in a hidden test by reading files, which notes the time in them."""

import time
from pathlib import Path

from honest import Pair, bits, byte

import pacgrid

EXPECT = "plays on"
PAIR = "later"
NOT_HELD = {
    "landlock": "reading a file is noted in it",
    "process": "reading a file is noted in it",
}
MAY_HOLD = True  # some file systems note nothing

WIRES = sorted((Path(pacgrid.__file__).parent / "render").rglob("*.py"))[-16:]


class Attacker(Pair):
    def send(self, secret):
        for file, bit in zip(WIRES, bits(secret), strict=True):
            if bit:
                file.read_bytes()

    def receive(self):
        return byte([file.stat().st_atime > time.time() - 1000 for file in WIRES])
