"""A round is two layers: us, then them."""

from math import inf

from pacgrid import Agent

MISTAKES = {"Minimax": "all ghosts in one MIN layer", "AlphaBeta": "all ghosts in one MIN layer"}

LAYERS = 2


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.layers = LAYERS * depth
        self.evaluation = evaluation

    def act(self, state):
        options = {a: self.look(state.successor(a), self.layers - 1) for a in state.legal_actions()}
        return max(options, key=options.get)

    def look(self, state, layers):
        if state.is_terminal:
            return state.score
        if layers == 0:
            return self.evaluation(state)
        options = [self.look(state.successor(a), layers - 1) for a in state.legal_actions()]
        return max(options) if state.to_move == 0 else min(options)


class AlphaBeta(Minimax):
    def act(self, state):
        alpha, best = -inf, None
        for a in state.legal_actions():
            v = self.prune(state.successor(a), self.layers - 1, alpha, inf)
            if v > alpha:
                alpha, best = v, a
        return best

    def prune(self, state, layers, alpha, beta):
        if state.is_terminal:
            return state.score
        if layers == 0:
            return self.evaluation(state)
        v = -inf if state.to_move == 0 else inf
        for a in state.legal_actions():
            w = self.prune(state.successor(a), layers - 1, alpha, beta)
            if state.to_move == 0:
                v = max(v, w)
                alpha = max(alpha, v)
            else:
                v = min(v, w)
                beta = min(beta, v)
            if alpha > beta:
                return v
        return v
