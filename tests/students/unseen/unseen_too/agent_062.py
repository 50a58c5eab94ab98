from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        best_value = float("-inf")
        best_action = state.legal_actions()[0]
        for action in state.legal_actions():
            value = self.exp_value(state.successor(action), self.depth)
            if value > best_value:
                best_value = value
                best_action = action
        return best_action

    def max_value(self, state, depth):
        if state.is_win:
            return state.score
        if depth == 0:
            return self.evaluation(state)
        v = float("-inf")
        for action in state.legal_actions():
            v = max(v, self.exp_value(state.successor(action), depth))
        return v

    def exp_value(self, state, depth):
        if state.is_win:
            return state.score
        v = 0
        actions = state.legal_actions()
        for action in actions:
            child = state.successor(action)
            if child.to_move == 0:
                v += self.max_value(child, depth - 1) / len(actions)
            else:
                v += self.exp_value(child, depth) / len(actions)
        return v
