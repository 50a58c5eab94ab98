from pacgrid import Agent

INFINITY = float("inf")


class AlphaBeta(Agent):
    """Alpha-beta with the move in the result."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.heuristic = evaluation or (lambda s: s.score)

    def act(self, state):
        return self.ab(state, self.depth * state.num_agents, -INFINITY, INFINITY)[1]

    def ab(self, state, n, a, b):
        if state.is_terminal:
            return state.score, None
        if n == 0:
            return self.heuristic(state), None
        best_move = None
        if state.to_move == 0:
            best = -INFINITY
            for move in state.legal_actions():
                child = state.successor(move)
                val = self.ab(child, n - 1, a, INFINITY)[0]
                if val > best:
                    best, best_move = val, move
                if best >= b:
                    return best, best_move
                a = max(a, best)
        else:
            best = INFINITY
            for move in state.legal_actions():
                child = state.successor(move)
                val = self.ab(child, n - 1, a, b)[0]
                if val < best:
                    best, best_move = val, move
                if best <= a:
                    return best, best_move
                b = min(b, best)
        return best, best_move
