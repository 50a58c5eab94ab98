"""Positions in the game tree of a course's test case, for graders and diagnoses."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Self

from pacgrid.action import Action
from pacgrid.games.drawn_tree import Branch, TreeNode

from ...diagnosis.further_questions import further_probes
from ...diagnosis.generator import generate
from ...diagnosis.named_position import NamedPosition
from ...diagnosis.probe import Probe
from ...diagnosis.tree_position import TreePosition
from ...model.searches import SearchName
from ...model.strict_model import Line, StrictModel
from .course_case import CaseFile, CourseCase

MOST_NODES = 2_000
"""In a tree. A graph with a cycle has no end."""
_MOST_PLIES = 60


class TreeCaseError(Exception):
    """A test case whose tree can't be searched."""


class NoValueError(Exception):
    """The test case gives a state no value."""


@dataclass(frozen=True)
class CoursePosition(NamedPosition):
    """A state in that tree, which is named as in its file: won, lost or worth something as the file
    says. The agents move in turn."""

    won: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """The names of all states that are won."""
    lost: frozenset[str] = field(default=frozenset(), compare=False, repr=False)

    @classmethod
    def of(cls, case: "TreeCase") -> Self:
        """The first state of `case`. Raises TreeCaseError."""
        root = _TreeBuilder(case).node(case.start)
        return cls(root, case.num_agents, 0, frozenset(case.wins), frozenset(case.losses))

    @property
    def to_move(self) -> int:
        return self.next_agent

    @property
    def is_terminal(self) -> bool:
        return self.is_win or self.is_loss or not self.tree.branches

    @property
    def is_win(self) -> bool:
        return self.name in self.won

    @property
    def is_loss(self) -> bool:
        return self.name in self.lost

    @property
    def score(self) -> float:
        """Raises NoValueError."""
        return self.evaluate()

    def evaluate(self) -> float:
        """Raises NoValueError."""
        if self.tree.value is None:
            raise NoValueError
        return self.tree.value

    def __hash__(self) -> int:
        return super().__hash__()

    def _after(self, child: TreeNode) -> Self:
        return replace(self, tree=child, next_agent=(self.next_agent + 1) % self.num_agents)


class _TreeBuilder:
    """Draws the graph of a test case as a tree."""

    def __init__(self, case: "TreeCase") -> None:
        self._case = case
        self._size = 0
        self._successors: dict[str, dict[str, str]] = {}
        for state, action, after in case.successors:
            self._successors.setdefault(state, {})[action] = after

    def node(self, name: str, ply: int = 0) -> TreeNode:
        """The node `name`, and what is below it. Raises TreeCaseError."""
        self._size += 1
        if self._size > MOST_NODES or ply > _MOST_PLIES:
            most = f"{MOST_NODES:,} nodes and {_MOST_PLIES} plies"
            raise TreeCaseError(f"its tree has no end, or more than {most}")
        successors = self._successors.get(name, {})
        if len(successors) > len(Action):
            raise TreeCaseError(f"{name} has {len(successors)} actions; {len(Action)} are possible")
        branches = [Branch(action, self.node(to, ply + 1)) for action, to in successors.items()]
        value = self._case.evaluation.get(name)
        agent = ply % self._case.num_agents if branches else 0
        return TreeNode(agent, value, name, tuple(branches))


COUNT = 40
"""How many probes are generated; some are positions on a board."""
_NAMES = ("North", "East", "South", "West", "Stop")


@lru_cache
def course_probes(search: SearchName) -> Sequence[Probe]:
    """Trees in which known mistakes show, small ones first. They have no names, because no test
    case has them."""
    return tuple(_as_in_a_course(generate(search, COUNT, seed=0)))


def further_course_probes(search: SearchName) -> Iterator[Probe]:
    """Others, to tell apart mistakes that explain the same."""
    return _as_in_a_course(further_probes(search))


def _as_in_a_course(probes: Iterable[Probe]) -> Iterator[Probe]:
    """Those of `probes` that are trees."""
    for probe in probes:
        if isinstance(root := probe.root, TreePosition):
            tree = NamedPosition(_named(root.tree), root.num_agents)
            yield Probe("", tree, probe.search, probe.depth, scores_finished=True)


def _named(tree: TreeNode) -> TreeNode:
    """`tree` with the names that course files know for the actions."""
    branches = (
        Branch(name, _named(branch.child))
        for name, branch in zip(_NAMES, tree.branches, strict=False)
    )
    return replace(tree, branches=tuple(branches))


class TreeCase(StrictModel):
    """One game tree, and what its solution says.

    Its states are names. A state without successors needn't be won or lost, and two paths may lead
    to the same state. Whose turn it is follows from the agent's own calls only.
    """

    name: Line
    """Such as `q2/0-small-tree`."""
    depth: int
    num_agents: int
    start: str
    wins: list[str]
    losses: list[str]
    successors: list[tuple[str, str, str]]
    """State, action, next state, in the order of the file, which is that of the legal actions."""
    evaluation: dict[str, float]
    """The score of each state that has one; of others it raises an exception."""
    diagram: str = ""
    """The author's drawing of the tree, as text."""
    action: str
    """The right action, by the solution."""
    generated: str
    """All states that the right search generates, the start included: sorted, with blanks between
    them."""
    weight: float | None = None
    """What `points` in the file says; only some questions use it."""

    @classmethod
    def read(cls, case: CourseCase) -> Self:
        """The tree in these files. Raises TestCaseError."""
        test, solution = case.test, case.solution
        return cls(
            name=case.name,
            depth=test.number("depth"),
            num_agents=test.number("num_agents", least=1),
            start=test.text("start_state"),
            wins=test.text("win_states").split(),
            losses=test.text("lose_states").split(),
            successors=_successors(test),
            evaluation=_evaluation(test),
            diagram=test.text("diagram", ""),
            action=solution.text("action"),
            generated=solution.text("generated"),
            weight=case.weight,
        )


def _successors(test: CaseFile) -> list[tuple[str, str, str]]:
    successors = []
    for line, offset in test.lines("successors"):
        match line.split():
            case [state, action, after]:
                successors.append((state, action, after))
            case _:
                message = f"{line.strip()!r} is no successor; write: state action next-state"
                raise test.error("successors", message, offset)
    return successors


def _evaluation(test: CaseFile) -> dict[str, float]:
    values = {}
    for line, offset in test.lines("evaluation"):
        try:
            state, value = line.split()
            values[state] = float(value)
        except ValueError:
            message = f"{line.strip()!r} is no evaluation; write: state number"
            raise test.error("evaluation", message, offset) from None
    return values
