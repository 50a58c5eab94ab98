"""What a search knows after one of its steps."""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Self

from pacgrid.tree.labels import worth_label
from pacgrid.tree.search_tree import Cut, Layer, SearchTree, Step, StepKind


@dataclass(frozen=True)
class SearchProgress:
    """A search tree after the step with number `step`."""

    tree: SearchTree
    step: int

    @classmethod
    def of(cls, tree: SearchTree, step: int | None = None) -> Self:
        """After that step, or after the last one. Raises ValueError if there is no such step."""
        last = len(tree.steps) - 1
        if step is not None and not 0 <= step <= last:
            raise ValueError(f"there is no step {step}: the steps are 0 to {last}")
        return cls(tree, last if step is None else step)

    @property
    def current(self) -> int:
        """The number of the node that the step is about."""
        return self.tree.steps[self.step].node if self.tree.steps else 0

    @property
    def is_final(self) -> bool:
        """Whether the search is over."""
        return self.step >= len(self.tree.steps) - 1

    def last_step(self, number: int) -> Step | None:
        """The latest step about a node; None if the search hasn't generated the node yet."""
        steps = self.tree.steps_of[number]
        done = bisect_right(steps, self.step)
        return self.tree.steps[steps[done - 1]] if done else None

    def value(self, number: int) -> float | None:
        """The node's running value; None before it has one."""
        step = self.last_step(number)
        return step.value if step else None

    def value_text(self, number: int) -> str:
        """That value, or the payoffs, as text; empty before there are any."""
        step = self.last_step(number)
        return worth_label(step.value, step.payoffs) if step else ""

    def cut(self, number: int) -> Cut | None:
        """The node's cut, once it has been made."""
        step = self.last_step(number)
        is_made = step is not None and step.kind in (StepKind.CUT, StepKind.DONE)
        return self.tree.nodes[number].cut if is_made else None

    def has_bounds(self, number: int) -> bool:
        """Whether alpha and beta matter at a node: it is generated, and the search cuts."""
        inner = self.tree.nodes[number].layer in (Layer.MAX, Layer.MIN)
        return inner and bool(self.tree.cut_nodes) and self.last_step(number) is not None
