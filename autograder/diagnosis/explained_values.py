"""What each state is worth to a search with a mistake."""

from math import isfinite

from .observation import Decision, decide
from .probe import Probe
from .reference import ReferenceSearch


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
