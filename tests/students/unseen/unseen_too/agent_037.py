from pacgrid import Agent


class Minimax(Agent):
    """depth = how many rounds are left, stored in the agent so that I don't have to pass it around"""

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation if evaluation else lambda s: s.score
        self.rounds_left = depth

    def act(self, state):
        self.rounds_left = self.depth
        best_action, best_value = None, float("-inf")
        for action in state.legal_actions():
            v = self.get_value(state.successor(action))
            if v > best_value:
                best_action, best_value = action, v
        return best_action

    def get_value(self, state):
        if state.is_terminal:
            return state.score
        if state.to_move == 0:
            # a new round starts
            self.rounds_left -= 1
            if self.rounds_left <= 0:
                return self.evaluation(state)
            return max([self.get_value(state.successor(a)) for a in state.legal_actions()])
        return min([self.get_value(state.successor(a)) for a in state.legal_actions()])
