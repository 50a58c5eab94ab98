from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.max_depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        sign = 1 if state.to_move == 0 else -1
        best = float("-inf")
        answer = None
        for move in state.legal_actions():
            after = state.successor(move)
            points = sign * self.evaluate_tree(after, self.max_depth * state.num_agents - 1)
            if points > best:
                best = points
            answer = move
        return answer

    def is_leaf(self, state, remaining):
        return remaining == 0 or state.is_terminal

    def leaf_value(self, state):
        if state.is_terminal:
            return state.score
        return self.evaluation(state)

    def evaluate_tree(self, state, remaining):
        if self.is_leaf(state, remaining):
            return self.leaf_value(state)
        children = map(state.successor, state.legal_actions())
        values = (self.evaluate_tree(child, remaining - 1) for child in children)
        return max(values) if state.to_move == 0 else min(values)
