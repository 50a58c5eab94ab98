"""A dict of states that are already known."""

from pacgrid import Agent

MISTAKES = {
    "Minimax": "memo whose key lacks the depth",
    "Expectimax": "memo whose key lacks the depth",
    "AlphaBeta": ("memo whose key lacks the depth", "root does not update alpha"),
}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        self.known = {}
        return max(state.legal_actions(), key=lambda a: self.value(state.successor(a), self.depth * state.num_agents - 1))

    def value(self, state, plies):
        if state in self.known:
            return self.known[state]
        if state.is_terminal:
            v = state.score
        elif plies == 0:
            v = self.evaluation(state)
        else:
            v = self.combine(state, [self.value(state.successor(a), plies - 1) for a in state.legal_actions()])
        self.known[state] = v
        return v

    def combine(self, state, values):
        return max(values) if state.to_move == 0 else min(values)


class Expectimax(Minimax):
    def combine(self, state, values):
        return max(values) if state.to_move == 0 else sum(values) / len(values)


class AlphaBeta(Agent):
    """Full window for every action, the memo makes it fast enough."""

    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        self.known = {}
        values = [self.value(state.successor(a), self.depth * state.num_agents - 1, float("-inf"), float("inf")) for a in state.legal_actions()]
        return state.legal_actions()[values.index(max(values))]

    def value(self, state, plies, alpha, beta):
        if state in self.known:
            return self.known[state]
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        low, high = alpha, beta
        v = float("-inf") if state.to_move == 0 else float("inf")
        for a in state.legal_actions():
            w = self.value(state.successor(a), plies - 1, low, high)
            if state.to_move == 0:
                v, low = max(v, w), max(low, w)
            else:
                v, high = min(v, w), min(high, w)
            if low > high:
                return v  # only a bound: not kept
        if alpha <= v <= beta:
            self.known[state] = v
        return v
