"""The smallest observed position in which an agent goes wrong."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from math import isfinite

from pacgrid.action import Action

from ..model.diagnosis import Counterexample, RootValue
from .departure import (
    Departure,
    StateValues,
    action_word,
    choice_departure,
    departure,
    value_departure,
)
from .hypothesis import Misfit, build, reply
from .named_position import NamedPosition
from .observation import Decision, Observation, decide
from .probe import Probe
from .reference import ReferenceSearch
from .truth import truth_of, unpruned_search

MOST_EVENTS = 1_000
"""More are not kept: nobody would look at them."""


def counterexample(
    observation: Observation,
    decision: Decision,
    mutant: type[ReferenceSearch] | None = None,
    departs: Departure | None = None,
) -> Counterexample:
    """That decision, with everything that a report shows of it.

    Args:
        observation: where the decision was made.
        decision: a wrong one.
        mutant: the search that explains it, if one does.
        departs: where it goes wrong, if that is known.
    """
    probe, root = observation.probe, decision.root
    truth = truth_of(probe, root)
    worth: Mapping[Action, float] = {}
    earlier = tuple(takewhile(lambda each: each is not decision, observation.decisions))
    explained: StateValues = ()
    departs = departs or departure(probe, decision)
    if mutant:
        agent, right = build(mutant, probe), build(unpruned_search(probe), probe)
        for before in earlier:
            reply(agent, probe, before)
        agent.order = right.order = decision.order
        explained = explained_values(agent, decision, probe)
        expected = explained_values(right, decision, probe)
        windows = agent.windows if probe.search == "alpha_beta" else {}
        departs = departs or value_departure(decision, expected, explained, windows, earlier)
        worth = agent.report.values
    departs = departs or choice_departure(decision, truth)
    memory = _memory(mutant, probe, decision, earlier) if mutant else ""
    events = decision.log.events[:MOST_EVENTS]
    last = max((event.state for event in events), default=0)
    return Counterexample(
        name=probe.name,
        test=probe.test,
        drawing=str(root),
        is_tree=probe.kind == "tree",
        search=probe.search,
        depth=probe.depth,
        evaluation=probe.evaluation,
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
        departs_at=tuple(departs[0]) if departs else None,
        difference=departs[1] + memory if departs else "",
        action_names=tuple(root.action_names) if isinstance(root, NamedPosition) else (),
        explained=tuple((number, value) for number, value in explained if number <= last),
        returned=() if mutant else _returned(decision, last),
    )


def _returned(decision: Decision, last: int) -> tuple[tuple[int, float], ...]:
    """What the agent's functions returned for states up to number `last`, if it is finite."""
    numbers = {path: number for number, path in enumerate(decision.log.paths[: last + 1])}
    return tuple(
        (numbers[path], value)
        for path, value in decision.returned.items()
        if path in numbers and isfinite(value)
    )


def _memory(
    mutant: type[ReferenceSearch], probe: Probe, decision: Decision, earlier: Sequence[Decision]
) -> str:
    """What was before, if only this explains the decision."""
    if reply(build(mutant, probe), probe, decision).misfit(decision) == Misfit():
        return ""
    if not earlier:
        return "; it remembers what it found in an earlier game" * mutant.is_one_for_all
    moves = ", ".join(
        action_word(each.root, each.chosen) for each in earlier if each.chosen is not None
    )
    return f"; it has played {moves} before, and remembers what it found then"


def explained_values(
    search: ReferenceSearch, decision: Decision, probe: Probe
) -> tuple[tuple[int, float], ...]:
    """The values that `search` finds for the states of an observed decision, by their numbers in
    it, where they are finite; `search` should try actions in the observed order."""
    decide(search, probe, decision.root)  # a mistake may make it fail
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
