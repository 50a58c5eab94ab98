"""Sends what is in a hidden test by the pages of a library that it has thrown out of memory, and
that are read again from the disk, as the kernel counts."""

import ctypes
import mmap
import os
import resource
from contextlib import suppress
from pathlib import Path

from honest import Pair, bits, byte

EXPECT = "plays on"
PAIR = "later"
NOT_HELD = {"process": "a process may throw its user's files out of memory"}
MAY_HOLD = True  # some file systems are in memory always

MADV_PAGEOUT, MADV_POPULATE_READ = 21, 22
WIRES = sorted(Path(os.__file__).parent.glob("*.py"))[100:116]


def mapped(file):
    with file.open("rb") as opened:
        return mmap.mmap(opened.fileno(), 0, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE)


def advise(memory, advice):
    place = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    return ctypes.CDLL(None).madvise(ctypes.c_void_p(place), ctypes.c_size_t(len(memory)), advice)


class Attacker(Pair):
    def send(self, secret):
        for file, bit in zip(WIRES, bits(secret), strict=True):
            memory = mapped(file)
            advise(memory, MADV_POPULATE_READ)
            if not bit:
                advise(memory, MADV_PAGEOUT)

    def receive(self):
        if hasattr(self, "looked"):
            return 0
        self.looked = True
        found = []
        for file in WIRES:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_majflt
            memory = mapped(file)
            with suppress(ValueError):
                memory.madvise(mmap.MADV_RANDOM)
            assert memory[0] is not None
            found.append(resource.getrusage(resource.RUSAGE_SELF).ru_majflt == before)
        return byte(found)
