from pacgrid import Agent


class AlphaBeta(Agent):
    plays_ghosts = False

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)
        self.alpha = float("-inf")
        self.beta = float("inf")

    def act(self, state):
        # new bounds for every decision
        self.alpha = float("-inf")
        self.beta = float("inf")
        best, choice = float("-inf"), None
        for action in state.legal_actions():
            score = self.search(state.successor(action), self.depth * state.num_agents - 1)
            if choice is None or score > best:
                best, choice = score, action
            self.alpha = max(self.alpha, best)
        return choice

    def search(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            value = float("-inf")
            for action in state.legal_actions():
                value = max(value, self.search(state.successor(action), plies - 1))
                if value >= self.beta:
                    break
                self.alpha = max(self.alpha, value)
        else:
            value = float("inf")
            for action in state.legal_actions():
                value = min(value, self.search(state.successor(action), plies - 1))
                if value <= self.alpha:
                    break
                self.beta = min(self.beta, value)
        return value
