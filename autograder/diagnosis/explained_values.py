"""What each state is worth to a search with a mistake."""

from contextlib import suppress
from math import isfinite

from pacgrid.autograder.diagnosis.observation import Decision
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.recorder import Recorder
from pacgrid.autograder.diagnosis.reference import ReferenceSearch
from pacgrid.autograder.diagnosis.watched_state import WatchedState
from pacgrid.autograder.question import MOST_NODES
from pacgrid.tree.layers import take_the_view_of_max
from pacgrid.tree.search_log import SearchLog
from pacgrid.tree.visits import VisitTree


def explained_values(
    search: ReferenceSearch, decision: Decision, probe: Probe
) -> tuple[tuple[int, float], ...]:
    """The values that `search` returns for the states of an observed decision, by their numbers in
    it, where they are finite; `search` should try actions in the observed order."""
    root = WatchedState(Recorder(probe, decision.root, MOST_NODES))
    log = SearchLog(search, root, most_nodes=MOST_NODES)
    with log.listening(), suppress(Exception):  # a mistake may make it fail
        search.act(log.root)
    visits = VisitTree(log, log.events).in_order
    take_the_view_of_max(visits)
    values = {visit.state.path: visit.returned for visit in visits}  # type: ignore[attr-defined]
    known = ((number, values.get(path)) for number, path in enumerate(decision.log.paths))
    return tuple(
        (number, value) for number, value in known if value is not None and isfinite(value)
    )
