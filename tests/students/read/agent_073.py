from pacgrid import Agent


class Minimax(Agent):
    """Keeps the number of rounds that are left in an attribute instead of passing it on."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation
        self.left = depth

    def act(self, state):
        self.left = self.depth
        options = {}
        for action in state.legal_actions():
            options[action] = self.explore(state.successor(action))
        return max(options, key=options.get)

    def explore(self, state):
        new_round = state.to_move == 0
        if new_round:
            self.left -= 1
        if state.is_terminal:
            return state.score
        if self.left <= 0:
            value = self.evaluation(state)
        elif state.to_move == 0:
            value = max([self.explore(state.successor(a)) for a in state.legal_actions()])
        else:
            value = min([self.explore(state.successor(a)) for a in state.legal_actions()])
        if new_round:
            self.left += 1
        return value
