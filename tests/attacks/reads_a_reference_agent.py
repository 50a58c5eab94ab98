"""Reads the source of an agent that comes with Pacgrid, where it is installed."""

from pathlib import Path

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may read what its user may"}


class Attacker(Honest):
    def attack(self, state):
        try:
            text = Path("@REFERENCE@").read_text()
        except OSError:
            return
        succeeded(text[:100])
