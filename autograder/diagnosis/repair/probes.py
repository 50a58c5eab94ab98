"""The positions in which changes are tried, and what is right in each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from math import isclose
from typing import Any

from pacgrid.action import Action
from pacgrid.state import State
from pacgrid.tree.reference_search import RIGHT_SEARCHES

from ...model.diagnosis import SearchName
from ...worker.trial_service import FAILED, OVER
from ..evidence import ROUNDING, Truth, truth_of
from ..observation import decide
from ..parts_of_search import PrunesMost
from ..search_task import SearchTask, TreePosition
from ..task_generator import candidate

Answer = Sequence[tuple[int, int, float | None]]
"""What was decided in a task: of each move, the action, the number of successors, and the value
that was reported."""

_AHEAD = 1
"""A table goes this many plies further than a right search looks: some look at the children of
states at the cut-off."""


@dataclass(frozen=True)
class Probe:
    """A position, and what a search should do there."""

    task: SearchTask
    _after: dict[tuple[int, ...], Truth | None] = field(default_factory=dict, compare=False)
    """What is right after these moves; None if there is nothing to decide."""

    @cached_property
    def size(self) -> int:
        """How many successors a right search asks for at most, if it doesn't prune."""
        return truth_of(self.task, self.task.root).size

    @cached_property
    def pruned_size(self) -> int:
        """How many successors the right search asks for in the first move."""
        search = RIGHT_SEARCHES[self.task.search](depth=self.task.depth)
        return len(decide(search, self.task, self.task.root).generated)

    @cached_property
    def fewest(self) -> int:
        """The same of a search that prunes all it may."""
        search = PrunesMost(depth=self.task.depth)
        return len(decide(search, self.task, self.task.root).generated)

    def is_right(self, answer: Answer, *, by_value: bool = False) -> bool:
        """Whether all moves are among the best; and, with `by_value`, the reported values right."""
        done: list[int] = []
        while truth := self._truth(tuple(done)):
            if len(done) == len(answer):
                return False
            action, _, value = answer[len(done)]
            if action == FAILED or action not in truth.best:
                return False
            worth = truth.values[Action(action)]
            if by_value and value is not None and not _is_close(value, worth):
                return False
            done.append(action)
        return len(done) == len(answer)

    def reports_right(self, answer: Answer) -> bool:
        """Whether the value reported for the first action is right."""
        truth = self._truth(())
        if not truth or not answer or answer[0][2] is None:
            return False
        action, value = answer[0][0], answer[0][2]
        return any(_is_close(value, worth) for a, worth in truth.values.items() if a == action)

    def _truth(self, done: tuple[int, ...]) -> Truth | None:
        if done not in self._after:
            root: TreePosition | State | None = self.task.root
            for action in done:
                root = root and self.task.after(root, Action(action))
            is_asked = root is not None and len(done) < self.task.moves
            self._after[done] = truth_of(self.task, root) if root and is_asked else None
        return self._after[done]

    @cached_property
    def table(self) -> list[Any]:
        """The arguments of its `TaskTable`."""
        task, root = self.task, self.task.root
        plies = root.num_agents * (task.depth + task.moves - 1) + _AHEAD
        states: list[Any] = [root]
        numbers: dict[Any, int] = {root: 0}
        depths = {root: 0}
        rows: list[Any] = []
        for state in states:  # it grows
            over = "win" if state.is_win else "loss" if state.is_loss else ""
            actions = () if state.is_terminal else state.legal_actions()
            children = []
            for action in actions:
                number = -1
                if depths[state] < plies:
                    after = state.successor(action)
                    if after not in numbers:
                        numbers[after], depths[after] = len(states), depths[state] + 1
                        states.append(after)
                    number = numbers[after]
                children.append(number)
            finished = task.scores_finished and state.is_terminal
            value = state.score if finished else task.evaluate(state)
            actions = [int(each) for each in actions]
            rows.append((state.to_move, state.score, value, OVER[over], actions, children))
        return [{"depth": task.depth}, root.num_agents, task.moves, 3 * self.size + 60, rows]


def _is_close(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=ROUNDING, abs_tol=ROUNDING)


def probes(search: SearchName, numbers: range, *, scores_finished: bool) -> Iterator[Probe]:
    """The generated positions with these numbers: the same ones for each submission."""
    return (_probe(search, number, scores_finished) for number in numbers)


@lru_cache(maxsize=2_048)
def _probe(search: SearchName, number: int, scores_finished: bool) -> Probe:
    return Probe(replace(candidate(search, number), scores_finished=scores_finished))
