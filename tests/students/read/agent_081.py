from pacgrid import Agent


class Expectimax(Agent):
    """Plays the move with the best expected value."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        self.best = None
        self.max_value(state, 0)
        return self.best

    def max_value(self, state, depth):
        if depth == self.depth:
            return self.evaluation(state)
        best = float("-inf")
        for action in state.legal_actions():
            after = state.successor(action)
            value = after.score if after.is_terminal else self.exp_value(after, depth)
            if value > best:
                best = value
                if depth == 0:
                    self.best = action
        return best

    def exp_value(self, state, depth):
        actions = state.legal_actions()
        expected = 0.0
        for action in actions:
            after = state.successor(action)
            if after.is_loss:
                continue
            elif after.is_win:
                value = after.score
            elif after.to_move == 0:
                value = self.max_value(after, depth + 1)
            else:
                value = self.exp_value(after, depth)
            expected += value / len(actions)
        return expected
