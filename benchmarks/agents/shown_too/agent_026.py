from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Mean:
    def __init__(self):
        self.total = 0.0
        self.count = 1

    def add(self, x):
        self.total += x
        self.count += 1

    def get(self):
        return self.total / self.count


class Largest:
    def __init__(self):
        self.x = None

    def add(self, x):
        if self.x is None or x > self.x:
            self.x = x

    def get(self):
        return self.x


class Expectimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        n = self.depth * state.num_agents
        return max(state.legal_actions(), key=lambda a: self.value(state.successor(a), n - 1))

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        box = Largest() if state.to_move == 0 else Mean()
        for action in state.legal_actions():
            box.add(self.value(state.successor(action), plies - 1))
        return box.get()
