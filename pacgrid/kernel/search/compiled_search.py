"""Searches over the compiled rules: minimax and expectimax, with the linear evaluation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pacgrid.action import Action
from pacgrid.kernel.search import expectiminimax
from pacgrid.kernel.search.evaluation_tables import Evaluation
from pacgrid.kernel.search.ghost_models import GhostModel, models_of
from pacgrid.kernel.search.position import Position
from pacgrid.kernel.tables import StructuredArray, Tables
from pacgrid.maze import Maze
from pacgrid.state import State

SLICE = 1_000_000
"""The nodes that are visited before Python has its turn, so that Ctrl-C works."""


@dataclass(frozen=True)
class SearchResult:
    """What a search found."""

    values: Mapping[Action, float]
    """The value of each legal action for Pac-Man."""
    nodes: int
    """The positions visited."""
    plies: int
    """How many plies it looked ahead."""
    principal_variation: tuple[Action, ...]
    """The line of best play, as far as no chance player moves."""


class CompiledSearch:
    """Searches positions on one maze.

    Not for two threads at once. It releases the GIL while it searches.

    Args:
        maze: walls and homes of the positions to search.
        weights: of the evaluation, as in `pacgrid.agents.evaluation.LinearEvaluation`; or `score`.

    Raises ValueError for weights that make no sense.
    """

    def __init__(self, maze: Maze, weights: str | Mapping[str, float] = "linear") -> None:
        self.maze = maze
        self._tables = Tables.of_maze(maze)
        self._evaluation = Evaluation.of(maze, weights)

    def minimax(self, state: State, plies: int) -> SearchResult:
        """The values of `pacgrid.agents.minimax`, looking `plies` plies ahead."""
        return self._search(state, plies, models_of((), len(self.maze.homes)), None)

    def alpha_beta(self, state: State, plies: int, *, nodes: int | None = None) -> SearchResult:
        """The values of `pacgrid.agents.alpha_beta`, looking `plies` plies ahead: the best one is
        exact, a worse one may be a bound. `nodes` as in `expectimax`."""
        return self._search(state, plies, models_of((), len(self.maze.homes)), nodes)

    def expectimax(
        self,
        state: State,
        plies: int,
        policies: Sequence[GhostModel],
        *,
        nodes: int | None = None,
    ) -> SearchResult:
        """The values of `pacgrid.agents.expectimax`, looking `plies` plies ahead, where the ghosts
        choose by `policies`, which repeat if there are more ghosts.

        With `nodes`, it looks 1, 2, … plies ahead and visits at most so many positions; the result
        is that of the last depth it finished. Raises ValueError if it finishes none.
        """
        return self._search(state, plies, models_of(policies, len(self.maze.homes)), nodes)

    def _search(
        self, state: State, plies: int, models: StructuredArray, nodes: int | None
    ) -> SearchResult:
        """The result of one search, or of the last one that `nodes` are enough for."""
        position = self._position(state, plies)
        result = SearchResult({}, 0, 0, ())
        visited = 0
        for depth in range(1 if nodes else plies, plies + 1):
            stack = expectiminimax.Stack.empty(depth)
            arguments = self._tables, position, self._evaluation, models, stack, depth
            position.set(state)
            most = nodes - visited if nodes else None
            if state.is_terminal or not _finishes(expectiminimax.search, arguments, most):
                break
            before, result = result, _result(state, stack, depth)
            visited += result.nodes
            if result.nodes == before.nodes:
                break  # every line ends before the cut-off
        if not result.plies and not state.is_terminal:
            raise ValueError(f"nodes={nodes} is too small for one ply")
        return result

    def _position(self, state: State, plies: int) -> Position:
        """The arrays of `state`, with room for `plies` moves."""
        if state.maze != self.maze:
            raise ValueError("the state is on another maze")
        if plies < 1:
            raise ValueError(f"plies must be a number from 1, not {plies}")
        position = Position.empty(self.maze, plies)
        position.set(state)
        self._evaluation.forget()
        return position


def _finishes(search: Any, arguments: tuple[Any, ...], nodes: int | None) -> bool:
    """Whether `search` is finished when it has visited `nodes` positions."""
    most = 0
    while nodes is None or most < nodes:
        most = most + SLICE if nodes is None else min(most + SLICE, nodes)
        if search(*arguments, most):
            return True
    return False


def _result(state: State, stack: expectiminimax.Stack, plies: int) -> SearchResult:
    return SearchResult(
        values={action: float(stack.values[action]) for action in state.legal_actions()},
        nodes=int(stack.place[1]),
        plies=plies,
        principal_variation=tuple(map(Action, stack.lines[0, : stack.frames[0]["end"]].tolist())),
    )
