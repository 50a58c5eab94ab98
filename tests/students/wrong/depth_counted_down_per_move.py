"""Saves time: every move counts the depth down by one, at least 1."""

from pacgrid.search import Searcher

MISTAKES = dict.fromkeys(("AlphaBeta", "Minimax"), "self.depth counted down and not put back")


class Minimax(Searcher):
    def plies(self, state):
        plies = self.depth * state.num_agents
        self.depth -= 1
        if self.depth < 1:
            self.depth = 1
        return plies

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        return (min if state.to_move else max)(self.value(state.successor(a), plies - 1) for a in state.legal_actions())


class AlphaBeta(Minimax):
    def action_values(self, state, plies):
        values, alpha = {}, float("-inf")
        for a in state.legal_actions():
            values[a] = self.value(state.successor(a), plies - 1, alpha, float("inf"))
            alpha = max(alpha, values[a])
        return values

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        for a in state.legal_actions():
            v = self.value(state.successor(a), plies - 1, alpha, beta)
            alpha, beta = (alpha, min(beta, v)) if state.to_move else (max(alpha, v), beta)
            if alpha >= beta:
                break
        return beta if state.to_move else alpha
