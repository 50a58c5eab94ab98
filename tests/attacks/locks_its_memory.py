"""Locks its memory, so that others have to leave theirs."""

import ctypes
import mmap

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "root may lock its memory"}
MAY_HOLD = True  # others than root may lock little

SIZE = 32 << 20


class Attacker(Honest):
    def attack(self, state):
        memory = mmap.mmap(-1, SIZE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        place = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        if ctypes.CDLL(None).mlock(ctypes.c_void_p(place), SIZE) == 0:
            succeeded("32 MiB")
