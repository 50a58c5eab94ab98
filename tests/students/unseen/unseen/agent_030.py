from pacgrid import Agent


class Minimax(Agent):
    INF = 1 << 30

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)
        self.best = 0

    def act(self, state):
        n = self.depth * state.num_agents
        actions = state.legal_actions()
        scores = [0] * len(actions)
        i = 0
        while i < len(actions):
            scores[i] = self.search(state.successor(actions[i]), n - 1)
            i += 1
        return actions[scores.index(max(scores))]

    def search(self, state, n):
        if state.is_terminal:
            return state.score
        if n == 0:
            return self.evaluation(state)
        self.best = -self.INF if state.to_move == 0 else self.INF
        for action in state.legal_actions():
            score = self.search(state.successor(action), n - 1)
            if state.to_move == 0:
                if score > self.best:
                    self.best = score
            else:
                if score < self.best:
                    self.best = score
        return self.best
