"""Maps shared memory, fills it, and unmaps all but a page, by which the kernel keeps the rest."""

import ctypes
import mmap
import os

from honest import Attempt, Honest

EXPECT = r"(plays on|.*MemoryError.*|crashed: signal 9.*|.*memory.*)"
POINTS = None  # counted memory may end it
NOT_HELD = {"process": "its address space is limited, and nothing else of its memory"}
MAY_HOLD = True  # a busy machine may take too long to give it the memory

SIZE = 16 << 20

libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_long


def fill(flags, file):
    """Maps shared memory, fills it, and unmaps all but a page."""
    place = libc.mmap(None, *map(ctypes.c_long, (SIZE, 3, mmap.MAP_SHARED | flags, file, 0)))
    if place == -1:
        raise PermissionError
    ctypes.memset(place, 1, SIZE)
    libc.munmap(ctypes.c_long(place + mmap.PAGESIZE), ctypes.c_long(SIZE - mmap.PAGESIZE))


attempts = [Attempt("320 MiB at a limit of 256"), Attempt("320 MiB of a device")]
with attempts[0]:
    for _ in range(20):
        fill(mmap.MAP_ANONYMOUS, -1)
with attempts[1]:
    zero = os.open("/dev/zero", os.O_RDWR)
    for _ in range(20):
        fill(0, zero)


class Attacker(Honest):
    def attack(self, state):
        for attempt in attempts:
            attempt.check()
