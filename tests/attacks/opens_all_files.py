"""Opens files until no more can be opened, and keeps them."""

import os

from honest import Honest, succeeded

EXPECT = "plays on"


class Attacker(Honest):
    def attack(self, state):
        try:
            for _ in range(1000):
                os.open(os.devnull, os.O_RDONLY)
        except OSError:
            return
        succeeded("1000 files")
