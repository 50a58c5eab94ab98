"""Looks ahead `depth` rounds after Pac-Man's move."""

from pacgrid import Agent

MISTAKES = {
    "Minimax": "depth one too many",
    "AlphaBeta": "depth one too many",
    "Expectimax": "depth one too many",
}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best, choice = float("-inf"), None
        for a in state.legal_actions():
            v = self.value(state.successor(a), self.depth * state.num_agents)
            if v > best:
                best, choice = v, a
        return choice

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.maximum([self.value(state.successor(a), plies - 1) for a in state.legal_actions()])
        return self.opponent([self.value(state.successor(a), plies - 1) for a in state.legal_actions()])

    def maximum(self, values):
        return max(values)

    def opponent(self, values):
        return min(values)


class Expectimax(Minimax):
    def opponent(self, values):
        return sum(values) / len(values)


class AlphaBeta(Minimax):
    def act(self, state):
        best, choice = float("-inf"), None
        for a in state.legal_actions():
            v = self.value(state.successor(a), self.depth * state.num_agents, best, float("inf"))
            if v > best:
                best, choice = v, a
        return choice

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            v = float("-inf")
            for a in state.legal_actions():
                v = max(v, self.value(state.successor(a), plies - 1, alpha, beta))
                if v > beta:
                    break
                alpha = max(alpha, v)
        else:
            v = float("inf")
            for a in state.legal_actions():
                v = min(v, self.value(state.successor(a), plies - 1, alpha, beta))
                if v < alpha:
                    break
                beta = min(beta, v)
        return v
