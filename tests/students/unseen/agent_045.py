from math import inf

from pacgrid import Agent


class Minimax(Agent):
    """Follows the pseudocode from the lecture slides."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.utility = evaluation or (lambda state: state.score)

    def act(self, state):
        self.last_ply = self.depth * state.num_agents
        options = state.legal_actions()
        values = [self.value(state.successor(a), 1) for a in options]
        best = max(values) if state.to_move == 0 else min(values)
        for option, value in zip(options, values):
            if value == best:
                return option

    def cutoff(self, state, ply):
        return state.is_terminal or ply == self.last_ply

    def value(self, state, ply):
        if self.cutoff(state, ply):
            return self.utility(state)
        if state.to_move == 0:
            return self.max_value(state, ply)
        return self.min_value(state, ply)

    def max_value(self, state, ply):
        v = -inf
        for a in state.legal_actions():
            v = max(v, self.value(state.successor(a), ply + 1))
        return v

    def min_value(self, state, ply):
        v = inf
        for a in state.legal_actions():
            v = min(v, self.value(state.successor(a), ply + 1))
        return v
