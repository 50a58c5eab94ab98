"""Solves boards, after saying how much memory that takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import comb
from pathlib import Path
from typing import Literal, Self

import numba
import numpy as np
import psutil
from rich.filesize import decimal

from pacgrid.agent import ChanceAgent
from pacgrid.errors import PacgridError
from pacgrid.layout import Layout
from pacgrid.maze import Symmetry
from pacgrid.solutions import MOST_MOVES, SolutionError
from pacgrid.solutions.position_space import Chances, GhostState, PositionSpace
from pacgrid.solutions.solution import Arrays, Solution, rules_fingerprint, write_arrays
from pacgrid.solutions.transitions import Transitions
from pacgrid.solutions.value_iteration import BYTES_PER_THREAD, Progress, ValueIteration
from pacgrid.state import SCARED_MOVES, State

BYTES_PER_BLOCK, BYTES_PER_COMBINATION, BYTES_PER_ARRIVAL, BYTES_PER_GHOST = 400, 100, 12, 200
"""The size of the tables of transitions; an arrival is Pac-Man's cell with a combination, and the
last is for his cell with a state of a ghost."""
BYTES_OF_COMPILER = 1 << 28
"""The address space that compiling takes in addition."""


@dataclass(frozen=True)
class Estimate:
    """What solving a board takes."""

    positions: int
    memory: int
    """In bytes."""

    @classmethod
    def of(cls, space: PositionSpace) -> Self:
        """What solving a space takes. Raises SolutionError for too many positions."""
        positions = len(space)
        cells, size = len(space.maze.positions), space.sizes[1]
        tables = BYTES_PER_BLOCK * len(space.blocks)
        tables += BYTES_PER_COMBINATION * size**space.num_ghosts
        tables += BYTES_PER_GHOST * space.num_ghosts * cells * size
        for combinations in space.combinations[: 2 if space.layout.capsules else 1]:
            tables += BYTES_PER_ARRIVAL * cells * combinations.count
        return cls(positions, positions * 2 * 8 + tables)


def check_memory(space: PositionSpace) -> None:
    """Raise SolutionError if solving `space` takes more memory than is free."""
    needed, free = Estimate.of(space), free_memory()
    if needed.memory > free:
        raise SolutionError(
            f"{space.layout.name or 'this board'} has {needed.positions:,} positions, which take "
            f"{decimal(needed.memory)} of memory; {decimal(free)} are free; try fewer ghosts"
        )


def free_memory() -> int:
    """How many bytes this process can still use. Raises SolutionError where nothing says so."""
    try:
        free = int(psutil.virtual_memory().available)
    except OSError as error:
        raise SolutionError(f"can't tell how much memory is free: {error}") from None
    process = psutil.Process()
    if hasattr(process, "rlimit"):  # not on every system
        limit = process.rlimit(psutil.RLIMIT_AS)[0]
        if limit != psutil.RLIM_INFINITY:
            threads = numba.get_num_threads() * BYTES_PER_THREAD
            free = min(free, limit - process.memory_info().vms - threads - BYTES_OF_COMPILER)
    return max(0, free)


MINIMAX: Literal["minimax"] = "minimax"
"""Ghosts that minimise what Pac-Man maximises."""
Ghosts = Literal["minimax"] | ChanceAgent | Sequence[ChanceAgent]

DEFAULT_ROUNDS = 1000
"""The limit of a game."""
TOLERANCE = 1e-4
"""A converged value may still change by so much; values are stored to 7 digits."""

SMALL_BOARD = 400_000
"""The most positions of a small board, which is solved in a few CPU seconds."""


def estimate(layout: Layout, *, ghosts: Ghosts, num_ghosts: int | None = None) -> Estimate:
    """What solving this board takes. Raises as `solve` does."""
    agents = _agents(layout, ghosts, num_ghosts)
    return Estimate.of(_space(layout, agents, num_ghosts))


def solve(
    layout: Layout,
    *,
    path: str | Path,
    ghosts: Ghosts = MINIMAX,
    rounds: int = DEFAULT_ROUNDS,
    num_ghosts: int | None = None,
    progress: Progress | None = None,
) -> Solution:
    """Compute what every position of a board is worth, and write it to the file `path`.

    The game is cut off after `rounds` rounds.

    Args:
        ghosts: how all ghosts play, or each of them. Agents see only Pac-Man, and say so.
        num_ghosts: play with the first `num_ghosts` ghosts of the layout; None for all.
        progress: called after each round.

    Raises:
        SolutionError: the board is too large; no rounds; a ghost's chances aren't a
            distribution; the file can't be written.
        LayoutError: the layout can't be played, as when Pac-Man can't reach some food.
        ValueError: the layout has fewer ghosts.
    """
    if rounds < 1:
        raise SolutionError(f"rounds must be at least 1, not {rounds}")
    path = Path(path)
    if not path.parent.is_dir():
        raise SolutionError(f"{path}: can't be written: there is no directory {path.parent}")
    agents = _agents(layout, ghosts, num_ghosts)
    space = _space(layout, agents, num_ghosts)
    solution = _solved(space, agents, rounds, TOLERANCE, progress)
    write_arrays(path, *solution)
    return Solution.load(path)


def _solved(
    space: PositionSpace,
    agents: Sequence[ChanceAgent],
    rounds: int,
    tolerance: float,
    progress: Progress | None = None,
) -> tuple[dict[str, str], Arrays]:
    """The header and the arrays of a solution."""
    chances = ghost_chances(space, agents)
    iteration = ValueIteration(Transitions.of(space, chances), tolerance)
    # The last round is played by the solution, from the values with one round less.
    iteration.run(rounds - 1, progress)
    header = {
        "pacgrid": "solution",
        "layout": str(space.layout),
        "name": space.layout.name,
        "num_ghosts": str(space.num_ghosts),
        "ghosts": ghosts_text(agents or MINIMAX),
        "rules": rules_fingerprint(),
        "is_sorted": str(int(space.is_sorted)),
        "is_folded": str(int(bool(space.symmetries))),
        "rounds": str(rounds),
        "converged_after": str(iteration.rounds) if iteration.has_converged else "",
    }
    arrays: Arrays = {
        "values": iteration.board.values.astype(np.float32),
        "blocks": space.blocks.keys,
        "chances": chances,
    }
    return header, arrays


def solve_small_board(state: State, ghosts: Sequence[ChanceAgent]) -> Solution | None:
    """The expected scores on the board of a game that begins with `state`, as `solve` computes
    them, but within 0.01 points, and in memory. None if there are more than `SMALL_BOARD`
    positions, if a ghost isn't where it starts, or if it can't be solved.
    """
    if tuple(ghost.position for ghost in state.ghosts) != state.maze.homes:
        return None  # the layout below has the homes where the ghosts are drawn
    cells, count = len(state.maze.positions), len(ghosts)
    pellets = len(state.food) + len(state.capsules)
    if (comb(cells + count - 1, count) * cells) << pellets > 8 * SMALL_BOARD:
        return None  # even counting takes long
    try:
        layout = Layout.parse("\n".join(str(state).splitlines()[: state.maze.height]))
        space = _space(layout, ghosts, count)
    except PacgridError:
        return None
    if len(space) > SMALL_BOARD:
        return None
    return Solution(*_solved(space, ghosts, DEFAULT_ROUNDS, 0.01))


def ghosts_text(ghosts: Ghosts) -> str:
    """The names of the ghosts' agents: one for all, or one for each."""
    if isinstance(ghosts, str):
        return ghosts
    agents = [ghosts] if isinstance(ghosts, ChanceAgent) else ghosts
    names = [agent.name for agent in agents]
    return ", ".join(names if len(set(names)) > 1 else names[:1])


