"""Minimax for one Pac-Man and any number of ghosts."""

from pacgrid import Agent


class Minimax(Agent):
    """Looks `depth` rounds ahead and assumes perfect ghosts."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best_action = None
        best_value = float("-inf")
        for action in state.legal_actions():
            value = self.min_value(state.successor(action), 1, self.depth)
            if best_action is None or value > best_value:
                best_value = value
                best_action = action
        return best_action

    def max_value(self, state, depth):
        if state.is_terminal:
            return state.score
        if depth <= 0:
            return self.evaluation(state)
        value = float("-inf")
        for action in state.legal_actions():
            value = max(value, self.min_value(state.successor(action), 1, depth))
        return value

    def min_value(self, state, ghost, depth):
        if state.is_terminal:
            return state.score
        value = float("inf")
        for action in state.legal_actions():
            child = state.successor(action)
            if ghost == state.num_agents - 1:
                depth -= 1
                value = min(value, self.max_value(child, depth))
            else:
                value = min(value, self.min_value(child, ghost + 1, depth))
        return value
