"""Alpha-beta, as in the lecture."""

from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        plies = self.depth * state.num_agents
        best, alpha = None, -inf
        for action in state.legal_actions():
            value = self.alphabeta(state.successor(action), plies - 1, alpha, inf)
            if value >= alpha:
                alpha, best = value, action
        return best

    def alphabeta(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            value = -inf
            for action in state.legal_actions():
                value = max(value, self.alphabeta(state.successor(action), plies - 1, alpha, beta))
                alpha = max(alpha, value)
                if value >= beta:
                    break
            return value
        value = inf
        for action in state.legal_actions():
            value = min(value, self.alphabeta(state.successor(action), plies - 1, alpha, beta))
            beta = min(beta, value)
            if value <= alpha:
                break
        return value
