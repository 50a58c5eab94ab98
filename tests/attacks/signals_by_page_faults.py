"""Sends what is in a hidden test by which files are in memory: reading others has to wait for the
disk, which the kernel counts."""

import mmap
import os
import resource
from pathlib import Path

from honest import Pair, bits, byte

EXPECT = "plays on"
PAIR = "batch"

WIRES = sorted(Path(os.__file__).parent.glob("*.py"))[80:96]


def waits(file):
    before = resource.getrusage(resource.RUSAGE_SELF)
    with file.open("rb") as opened:
        mapped = mmap.mmap(opened.fileno(), 1, mmap.MAP_SHARED, mmap.PROT_READ)
        mapped.madvise(mmap.MADV_RANDOM)
        assert mapped[0] is not None
    after = resource.getrusage(resource.RUSAGE_SELF)
    return after.ru_majflt > before.ru_majflt


class Attacker(Pair):
    def send(self, secret):
        for file, bit in zip(WIRES, bits(secret), strict=True):
            if bit:
                file.read_bytes()

    def receive(self):
        if hasattr(self, "looked"):
            return 0
        self.looked = True
        return byte([not waits(file) for file in WIRES])
