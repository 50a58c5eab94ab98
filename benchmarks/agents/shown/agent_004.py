"""Builds the game tree as objects first, then fills in the values."""

import math
from dataclasses import dataclass, field
from typing import Any

from pacgrid import Agent


@dataclass
class Node:
    state: Any
    action: Any = None
    value: float = -math.inf
    children: list["Node"] = field(default_factory=list)

    @property
    def is_max(self) -> bool:
        return self.state.to_move == 0


class Minimax(Agent):
    def __init__(self, depth: int = 2, evaluation=None) -> None:
        self.depth = depth
        self.evaluation = evaluation

    def build(self, node: Node, plies: int) -> None:
        if plies == 0 or node.state.is_terminal:
            return
        for action in node.state.legal_actions():
            child = Node(node.state.successor(action), action)
            node.children.append(child)
            self.build(child, plies - 1)

    def fill(self, node: Node) -> None:
        if not node.children:
            if node.state.is_terminal or self.evaluation is None:
                node.value = node.state.score
            else:
                node.value = self.evaluation(node.state)
            return
        for child in node.children:
            self.fill(child)
            if node.is_max:
                node.value = max(node.value, child.value)
            else:
                node.value = min(node.value, child.value)

    def act(self, state):
        root = Node(state)
        self.build(root, self.depth * state.num_agents)
        self.fill(root)
        return max(root.children, key=lambda child: child.value).action
