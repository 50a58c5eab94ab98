"""The searches that test cases ask for, by the names of their classes."""

from collections.abc import Mapping

from ...model.searches import SearchName

_SEARCHES: Mapping[str, SearchName] = {
    "alpha": "alpha_beta",
    "expecti": "expectimax",
    "minimax": "minimax",
}
"""By a part of a class's name."""


def search_of(agent: str) -> SearchName | None:
    """The search that a class called `agent` is asked for; None if it is none that we know.

    >>> search_of("AlphaBetaAgent"), search_of("ReflexAgent")
    ('alpha_beta', None)
    """
    return next((search for part, search in _SEARCHES.items() if part in agent.lower()), None)
