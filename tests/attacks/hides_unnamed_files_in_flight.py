"""Fills its folder for temporary files with files that it has sent to itself, and closed."""

import os
import socket

from honest import Honest

EXPECT = "(OSError: .*|KeyError.*|PermissionError.*|.*(MiB|disk|temporary files|file).*)"
NOT_HELD = {"process": "a process may write where its user may"}
MAY_HOLD = True  # it may have a folder of its own there

SIZE = 900_000


class Attacker(Honest):
    def attack(self, state):
        one, self.other = socket.socketpair()
        for _ in range(12):
            file = os.open(os.environ["TMPDIR"], os.O_TMPFILE | os.O_RDWR)
            os.write(file, b"x" * SIZE)
            socket.send_fds(one, [b"x"], [file])
            os.close(file)
