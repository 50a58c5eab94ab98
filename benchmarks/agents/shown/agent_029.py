from pacgrid import Agent, State


class Minimax(Agent):
    """Assignment 2, task 1"""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda state: state.score)

    def act(self, state: State):
        best_value = -float("inf")
        best_action = state.legal_actions()[0]
        for action in state.legal_actions():
            successor = state.successor(action)
            value = self.get_value(successor, self.depth * state.num_agents - 1)
            if value > best_value:
                best_action = action
        return best_action

    def get_value(self, state, plies_left):
        if state.is_terminal:
            return state.score
        if plies_left == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.max_value(state, plies_left)
        else:
            return self.min_value(state, plies_left)

    def max_value(self, state, plies_left):
        value = -float("inf")
        for action in state.legal_actions():
            value = max(value, self.get_value(state.successor(action), plies_left - 1))
        return value

    def min_value(self, state, plies_left):
        value = float("inf")
        for action in state.legal_actions():
            value = min(value, self.get_value(state.successor(action), plies_left - 1))
        return value
