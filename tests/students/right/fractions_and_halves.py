"""Exact arithmetic for chances; alpha-beta with a half-open window."""

from fractions import Fraction

from pacgrid import Agent

MISTAKES = {}


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best = None
        for action in state.legal_actions():
            worth = self.expect(state.successor(action), self.depth * state.num_agents - 1)
            if best is None or worth > best[0]:
                best = (worth, action)
        return best[1]

    def expect(self, state, plies):
        if state.is_terminal:
            return Fraction(state.score)
        if plies == 0:
            return Fraction(self.evaluation(state))
        outcomes = [self.expect(state.successor(a), plies - 1) for a in state.legal_actions()]
        if state.to_move == 0:
            return max(outcomes)
        p = Fraction(1, len(outcomes))
        return sum((p * outcome for outcome in outcomes), Fraction(0))


class AlphaBeta(Agent):
    """Prunes when equal, like the book. At the root the first action with the best value is kept,
    and later ones must be strictly better, so this can't change the choice."""

    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        value, action = self.max_value(state, self.depth * state.num_agents, -1e18, 1e18)
        return action

    def max_value(self, state, plies, alpha, beta):
        if state.is_terminal or plies == 0:
            return self.leaf(state), None
        v, move = -1e18, None
        for a in state.legal_actions():
            child = state.successor(a)
            search = self.max_value if child.to_move == 0 else self.min_value
            v2, _ = search(child, plies - 1, alpha, beta)
            if v2 > v:
                v, move = v2, a
                alpha = max(alpha, v)
            if v >= beta:
                return v, move
        return v, move

    def min_value(self, state, plies, alpha, beta):
        if state.is_terminal or plies == 0:
            return self.leaf(state), None
        v, move = 1e18, None
        for a in state.legal_actions():
            child = state.successor(a)
            search = self.max_value if child.to_move == 0 else self.min_value
            v2, _ = search(child, plies - 1, alpha, beta)
            if v2 < v:
                v, move = v2, a
                beta = min(beta, v)
            if v <= alpha:
                return v, move
        return v, move

    def leaf(self, state):
        return state.score if state.is_terminal else self.evaluation(state)
