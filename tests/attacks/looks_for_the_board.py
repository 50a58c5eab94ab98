"""Looks for the board of a state that is held by the grader."""

import gc

from honest import Honest, succeeded

from pacgrid import State

EXPECT = "plays on"
TEST = "search"


class Attacker(Honest):
    def attack(self, state):
        if isinstance(state, State) or any(isinstance(thing, State) for thing in gc.get_objects()):
            succeeded("there is a board")
        for name in ("food", "pacman", "ghosts", "layout", "maze", "__dict__"):
            if hasattr(state, name):
                succeeded(name)
