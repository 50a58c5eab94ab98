from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        actions = state.legal_actions()
        scored = []
        alpha = -inf
        for i, action in enumerate(actions):
            v = self.search(state.successor(action), self.depth * state.num_agents - 1, alpha, inf)
            alpha = max(alpha, v)
            scored.append((v, i))
        return actions[max(scored)[1]]

    def search(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            for action in state.legal_actions():
                alpha = max(alpha, self.search(state.successor(action), plies - 1, alpha, beta))
                if alpha >= beta:
                    return beta
            return alpha
        for action in state.legal_actions():
            beta = min(beta, self.search(state.successor(action), plies - 1, alpha, beta))
            if beta <= alpha:
                return alpha
        return beta
