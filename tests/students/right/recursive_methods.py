"""My searches. Every class has its own max_value and min_value, like on the slides."""

from pacgrid import Agent

MISTAKES = {}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best_action = None
        best_value = float("-inf")
        for action in state.legal_actions():
            v = self.get_value(state.successor(action), self.depth * state.num_agents - 1)
            if v > best_value:
                best_value = v
                best_action = action
        return best_action

    def get_value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.max_value(state, plies)
        return self.min_value(state, plies)

    def max_value(self, state, plies):
        v = float("-inf")
        for action in state.legal_actions():
            v = max(v, self.get_value(state.successor(action), plies - 1))
        return v

    def min_value(self, state, plies):
        v = float("inf")
        for action in state.legal_actions():
            v = min(v, self.get_value(state.successor(action), plies - 1))
        return v


class Expectimax(Minimax):
    # only the ghosts are different
    def min_value(self, state, plies):
        actions = state.legal_actions()
        v = 0
        for action in actions:
            v += 1 / len(actions) * self.get_value(state.successor(action), plies - 1)
        return v


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best_action, v = None, float("-inf")
        alpha, beta = float("-inf"), float("inf")
        for action in state.legal_actions():
            w = self.get_value(state.successor(action), self.depth * state.num_agents - 1, alpha, beta)
            if w > v:
                v, best_action = w, action
            alpha = max(alpha, v)
        return best_action

    def get_value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.max_value(state, plies, alpha, beta)
        return self.min_value(state, plies, alpha, beta)

    def max_value(self, state, plies, alpha, beta):
        v = float("-inf")
        for action in state.legal_actions():
            v = max(v, self.get_value(state.successor(action), plies - 1, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, plies, alpha, beta):
        v = float("inf")
        for action in state.legal_actions():
            v = min(v, self.get_value(state.successor(action), plies - 1, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v
