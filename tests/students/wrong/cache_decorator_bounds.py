"""@cache on a method with a window: the window is not in the key, it's in a wrapper."""

from pacgrid import Agent

MISTAKES = {"AlphaBeta": "memo keeps bounds as values"}


class Key:
    """Hashes and compares by state and plies, carries alpha and beta along."""

    def __init__(self, state, plies, alpha, beta):
        self.state, self.plies, self.alpha, self.beta = state, plies, alpha, beta

    def __hash__(self):
        return hash((self.state, self.plies))

    def __eq__(self, other):
        return (self.state, self.plies) == (other.state, other.plies)


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation
        self.known = {}

    def lookup(self, state, plies, alpha, beta):
        key = Key(state, plies, alpha, beta)
        if key not in self.known:
            self.known[key] = self.compute(key)
        return self.known[key]

    def compute(self, k):
        if k.state.is_terminal:
            return k.state.score
        if k.plies == 0:
            return self.evaluation(k.state)
        low, high = k.alpha, k.beta
        for a in k.state.legal_actions():
            v = self.lookup(k.state.successor(a), k.plies - 1, low, high)
            low, high = (max(low, v), high) if k.state.to_move == 0 else (low, min(high, v))
            if low >= high:
                break
        return low if k.state.to_move == 0 else high

    def act(self, state):
        self.known.clear()
        best = None
        for a in state.legal_actions():
            low = float("-inf") if best is None else best[0]
            v = self.lookup(state.successor(a), self.depth * state.num_agents - 1, low, float("inf"))
            if best is None or v > best[0]:
                best = v, a
        return best[1]
