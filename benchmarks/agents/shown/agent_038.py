"""Minimax, with a dictionary so that no state is searched twice."""

from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        plies = self.depth * state.num_agents
        best = None
        best_value = None
        for action in state.legal_actions():
            value = self.value(state.successor(action), plies - 1)
            if best_value is None or value > best_value:
                best, best_value = action, value
        return best

    def value(self, state, plies, memo={}):
        if state in memo:
            return memo[state]
        if state.is_terminal:
            result = state.score
        elif plies == 0:
            result = self.evaluation(state) if self.evaluation else state.score
        else:
            values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
            result = max(values) if state.to_move == 0 else min(values)
        memo[state] = result
        return result
