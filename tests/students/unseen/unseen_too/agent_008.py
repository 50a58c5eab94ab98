from math import inf
from pacgrid import Action, Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def moves(self, state):
        ms = list(state.legal_actions())
        if Action.STOP in ms and len(ms) > 1:
            ms.remove(Action.STOP)
        return ms

    def act(self, state):
        alpha = -inf
        result = None
        for m in self.moves(state):
            v = self.value(state.successor(m), 1, alpha, inf)
            if v >= alpha:
                alpha, result = v, m
        return result

    def value(self, state, ply, alpha, beta):
        if state.is_terminal:
            return state.score
        if ply == self.depth * state.num_agents:
            return self.evaluation(state)
        if state.to_move == 0:
            v = -inf
            for m in self.moves(state):
                v = max(v, self.value(state.successor(m), ply + 1, alpha, beta))
                if v >= beta:
                    break
                alpha = max(alpha, v)
            return v
        v = inf
        for m in self.moves(state):
            v = min(v, self.value(state.successor(m), ply + 1, alpha, beta))
            if v <= alpha:
                break
            beta = min(beta, v)
        return v
