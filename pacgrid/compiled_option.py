"""The option `compiled` of search agents: the same search, by compiled code."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from pacgrid.action import Action
from pacgrid.kernel import MOST_CELLS
from pacgrid.layout import Layout
from pacgrid.search import AnyEvaluation, Evaluate, GameState, OwnEvaluation, Searcher, score
from pacgrid.state import State

if TYPE_CHECKING:
    from pacgrid.kernel.search.compiled_search import SearchResult

_SMALLEST = Layout.parse("%%%%\n%P.%\n%%%%")


class CompiledOption:
    """An agent's search, compiled. What isn't cached is compiled at once, so that no move takes
    long.

    Args:
        method: the method of `CompiledSearch` that searches like the agent.
        weights: of the agent's evaluation; None for one that can't be compiled.

    Raises ValueError if it can't be compiled, or nothing can be compiled here.
    """

    def __init__(self, method: str, weights: str | Mapping[str, float] | None) -> None:
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


class CompilableSearcher(Searcher):
    """A searcher with the option `compiled`.

    Args:
        depth: how many rounds it looks ahead.
        evaluation: estimates the value of a state where the search is cut off; as in `Searcher`.
        compiled: search with compiled code: the same moves, a hundred times as fast. Only Pac-Man,
            and only with an evaluation of named features.

    Raises ValueError also for what can't be compiled.
    """

    compiled_method: ClassVar[str]
    """The method of `pacgrid.kernel.search.compiled_search.CompiledSearch` that searches alike."""

    def __init__(
        self, *, depth: int = 2, evaluation: AnyEvaluation = None, compiled: bool = False
    ) -> None:
        super().__init__(depth=depth, evaluation=evaluation)
        if not isinstance(compiled, bool):
            raise ValueError(f"compiled must be true or false, not {compiled!r:.40}")
        self.compiled: CompiledOption | None = None
        if compiled:
            self.compiled = CompiledOption(self.compiled_method, weights_of(self.evaluate))
            self.most_cells = MOST_CELLS

    def root_values(self, state: GameState, plies: int) -> dict[Action, float]:
        if not self.compiled:
            return super().root_values(state, plies)
        result = self.compiled.search(state, plies)
        self.report.nodes += result.nodes
        return dict(result.values)


def weights_of(evaluate: Evaluate) -> str | Mapping[str, float] | None:
    """The weights of an evaluation of Pac-Man, as compiled searches take them; None for a function
    of another kind."""
    if isinstance(evaluate, OwnEvaluation):
        return "linear"
    return "score" if evaluate is score else getattr(evaluate, "weights", None)
