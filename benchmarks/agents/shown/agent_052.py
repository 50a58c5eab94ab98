from math import inf

from pacgrid import Agent


class Expectimax(Agent):
    """Faster, with alpha."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        alpha, best = -inf, None
        for action in state.legal_actions():
            value = self.value(state.successor(action), self.depth * state.num_agents - 1, alpha)
            if best is None or value > alpha:
                alpha, best = value, action
        return best

    def value(self, state, plies, alpha):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            best = -inf
            for action in state.legal_actions():
                best = max(best, self.value(state.successor(action), plies - 1, max(alpha, best)))
            return best
        total = 0
        for count, action in enumerate(state.legal_actions(), 1):
            total += self.value(state.successor(action), plies - 1, -inf)
            if total / count <= alpha:
                break
        return total / count
