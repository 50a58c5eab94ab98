"""Thinks for longer than it may if the board of a hidden test says so."""

from honest import Honest, number_of

from pacgrid import Action

EXPECT = "plays on|took more than 0.3 CPU seconds for a move"
TEST = "games"
TELLS_BY = "failure"


class Attacker(Honest):
    def act(self, state):
        if number_of(state) % 2:
            sum(iter(int, 1))  # without end, in one line: the grader names it in a visible test
        return Action.STOP
