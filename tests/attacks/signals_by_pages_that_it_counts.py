"""Sends what is in a hidden test by which files are in memory, as the kernel counts their pages."""

import ctypes
import os
from pathlib import Path

from honest import Pair, bits, byte

EXPECT = "plays on"
PAIR = "later"
NOT_HELD = {"process": "a process may ask what is in memory"}
MAY_HOLD = True  # the call is new, and some file systems are in memory always

CACHESTAT = 451
WIRES = sorted(Path(os.__file__).parent.glob("*.py"))[40:56]


def pages(file):
    with file.open("rb") as opened:
        counted = (ctypes.c_uint64 * 5)()
        everything = (ctypes.c_uint64 * 2)(0, 0)
        if ctypes.CDLL(None).syscall(CACHESTAT, opened.fileno(), everything, counted, 0):
            raise OSError
        return counted[0]


class Attacker(Pair):
    def send(self, secret):
        for file, bit in zip(WIRES, bits(secret), strict=True):
            with file.open("rb") as opened:
                if bit:
                    ctypes.CDLL(None).readahead(opened.fileno(), ctypes.c_long(0), 1 << 16)
                else:
                    os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)

    def receive(self):
        return byte([pages(file) > 0 for file in WIRES])
