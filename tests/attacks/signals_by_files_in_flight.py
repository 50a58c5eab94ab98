"""Sends what is in a hidden test by the number of files that its user has sent and nobody has
received, which is limited for all workers together."""

import socket
import time
from contextlib import suppress
from itertools import pairwise

from honest import Pair

EXPECT = "plays on"
PAIR = "batch"

MOST = 33  # what one that may open 32 files can send


def fly(most):
    """Sends up to that many files; how many could be sent."""
    one, other = socket.socketpair()
    sent = 0
    with suppress(OSError):
        while sent < most:
            socket.send_fds(one, [b"x"], [0])
            sent += 1
    return sent, (one, other)


class Attacker(Pair):
    """The first message says the one half of a byte, and the second one the other."""

    seen = None

    def send(self, secret):
        for half in (secret >> 4, secret & 15):
            ends = fly(2 + half)[1]
            time.sleep(0.3)
            for end in ends:
                end.close()
            time.sleep(0.02)

    def receive(self):
        sent, ends = fly(100)
        for end in ends:
            end.close()
        missing = MOST - sent - 2
        self.seen = [*(self.seen or []), missing]
        heard = [n for n, after in pairwise(self.seen) if n == after and 0 <= n < 16]
        halves = [n for before, n in pairwise([None, *heard]) if n != before]
        return (halves[0] << 4 | halves[1]) if len(halves) == 2 else 0
