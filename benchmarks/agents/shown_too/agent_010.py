from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Expectimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        best, choice = None, None
        for action in state.legal_actions():
            v = self.value(state.successor(action), 1)
            if best is None or v > best:
                best, choice = v, action
        return choice

    def value(self, state, turn):
        if state.is_terminal:
            return state.score
        if state.to_move == 0:
            if turn >= self.depth - 1:
                return self.evaluation(state)
            return max(self.value(state.successor(a), turn + 1) for a in state.legal_actions())
        legal = state.legal_actions()
        return sum(self.value(state.successor(a), turn) for a in legal) // len(legal)
