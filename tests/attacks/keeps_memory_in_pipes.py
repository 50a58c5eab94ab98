"""Has pipes keep pages of huge pages that it has given back itself."""

import ctypes
import mmap
import os
from contextlib import suppress

from honest import Honest, succeeded

EXPECT = r"(plays on|MemoryError.*|crashed: signal 9.*|.*memory.*)"
POINTS = None  # counted memory may end it
NOT_HELD = {"process": "its address space is limited, and nothing else of its memory"}
MAY_HOLD = True  # some systems have no huge pages

HUGE = 2 << 20


class Span(ctypes.Structure):
    _fields_ = (("start", ctypes.c_void_p), ("length", ctypes.c_size_t))


class Attacker(Honest):
    def attack(self, state):
        kept = 0
        _, writer = os.pipe()
        with suppress(OSError):
            os.set_blocking(writer, False)
        for _ in range(8):
            memory = mmap.mmap(-1, 3 * HUGE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
            memory.madvise(mmap.MADV_HUGEPAGE)
            view = ctypes.c_char.from_buffer(memory)
            first = -ctypes.addressof(view) % HUGE
            for place in (first, first + HUGE):
                memory[place] = 1
                span = Span(ctypes.addressof(view) + place, 1)
                if ctypes.CDLL(None).vmsplice(writer, ctypes.byref(span), 1, 0) == 1:
                    kept += HUGE
            del view
            memory.close()
        if kept > 8 << 20:
            succeeded(f"{kept >> 20} MiB")
