"""Computes in the moves of many ghosts, each within its limit, for longer than a game may take."""

import time

from honest import best

from pacgrid import Agent

EXPECT = "took more than 1 CPU seconds in one game"
TEST = "ghosts"


class Attacker(Agent):
    def act(self, state):
        end = time.process_time() + 0.15
        while time.process_time() < end:
            pass
        return best(state)
