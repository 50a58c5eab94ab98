"""Has disk reserved for an empty file in its folder for temporary files."""

import ctypes
import os
import tempfile
from contextlib import suppress

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may write where its user may"}
MAY_HOLD = True  # a system may deny it

FALLOC_FL_KEEP_SIZE = 1


class Attacker(Honest):
    def attack(self, state):
        libc, size = ctypes.CDLL(None), ctypes.c_long(16 << 20)
        with suppress(OSError), tempfile.TemporaryFile() as file:
            libc.fallocate(file.fileno(), FALLOC_FL_KEEP_SIZE, ctypes.c_long(0), size)
            if (used := os.fstat(file.fileno()).st_blocks * 512) > 8 << 20:
                succeeded(f"{used} bytes")
