"""Asks for one successor thousands of times, and for its score each time."""

from honest import Honest

from pacgrid import Action

EXPECT = "plays on"
TEST = "lines"

asked = []


class Attacker(Honest):
    def attack(self, state):
        asked.append(state)
        if len(asked) <= 16:
            for _ in range(4_900):
                _ = state.successor(Action.EAST).score
