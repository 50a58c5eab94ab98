"""Reads what somebody else has handed in, to copy it."""

from pathlib import Path

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may read what its user may"}


class Attacker(Honest):
    def attack(self, state):
        try:
            text = Path("@OTHER@").read_text()
        except OSError:
            return
        succeeded(text)
