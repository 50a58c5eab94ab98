from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        plies = self.depth * state.num_agents - 1
        values = {
            action: self.value(state.successor(action), plies, -inf, inf)
            for action in state.legal_actions()
        }
        pick = max if state.to_move == 0 else min
        return pick(values, key=values.get)

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.max_value(state, plies, alpha, beta)
        return self.min_value(state, plies, alpha, beta)

    def max_value(self, state, plies, alpha, beta):
        v = -inf
        for action in state.legal_actions():
            v = max(v, self.value(state.successor(action), plies - 1, alpha, beta))
            if v >= beta:
                break
            alpha = max(alpha, v)
        return v

    def min_value(self, state, plies, alpha, beta):
        v = inf
        for action in state.legal_actions():
            v = min(v, self.value(state.successor(action), plies - 1, alpha, beta))
            if v <= alpha:
                break
            beta = min(beta, v)
        return v
