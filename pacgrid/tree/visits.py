"""The states that a search visited, in order, and its iterations, from its log."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pacgrid.search import GameState
from pacgrid.tree.search_log import (
    EventLog,
    SearchEvent,
    SearchEventKind,
    distribution_in,
    number_in,
)

_NEUTRAL = {"hash", "to_move", "num_agents"}


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
    """The last number that a function of the agent returned for this state: its value, if any. If
    the state has children, only functions that looked at children count."""
    is_backed_up: bool = True
    """Whether that number was returned after its last new child was visited, if it has children."""
    is_done: bool = False
    """Whether the last function that took this state returned a number."""
    score: float | None = None
    """What the state itself said: its score, or its game's evaluation."""
    is_evaluated: bool = False
    """Whether more of it was asked than whose turn it is and whether the game is over."""
    is_looked_up: bool = False
    """Whether it was hashed, as for a transposition table."""
    distribution: Mapping[Any, float] | None = None
    generated: int = 0
    runs: "list[Run]" = field(default_factory=list)

    @property
    def path(self) -> "Iterator[Visit]":
        """The visit itself and its ancestors, up to the root."""
        visit: Visit | None = self
        while visit is not None:
            yield visit
            visit = visit.parent

    @property
    def last_path(self) -> "Iterator[Visit]":
        """The visit itself, the child that was visited last, and so on."""
        visit = self
        yield visit
        while visit.runs:
            visit = visit.runs[-1].child
            yield visit

    def child(self, action: Any) -> "Visit | None":
        return next((child for child in self.children if child.action == action), None)

    @property
    def worth(self) -> float | None:
        """What it is worth to the search: what its functions returned, or what a leaf says."""
        is_asked = self.returned is None and not self.children
        return self.score if is_asked else self.returned


@dataclass
class Run:
    """An uninterrupted part of a search below one child of a node."""

    child: Visit
    expands: bool = False
    """Whether new states were visited below the child."""
    regenerates: bool = False
    """Whether it begins by generating the child again."""


@dataclass
class Call:
    """A function that was called with a visited state."""

    visit: Visit
    playouts: int
    """How many playouts there were before the call."""
    runs: int
    """How many runs below the state there were before the call."""


class VisitTree:
    """The states that a search visited in one iteration."""

    def __init__(self, log: EventLog, events: Sequence[SearchEvent]) -> None:
        self._log = log
        self.root = Visit(log.nodes[0].state, left_out=log.nodes[0].left_out)
        self._visits = {0: self.root}
        self.in_order = [self.root]
        self._last = self.root
        self.playouts: list[tuple[Visit, float]] = []
        """The states that calls returned a number for, in order, and the number; if there are none,
        those whose score was read."""
        self._scores: list[tuple[Visit, float]] = []
        self._calls: list[Call] = []
        for event in events:
            if event.kind is SearchEventKind.SUCCESSOR:
                continue
            visit = self._visit(event.state)
            self._run(visit)
            self._note(visit, event)
            self._last = visit
        for number, value in log.values.items():
            if number in self._visits:
                self._visits[number].returned = value
        self.playouts = self.playouts or self._scores
        self.is_sampling = any(map(_is_sampled, self.in_order))
        """Whether the search returns to the same nodes again and again, as MCTS does."""
        self.is_ordering = not self.is_sampling and any(map(_is_ordered, self.in_order[1:]))
        """Whether it evaluates the successors of its nodes first, to order their actions."""
        if not self.is_sampling:
            self._drop_ordering()
            self.in_order = list(_preorder(self.root))

    def _visit(self, number: int) -> Visit:
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
                visit.is_backed_up = visit.returned is None
                visit.children.append(child)
                self.in_order.append(child)
                self._run(child)
                for ancestor in visit.path:
                    if ancestor.parent:
                        ancestor.parent.runs[-1].expands = True
            else:
                visit.runs.append(Run(child, regenerates=True))
            child.generated += 1
            child.left_out += node.left_out
            self._visits[number] = visit = child
        return visit

    def _run(self, visit: Visit) -> None:
        """Begin a run wherever the search turns to another child."""
        if visit is self._last:
            return
        for child in visit.path:
            parent = child.parent
            if parent and not (parent.runs and parent.runs[-1].child is child):
                parent.runs.append(Run(child))
            if parent is self._last:
                return

    def _note(self, visit: Visit, event: SearchEvent) -> None:
        """Keep what an event says about the value of a state."""
        match event.kind:
            case SearchEventKind.CALL:
                self._calls.append(Call(visit, len(self.playouts), len(visit.runs)))
            case SearchEventKind.RETURN:
                visit.distribution = distribution_in(event.result) or visit.distribution
                if self._calls:
                    self._return(self._calls.pop(), event.result)
            case SearchEventKind.SCORE | SearchEventKind.EVALUATE:
                visit.score = number_in(event.result)
                visit.is_evaluated = True
                self._scores.append((visit, visit.score or 0))
            case SearchEventKind.READ:
                visit.is_looked_up |= event.result == "hash"
                visit.is_evaluated |= event.result not in _NEUTRAL

    def _return(self, call: Call, result: object) -> None:
        """A playout is the outermost call with a state that returned a number, if no call within
        it returned one for another state."""
        visit, value = call.visit, number_in(result)
        visit.is_done = value is not None
        if value is None:
            return
        is_backed_up = len(visit.runs) > call.runs or not visit.children
        if is_backed_up and not (visit is self.root and _is_action(result, visit.state)):
            visit.returned, visit.is_backed_up = value, True
        visit.is_evaluated |= bool(self._calls) and self._calls[-1].visit is visit
        if visit.parent and all(each is visit for each, _ in self.playouts[call.playouts :]):
            self.playouts[call.playouts :] = [(visit, value)]

    def _drop_ordering(self) -> None:
        """If the search orders its actions by evaluating their successors first, drop the
        successors that it then didn't search."""
        if not any(map(_is_ordered, self.in_order)):
            return
        for visit in self.in_order:
            again = _first_repeat(visit.runs)
            if again and not any(run.expands for run in visit.runs[:again]):
                if not visit.runs[again].regenerates:
                    again -= 1  # the last one looked at may be the first one searched
                visit.children = list(dict.fromkeys(run.child for run in visit.runs[again:]))


