from pacgrid import Agent
from pacgrid.search import evaluation_named


class Minimax(Agent):
    def __init__(self, *, depth=2, evaluation="linear"):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        plies = self.depth * state.num_agents
        _, action = self.negamax(state, plies, 1)
        return action

    def negamax(self, state, plies, sign):
        if state.is_terminal:
            return sign * state.score, None
        if plies == 0:
            return sign * self.evaluation(state), None
        best, choice = float("-inf"), None
        for action in state.legal_actions():
            reply, _ = self.negamax(state.successor(action), plies - 1, -sign)
            if -reply > best:
                best, choice = -reply, action
        return best, choice
