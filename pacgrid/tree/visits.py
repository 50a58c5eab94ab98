"""Which states a search visited, in what order: the shape of its tree, from its log."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pacgrid.search import GameState
from pacgrid.tree.search_log import Event, EventKind, SearchLog, distribution_in, number_in


@dataclass(eq=False)
class Visit:
    """A visited state. States that the same actions lead to from the root are one."""

    state: GameState
    parent: "Visit | None" = None
    action: Any = None
    ply: int = 0
    children: "list[Visit]" = field(default_factory=list)
    left_out: list[Any] = field(default_factory=list)
    """The actions that were tried and whose successors aren't kept."""
    returned: float | None = None
    """What the agent's last function that took this state returned: its value, if any."""
    first_value: float | None = None
    """The value before the state had children."""
    score: float | None = None
    distribution: Mapping[Any, float] | None = None
    """What a function of an agent that took this state returned."""
    generated: int = 0
    """How often."""
    runs: "list[Run]" = field(default_factory=list)

    @property
    def path(self) -> "Iterator[Visit]":
        """The visit itself and its ancestors, up to the root."""
        visit: Visit | None = self
        while visit is not None:
            yield visit
            visit = visit.parent

    def child(self, action: Any) -> "Visit | None":
        return next((child for child in self.children if child.action == action), None)


@dataclass
class Run:
    """An uninterrupted part of a search below one child of a node."""

    child: Visit
    expands: bool = False
    """Whether new states were visited below the child."""


def passes(log: SearchLog) -> list[Sequence[Event]]:
    """The events of each iteration of an iterative search; one part for other searches.

    An iteration begins when the search comes back to an action of the root. Each must try all
    actions, save the last, which may have been interrupted.
    """
    first_actions = [None, *_first_actions(log)]
    starts, tried, last = [0], [list[int]()], 0
    for index, event in enumerate(log.events):
        top = first_actions[event.state]
        if event.kind is EventKind.SUCCESSOR or top is None or top == last:
            continue
        if top in tried[-1]:
            starts.append(index)
            tried.append([])
        tried[-1].append(top)
        last = top
    if any(set(each) != set(tried[0]) for each in tried[1:-1]) or not tried[0]:
        starts = [0]
    if not set(tried[-1]) <= set(tried[0]):
        starts = [0]
    ends = [*starts[1:], len(log.events)]
    return [log.events[start:end] for start, end in zip(starts, ends, strict=True)]


def _first_actions(log: SearchLog) -> Iterator[int]:
    """For each state below the root: the action of the root that leads there, by number."""
    actions: list[Any] = []
    tops: list[int] = [0]
    for node in log.nodes[1:]:
        if node.parent:
            tops.append(tops[node.parent])
        else:
            if node.action not in actions:
                actions.append(node.action)
            tops.append(actions.index(node.action) + 1)
        yield tops[-1]


class VisitTree:
    """The states that a search visited in one iteration."""

    def __init__(self, log: SearchLog, events: Sequence[Event]) -> None:
        self._log = log
        self.root = Visit(log.nodes[0].state, left_out=log.nodes[0].left_out)
        self._visits = {0: self.root}
        self.in_order = [self.root]
        self.last = self.root
        """The last state that the search visited."""
        for event in events:
            if event.kind is EventKind.SUCCESSOR:
                continue
            visit = self._visit(event.state)
            self._run(visit)
            self._note(visit, event)
            if event.kind is not EventKind.RETURN:  # which functions do as an exception passes too
                self.last = visit
        self.is_sampling = any(_is_sampled(visit) for visit in self.in_order)
        if not self.is_sampling:
            self._drop_ordering()
            self.in_order = list(_preorder(self.root))

    def _visit(self, number: int) -> Visit:
        """The visit of the state with that number in the log."""
        new = []
        while number not in self._visits:
            new.append(number)
            number = self._log.nodes[number].parent
        visit = self._visits[number]
        for number in reversed(new):
            node = self._log.nodes[number]
            child = visit.child(node.action)
            if child is None:
                child = Visit(node.state, visit, node.action, visit.ply + 1)
                visit.children.append(child)
                self.in_order.append(child)
                self._run(child)
                for ancestor in visit.path:
                    if ancestor.parent:
                        ancestor.parent.runs[-1].expands = True
            child.generated += 1
            child.left_out += node.left_out
            self._visits[number] = visit = child
        return visit

    def _run(self, visit: Visit) -> None:
        """Begin a run wherever the search turns to another child."""
        if visit is self.last:
            return
        for child in visit.path:
            parent = child.parent
            if parent and not (parent.runs and parent.runs[-1].child is child):
                parent.runs.append(Run(child))
            if parent is self.last:
                return

    def _note(self, visit: Visit, event: Event) -> None:
        """Keep what an event says about the value of a state."""
        if event.kind is EventKind.SCORE:
            visit.score = event.result
        elif event.kind in {EventKind.RETURN, EventKind.EVALUATE}:
            value = number_in(event.result)
            if value is not None:
                visit.returned = value
                if not visit.children:
                    visit.first_value = value
            visit.distribution = distribution_in(event.result) or visit.distribution

    def _drop_ordering(self) -> None:
        """If the search orders its actions by evaluating their successors first, drop the
        successors that it then didn't search."""
        if not any(_is_ordered(visit) for visit in self.in_order):
            return
        for visit in self.in_order:
            again = _first_repeat(visit.runs)
            if again and not any(run.expands for run in visit.runs[:again]):
                visit.children = list(
                    {id(run.child): run.child for run in visit.runs[again:]}.values()
                )


def _preorder(root: Visit) -> Iterator[Visit]:
    stack = [root]
    while stack:
        visit = stack.pop()
        yield visit
        stack += reversed(visit.children)


def _first_repeat(runs: Sequence[Run]) -> int:
    """The index of the first run that comes back to a child; 0 if none does."""
    seen: set[int] = set()
    for index, run in enumerate(runs):
        if id(run.child) in seen:
            return index
        seen.add(id(run.child))
    return 0


def _is_ordered(visit: Visit) -> bool:
    """Whether all children were looked at before one was expanded."""
    again = _first_repeat(visit.runs)
    return (
        bool(again)
        and visit.runs[again].expands
        and not any(run.expands for run in visit.runs[:again])
    )


def _is_sampled(visit: Visit) -> bool:
    """Whether the search comes back to expand the children again and again."""
    expanding = [id(run.child) for run in visit.runs if run.expands]
    return len(expanding) - len(set(expanding)) > len(visit.children)
