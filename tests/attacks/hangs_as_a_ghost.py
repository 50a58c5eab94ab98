"""Loops without an end on one ghost's turn, where no signal of Python's is ever looked at."""

from itertools import repeat

from honest import best

from pacgrid import GhostTeam

EXPECT = "took more than 0.3 CPU seconds for a move"
TEST = "ghosts"


class Attacker(GhostTeam):
    def act(self, state):
        return sum(repeat(0)) if state.to_move == 2 else best(state)
