"""Negamax: one function, and the value is always seen by whoever is to move."""

from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    @staticmethod
    def colour(state):
        """1 if Pac-Man is to move, -1 if a ghost is."""
        return 1 if state.to_move == 0 else -1

    def act(self, state):
        plies = self.depth * state.num_agents
        values = {}
        for action in state.legal_actions():
            values[action] = self.after(state, action, plies)
        return max(values, key=values.get)

    def after(self, state, action, plies):
        """What `action` is worth for the one who plays it."""
        child = state.successor(action)
        sign = -1
        return sign * self.negamax(child, plies - 1)

    def negamax(self, state, plies):
        if state.is_terminal:
            return self.colour(state) * state.score
        if plies == 0:
            return self.colour(state) * self.evaluation(state)
        best = float("-inf")
        for action in state.legal_actions():
            best = max(best, self.after(state, action, plies))
        return best
