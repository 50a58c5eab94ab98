"""Stops at the depth."""

from pacgrid import Agent

MISTAKES = dict.fromkeys(("Minimax", "AlphaBeta", "Expectimax"), "no terminal test")


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        plies = self.depth * state.num_agents
        scores = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return state.legal_actions()[scores.index(max(scores))]

    def value(self, state, plies):
        if plies == 0:
            return self.evaluation(state)
        scores = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(scores) if state.to_move == 0 else min(scores)


class Expectimax(Minimax):
    def value(self, state, plies):
        if plies == 0:
            return self.evaluation(state)
        scores = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(scores) if state.to_move == 0 else sum(scores) / len(scores)


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best, action = float("-inf"), state.legal_actions()[0]
        for a in state.legal_actions():
            v = self.value(state.successor(a), self.depth * state.num_agents - 1, best, float("inf"))
            if v > best:
                best, action = v, a
        return action

    def value(self, state, plies, alpha, beta):
        if plies == 0:
            return self.evaluation(state)
        actions = list(state.legal_actions())
        v = self.value(state.successor(actions.pop(0)), plies - 1, alpha, beta)
        for a in actions:
            if state.to_move == 0:
                if v > beta: return v
                v = max(v, self.value(state.successor(a), plies - 1, max(alpha, v), beta))
            else:
                if v < alpha: return v
                v = min(v, self.value(state.successor(a), plies - 1, alpha, min(beta, v)))
        return v
