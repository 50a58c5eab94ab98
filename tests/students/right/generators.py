"""Coroutines: a node yields the children it wants to know and is sent their values."""

from pacgrid import Agent
from pacgrid.agent import Report

MISTAKES = {}


def run(coroutine):
    stack, answer = [coroutine], None
    while stack:
        try:
            stack.append(stack[-1].send(answer))
            answer = None
        except StopIteration as stop:
            stack.pop()
            answer = stop.value
    return answer


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.f = evaluation

    def act(self, state):
        self.report = Report()
        run(self.root(state))
        return max(self.report.values, key=self.report.values.get)

    def root(self, state):
        for action in state.legal_actions():
            plies = self.depth * state.num_agents - 1
            self.report.values[action] = yield self.node(state.successor(action), plies)

    def node(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.f(state)
        values = []
        for action in state.legal_actions():
            values.append((yield self.node(state.successor(action), plies - 1)))
        return self.combine(state, values)

    def combine(self, state, values):
        return min(values) if state.to_move else max(values)


class Expectimax(Minimax):
    def combine(self, state, values):
        return sum(values) / len(values) if state.to_move else max(values)


class AlphaBeta(Minimax):
    def root(self, state):
        alpha = float("-inf")
        for action in state.legal_actions():
            plies = self.depth * state.num_agents - 1
            v = yield self.node(state.successor(action), plies, alpha, float("inf"))
            self.report.values[action] = v
            alpha = max(alpha, v)

    def node(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.f(state)
        values = []
        for action in state.legal_actions():
            v = yield self.node(state.successor(action), plies - 1, alpha, beta)
            values.append(v)
            if state.to_move == 0:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha > beta:
                break
        return self.combine(state, values)
