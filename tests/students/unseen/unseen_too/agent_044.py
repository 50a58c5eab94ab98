from pacgrid import Agent

INF = float("inf")


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        return self.pacman(state, self.depth, -INF, INF)[1]

    # returns (value, action)
    def pacman(self, state, rounds, alpha, beta):
        if state.is_terminal:
            return (state.score, None)
        if rounds == 0:
            return (self.evaluation(state), None)
        best = (-INF, None)
        for action in state.legal_actions():
            value = self.ghosts(state.successor(action), rounds, alpha, beta)
            if value > best[0]:
                best = (value, action)
            if best[0] > beta:
                return best
            alpha = max(alpha, best[0])
        return best

    def ghosts(self, state, rounds, alpha, beta):
        if state.is_terminal:
            return state.score
        worst = INF
        for action in state.legal_actions():
            nxt = state.successor(action)
            if nxt.to_move == 0:
                # next round: start again with a fresh window
                value = self.pacman(nxt, rounds - 1, -INF, INF)[0]
            else:
                value = self.ghosts(nxt, rounds, alpha, beta)
            worst = min(worst, value)
            if worst < alpha:
                return worst
            beta = min(beta, worst)
        return worst
