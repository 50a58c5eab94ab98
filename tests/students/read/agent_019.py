from pacgrid import Agent


class Minimax(Agent):
    """Iterative deepening minimax that remembers the states it has seen."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation
        self.known = {}
        self.limit = 0

    def act(self, state):
        self.known = {}
        action = None
        for rounds in range(1, self.depth + 1):
            self.limit = rounds * state.num_agents
            values = {a: self.value(state.successor(a), 1) for a in state.legal_actions()}
            action = max(values, key=values.get)
        return action

    def value(self, state, ply):
        if state.is_terminal:
            return state.score
        if ply == self.limit:
            return self.evaluation(state)
        key = state, ply
        if key not in self.known:
            self.known[key] = self.compute(state, ply)
        return self.known[key]

    def compute(self, state, ply):
        results = []
        for action in state.legal_actions():
            results.append(self.value(state.successor(action), ply + 1))
        if state.to_move == 0:
            return max(results)
        return min(results)
