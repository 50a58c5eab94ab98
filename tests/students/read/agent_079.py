from pacgrid import Agent


class Minimax(Agent):
    """Looks at moves in the order of how good they look right away."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        actions = list(state.legal_actions())
        promising = sorted(actions, key=lambda a: -self.quick(state.successor(a)))
        values = []
        for action in promising:
            values.append(self.minimax(state.successor(action), self.depth))
        best = values.index(max(values))
        return actions[best]

    def quick(self, state):
        if state.is_terminal:
            return state.score
        return self.evaluation(state)

    def minimax(self, state, depth):
        if state.to_move == 0:
            depth -= 1
        if state.is_terminal or depth == 0:
            return self.quick(state)
        values = [self.minimax(state.successor(a), depth) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else min(values)
