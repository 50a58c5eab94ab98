"""range(1, num_agents - 1) are the ghosts, I think"""

from pacgrid import Agent

MISTAKES = {
    "Minimax": "last ghost forgotten",
    "Expectimax": "last ghost forgotten",
    "AlphaBeta": "last ghost forgotten",
}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        plies = self.depth * (state.num_agents - 1)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return state.legal_actions()[values.index(max(values))]

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies <= 0:
            return self.evaluation(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        if state.to_move == 0:
            return max(values)
        return self.ghost(values)

    def ghost(self, values):
        return min(values)


class Expectimax(Minimax):
    def ghost(self, values):
        return sum(values) / len(values)


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        plies = self.depth * (state.num_agents - 1)
        alpha, best = float("-inf"), None
        for a in state.legal_actions():
            v = self.value(state.successor(a), plies - 1, alpha, float("inf"))
            if v > alpha:
                alpha, best = v, a
        return best

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies <= 0:
            return self.evaluation(state)
        if state.to_move == 0:
            for a in state.legal_actions():
                alpha = max(alpha, self.value(state.successor(a), plies - 1, alpha, beta))
                if alpha >= beta:
                    break
            return alpha
        for a in state.legal_actions():
            beta = min(beta, self.value(state.successor(a), plies - 1, alpha, beta))
            if alpha >= beta:
                break
        return beta
