"""Has a range of its output filled with zeros that no size shows."""

import ctypes
import os

from honest import Honest, succeeded

EXPECT = "plays on"

FALLOC_FL_KEEP_SIZE, FALLOC_FL_ZERO_RANGE = 1, 0x10


class Attacker(Honest):
    def attack(self, state):
        flags = FALLOC_FL_KEEP_SIZE | FALLOC_FL_ZERO_RANGE
        for number in range(1, 9):  # far apart, and each small
            place, size = ctypes.c_long(number << 22), ctypes.c_long(1 << 20)
            ctypes.CDLL(None).fallocate(1, flags, place, size)
        if (used := os.fstat(1).st_blocks * 512) > 2 << 20:
            succeeded(f"{used} bytes")
