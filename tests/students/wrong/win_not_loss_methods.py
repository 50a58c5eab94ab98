"""Stops when the game is won."""

from pacgrid import Agent

MISTAKES = dict.fromkeys(("Minimax", "AlphaBeta", "Expectimax"), "win tested but not loss")


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return self.maximize(state, self.depth * state.num_agents)[1]

    def value(self, state, plies):
        if state.is_win:
            return state.score
        if plies == 0 or not state.legal_actions():
            return self.evaluation(state)
        if state.to_move == 0:
            return self.maximize(state, plies)[0]
        return self.ghost(state, plies)

    def maximize(self, state, plies):
        best = None, None
        for a in state.legal_actions():
            v = self.value(state.successor(a), plies - 1)
            if best[0] is None or v > best[0]:
                best = v, a
        return best

    def ghost(self, state, plies):
        return min(self.value(state.successor(a), plies - 1) for a in state.legal_actions())


class Expectimax(Minimax):
    def ghost(self, state, plies):
        actions = state.legal_actions()
        return sum(self.value(state.successor(a), plies - 1) for a in actions) / len(actions)


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        alpha, best = float("-inf"), None
        for a in state.legal_actions():
            v = self.value(state.successor(a), self.depth * state.num_agents - 1, alpha, float("inf"))
            if best is None or v > alpha:
                alpha, best = v, a
        return best

    def value(self, state, plies, alpha, beta):
        if state.is_win:
            return state.score
        if plies == 0 or len(state.legal_actions()) == 0:
            return self.evaluation(state)
        v = float("-inf") if state.to_move == 0 else float("inf")
        for a in state.legal_actions():
            w = self.value(state.successor(a), plies - 1, alpha, beta)
            if state.to_move == 0:
                v = max(v, w)
                if v > beta: return v
                alpha = max(alpha, v)
            else:
                v = min(v, w)
                if v < alpha: return v
                beta = min(beta, v)
        return v