def _agents(layout: Layout, ghosts: Ghosts, num_ghosts: int | None) -> tuple[ChanceAgent, ...]:
    """One for each ghost; none for minimising ghosts."""
    if ghosts == MINIMAX:
        return ()
    count = len(layout.ghosts) if num_ghosts is None else num_ghosts
    if isinstance(ghosts, ChanceAgent):
        ghosts = (ghosts,) * count
    agents = tuple(agent for agent in ghosts if isinstance(agent, ChanceAgent))
    if len(agents) != len(ghosts) or len(agents) != count:
        raise SolutionError(f"give {count} ghosts that draw their moves by chance, or minimax")
    for agent in agents:
        if not sees_only_pacman(agent):
            raise SolutionError(
                f"{agent.name} may look at more than Pac-Man, so it can't be solved against; solve"
                " against minimax or, if it looks at nothing else, write sees_only_pacman = True"
                " in its class"
            )
    return agents


def _space(layout: Layout, agents: Sequence[ChanceAgent], num_ghosts: int | None) -> PositionSpace:
    """The positions of the board. Raises SolutionError if they are too many, or LayoutError."""
    Layout.parse(str(layout), source=layout.name or "<layout>")  # as when the file is loaded
    count = len(layout.ghosts) if num_ghosts is None else num_ghosts
    # Before the agents are asked what they have in common: as if that were everything.
    space = PositionSpace(layout, count, exchangeable=True, symmetric=True)
    check_memory(space)
    if agents and (alike := folding(space, agents)) != (True, True):
        space = PositionSpace(layout, count, exchangeable=alike[0], symmetric=alike[1])
        check_memory(space)
    return space


