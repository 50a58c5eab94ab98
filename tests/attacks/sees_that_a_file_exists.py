"""Asks whether a file of the grader's exists, and how long it is."""

from pathlib import Path

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {
    "landlock": "Landlock hides what is in files, and not that there are any of a known name",
    "process": "a process may ask for every file of a known name",
}


class Attacker(Honest):
    def attack(self, state):
        try:
            size = Path("@SECRET@").stat().st_size
        except OSError:
            return
        succeeded(size)
