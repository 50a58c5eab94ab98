"""The champion's search, deepened until a budget is spent."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from pacgrid.action import Action
from pacgrid.common.cpus import thread_time
from pacgrid.kernel import jit
from pacgrid.kernel.champion.beliefs import BELIEF
from pacgrid.kernel.champion.board import HEADINGS, SUBJECT, board_of
from pacgrid.kernel.champion.danger import SHIPPED, Network, network_from
from pacgrid.kernel.champion.evaluation import WEIGHT, WEIGHTS
from pacgrid.kernel.champion.pellets import Pellets
from pacgrid.kernel.champion.plain_danger import DANGER_WEIGHTS
from pacgrid.kernel.champion.search import (
    FINISHED,
    MOST_PLIES,
    OUT_OF_BUDGET,
    ROUND,
    Memory,
    search,
)
from pacgrid.kernel.compiling import call
from pacgrid.kernel.search.position import Position
from pacgrid.maze import Maze
from pacgrid.state import State

Belief = Mapping[str, float]
"""The probabilities of some of the rules in `BELIEF`, by name."""

STEP = ROUND // 2
"""How much deeper each iteration looks."""

UNLIMITED = 1 << 60

MOST_BRANCHES = 5
"""An agent has at most so many legal actions. To the power of the agents, that is about the most
positions in a search of one round."""


@dataclass(frozen=True)
class ChampionResult:
    """What a search found."""

    values: dict[Action, float]
    """The value of each legal action for Pac-Man."""
    first_values: dict[Action, float]
    """Their values a round ahead, or less if that is too much."""
    nodes: int
    """The positions visited."""
    rounds: float
    """How many rounds the last finished iteration looked ahead, on the likeliest lines."""


class ChampionSearch:
    """Searches positions on one maze. A result doesn't depend on the searches before it.

    Args:
        network: the weights of the danger; the shipped ones by default.

    Raises ValueError if numba is disabled.
    """

    def __init__(self, maze: Maze, network: Network | None = None) -> None:
        if jit.is_disabled():
            raise ValueError("the champion needs numba: unset NUMBA_DISABLE_JIT")
        self.maze = maze
        self.board = board_of(maze)
        self._weights = np.zeros(1, WEIGHT)
        for name, weight in (WEIGHTS | DANGER_WEIGHTS | (network or network_from(SHIPPED))).items():
            self._weights[name] = weight
        self._memory = Memory.empty()
        self._position = Position.empty(maze, MOST_PLIES)

    def search(
        self,
        state: State,
        beliefs: Sequence[Belief],
        *,
        scatters: Sequence[bool] = (False,),
        nodes: int | None = None,
        cpu_seconds: float = inf,
        rounds: float = inf,
        capsule_factor: float = 1.0,
        urgency: float = 0.0,
    ) -> ChampionResult:
        """The values of the actions in `state`, as far ahead as the budget allows; the first ply is
        searched in any case.

        Args:
            beliefs: about each ghost.
            scatters: whether the ghosts of the arcade scatter, in this round and the next ones.
            nodes: visit at most so many positions.
            cpu_seconds: stop after about so long.
            rounds: look at most so far ahead.
            capsule_factor: multiplies what capsules are worth, and what waiting beside them is.
            urgency: how much more urgent than usual the food is; 0 for as usual.
        """
        self._position.set(state)
        pellets = Pellets.of(state)
        weights = self._weights[0].copy()
        weights["tour"] *= 1 + urgency
        weights["food"] -= 4 * urgency
        weights["bias"] += 4 * urgency * len(state.food)
        table = np.zeros(len(beliefs), BELIEF)
        for row, belief in zip(table, beliefs, strict=True):
            for name, probability in belief.items():
                row[name] = probability
        phases = np.array(scatters, np.bool_)
        budget = UNLIMITED if nodes is None else nodes
        self._memory.nodes[0] = 0
        values = first = np.zeros(HEADINGS)
        reached = 0.0
        start = thread_time()
        careful = cpu_seconds < inf or budget < MOST_BRANCHES**state.num_agents
        for plies, depth in _horizons(state.num_agents, rounds, careful):
            limit = budget if reached else UNLIMITED
            if cpu_seconds < inf and reached:
                spent = max(thread_time() - start, 1e-6)  # clocks may be coarse
                limit = min(limit, int(self._memory.nodes[0] * cpu_seconds / spent))
            self._memory.table.clear()
            outcome = call(
                search, SUBJECT, self.board, self._position, pellets, self._memory, table, phases,
                weights, float(capsule_factor), plies, depth, limit,
            )  # fmt: skip
            if outcome == OUT_OF_BUDGET:
                break
            values = self._memory.values.copy()
            first = values if depth == ROUND else first
            reached = min(depth / ROUND, plies / state.num_agents)
            if outcome == FINISHED:
                break
        legal = state.legal_actions()
        return ChampionResult(
            {action: float(values[action]) for action in legal},
            {action: float(first[action]) for action in legal},
            int(self._memory.nodes[0]),
            reached,
        )


def _horizons(agents: int, rounds: float, careful: bool) -> Iterator[tuple[int, int]]:
    """How many plies and how deep each iteration looks ahead; `careful` ones begin with parts of
    the first round."""
    if careful:
        yield from ((plies, ROUND) for plies in range(1, agents))
    deepest = int(min(MOST_PLIES // agents - 2, rounds) * ROUND)
    yield from ((MOST_PLIES, depth) for depth in range(ROUND, deepest + 1, STEP))