def _is_action(result: object, state: GameState) -> bool:
    return any(type(each) is type(result) and each == result for each in state.legal_actions())


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
    """Whether the search comes back to expand the children again and again, or children that it
    kept meanwhile."""
    expanded: set[int] = set()
    repeats = 0
    for run in visit.runs:
        if run.expands and id(run.child) in expanded:
            if not run.regenerates:
                return True
            repeats += 1
        elif run.expands:
            expanded.add(id(run.child))
    return repeats > len(visit.children)


@dataclass
class Pass:
    """The events from one return to an action of the root to the next."""

    events: list[SearchEvent] = field(default_factory=list)
    generated: set[int] = field(default_factory=set)
    """The actions of the root, by number, whose successors were generated."""
    tried: set[int] = field(default_factory=set)
    """The actions of the root, by number, whose successors were visited."""
    plies: int = 0


def iterations(log: EventLog) -> list[VisitTree]:
    """What each iteration of an iterative search visited; one tree for other searches.

    Iterations generate the same states again, and all try the same actions of the root, save the
    last, which may be interrupted.
    """
    generated = [(node.parent, node.action) for node in log.nodes[1:]]
    passes = _passes(log)
    all_actions, last = passes[0].tried, passes[-1]
    if len(passes) > 1 and last.tried <= all_actions:
        deepest = passes[-2].plies - (last.tried == all_actions)
        if last.plies <= deepest:  # it only looks at something again
            passes[-2].events += passes.pop().events
    is_iterative = all(each.tried == all_actions for each in passes[1:-1])
    if not is_iterative or len(set(generated)) == len(generated):
        return [VisitTree(log, log.events)]
    trees: list[VisitTree] = []
    ordering: Sequence[SearchEvent] = ()
    for each in passes:
        tree = VisitTree(log, each.events)
        if ordering and tree.is_ordering:
            trees[-1] = VisitTree(log, [*ordering, *each.events])
        else:
            trees.append(tree)
        ordering = each.events if each.plies == 1 else ()
    return trees


def _passes(log: EventLog) -> list[Pass]:
    branches, plies = _branches(log), _plies(log)
    passes = [Pass()]
    last = 0
    for event in log.events:
        branch = branches[event.state]
        if event.kind is not SearchEventKind.SUCCESSOR:
            if branch != last and branch in passes[-1].tried:
                passes.append(Pass())
            if branch:
                passes[-1].tried.add(branch)
                last = branch
            passes[-1].plies = max(passes[-1].plies, plies[event.state])
        elif plies[event.state] == 1:
            if branch in passes[-1].generated:
                passes.append(Pass())
            passes[-1].generated.add(branch)
        passes[-1].events.append(event)
    return passes


def _branches(log: EventLog) -> list[int]:
    """For each state: the number of the action of the root that leads there; 0 for the root."""
    actions: list[object] = []
    branches = [0]
    for node in log.nodes[1:]:
        if not node.parent and node.action not in actions:
            actions.append(node.action)
        branches.append(branches[node.parent] or actions.index(node.action) + 1)
    return branches


def _plies(log: EventLog) -> list[int]:
    plies = [0]
    for node in log.nodes[1:]:
        plies.append(plies[node.parent] + 1)
    return plies
