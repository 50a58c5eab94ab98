"""First the values, then the action with the best value."""

from pacgrid import Agent

MISTAKES = dict.fromkeys(("Minimax", "Expectimax", "AlphaBeta"), "expands twice")


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        n = self.depth * state.num_agents - 1
        best = max(self.value(state.successor(a), n) for a in state.legal_actions())
        for a in state.legal_actions():
            if self.value(state.successor(a), n) == best:
                return a

    def value(self, state, n):
        if state.is_terminal:
            return state.score
        if n == 0:
            return self.evaluation(state)
        values = [self.value(state.successor(a), n - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else self.ghost(values)

    def ghost(self, values):
        return min(values)


class Expectimax(Minimax):
    def ghost(self, values):
        return sum(values) / len(values)


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best = None
        for a in state.legal_actions():
            if best is None or self.value(state, a, best[0]) > best[0]:
                low = float("-inf") if best is None else best[0]
                best = self.value(state, a, low), a
        return best[1]

    def value(self, state, action, alpha):
        return self.ab(state.successor(action), self.depth * state.num_agents - 1, alpha, float("inf"))

    def ab(self, s, n, alpha, beta):
        if s.is_terminal:
            return s.score
        if n == 0:
            return self.evaluation(s)
        v = float("-inf") if s.to_move == 0 else float("inf")
        for a in s.legal_actions():
            w = self.ab(s.successor(a), n - 1, alpha, beta)
            if s.to_move == 0:
                v, alpha = max(v, w), max(alpha, w)
            else:
                v, beta = min(v, w), min(beta, w)
            if alpha > beta:
                break
        return v
