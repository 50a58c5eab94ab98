from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Expectimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def mine(self, state):
        actions = state.legal_actions()
        return actions[:-1] or actions

    def act(self, state):
        plies = self.depth * state.num_agents - 1
        return max(self.mine(state), key=lambda a: self.value(state.successor(a), plies))

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return max(self.value(state.successor(a), plies - 1) for a in self.mine(state))
        expected = 0
        legal = state.legal_actions()
        for action in legal:
            expected += self.value(state.successor(action), plies - 1)
            expected /= len(legal)
        return expected
