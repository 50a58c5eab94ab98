"""Principal variation search: expects the first action to be the best."""

from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        plies = self.depth * state.num_agents - 1
        best, alpha = None, -inf
        for action in state.legal_actions():
            beta = inf if best is None else alpha + 1
            value = self.value(state.successor(action), plies, alpha, beta)
            if best is None or value > alpha:
                best, alpha = action, value
        return best

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            best = -inf
            for action in state.legal_actions():
                best = max(best, self.value(state.successor(action), plies - 1, alpha, beta))
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
            return best
        best = inf
        for action in state.legal_actions():
            best = min(best, self.value(state.successor(action), plies - 1, alpha, beta))
            beta = min(beta, best)
            if beta <= alpha:
                break
        return best
