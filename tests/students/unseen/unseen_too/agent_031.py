from math import inf
from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        alpha = -inf
        best_action = state.legal_actions()[0]
        for action in state.legal_actions():
            v = self.min_value(state.successor(action), self.depth, 1, alpha, inf)
            if v > alpha:
                alpha = v
                best_action = action
        return best_action

    def max_value(self, state, depth, alpha, beta):
        if state.is_terminal:
            return state.score
        if depth == 0:
            return self.evaluation(state)
        v = -inf
        for action in state.legal_actions():
            v = max(v, self.min_value(state.successor(action), depth, 1, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, depth, agent_index, alpha, beta):
        v = inf
        for action in state.legal_actions():
            next_state = state.successor(action)
            if agent_index == state.num_agents - 1:
                v = min(v, self.max_value(next_state, depth - 1, alpha, beta))
            else:
                v = min(v, self.min_value(next_state, depth, agent_index + 1, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v
