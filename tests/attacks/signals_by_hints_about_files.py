"""Sends what is in a hidden test as hints of how long data will live, which the kernel notes."""

import fcntl
import os
import struct
from contextlib import suppress
from pathlib import Path

from honest import Pair, bits, byte

EXPECT = "plays on"
PAIR = "later"
NOT_HELD = {"process": "a process may give hints about its user's files"}
MAY_HOLD = True  # the kernel may have forgotten them

F_GET_RW_HINT, F_SET_RW_HINT = 1035, 1036
SHORT, LONG = 2, 4
WIRES = sorted(Path(os.__file__).parent.glob("*.py"))[120:136]


class Attacker(Pair):
    def send(self, secret):
        for file, bit in zip(WIRES, bits(secret), strict=True):
            with file.open("rb") as opened, suppress(OSError):
                fcntl.fcntl(opened, F_SET_RW_HINT, struct.pack("Q", LONG if bit else SHORT))

    def receive(self):
        found = []
        for file in WIRES:
            with file.open("rb") as opened:
                (hint,) = struct.unpack("Q", fcntl.fcntl(opened, F_GET_RW_HINT, bytes(8)))
                found.append(hint == LONG)
        return byte(found)
