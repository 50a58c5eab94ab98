from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        self.memo = {}
        best_action = None
        best_value = float("-inf")
        for action in state.legal_actions():
            value = self.value(state.successor(action), self.depth - 1)
            if value > best_value:
                best_value = value
                best_action = action
        return best_action

    def value(self, state, depth):
        if (state, depth) in self.memo:
            return self.memo[state, depth]
        if state.is_terminal:
            result = state.score
        elif depth == 0:
            result = self.evaluation(state)
        else:
            values = [self.value(state.successor(a), depth - 1) for a in state.legal_actions()]
            result = max(values) if state.to_move == 0 else round(sum(values) / len(values))
        self.memo[state, depth] = result
        return result