def sees_only_pacman(agent: ChanceAgent) -> bool:
    """Whether the class that defines the agent's distribution says so."""
    defining = next(kind for kind in type(agent).__mro__ if "distribution" in vars(kind))
    return bool(vars(defining).get("sees_only_pacman", False))


def ghost_chances(space: PositionSpace, agents: Sequence[ChanceAgent]) -> Chances:
    """The chances of `agents`, one for each ghost; all see only Pac-Man.

    Raises SolutionError for an agent whose probabilities aren't a distribution.
    """
    if not agents:
        return np.zeros((0, 0, 0, 0))
    cells = len(space.maze.positions)
    table = np.zeros((len(agents), cells, len(space.ghost_states), MOST_MOVES))
    homes = [(GhostState(node, scared=False), 0) for node in space.maze.home_nodes]
    for number, agent in enumerate(agents):
        if (first := agents.index(agent)) < number:
            table[number] = table[first]
            continue
        for cell, (rank, ghost) in product(range(cells), enumerate(space.ghost_states)):
            ghosts = [*homes[:number], (ghost, SCARED_MOVES // 2), *homes[number + 1 :]]
            state = space.drawn(space.blocks.every_pellet, cell, ghosts, number + 1)
            chances = _probabilities(agent, state)
            table[number, cell, rank, : len(chances)] = chances
    return table


def folding(space: PositionSpace, agents: Sequence[ChanceAgent]) -> tuple[bool, bool]:
    """Whether the agents choose alike, and whether they choose alike in mirror images."""
    table = ghost_chances(space, agents)
    exchangeable = bool((table == table[:1]).all())
    return exchangeable, all(_is_symmetric(space, table, each) for each in space.symmetries)


def _is_symmetric(space: PositionSpace, table: Chances, symmetry: Symmetry) -> bool:
    for rank, (node, _) in enumerate(space.ghost_states):
        image = symmetry.nodes[node]
        there = [*space.maze.ghost_moves[image].values()]
        ahead = space.maze.ghost_moves[node].values()
        moves = [there.index(symmetry.nodes[to]) for to in ahead]
        mirrored = table[:, symmetry.cells, space.ranks[0, image]]
        if not np.allclose(table[:, :, rank, : len(moves)], mirrored[:, :, moves]):
            return False
    return True


def _probabilities(agent: ChanceAgent, state: State) -> list[float]:
    """The probabilities of the legal actions, in their order. Raises SolutionError."""
    distribution = agent.distribution(state)
    chances = [float(distribution.get(action, 0)) for action in state.legal_actions()]
    others = set(distribution) - set(state.legal_actions())
    if others or min(chances) < 0 or not abs(sum(chances) - 1) < 1e-6:
        raise SolutionError(f"{agent.name}: its probabilities are no distribution: {distribution}")
    return chances
