from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    """Alpha-beta with a table of positions, refilled for each move."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation
        self.seen = {}

    def act(self, state):
        self.seen.clear()
        plies = self.depth * state.num_agents
        guess = self.evaluation(state)

        def look(action, alpha, beta):
            return self.value(state.successor(action), plies - 1, alpha, beta)

        # A first look with a small window brings the good moves to the front.
        actions = list(state.legal_actions())
        actions.sort(key=lambda action: look(action, guess - 1, guess + 1), reverse=True)
        best, alpha = actions[0], -inf
        for action in actions:
            value = look(action, alpha, inf)
            if value > alpha:
                best, alpha = action, value
        return best

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        key = (state, plies)
        if key in self.seen:
            return self.seen[key]
        low, high = alpha, beta
        best = -inf if state.to_move == 0 else inf
        for action in state.legal_actions():
            child = self.value(state.successor(action), plies - 1, low, high)
            if state.to_move == 0:
                best = max(best, child)
                low = max(low, best)
            else:
                best = min(best, child)
                high = min(high, best)
            if low > high:
                break
        self.seen[key] = best
        return best
