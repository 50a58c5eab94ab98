from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Minimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        plies = self.depth * state.num_agents
        values = {
            action: -self.negamax(state.successor(action), plies - 1, -1)
            for action in state.legal_actions()
        }
        return max(values, key=values.get)

    def negamax(self, state, plies, color):
        if state.is_terminal:
            return color * state.score
        if plies == 0:
            return color * self.evaluation(state)
        best = -float("inf")
        for action in state.legal_actions():
            best = max(best, -self.negamax(state.successor(action), plies - 1, -color))
        return best
