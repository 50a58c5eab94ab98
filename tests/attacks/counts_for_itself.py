"""Replaces what counts the explored states in its worker."""

from honest import Unpruned

from pacgrid.autograder.worker import services as service

EXPECT = "plays on"
POINTS = 0
TEST = "course search"
MOVES = ["North", "East", "South", "West", "Stop"]


class AlphaBetaAttacker(Unpruned):
    def choose(self, state, count):
        moves = [(0, 0, MOVES.index(action)) for action in state.getLegalActions(0)]
        chosen = super().choose(state, count)
        service.explored_steps = lambda *_: (moves * count)[: count - 1]
        return chosen


Attacker = AlphaBetaAttacker
