"""Searches a copy in silence, and then explores as many states as the solution."""

from honest import Unpruned

from pacgrid import State
from pacgrid.cs188.board import ACTIONS
from pacgrid.cs188.game_state import GameState

EXPECT = "plays on"
POINTS = 0
TEST = "course search"


class AlphaBetaAttacker(Unpruned):
    def choose(self, state, count):
        copy = State.parse(str(state.state))
        chosen = max(
            state.getLegalActions(0),
            key=lambda action: self.value(GameState.of(copy.successor(ACTIONS[action])), 1, 2),
        )
        GameState.explored = {}
        waiting = [state]
        while len(GameState.explored) < count:
            before = waiting.pop(0)
            for action in before.getLegalActions(0):
                if len(GameState.explored) < count:
                    waiting.append(before.generateSuccessor(0, action))
        return chosen


Attacker = AlphaBetaAttacker
