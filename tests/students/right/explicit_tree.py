"""First build the whole tree, then compute the values from the bottom up."""

from dataclasses import dataclass, field
from typing import Any

from pacgrid import Action, Agent

MISTAKES: dict[str, str] = {}


@dataclass
class Node:
    state: Any
    action: Action | None = None
    children: list["Node"] = field(default_factory=list)
    value: float | None = None

    @property
    def is_max(self) -> bool:
        return self.state.to_move == 0


def build(root: Any, plies: int) -> list[list[Node]]:
    """The nodes of the tree, layer by layer."""
    layers = [[Node(root)]]
    for _ in range(plies):
        layer = []
        for node in layers[-1]:
            if node.state.is_terminal:
                continue
            for action in node.state.legal_actions():
                node.children.append(Node(node.state.successor(action), action))
            layer += node.children
        layers.append(layer)
    return layers


class Minimax(Agent):
    def __init__(self, depth: int, evaluation: Any) -> None:
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state: Any) -> Action | None:
        layers = build(state, self.depth * state.num_agents)
        for layer in reversed(layers):
            for node in layer:
                node.value = self.backup(node)
        (root,) = layers[0]
        return next(c.action for c in root.children if c.value == root.value)

    def backup(self, node: Node) -> float:
        if node.state.is_terminal:
            return node.state.score
        if not node.children:
            return self.evaluation(node.state)
        values = [child.value for child in node.children]
        return max(values) if node.is_max else self.ghost(values)

    def ghost(self, values: list[float]) -> float:
        return min(values)


class Expectimax(Minimax):
    def ghost(self, values: list[float]) -> float:
        return sum(values) / len(values)
