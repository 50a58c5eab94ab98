from pacgrid import Agent


class AlphaBeta(Agent):
    '''alpha-beta agent, group 14'''

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        v, a = self.alphabeta(state, self.depth * state.num_agents + 1, float('-inf'), float('inf'))
        return a

    def alphabeta(self, state, k, alpha, beta):
        if state.is_terminal:
            return state.score, None
        if k == 0:
            return self.evaluation(state), None
        best = None
        if state.to_move == 0:
            v = float('-inf')
            for a in state.legal_actions():
                w = self.alphabeta(state.successor(a), k - 1, alpha, beta)[0]
                if w > v:
                    v, best = w, a
                alpha = max(alpha, v)
            return v, best
        v = float('inf')
        for a in state.legal_actions():
            w = self.alphabeta(state.successor(a), k - 1, alpha, beta)[0]
            if w < v:
                v, best = w, a
            beta = min(beta, v)
            if v < alpha:
                break
        return v, best
