"""Fills its folder for temporary files with files that have no name any more and are not open."""

import mmap
import os
import tempfile

from honest import Honest

EXPECT = "(OSError: .*|.*(MiB|disk|temporary files|file).*)"
NOT_HELD = {"process": "a process may write where its user may"}
MAY_HOLD = True  # it may have a folder of its own there

SIZE = 900_000


class Attacker(Honest):
    def attack(self, state):
        self.kept = []
        for _ in range(12):
            file, name = tempfile.mkstemp()
            os.write(file, b"x" * SIZE)
            self.kept.append(Mapping(file))
            os.close(file)
            os.unlink(name)


class Mapping:
    """A page of a file, by which the kernel keeps all of it, without a descriptor."""

    def __init__(self, file):
        import ctypes

        libc = ctypes.CDLL(None)
        libc.mmap.restype = ctypes.c_void_p
        size, start = ctypes.c_size_t(mmap.PAGESIZE), ctypes.c_long(0)
        self.place = libc.mmap(None, size, mmap.PROT_READ, mmap.MAP_SHARED, file, start)
