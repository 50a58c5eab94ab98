from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Minimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        return self.go(state, self.depth * state.num_agents)[1]

    def go(self, state, plies):
        options = state.legal_actions()
        if plies == 0 or not options:
            return self.evaluation(state), None
        if state.to_move == 0:
            best = None
            for action in options:
                v = self.go(state.successor(action), plies - 1)[0]
                if best is None or v > best[0]:
                    best = v, action
            return best
        best = None
        for i, action in enumerate(options):
            v = self.go(state.successor(action), plies - 1)[0]
            if best is None:
                best = v, action
            elif v < best[0]:
                best = v, action
            if i == 1:
                break
        return best
