"""Minimax without recursion: depth-first search with an explicit stack of frames."""
from dataclasses import dataclass, field
from typing import Any, Optional

from pacgrid import Agent


@dataclass
class Frame:
    state: Any
    plies: int
    todo: list = field(default_factory=list)
    best: Optional[float] = None

    def offer(self, value: float) -> None:
        if self.best is None:
            self.best = value
        elif self.state.to_move == 0:
            self.best = max(self.best, value)
        else:
            self.best = min(self.best, value)


class Minimax(Agent):
    def __init__(self, depth: int = 2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        plies = self.depth * state.num_agents
        values = {a: self.run(state.successor(a), plies - 1) for a in state.legal_actions()}
        return max(values, key=values.get)

    def run(self, root, plies):
        stack = []
        result = self.enter(stack, root, plies)
        while stack:
            if result is not None:
                stack[-1].offer(result)
                result = None
            top = stack[-1]
            if top.todo:
                action = top.todo.pop()
                result = self.enter(stack, top.state.successor(action), top.plies - 1)
            else:
                stack.pop()
                result = top.best
        return result

    def enter(self, stack, state, plies):
        """A leaf's value; None if the state was pushed."""
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        stack.append(Frame(state, plies, list(reversed(state.legal_actions()))))
        return None
