from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        alpha = float("-inf")
        beta = float("inf")
        moves = list(state.legal_actions())
        best = moves[0]
        for move in moves:
            v = self.score_of(state.successor(move), self.depth * state.num_agents - 1, alpha, beta)
            if state.to_move == 0 and v > alpha:
                alpha, best = v, move
            if state.to_move > 0 and v < beta:
                beta, best = v, move
        return best

    def score_of(self, state, plies, alpha, beta):
        if state.is_terminal:
            return 0
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            v = float("-inf")
            for move in state.legal_actions():
                v = max(v, self.score_of(state.successor(move), plies - 1, alpha, beta))
                if v > beta:
                    break
                alpha = max(alpha, v)
            return v
        v = float("inf")
        for move in state.legal_actions():
            v = min(v, self.score_of(state.successor(move), plies - 1, alpha, beta))
            if v < beta:
                break
            beta = min(beta, v)
        return v
