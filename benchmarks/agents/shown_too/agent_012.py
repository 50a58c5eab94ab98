from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Minimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        best_score = float("-inf")
        best_action = state.legal_actions()[0]
        for action in state.legal_actions():
            score = self.value(state.successor(action), self.depth * state.num_agents - 1)
            if score > best_score:
                best_action = action
        return best_action

    def value(self, state, plies):
        if plies == 0:
            return state.score if state.is_terminal else self.evaluation(state)
        if state.to_move == 0:
            v = float("-inf")
            for action in state.legal_actions():
                v = max(v, self.value(state.successor(action), plies - 1))
            return v
        v = float("inf")
        for action in state.legal_actions():
            v = min(v, self.value(state.successor(action), plies - 1))
        return v
