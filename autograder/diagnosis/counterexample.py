"""The smallest observed position in which an agent goes wrong, and where its search does."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from math import isfinite

from pacgrid.action import Action
from pacgrid.tree.reference_search import ReferenceSearch
from pacgrid.tree.watched_state import ROOT

from ..model.diagnosis import Counterexample, RootValue
from .compared_trees import MOST_EVENTS, ComparedTrees, Departure, ExampleTrees
from .evidence import Observed, truth_of
from .hypothesis import build, reply
from .observation import Decision, decide
from .search_task import NamedPosition, SearchTask, name_of


def counterexample(
    shown: Observed,
    mutant: type[ReferenceSearch] | None = None,
    departs: Departure | None = None,
) -> Counterexample:
    """That decision, with everything that a report shows of it.

    Args:
        shown: a wrong decision.
        mutant: the search that explains it, if one does.
        departs: where it goes wrong, if that is known.
    """
    task, decision, observation = shown
    root = decision.root
    truth = truth_of(task, root)
    worth: Mapping[Action, float] = {}
    explained: StateValues = ()
    if mutant:
        agent = build(mutant, task)
        for before in takewhile(lambda each: each is not decision, observation.decisions):
            reply(agent, task, before)
        agent.order = decision.order
        explained = explained_values(agent, decision, task)
        worth = agent.report.values
    events = decision.log.events if len(decision.log.events) <= MOST_EVENTS else []
    last = max((event.state for event in events), default=0)
    example = Counterexample(
        name=task.name,
        test=task.test,
        drawing=str(root),
        is_tree=task.kind == "tree",
        search=task.search,
        depth=task.depth,
        evaluation=task.evaluation,
        best=truth.best,
        chosen=decision.chosen,
        values=tuple(
            RootValue(
                action, value, _finite(decision.values.get(action)), _finite(worth.get(action))
            )
            for action, value in truth.values.items()
        ),
        events=tuple((event.kind.value, event.state, _plain(event.result)) for event in events),
        states=tuple((node.parent, node.action) for node in decision.log.nodes[1 : last + 1]),
        action_names=tuple(root.action_names) if isinstance(root, NamedPosition) else (),
        explained=tuple((number, value) for number, value in explained if number <= last),
        returned=() if mutant else _returned(decision, last),
    )
    departs = departs or departure(task, decision)
    departs = departs or (ComparedTrees(ExampleTrees(example)).departure if events else None)
    if not departs:
        return example
    return replace(example, departs_at=tuple(departs[0]), difference=departs[1])


def _returned(decision: Decision, last: int) -> tuple[tuple[int, float], ...]:
    """What the agent's functions returned for states up to number `last`, if it is finite."""
    numbers = {path: number for number, path in enumerate(decision.log.paths[: last + 1])}
    return tuple(
        (numbers[path], value)
        for path, value in decision.returned.items()
        if path in numbers and isfinite(value)
    )


def explained_values(
    search: ReferenceSearch, decision: Decision, task: SearchTask
) -> tuple[tuple[int, float], ...]:
    """The values that `search` finds for the states of an observed decision, by their numbers in
    it, where they are finite; `search` should try actions in the observed order."""
    decide(search, task, decision.root)  # a mistake may make it fail
    known = ((number, search.values.get(path)) for number, path in enumerate(decision.log.paths))
    return tuple(
        (number, value) for number, value in known if value is not None and isfinite(value)
    )


def _plain(result: object) -> float | str | None:
    if result is None or isinstance(result, int | float):
        return _finite(result)
    return str(result)


def _finite(value: float | None) -> float | None:
    return float(value) if value is not None and isfinite(value) else None


StateValues = Sequence[tuple[int, float]]
"""What states are worth to a search: see `explained_values`."""

_RETURNED = re.compile(r"returned (?:Action\.(?P<action>\w+)|.*? \((?P<type>\w{1,40})\)[,:;])")


def departure(task: SearchTask, observed: Decision) -> Departure | None:
    """What it returns or where it fails, if that is no legal action; or that it doesn't search."""
    if words := _what_it_returns(observed):
        return ROOT, words
    if not observed.generated:
        what = "fails before it asks for any successor" if observed.failure else ""
        return ROOT, f"it {what or 'asks for no successor at all'}"
    if not observed.failure:
        return None
    path = observed.log.paths[observed.log.events[-1].state]
    over = ", where the game is over" if path in truth_of(task, observed.root).finished else ""
    return path, f"it fails after it has asked about {name_of(observed.root, path)}{over}"


def _what_it_returns(observed: Decision) -> str:
    """What that is if it is no legal action; "" if it is one, or if nothing is returned."""
    match = _RETURNED.match(observed.failure.message) if observed.failure else None
    if not match:
        return ""
    if match["action"] in Action.__members__:
        return f"it returns {Action[match['action']]}, which is not legal"
    kinds = {"NoneType": "None", "int": "a number", "float": "a number", "str": "a string"}
    kind = match["type"]
    return f"it returns {kinds.get(kind, f'a {kind}')}, not an action"
