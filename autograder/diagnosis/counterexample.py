"""The smallest observed position in which an agent goes wrong."""

from collections.abc import Mapping
from math import isfinite

from pacgrid.action import Action
from pacgrid.autograder.diagnosis.departure import Departure, StateValues
from pacgrid.autograder.diagnosis.diagnosis import Counterexample, RootValue
from pacgrid.autograder.diagnosis.observation import Decision
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.truth import truth_of

MOST_EVENTS = 1_000
"""More are not kept: nobody would look at them."""


def counterexample(
    probe: Probe,
    observed: Decision,
    explained: Mapping[Action, float],
    state_values: StateValues,
    departs: Departure | None,
) -> Counterexample:
    """That decision, with everything that a report shows of it."""
    truth = truth_of(probe, observed.root)
    events = observed.log.events[:MOST_EVENTS]
    last = max((event.state for event in events), default=0)
    nodes = observed.log.nodes[1 : last + 1]
    return Counterexample(
        name=probe.name,
        drawing=str(observed.root),
        is_tree=probe.kind == "tree",
        search=probe.search,
        depth=probe.depth,
        evaluation=probe.evaluation,
        best=truth.best,
        chosen=observed.chosen,
        values=tuple(
            RootValue(
                action, value, _finite(observed.values.get(action)), _finite(explained.get(action))
            )
            for action, value in truth.values.items()
        ),
        events=tuple((event.kind.value, event.state, _plain(event.result)) for event in events),
        states=tuple((node.parent, node.action) for node in nodes),
        departs_at=departs[0] if departs else None,
        difference=departs[1] if departs else "",
        explained=tuple((number, value) for number, value in state_values if number <= last),
    )


def _plain(result: object) -> float | str | None:
    if result is None or isinstance(result, int | float):
        return _finite(result)
    return str(result)


def _finite(value: float | None) -> float | None:
    return float(value) if value is not None and isfinite(value) else None
