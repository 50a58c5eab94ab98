"""Sends what is in a hidden test by which files are in memory, as the kernel tells of a mapping."""

import ctypes
import mmap
import os
from pathlib import Path

from honest import Pair, bits, byte

EXPECT = "plays on"
PAIR = "later"
NOT_HELD = {"process": "a process may ask what is in memory"}
MAY_HOLD = True  # some file systems are in memory always

WIRES = sorted(Path(os.__file__).parent.glob("*.py"))[20:36]


def is_in_memory(file):
    with file.open("rb") as opened:
        mapped = mmap.mmap(opened.fileno(), 1, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE)
    place = ctypes.addressof(ctypes.c_char.from_buffer(mapped))
    answer = ctypes.create_string_buffer(1)
    if ctypes.CDLL(None).mincore(ctypes.c_void_p(place), ctypes.c_size_t(1), answer):
        raise OSError
    return answer.raw[0] & 1


class Attacker(Pair):
    def send(self, secret):
        for file, bit in zip(WIRES, bits(secret), strict=True):
            with file.open("rb") as opened:
                advice = os.POSIX_FADV_WILLNEED if bit else os.POSIX_FADV_DONTNEED
                os.posix_fadvise(opened.fileno(), 0, 0, advice)

    def receive(self):
        return byte([is_in_memory(file) for file in WIRES])
