from math import inf

from pacgrid import Agent

EXACT, AT_LEAST, AT_MOST = range(3)


class AlphaBeta(Agent):
    """Alpha-beta with a transposition table that knows what kind of value it has."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        self.table = {}
        best, choice = -inf, None
        for action in reversed(state.legal_actions()):
            value = self.value(state.successor(action), self.depth * state.num_agents - 1, best, inf)
            if choice is None or value > best:
                best, choice = value, action
        return choice

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        kind, known = self.table.get((state, plies), (None, 0))
        if kind == EXACT or (kind == AT_LEAST and known >= beta) or (kind == AT_MOST and known <= alpha):
            return known
        low, high = alpha, beta
        best = -inf if state.to_move == 0 else inf
        for action in state.legal_actions():
            child = self.value(state.successor(action), plies - 1, low, high)
            if state.to_move == 0:
                best = max(best, child)
                low = max(low, best)
            else:
                best = min(best, child)
                high = min(high, best)
            if low >= high:
                break
        kind = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
        self.table[state, plies] = kind, best
        return best
