"""self.best and self.alpha are set in __init__."""

from pacgrid import Agent

MISTAKES = {"AlphaBeta": "state kept between moves", "Minimax": "state kept between moves"}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation
        self.alpha = float("-inf")
        self.action = None

    def act(self, state):
        for a in state.legal_actions():
            v = self.search(state.successor(a), self.depth * state.num_agents - 1, self.alpha, float("inf"))
            if v > self.alpha:
                self.alpha = v
                self.action = a
        if self.action not in state.legal_actions():
            self.action = state.legal_actions()[-1]
        return self.action

    def search(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        v = None
        for a in state.legal_actions():
            w = self.search(state.successor(a), plies - 1, alpha, beta)
            if state.to_move == 0:
                v = w if v is None else max(v, w)
                alpha = max(alpha, v)
            else:
                v = w if v is None else min(v, w)
                beta = min(beta, v)
            if alpha > beta:
                break
        return v


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation
        self.memo = {}  # (ply, actions so far): value

    def act(self, state):
        self.path = ()
        values = {a: self.down(state, a, self.depth * state.num_agents) for a in state.legal_actions()}
        return max(values, key=values.get)

    def down(self, state, action, plies):
        self.path += (action,)
        if self.path not in self.memo:
            self.memo[self.path] = self.value(state.successor(action), plies - 1)
        v = self.memo[self.path]
        self.path = self.path[:-1]
        return v

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = [self.down(state, a, plies) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else min(values)
