"""The last agent is us again, isn't it?"""

from math import inf

from pacgrid import Agent

MISTAKES = dict.fromkeys(("Minimax", "AlphaBeta", "Expectimax"), "second ghost maximises")


def maximizes(state):
    return state.to_move == 0 or state.to_move == 2


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        def go(s, left):
            if s.is_terminal: return s.score
            if left == 0: return self.evaluation(s)
            vs = sorted([go(s.successor(a), left - 1) for a in s.legal_actions()])
            return vs[-1] if maximizes(s) else self.ghost(vs)

        ranked = [(go(state.successor(a), self.depth * state.num_agents - 1), a) for a in state.legal_actions()]
        best = max(v for v, a in ranked)
        for v, a in ranked:
            if v == best:
                return a

    def ghost(self, vs):
        return vs[0]


class Expectimax(Minimax):
    def ghost(self, vs):
        return sum(vs) / len(vs)


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        values, alpha = [], -inf
        for a in state.legal_actions():
            values.append(self.go(state.successor(a), self.depth * state.num_agents - 1, alpha, inf))
            alpha = max(values)
        return state.legal_actions()[values.index(alpha)]

    def go(self, s, left, alpha, beta):
        if s.is_terminal: return s.score
        if left == 0: return self.evaluation(s)
        result = -inf if maximizes(s) else inf
        for a in s.legal_actions():
            v = self.go(s.successor(a), left - 1, alpha, beta)
            if maximizes(s):
                result = max(result, v); alpha = max(alpha, result)
            else:
                result = min(result, v); beta = min(beta, result)
            if beta < alpha: break
        return result
