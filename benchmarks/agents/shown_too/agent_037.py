from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Expectimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        plies = self.depth * state.num_agents - 1
        return max(
            state.legal_actions(),
            key=lambda action: self.value(state.successor(action), plies),
        )

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = {self.value(state.successor(a), plies - 1) for a in state.legal_actions()}
        if state.to_move == 0:
            return max(values)
        return sum(values) / len(values)
