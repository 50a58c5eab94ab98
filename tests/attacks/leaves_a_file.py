"""Leaves a file where others will find it."""

from pathlib import Path

from honest import Honest

EXPECT = "plays on"
NOT_HELD = {"process": "a process may write where its user may"}


class Attacker(Honest):
    def attack(self, state):
        for place in ("@OUTSIDE@", "/var/tmp", "/dev/shm"):
            try:
                Path(place, "@ID@").write_text("was here")
            except OSError:
                pass
