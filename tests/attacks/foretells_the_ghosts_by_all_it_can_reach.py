"""Looks for the game's seed in everything that the interpreter has: requests, messages, modules."""

import gc
import re

from honest import Honest, Oracle

EXPECT = "plays on"
TEST = "hidden games"


class Attacker(Honest):
    def start(self, state):
        self.oracle = Oracle()
        for thing in gc.get_objects():
            if isinstance(thing, dict) and "seed" in thing:
                self.oracle.add(thing["seed"])
            if type(thing).__name__ == "Channel":
                for value in vars(thing).values():
                    for seed in re.findall(r"seed\D{1,3}(\d+)", repr(value)):
                        self.oracle.add(int(seed))

    def attack(self, state):
        self.oracle.look(state)
