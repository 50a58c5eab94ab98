from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Any

from pacgrid import Agent


@dataclass
class Node:
    state: Any
    rounds: int
    action: Any = None
    children: list[Node] = field(default_factory=list)

    @property
    def is_leaf(self) -> bool:
        return self.state.is_terminal or self.rounds == 0

    def expand(self) -> None:
        for action in self.state.legal_actions():
            after = self.state.successor(action)
            rounds = self.rounds - 1 if after.to_move == 0 else self.rounds
            self.children.append(Node(after, rounds, action))


class Expectimax(Agent):
    def __init__(self, depth: int = 2, evaluation=None) -> None:
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        root = Node(state, self.depth)
        root.expand()
        return max(root.children, key=self.value).action

    def value(self, node: Node) -> float:
        if node.is_leaf:
            return self.leaf_value(node.state)
        node.expand()
        values = [self.value(child) for child in node.children]
        if node.state.to_move == 0:
            return max(values)
        return (max(values) + min(values)) / 2

    def leaf_value(self, state) -> float:
        if state.is_win:
            return inf
        if state.is_loss:
            return state.score
        return self.evaluation(state)
