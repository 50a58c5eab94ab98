"""Fills its folder for temporary files with files that never had a name there."""

import os

from honest import Honest

EXPECT = "(OSError: .*|PermissionError: .*|KeyError.*|.*(MiB|disk|temporary files|file).*)"
NOT_HELD = {"process": "a process may write where its user may"}
MAY_HOLD = True  # it may have a folder of its own there

SIZE = 1_000_000


class Attacker(Honest):
    def attack(self, state):
        self.files = []
        for _ in range(12):
            self.files.append(os.open(os.environ["TMPDIR"], os.O_TMPFILE | os.O_RDWR))
            os.write(self.files[-1], b"x" * SIZE)
