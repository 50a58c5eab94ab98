"""Writes what is in a hidden test into what it is given at its start: input, output, devices."""

import os
from contextlib import suppress

from honest import Pair

EXPECT = "plays on"
PAIR = "batch"
NOT_HELD = {"process": "a process may write where its user may"}
MAY_HOLD = True  # a system may deny it

PLACES = (0, 1, 2, "/dev/shm/@ID@", "/dev/tty", "/proc/self/comm")


def opened(place, mode):
    """The file, which isn't closed with what it was opened by."""
    return open(os.dup(place) if isinstance(place, int) else place, mode, buffering=0)


class Attacker(Pair):
    def send(self, secret):
        for place in PLACES:
            with suppress(OSError, ValueError), opened(place, "wb") as file:
                file.write(b"secret=%d;" % secret)

    def receive(self):
        for place in PLACES:
            with suppress(OSError, ValueError), opened(place, "rb") as file:
                os.set_blocking(file.fileno(), False)
                _, found, text = (file.read(1000) or b"").partition(b"secret=")
                if found:
                    return int(text.partition(b";")[0])
        return 0
