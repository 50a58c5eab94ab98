"""best = 0, then look for something better"""

from pacgrid import Agent

MISTAKES = dict.fromkeys(("Minimax", "AlphaBeta", "Expectimax"), "value starts at 0")


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best = 0
        choice = state.legal_actions()[0]
        for a in state.legal_actions():
            value = self.value(state.successor(a), self.depth * state.num_agents - 1)
            if value > best:
                best = value
                choice = a
        return choice

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            best = 0
            for a in state.legal_actions():
                best = max(best, self.value(state.successor(a), plies - 1))
            return best
        worst = float("inf")
        for a in state.legal_actions():
            worst = min(worst, self.value(state.successor(a), plies - 1))
        return worst


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best, choice = 0, state.legal_actions()[0]
        for a in state.legal_actions():
            value = self.value(state.successor(a), self.depth * state.num_agents - 1)
            if value > best:
                best, choice = value, a
        return choice

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        best = total = 0
        for a in state.legal_actions():
            value = self.value(state.successor(a), plies - 1)
            total += value
            best = max(best, value)
        return best if state.to_move == 0 else total / len(state.legal_actions())


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        self.choice = state.legal_actions()[0]
        self.max_value(state, self.depth * state.num_agents, float("-inf"), float("inf"), True)
        return self.choice

    def max_value(self, state, plies, alpha, beta, root=False):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        v = 0
        for a in state.legal_actions():
            child = self.min_value(state.successor(a), plies - 1, alpha, beta)
            if child > v:
                v = child
                if root:
                    self.choice = a
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        v = float("inf")
        for a in state.legal_actions():
            child = state.successor(a)
            v = min(v, (self.min_value if child.to_move else self.max_value)(child, plies - 1, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v
