"""Depth 1, then 2, ... up to the depth that is asked for. The best action so far is tried first."""

from pacgrid import Agent

MISTAKES = {}

HUGE = float("inf")


class AlphaBeta(Agent):
    def __init__(self, *, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        order = list(state.legal_actions())
        for depth in range(1, self.depth + 1):
            best, alpha = order[0], -HUGE
            for action in order:
                v = self.ab(state.successor(action), depth * state.num_agents - 1, alpha, HUGE)
                if v > alpha:
                    best, alpha = action, v
            order.remove(best)
            order.insert(0, best)
        return order[0]

    def ab(self, s, n, alpha, beta):
        if s.is_terminal:
            return s.score
        if n == 0:
            return self.evaluation(s)
        if s.to_move == 0:
            for a in s.legal_actions():
                alpha = max(alpha, self.ab(s.successor(a), n - 1, alpha, beta))
                if alpha >= beta:
                    return alpha
            return alpha
        for a in s.legal_actions():
            beta = min(beta, self.ab(s.successor(a), n - 1, alpha, beta))
            if alpha >= beta:
                return beta
        return beta


class Minimax(Agent):
    def __init__(self, *, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        for depth in range(1, self.depth + 1):
            values = {
                a: self.mm(state.successor(a), depth * state.num_agents - 1)
                for a in state.legal_actions()
            }
        return max(values, key=values.get)

    def mm(self, s, n):
        if s.is_terminal:
            return s.score
        if n == 0:
            return self.evaluation(s)
        return [min, max][s.to_move == 0](self.mm(s.successor(a), n - 1) for a in s.legal_actions())
