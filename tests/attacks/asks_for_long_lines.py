"""Asks for lines of 4,900 plies in eight positions, to fill the grader's memory."""

from honest import Honest, line

EXPECT = "plays on"
TEST = "lines"

asked = []


class Attacker(Honest):
    def attack(self, state):
        asked.append(state)
        if len(asked) <= 8:
            line(state, 4_900)
