from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        infinity = float("inf")

        def max_value(s, plies, alpha, beta):
            best = 0
            for a in s.legal_actions():
                best = max(best, value(s.successor(a), plies - 1, alpha, beta))
                if best > beta:
                    return best
                alpha = max(alpha, best)
            return best

        def min_value(s, plies, alpha, beta):
            best = infinity
            for a in s.legal_actions():
                best = min(best, value(s.successor(a), plies - 1, alpha, beta))
                if best < alpha:
                    return best
                beta = min(beta, best)
            return best

        def value(s, plies, alpha, beta):
            if s.is_terminal:
                return s.score
            if plies == 0:
                return self.evaluation(s)
            return (max_value if s.to_move == 0 else min_value)(s, plies, alpha, beta)

        plies = self.depth * state.num_agents
        alpha = -infinity
        pairs = []
        for a in state.legal_actions():
            v = value(state.successor(a), plies - 1, alpha, infinity)
            pairs.append((a, v))
            alpha = max(alpha, v)
        return max(pairs)[0]
