"""A search compares scores."""

from pacgrid import Agent

MISTAKES = dict.fromkeys(("Minimax", "AlphaBeta", "Expectimax"), "ignores the given evaluation")


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth

    def act(self, state):
        plies = self.depth * state.num_agents
        return max(state.legal_actions(), key=lambda a: self.value(state.successor(a), plies - 1))

    def value(self, state, plies):
        if state.is_terminal or plies == 0:
            return state.score
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else min(values)


class Expectimax(Minimax):
    def value(self, state, plies):
        if state.is_terminal or plies == 0:
            return state.score
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else sum(values) / len(values)


class AlphaBeta(Minimax):
    def act(self, state):
        alpha, action = float("-inf"), None
        for a in state.legal_actions():
            v = self.value(state.successor(a), self.depth * state.num_agents - 1, alpha, float("inf"))
            if v > alpha:
                alpha, action = v, a
        return action

    def value(self, state, plies, alpha, beta):
        if state.is_terminal or plies == 0:
            return state.score
        if state.to_move == 0:
            v = float("-inf")
            for a in state.legal_actions():
                v = max(v, self.value(state.successor(a), plies - 1, alpha, beta))
                if v > beta:
                    return v
                alpha = max(alpha, v)
        else:
            v = float("inf")
            for a in state.legal_actions():
                v = min(v, self.value(state.successor(a), plies - 1, alpha, beta))
                if v < alpha:
                    return v
                beta = min(beta, v)
        return v
