"""Has more open files than it may, by sending them to itself and closing them."""

import os
import socket
from contextlib import suppress

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "root may send as many as it likes"}
MAY_HOLD = True  # others than root may not


class Attacker(Honest):
    def attack(self, state):
        sent = 0
        one, self.other = socket.socketpair()
        with suppress(OSError):
            for _ in range(100):
                file = os.open(os.devnull, os.O_RDONLY)
                try:
                    socket.send_fds(one, [b"x"], [file])
                finally:
                    os.close(file)
                sent += 1
        one.close()
        if sent > 64:
            succeeded(f"{sent} files")
