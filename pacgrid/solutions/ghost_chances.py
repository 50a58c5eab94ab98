"""The chances of ghosts that draw their moves, as tables."""

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from pacgrid.agent import ChanceAgent
from pacgrid.layout import Layout
from pacgrid.maze import Cell, Symmetry
from pacgrid.solutions.ghost_stages import GhostState, Stage, moves
from pacgrid.solutions.objective import SolutionError
from pacgrid.solutions.position_space import PositionSpace
from pacgrid.solutions.transitions import MOST_MOVES, Chances, GhostPlies
from pacgrid.state import SCARED_MOVES, State


def sees_only_pacman(agent: ChanceAgent) -> bool:
    """Whether the class that defines the agent's distribution says so."""
    defining = next(kind for kind in type(agent).__mro__ if "distribution" in vars(kind))
    return bool(vars(defining).get("sees_only_pacman", False))


def ghost_chances(space: PositionSpace, agents: Sequence[ChanceAgent]) -> Chances:
    """The chances of `agents`, one for each ghost.

    Raises SolutionError for an agent whose probabilities aren't a distribution.
    """
    if not agents:
        return Chances.none()
    if all(map(sees_only_pacman, agents)):
        return Chances.none()._replace(by_sight=_by_sight(space, agents))
    return Chances.none()._replace(by_position=_by_position(space, agents))


def _by_sight(space: PositionSpace, agents: Sequence[ChanceAgent]) -> NDArray[np.float64]:
    cells = len(space.maze.positions)
    width = max(map(len, space.ghost_states))
    table = np.zeros((len(Stage), len(agents), cells, width, MOST_MOVES))
    homes = [(GhostState(node, scared=False), 0) for node in space.maze.home_nodes]
    pellets = space.blocks.every_pellet
    known: dict[tuple[int, Cell, GhostState], list[float]] = {}
    for number, agent in enumerate(agents):
        first = agents.index(agent)
        for stage, cell in product(Stage, range(cells)):
            for rank, ghost in enumerate(space.ghost_states[stage]):
                if (key := (first, cell, ghost)) not in known:
                    ghosts = [*homes[:number], (ghost, SCARED_MOVES // 2), *homes[number + 1 :]]
                    state = space.drawn(pellets, cell, ghosts, number + 1)
                    known[key] = probabilities(agent, state)
                table[stage, number, cell, rank, : len(known[key])] = known[key]
    return table


def _by_position(space: PositionSpace, agents: Sequence[ChanceAgent]) -> NDArray[np.float32]:
    """Ask for every position: agents may look at anything."""
    blocks, plies = space.blocks, GhostPlies(space)
    table = np.zeros((len(plies), MOST_MOVES), np.float32)
    for block, eaten in enumerate(blocks.capsules_eaten.tolist()):
        mask, cell = int(blocks.masks[block]), int(blocks.cells[block])
        met = space.maze.meets[cell]
        for timer, mover in product(range(SCARED_MOVES + 1 if eaten else 1), range(len(agents))):
            start = plies.blocks[block] + plies.offsets[eaten, timer, mover]
            timers = [max(timer - 1, 0)] * mover + [timer] * (len(agents) - mover)
            combinations = product(*plies.ghost_states(eaten, timer, mover))
            for number, combination in enumerate(combinations):
                if not any(ghost.node in met for ghost in combination):
                    after_mover = len(agents) - mover
                    by_number = (*combination[after_mover:], *combination[:after_mover])
                    ghosts = [*zip(by_number, timers, strict=True)]
                    state = space.drawn(mask, cell, ghosts, mover + 1)
                    chances = probabilities(agents[mover], state)
                    table[start + number, : len(chances)] = chances
    return table


def folding(layout: Layout, agents: Sequence[ChanceAgent]) -> tuple[bool, bool]:
    """Whether the agents choose alike, and whether they choose alike in mirror images."""
    if not all(map(sees_only_pacman, agents)):
        return False, False
    space = PositionSpace(layout, len(agents), exchangeable=False, symmetric=True)
    table = _by_sight(space, agents)
    exchangeable = bool((table == table[:, :1]).all())
    return exchangeable, all(_is_symmetric(space, table, each) for each in space.symmetries)


def _is_symmetric(space: PositionSpace, table: NDArray[np.float64], symmetry: Symmetry) -> bool:
    maze, stage = space.maze, Stage.CALM
    ghosts = enumerate(space.ghost_states[stage])
    for (rank, ghost), cell in product(ghosts, range(len(maze.positions))):
        image = space.ranks[stage][GhostState(symmetry.nodes[ghost.node], scared=False)]
        ahead = [symmetry.nodes[to.node] for _, to in moves(maze, ghost, 0)]
        there = [to.node for _, to in moves(maze, space.ghost_states[stage][image], 0)]
        slots = [there.index(node) for node in ahead]
        here = table[stage, :, cell, rank, : len(slots)]
        if not np.allclose(here, table[stage, :, symmetry.cells[cell], image][:, slots]):
            return False
    return True


def probabilities(agent: ChanceAgent, state: State) -> list[float]:
    """The probabilities of the legal actions, in their order. Raises SolutionError."""
    distribution = agent.distribution(state)
    chances = [float(distribution.get(action, 0)) for action in state.legal_actions()]
    others = set(distribution) - set(state.legal_actions())
    if others or min(chances) < 0 or not abs(sum(chances) - 1) < 1e-6:
        raise SolutionError(f"{agent.name}: its probabilities are no distribution: {distribution}")
    return chances
