"""Principal variation search: the first child with the full window, the others with an empty one,
and again with the full one if they turn out to be better."""

from pacgrid import Agent

MISTAKES = {}

OO = 10.0**12
EPS = 1e-7  # scores are not always whole numbers


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        plies = self.depth * state.num_agents - 1
        first, *rest = state.legal_actions()
        best = self.pvs(state.successor(first), plies, -OO, OO)
        choice = first
        for action in rest:
            child = state.successor(action)
            v = self.pvs(child, plies, best, best + EPS)
            if v > best:
                v = self.pvs(child, plies, best, OO)
            if v > best:
                best, choice = v, action
        return choice

    def pvs(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        value = None
        for action in state.legal_actions():
            child = state.successor(action)
            if value is None:
                value = self.pvs(child, plies - 1, alpha, beta)
            elif state.to_move == 0:
                v = self.pvs(child, plies - 1, alpha, min(beta, alpha + EPS))
                if alpha < v < beta:
                    v = self.pvs(child, plies - 1, alpha, beta)
                value = max(value, v)
            else:
                v = self.pvs(child, plies - 1, max(alpha, beta - EPS), beta)
                if alpha < v < beta:
                    v = self.pvs(child, plies - 1, alpha, beta)
                value = min(value, v)
            if state.to_move == 0:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return value
