"""Where the iterations of an iterative search begin."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pacgrid.tree.event_log import EventLog, SearchEvent, SearchEventKind
from pacgrid.tree.visits import VisitTree


@dataclass
class Pass:
    """The events from one return to an action of the root to the next."""

    events: list[SearchEvent] = field(default_factory=list)
    generated: set[int] = field(default_factory=set)
    """The actions of the root, by number, whose successors were generated."""
    tried: set[int] = field(default_factory=set)
    """Those whose successors were visited."""
    plies: int = 0
    """How deep the deepest of its nodes is."""


def iterations(log: EventLog) -> list[VisitTree]:
    """What each iteration of an iterative search visited; one tree for other searches.

    Iterations generate the same states again, and all try the same actions of the root, save the
    last, which may be interrupted.
    """
    generated = [(node.parent, node.action) for node in log.nodes[1:]]
    passes = _passes(log)
    all_actions, last = passes[0].tried, passes[-1]
    if len(passes) > 1 and last.tried < all_actions and last.plies <= passes[-2].plies:
        passes[-2].events += passes.pop().events  # it only looks at something again
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
    """How deep each state is."""
    plies = [0]
    for node in log.nodes[1:]:
        plies.append(plies[node.parent] + 1)
    return plies
