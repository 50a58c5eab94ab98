"""Writes into its own folder, to be found by the next test."""

from contextlib import suppress
from pathlib import Path

from honest import Honest, succeeded

EXPECT = "plays on"
HERE = Path(__file__).parent

if (HERE / "memory").exists():
    succeeded("remembers")


class Attacker(Honest):
    def attack(self, state):
        with suppress(OSError):
            (HERE / "memory").write_text("was here")
            (HERE / "honest.py").write_text("was here")
