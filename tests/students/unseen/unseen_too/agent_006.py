from math import inf
from pacgrid import Agent, Report


class AlphaBeta(Agent):
    """AIMA figure 5.7 with a depth limit."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        self.report = Report()
        alpha, beta = -inf, inf
        best = -inf
        choice = None
        for move in state.legal_actions():
            value = self.ab(state.successor(move), self.depth * state.num_agents - 1, alpha, beta)
            self.report.values[move] = value
            if value >= best:
                best = value
                choice = move
            alpha = max(alpha, best)
        return choice

    def ab(self, state, plies, alpha, beta):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            v = -inf
            for move in state.legal_actions():
                v = max(v, self.ab(state.successor(move), plies - 1, alpha, beta))
                if v >= beta:
                    return v
                alpha = max(alpha, v)
        else:
            v = inf
            for move in state.legal_actions():
                v = min(v, self.ab(state.successor(move), plies - 1, alpha, beta))
                if v <= alpha:
                    return v
                beta = min(beta, v)
        return v
