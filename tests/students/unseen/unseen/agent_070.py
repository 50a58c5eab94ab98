from math import inf

from pacgrid import Agent, Report


class AlphaBeta(Agent):
    """Negamax with alpha-beta, for teams: the sign changes where the team does."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        self.report = Report()
        self.first = {}
        plies = self.depth * state.num_agents
        self.search(state, plies, -inf, inf, self.first)
        colour = self.colour(state)
        self.report.values = {a: colour * v for a, v in self.first.items()}
        return max(self.first, key=self.first.get)

    def colour(self, state):
        return -1 if state.to_move else 1

    def search(self, state, plies, low, high, note=None):
        self.report.nodes += 1
        colour = self.colour(state)
        if state.is_terminal:
            return colour * state.score
        if plies == 0:
            return colour * self.evaluation(state)
        best = -inf
        for action in state.legal_actions():
            child = state.successor(action)
            if self.colour(child) == colour:
                v = self.search(child, plies - 1, low, high)
            else:
                v = -self.search(child, plies - 1, -high, -low)
            if note is not None:
                note[action] = v
            best = max(best, v)
            low = max(low, best)
            if low > high:
                break
        return best
