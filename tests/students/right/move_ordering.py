"""Good moves first, so more gets pruned."""

import math

from pacgrid import Agent

MISTAKES = {}


class AlphaBeta(Agent):
    """Sorts the successors by their score."""

    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def children(self, state):
        pairs = [(action, state.successor(action)) for action in state.legal_actions()]
        return sorted(pairs, key=lambda pair: pair[1].score, reverse=state.to_move == 0)

    def act(self, state):
        alpha, answer = -math.inf, None
        for action, child in self.children(state):
            value = self.value(child, self.depth * state.num_agents - 1, alpha, math.inf)
            if answer is None or value > alpha:
                alpha, answer = value, action
        return answer

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        value = -math.inf if state.to_move == 0 else math.inf
        if plies == 1:  # ordering the leaves only costs time
            children = ((a, state.successor(a)) for a in state.legal_actions())
        else:
            children = self.children(state)
        for _, child in children:
            v = self.value(child, plies - 1, alpha, beta)
            if state.to_move == 0:
                value = max(value, v)
                if value > beta:
                    return value
                alpha = max(alpha, value)
            else:
                value = min(value, v)
                if value < alpha:
                    return value
                beta = min(beta, value)
        return value


class Minimax(Agent):
    """Goes through the actions from the last to the first, for no particular reason."""

    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        def v(s, n):
            if s.is_terminal:
                return s.score
            if n == 0:
                return self.evaluation(s)
            all_values = [v(s.successor(a), n - 1) for a in reversed(s.legal_actions())]
            return max(all_values) if s.to_move == 0 else min(all_values)

        table = {}
        for a in reversed(state.legal_actions()):
            table[a] = v(state.successor(a), self.depth * state.num_agents - 1)
        return max(table, key=lambda a: table[a])
