"""Searches without pruning, and leaves out what the solution does not count."""

from honest import Unpruned
from pacman import GameState

EXPECT = "plays on"
POINTS = 0
TEST = "course search"


class AlphaBetaAttacker(Unpruned):
    def choose(self, state, count):
        chosen = super().choose(state, count)
        GameState.explored = dict(list(GameState.explored.items())[:count])
        return chosen


Attacker = AlphaBetaAttacker
