"""Asks for the end of a long line and a state beside its beginning in turn, and chooses wrongly."""

from honest import Honest, line

from pacgrid import Action

EXPECT = "plays on"
POINTS = 0
TEST = "lines"

asked = []


class Attacker(Honest):
    def act(self, state):
        asked.append(state)
        if len(asked) <= 4:
            states, beside = line(state, 3_700), state.successor(Action.EAST)
            for _ in range(20_000):
                _ = states[-1].is_terminal, beside.is_terminal
        return Action.EAST
