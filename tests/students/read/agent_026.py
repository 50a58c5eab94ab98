"""Alpha-beta with scouting: ask first whether a move is better at all, then by how much."""

from pacgrid import Agent

INF = float("inf")


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best = None
        plies = self.depth * state.num_agents
        for action in state.legal_actions():
            child = state.successor(action)
            if best is None:
                best = (self.exact(child, plies - 1, -INF, INF), action)
            elif self.exceeds(child, plies - 1, best[0]):
                best = (self.exact(child, plies - 1, best[0], INF), action)
        return best[1]

    def leaf(self, state, plies):
        """The value of a leaf; None for an inner node."""
        if state.is_terminal:
            return state.score
        return self.evaluation(state) if plies == 0 else None

    def exceeds(self, state, plies, bound):
        """Whether the value of `state` is above `bound`."""
        value = self.leaf(state, plies)
        if value is not None:
            return value > bound
        answers = (
            self.exceeds(state.successor(a), plies - 1, bound) for a in state.legal_actions()
        )
        return any(answers) if state.to_move == 0 else all(answers)

    def exact(self, state, plies, alpha, beta):
        value = self.leaf(state, plies)
        if value is not None:
            return value
        best = -INF if state.to_move == 0 else INF
        for action in state.legal_actions():
            value = self.exact(state.successor(action), plies - 1, alpha, beta)
            if state.to_move == 0:
                best = max(best, value)
                alpha = max(alpha, value)
            else:
                best = min(best, value)
                beta = min(beta, value)
            if alpha >= beta:
                break
        return best
