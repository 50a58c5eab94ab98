from pacgrid import Agent

MISTAKES = dict.fromkeys(("Minimax", "Expectimax", "AlphaBeta"), "evaluates the root instead of the leaf")


class Minimax(Agent):
    """Remembers the state in self so that all methods can use it."""

    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation
        self.state = None

    def act(self, state):
        self.state = state
        self.plies = self.depth * state.num_agents
        values = []
        for a in state.legal_actions():
            values.append(self.minimax(state.successor(a), self.plies - 1))
        return state.legal_actions()[values.index(max(values))]

    def minimax(self, s, plies):
        if s.is_terminal:
            return s.score
        if plies == 0:
            return self.evaluation(self.state)
        values = [self.minimax(s.successor(a), plies - 1) for a in s.legal_actions()]
        return self.pick(s, values)

    def pick(self, s, values):
        return max(values) if s.to_move == 0 else min(values)


class Expectimax(Minimax):
    def pick(self, s, values):
        return max(values) if s.to_move == 0 else sum(values) / len(values)


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        # state: where we are, s: where we look
        def value(s, plies, alpha, beta):
            if s.is_terminal:
                return s.score
            if plies == 0:
                return self.evaluation(state)
            v = float("-inf") if s.to_move == 0 else float("inf")
            for a in s.legal_actions():
                w = value(s.successor(a), plies - 1, alpha, beta)
                if s.to_move == 0:
                    v, alpha = max(v, w), max(alpha, w)
                else:
                    v, beta = min(v, w), min(beta, w)
                if alpha > beta:
                    return v
            return v

        alpha, best = float("-inf"), None
        for a in state.legal_actions():
            v = value(state.successor(a), self.depth * state.num_agents - 1, alpha, float("inf"))
            if v > alpha:
                alpha, best = v, a
        return best
