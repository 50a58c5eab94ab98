from pacgrid.agent import Agent
from pacgrid.search import evaluation_named

PACMAN = 0


class Minimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        scores = []
        actions = list(state.legal_actions())
        for action in actions:
            scores.append(self.dispatch(state.successor(action), self.depth))
        return actions[scores.index(max(scores))]

    def dispatch(self, state, depth):
        if state.is_terminal:
            return state.score
        if depth == 0:
            return self.evaluation(state)
        if state.to_move == PACMAN:
            return self.pacman(state, depth)
        return self.ghost(state, depth)

    def pacman(self, state, depth):
        return max(self.dispatch(state.successor(a), depth) for a in state.legal_actions())

    def ghost(self, state, depth):
        return min(self.dispatch(state.successor(a), depth - 1) for a in state.legal_actions())
