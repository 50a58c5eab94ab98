"""Minimax without recursion: a stack of frames."""

from pacgrid import Agent


class Frame:
    def __init__(self, state, plies):
        self.state = state
        self.plies = plies
        self.todo = list(state.legal_actions()) if plies and not state.is_terminal else []
        self.inner = bool(self.todo)
        self.values = []


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def finished(self, frame):
        if frame.inner:
            return max(frame.values) if frame.state.to_move == 0 else min(frame.values)
        if frame.state.is_terminal or self.evaluation is None:
            return frame.state.score
        return self.evaluation(frame.state)

    def solve(self, state, plies):
        stack = [Frame(state, plies)]
        while True:
            top = stack[-1]
            if top.todo:
                action = top.todo.pop()
                stack.append(Frame(top.state.successor(action), top.plies - 1))
                continue
            value = self.finished(stack.pop())
            if not stack:
                return value
            stack[-1].values.append(value)

    def act(self, state):
        plies = self.depth * state.num_agents - 1
        ranking = [(self.solve(state.successor(a), plies), a) for a in state.legal_actions()]
        top = max(value for value, _ in ranking)
        return [a for value, a in ranking if value == top][-1]
