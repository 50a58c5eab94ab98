"""Expectimax by outcomes: all ways a round can go, each with its probability."""

from math import fsum, inf

from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def outcomes(self, state, plies, probability=1.0):
        """Yields (probability, state, plies) for when Pac-Man is to move, or nobody any more."""
        if state.is_terminal or plies == 0 or state.to_move == 0:
            yield probability, state, plies
            return
        actions = state.legal_actions()
        for action in actions:
            yield from self.outcomes(
                state.successor(action), plies - 1, probability / len(actions)
            )

    def expected(self, state, plies):
        return fsum(p * self.worth(s, left) for p, s, left in self.outcomes(state, plies))

    def worth(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        best = -inf
        for action in state.legal_actions():
            best = max(best, self.expected(state.successor(action), plies - 1))
        return best

    def act(self, state):
        plies = self.depth * state.num_agents
        return max(
            state.legal_actions(), key=lambda a: self.expected(state.successor(a), plies - 1)
        )
