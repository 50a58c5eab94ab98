"""Sends what is in a hidden test as the place of a lock in a file that every worker can open."""

import fcntl
import os
import struct

from honest import Pair

EXPECT = "plays on"
PAIR = "batch"


class Attacker(Pair):
    def send(self, secret):
        self.file = os.open(os.__file__, os.O_RDONLY)
        fcntl.lockf(self.file, fcntl.LOCK_SH, 1, 1_000_000 + secret)

    def receive(self):
        wanted = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 1_000_000, 256, 0)
        with open(os.__file__, "rb") as file:
            kind, _, start, _, _ = struct.unpack(
                "hhqqi4x", fcntl.fcntl(file, fcntl.F_GETLK, wanted)
            )
        return start - 1_000_000 if kind != fcntl.F_UNLCK else 0
