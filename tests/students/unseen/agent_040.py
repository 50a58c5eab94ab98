from pacgrid import Agent


class Minimax(Agent):
    """Plain minimax, Pac-Man against all the ghosts."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        actions = state.legal_actions()
        limit = self.depth
        scores = [self.value(state.successor(a), limit - 1) for a in actions]
        pick = max if state.to_move == 0 else min
        return actions[scores.index(pick(scores))]

    def value(self, state, limit):
        if state.is_terminal:
            return state.score
        if limit == 0:
            return self.evaluation(state)
        scores = [self.value(state.successor(a), limit - 1) for a in state.legal_actions()]
        if state.to_move == 0:
            return max(scores)
        return min(scores)
