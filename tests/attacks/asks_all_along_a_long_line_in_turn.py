"""Asks for states beside a long line, each far away from the one before."""

from honest import Honest, line

from pacgrid import Action

EXPECT = "plays on"
TEST = "lines"

asked = []


class Attacker(Honest):
    def attack(self, state):
        asked.append(state)
        if len(asked) > 4:
            return
        beside = [each.successor(Action.EAST) for each in line(state, 1_600)[::2]]
        for number in range(8_000):
            _ = beside[number * 389 % len(beside)].score, beside[number % 40].score
