from fractions import Fraction

from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Expectimax(Agent):
    """Exact arithmetic: no rounding in the averages."""

    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        plies = self.depth * state.num_agents
        ranked = [
            (self.worth(state.successor(a), plies - 1), -i, a)
            for i, a in enumerate(state.legal_actions())
        ]
        return max(ranked, key=lambda r: r[:2])[2]

    def worth(self, state, plies):
        if state.is_terminal:
            return Fraction(state.score)
        if plies == 0:
            return Fraction(self.evaluation(state))
        worths = [self.worth(state.successor(a), plies - 1) for a in state.legal_actions()]
        if state.to_move == 0:
            return max(worths)
        return sum(worths) / len(worths)
