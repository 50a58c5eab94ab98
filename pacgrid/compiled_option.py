"""The option `compiled` of search agents: the same search, by compiled code."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pacgrid.layout import Layout
from pacgrid.state import State

if TYPE_CHECKING:
    from pacgrid.kernel.search.compiled_search import SearchResult

_SMALLEST = Layout.parse("%%%%\n%P.%\n%%%%")


class CompiledOption:
    """An agent's search, compiled. What isn't cached is compiled at once, so that no move takes
    long.

    Args:
        agent: the name of its class.
        method: the method of `CompiledSearch` that searches like the agent; "" if there is none.
        weights: of the agent's evaluation; None for one that can't be compiled.

    Raises ValueError if it can't be compiled, or nothing can be compiled here.
    """

    def __init__(self, agent: str, method: str, weights: str | Mapping[str, float] | None) -> None:
        if not method:
            raise ValueError(f"{agent} has no compiled search; leave out compiled=true")
        if weights is None:
            raise ValueError(
                "compiled=true needs an evaluation of named features (linear or weights of your"
                " own), not a function"
            )
        try:
            from pacgrid.kernel import jit
            from pacgrid.kernel.search.compiled_search import CompiledSearch
        except ModuleNotFoundError as error:  # also where submissions run
            raise ValueError(f"compiled=true can't be used here without {error.name}") from None
        if jit.is_disabled():
            raise ValueError("compiled=true needs numba: unset NUMBA_DISABLE_JIT")
        self.method = method
        self.weights = weights
        self.options: Mapping[str, Any] = {}
        """More arguments for the method."""
        self._new_search = CompiledSearch
        self._search: CompiledSearch | None = None
        self.search(State.initial(_SMALLEST), 1)

    def search(self, state: Any, plies: int) -> "SearchResult":
        """What the search finds in `state`, `plies` plies ahead.

        Raises ValueError for another game than Pac-Man, or too large a maze.
        """
        if not isinstance(state, State):
            raise ValueError(
                "a compiled search plays only Pac-Man, and draws no tree; leave out compiled=true"
            )
        if self._search is None or self._search.maze != state.maze:
            self._search = self._new_search(state.maze, self.weights)
        result: SearchResult = getattr(self._search, self.method)(state, plies, **self.options)
        return result
