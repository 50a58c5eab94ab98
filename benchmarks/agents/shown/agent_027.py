from pacgrid import Agent


def colour(state):
    return 1 if state.to_move == 0 else -1


class Minimax(Agent):
    """Negamax: every player maximises from its own point of view."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        plies = self.depth * state.num_agents
        values = {}
        for action in state.legal_actions():
            after = state.successor(action)
            values[action] = self.seen_by(state, after, plies - 1)
        return max(values, key=values.get)

    def seen_by(self, state, after, plies):
        """The value of `after` for the side that moves in `state`."""
        value = self.negamax(after, plies)
        return value if colour(state) == colour(after) else -value

    def negamax(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return colour(state) * self.evaluation(state)
        best = float("-inf")
        for action in state.legal_actions():
            after = state.successor(action)
            best = max(best, self.seen_by(state, after, plies - 1))
        return best
