"""Maps shared memory, fills it, and unmaps all but a page, by which the kernel keeps the rest."""

import mmap

from honest import Attempt, Honest

EXPECT = r"(plays on|.*MemoryError.*|crashed: signal 9.*|.*memory.*)"
POINTS = None  # counted memory may end it
NOT_HELD = {"process": "its address space is limited, and nothing else of its memory"}

SIZE = 16 << 20

kept = []
attempt = Attempt("320 MiB at a limit of 256")
with attempt:
    for _ in range(20):
        kept.append(mmap.mmap(-1, SIZE, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS))
        for page in range(0, SIZE, mmap.PAGESIZE):
            kept[-1][page] = 1
        kept[-1].resize(mmap.PAGESIZE)


class Attacker(Honest):
    def attack(self, state):
        kept.clear()
        attempt.check()
