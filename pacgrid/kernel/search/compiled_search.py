"""Searches over the compiled rules, with the linear evaluation: minimax, alpha-beta and
expectimax."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial, reduce

from pacgrid.action import Action
from pacgrid.kernel import MOST_PLIES
from pacgrid.kernel.ghosts import Policy
from pacgrid.kernel.jit import call
from pacgrid.kernel.search.ghost_models import GhostModels, models_of
from pacgrid.kernel.search.linear_evaluation import Evaluation
from pacgrid.kernel.search.position import Position, Transpositions
from pacgrid.kernel.search.search_loops import (
    ALPHA_BETA_FRAME,
    EXPECTIMINIMAX_FRAME,
    SearchMemory,
    SearchStack,
    alpha_beta,
    expectiminimax,
)
from pacgrid.kernel.tables import Tables
from pacgrid.maze import Maze
from pacgrid.state import State

SLICE = 1_000_000
"""The nodes that are visited before Python has its turn, so that Ctrl-C works."""
TABLE = 1 << 16
"""The entries of a transposition table: 2 MB."""

_Search = Callable[[int, int], bool]
"""Search so many plies ahead, until so many nodes are visited. Returns whether it is finished."""


@dataclass(frozen=True)
class SearchResult:
    """What a search found."""

    values: dict[Action, float]
    """The value of each legal action for Pac-Man."""
    nodes: int
    """The positions visited."""
    plies: int
    """How many plies it looked ahead."""
    is_complete: bool
    """Whether every line ended before the cut-off: looking further changes nothing."""
    find_line: Callable[[], tuple[Action, ...]] = field(repr=False, compare=False)
    """Returns the principal variation, and may search again for it."""

    @cached_property
    def principal_variation(self) -> tuple[Action, ...]:
        """The line of best play, as far as no chance player moves."""
        return self.find_line()


class CompiledSearch:
    """Searches positions on one maze.

    A result doesn't depend on the searches before it. Searches release the GIL, but two threads
    can't use the same `CompiledSearch` at once.

    Args:
        maze: walls and homes of the positions to search.
        weights: of the evaluation, as in `pacgrid.agents.evaluation.LinearEvaluation`; or `score`.
        table: how many positions `alpha_beta` remembers at least, 32 bytes each. With 0 it doesn't
            order actions either, and visits the nodes of `pacgrid.agents.alpha_beta`.

    Raises ValueError for weights that make no sense.
    """

    def __init__(
        self, maze: Maze, weights: str | Mapping[str, float] = "linear", *, table: int = TABLE
    ) -> None:
        self.maze = maze
        self._tables = Tables.of_maze(maze)
        self._evaluation = Evaluation.of(maze, weights)
        self._transpositions = Transpositions.empty(table)

    def minimax(self, state: State, plies: int) -> SearchResult:
        """The values of `pacgrid.agents.minimax`, looking `plies` plies ahead."""
        return self._expectiminimax(state, plies, models_of((), self.maze), None)

    def expectimax(
        self,
        state: State,
        plies: int,
        policies: Sequence[Policy] = ((0, 0),),
        *,
        nodes: int | None = None,
    ) -> SearchResult:
        """The values of `pacgrid.agents.expectimax`, looking `plies` plies ahead, where the ghosts
        choose by `policies` (see `pacgrid.kernel.ghosts`), which repeat if there are more ghosts.

        With `nodes`, it looks 1, 2, … plies ahead and visits at most so many positions in all; the
        result is that of the last depth it finished. Raises ValueError if it finishes none.
        """
        return self._expectiminimax(state, plies, models_of(policies, self.maze), nodes)

    def alpha_beta(
        self, state: State, plies: int, *, nodes: int | None = None, exact: bool = False
    ) -> SearchResult:
        """The values of `pacgrid.agents.alpha_beta`, looking `plies` plies ahead: the best one is
        exact, a worse one may be a bound. If all are to be `exact`, that takes longer. `nodes` as
        in `expectimax`."""
        _check_plies(plies)
        self._transpositions.clear()
        memory = self._memory(state, SearchStack.empty(ALPHA_BETA_FRAME, plies, self.maze))

        def search(depth: int, most: int) -> bool:
            return bool(call(alpha_beta, "the search", memory, depth, exact, most))

        # A shallower search fills the table, which orders the actions of a deeper one.
        first = (plies + 1) // 2 if len(memory.table.entries) else plies
        depths = range(1, plies + 1) if nodes else sorted({first, plies})
        result = self._deepen(search, memory.stack, state, depths, nodes)

        def find_line() -> tuple[Action, ...]:
            line = result.principal_variation
            end = reduce(State.successor, line, state)
            if len(line) == result.plies or end.is_terminal:
                return line
            # The value came from the table, which doesn't keep lines.
            return line + self.alpha_beta(end, result.plies - len(line)).principal_variation

        return replace(result, find_line=find_line)

    def _expectiminimax(
        self, state: State, plies: int, models: GhostModels, nodes: int | None
    ) -> SearchResult:
        _check_plies(plies)
        memory = self._memory(state, SearchStack.empty(EXPECTIMINIMAX_FRAME, plies))

        def search(depth: int, most: int) -> bool:
            return bool(call(expectiminimax, "the search", memory, models, depth, most))

        depths = range(1, plies + 1) if nodes else [plies]
        return self._deepen(search, memory.stack, state, depths, nodes)

    def _deepen(
        self,
        search: _Search,
        stack: SearchStack,
        state: State,
        depths: Sequence[int],
        nodes: int | None,
    ) -> SearchResult:
        """Search to each of the `depths` in turn, visiting `nodes` in all. Returns the last result;
        its `nodes` are those of all depths."""
        result = SearchResult({}, 0, 0, is_complete=True, find_line=tuple)
        if state.is_terminal:
            return result
        visited = 0
        for depth in depths:
            stack.progress.fill(0)
            if not _finishes(search, depth, nodes and nodes - visited):
                break
            visited += int(stack.progress[1])
            line = tuple(map(Action, stack.lines[0, : stack.frames[0]["end"]].tolist()))
            result = SearchResult(
                values={action: float(stack.values[action]) for action in state.legal_actions()},
                nodes=visited,
                plies=depth,
                is_complete=not stack.progress[2],
                find_line=partial(tuple, line),
            )
            if result.is_complete:
                break
        if not result.plies:
            raise ValueError(f"nodes={nodes} is too small for one ply")
        return result

    def _memory(self, state: State, stack: SearchStack) -> SearchMemory:
        """What a search from `state` with this `stack` reads and writes."""
        if state.maze != self.maze:
            raise ValueError("the state is on another maze")
        position = Position.empty(self.maze, len(stack.frames) - 1)
        position.set(state)
        self._evaluation.forget()
        return SearchMemory(self._tables, position, self._evaluation, stack, self._transpositions)


def _finishes(search: _Search, depth: int, nodes: int | None) -> bool:
    """Whether a search is finished when it has visited `nodes` positions; None: all."""
    most = 0
    while nodes is None or most < nodes:
        most = most + SLICE if nodes is None else min(most + SLICE, nodes)
        if search(depth, most):
            return True
    return False


def _check_plies(plies: int) -> None:
    if not 1 <= plies <= MOST_PLIES:
        raise ValueError(f"plies must be a number from 1 to {MOST_PLIES}, not {plies}")
