from pacgrid import Agent


class Expectimax(Agent):
    """Expectimax: max nodes for Pac-Man, the others for the ghosts."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        values = {}
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), self.depth * state.num_agents - 1)
        return (max if state.to_move == 0 else min)(values, key=values.get)

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.max_value(state, plies)
        return self.exp_value(state, plies)

    def max_value(self, state, plies):
        best = -float("inf")
        for action in state.legal_actions():
            best = max(best, self.value(state.successor(action), plies - 1))
        return best

    def exp_value(self, state, plies):
        result = float("inf")
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1)
            result = min(result, v)
        return result
