"""Alpha-beta with a memory, and with a narrow window around the value of the state itself."""

from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation
        self.memory = {}

    def act(self, state):
        self.memory = {}  # values of the last move are of no use now
        guess = self.evaluation(state)
        best_value, best_action = self.root(state, guess - 5, guess + 5)
        if not guess - 5 < best_value < guess + 5:
            best_value, best_action = self.root(state, -inf, inf)
        return best_action

    def root(self, state, alpha, beta):
        plies = self.depth * state.num_agents
        best_value, best_action = -inf, None
        for action in state.legal_actions():
            value = self.value(state.successor(action), plies - 1, alpha, beta)
            if best_action is None or value > best_value:
                best_value, best_action = value, action
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best_value, best_action

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        key = (state, plies)
        if key in self.memory:
            return self.memory[key]
        if state.to_move == 0:
            result = self.max_value(state, plies, alpha, beta)
        else:
            result = self.min_value(state, plies, alpha, beta)
        self.memory[key] = result
        return result

    def max_value(self, state, plies, alpha, beta):
        v = -inf
        for action in state.legal_actions():
            v = max(v, self.value(state.successor(action), plies - 1, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, plies, alpha, beta):
        v = inf
        for action in state.legal_actions():
            v = min(v, self.value(state.successor(action), plies - 1, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v
