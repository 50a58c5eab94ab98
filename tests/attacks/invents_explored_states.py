"""Searches without pruning, and counts states that it has not explored."""

from honest import Unpruned
from pacman import GameState

EXPECT = "plays on"
POINTS = 0
TEST = "course search"


class AlphaBetaAttacker(Unpruned):
    def choose(self, state, count):
        chosen = super().choose(state, count)
        GameState.explored = dict.fromkeys(range(count))
        return chosen


Attacker = AlphaBetaAttacker
