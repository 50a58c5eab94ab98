"""A transposition table for alpha-beta: a dict from (state, plies) to the value."""

from pacgrid import Agent

MISTAKES = {"AlphaBeta": "memo keeps bounds as values"}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        self.table = {}
        alpha, best = float("-inf"), None
        for a in state.legal_actions():
            v = self.value(state.successor(a), self.depth * state.num_agents - 1, alpha, float("inf"))
            if v > alpha:
                alpha, best = v, a
        return best

    def value(self, state, plies, alpha, beta):
        if (state, plies) in self.table:
            return self.table[state, plies]
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        v = float("-inf") if state.to_move == 0 else float("inf")
        for a in state.legal_actions():
            w = self.value(state.successor(a), plies - 1, alpha, beta)
            if state.to_move == 0:
                v = max(v, w)
                alpha = max(alpha, v)
            else:
                v = min(v, w)
                beta = min(beta, v)
            if alpha > beta:
                break
        self.table[state, plies] = v
        return v
