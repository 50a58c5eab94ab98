"""ply counts up from 0 at the root."""

from pacgrid import Agent

MISTAKES = {}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.limit = depth
        self.eval = evaluation

    def act(self, state):
        bestValue = None
        for action in state.legal_actions():
            value = self.visit(state.successor(action), 1)
            if bestValue is None or value > bestValue:
                bestValue = value
                bestAction = action
        return bestAction

    def visit(self, state, ply):
        if state.is_terminal:
            return state.score
        if ply >= self.limit * state.num_agents:
            return self.eval(state)
        values = []
        for action in state.legal_actions():
            values.append(self.visit(state.successor(action), ply + 1))
        values.sort()
        return values[-1] if state.to_move == 0 else values[0]


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.limit = depth
        self.eval = evaluation

    def act(self, state):
        value, action = self.maxi(state, 0, None, None)
        return action

    def visit(self, state, ply, alpha, beta):
        if state.is_terminal:
            return state.score, None
        if ply >= self.limit * state.num_agents:
            return self.eval(state), None
        if state.to_move > 0:
            return self.mini(state, ply, alpha, beta)
        return self.maxi(state, ply, alpha, beta)

    # alpha and beta are None as long as nobody has anything
    def maxi(self, state, ply, alpha, beta):
        best = None
        for action in state.legal_actions():
            value, _ = self.visit(state.successor(action), ply + 1, alpha, beta)
            if best is None or value > best[0]:
                best = value, action
            if beta is not None and value > beta:
                return best
            if alpha is None or value > alpha:
                alpha = value
        return best

    def mini(self, state, ply, alpha, beta):
        best = None
        for action in state.legal_actions():
            value, _ = self.visit(state.successor(action), ply + 1, alpha, beta)
            if best is None or value < best[0]:
                best = value, action
            if alpha is not None and value < alpha:
                return best
            if beta is None or value < beta:
                beta = value
        return best
