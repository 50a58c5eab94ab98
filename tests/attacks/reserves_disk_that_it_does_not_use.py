"""Has the disk filled beyond the end of its output, which seems to stay empty."""

import ctypes
import os

from honest import Honest, succeeded

EXPECT = "plays on"

FALLOC_FL_KEEP_SIZE = 1


class Attacker(Honest):
    def attack(self, state):
        libc = ctypes.CDLL(None)
        size = ctypes.c_long(32 << 20)
        libc.fallocate(1, FALLOC_FL_KEEP_SIZE, ctypes.c_long(0), size)
        if (used := os.fstat(1).st_blocks * 512) > 2 << 20:
            succeeded(f"{used} bytes")
