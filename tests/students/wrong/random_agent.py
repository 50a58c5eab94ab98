"""TODO: search"""

import random

from pacgrid import Agent

MISTAKES = {"Minimax": "random", "AlphaBeta": "random", "Expectimax": "random"}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        pass

    def act(self, state):
        return random.choice(state.legal_actions())


class AlphaBeta(Minimax):
    def act(self, state):
        return self.rng.choice(state.legal_actions())


class Expectimax(Agent):
    """Looks for as long as it likes."""

    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        plies = random.randint(0, self.depth * state.num_agents)
        return max(state.legal_actions(), key=lambda a: self.value(state.successor(a), plies))

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else sum(values) / len(values)
