"""Sends what is in a hidden test as the place of a lock on a device, which anybody may write to."""

import fcntl
import os
import struct
from contextlib import suppress

from honest import Pair

EXPECT = "plays on"
PAIR = "batch"

F_OFD_GETLK, F_OFD_SETLK = 36, 37
FORMAT = "hhqqi4x"


class Attacker(Pair):
    def send(self, secret):
        self.file = os.open(os.devnull, os.O_WRONLY)
        wanted = struct.pack(FORMAT, fcntl.F_WRLCK, os.SEEK_SET, secret, 1, 0)
        with suppress(BlockingIOError):  # another one sends already
            fcntl.fcntl(self.file, F_OFD_SETLK, wanted)

    def receive(self):
        with open(os.devnull, "rb") as file:
            wanted = struct.pack(FORMAT, fcntl.F_WRLCK, os.SEEK_SET, 1, 256, 0)
            found = struct.unpack(FORMAT, fcntl.fcntl(file, F_OFD_GETLK, wanted))
        return found[2] if found[0] != fcntl.F_UNLCK else 0
