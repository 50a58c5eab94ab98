"""A game tree as nested lists, for tests of searches."""

from dataclasses import dataclass, field, replace
from typing import Self


@dataclass
class Tree:
    """A game tree: nested lists with numbers at the leaves; `turns` has the agent to move by depth.

    Records the visited leaves in order.
    """

    node: list | float  # type: ignore[type-arg]
    turns: str
    visited: list[float] = field(default_factory=list)
    depth: int = 0
    num_agents: int = 2

    @property
    def to_move(self) -> int:
        return int(self.turns[self.depth])

    @property
    def is_terminal(self) -> bool:
        return not isinstance(self.node, list)

    @property
    def score(self) -> float:
        assert not isinstance(self.node, list)
        self.visited.append(self.node)
        return self.node

    def legal_actions(self) -> list[int]:
        return list(range(len(self.node))) if isinstance(self.node, list) else []

    def successor(self, action: int) -> Self:
        assert isinstance(self.node, list)
        return replace(self, node=self.node[action], depth=self.depth + 1)
