"""The action that caused the last cut at this distance from the root is tried first."""

from math import inf

from pacgrid import Agent

MISTAKES = {}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation
        self.killers = {}

    def act(self, state):
        self.killers = {}
        return self.search(state, 0, -inf, inf)[1]

    def ordered(self, state, ply):
        actions = list(state.legal_actions())
        killer = self.killers.get(ply)
        if killer in actions:
            actions.remove(killer)
            actions = [killer, *actions]
        return actions

    def search(self, state, ply, alpha, beta):
        if state.is_terminal:
            return state.score, None
        if ply == self.depth * state.num_agents:
            return self.evaluation(state), None
        choice, value = None, (-inf if state.to_move == 0 else inf)
        for action in self.ordered(state, ply):
            v, _ = self.search(state.successor(action), ply + 1, alpha, beta)
            better = v > value if state.to_move == 0 else v < value
            if better or choice is None:
                value, choice = v, action
            if state.to_move == 0:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha > beta:
                self.killers[ply] = action
                break
        return value, choice


class Expectimax(Agent):
    """Two passes: first all successors, then their values."""

    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        successors = [state.successor(a) for a in state.legal_actions()]
        values = [self.value(s, self.depth * state.num_agents - 1) for s in successors]
        best = max(range(len(values)), key=lambda i: (values[i], i))  # the last one
        return state.legal_actions()[best]

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        successors = [state.successor(a) for a in state.legal_actions()]
        values = [self.value(s, plies - 1) for s in successors]
        if state.to_move == 0:
            return max(values)
        return sum(values) / len(successors)
