"""Changes modes, owners, times and attributes of files that it can't open."""

import os
from contextlib import suppress

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may change what is its user's"}


class Attacker(Honest):
    def attack(self, state):
        for change in (
            lambda: os.chmod("@SECRET@", 0o777),
            lambda: os.chown("@SECRET@", os.getuid(), os.getgid()),
            lambda: os.utime("@SECRET@", (1, 1)),
            lambda: os.setxattr("@SECRET@", "user.pacgrid", b"was here"),
        ):
            with suppress(OSError):
                change()
