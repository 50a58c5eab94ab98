"""minimax returns the best value."""

from pacgrid import Agent

MISTAKES = dict.fromkeys(("Minimax", "AlphaBeta", "Expectimax"), "returns the value instead of the action")


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return self.minimax(state, self.depth * state.num_agents)

    def minimax(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = [self.minimax(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else min(values)


class Expectimax(Minimax):
    def minimax(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = [self.minimax(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else sum(values) / len(values)


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best_action, alpha = None, float("-inf")
        for action in state.legal_actions():
            value = self.ab(state.successor(action), self.depth * state.num_agents - 1, alpha)
            if value > alpha:
                best_action, alpha = action, value
        return alpha

    def ab(self, state, plies, alpha, beta=float("inf")):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        for a in state.legal_actions():
            v = self.ab(state.successor(a), plies - 1, alpha, beta)
            if state.to_move == 0:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha >= beta:
                break
        return alpha if state.to_move == 0 else beta
