"""The chances of ghosts that draw their moves, as tables."""

from collections.abc import Sequence
from itertools import product

import numpy as np

from pacgrid.action import Action
from pacgrid.agent import ChanceAgent
from pacgrid.layout import Layout
from pacgrid.maze import Cell
from pacgrid.solutions.errors import SolutionError
from pacgrid.solutions.ghost_stages import GhostPlace, Stage, moves
from pacgrid.solutions.position_space import PositionSpace
from pacgrid.solutions.transitions import MOST_MOVES, Chances
from pacgrid.state import State
from pacgrid.state_text import Drawing, DrawnGhost
from pacgrid.symmetry import Symmetry


def sees_only_pacman(agent: ChanceAgent) -> bool:
    """Whether the class that defines the agent's distribution says so."""
    defining = next(kind for kind in type(agent).__mro__ if "distribution" in vars(kind))
    return bool(vars(defining).get("sees_only_pacman", False))


def ghost_chances(space: PositionSpace, agents: Sequence[ChanceAgent]) -> Chances:
    """The chances of `agents`, which see only Pac-Man; one for each ghost.

    Raises SolutionError for an agent whose probabilities aren't a distribution.
    """
    maze = space.maze
    width = max(map(len, space.places))
    cells = range(len(maze.positions))
    table = np.zeros((len(Stage), len(agents), len(cells), width, MOST_MOVES))
    known: dict[tuple[int, Cell, GhostPlace], list[float]] = {}
    for number, agent in enumerate(agents):
        first = agents.index(agent)
        for stage, cell in product(Stage, cells):
            for rank, place in enumerate(space.places[stage]):
                if (key := (first, cell, place)) not in known:
                    state = _drawn(space, cell, number, place)
                    known[key] = probabilities(agent, state)
                table[stage, number, cell, rank, : len(known[key])] = known[key]
    return table


def folding(layout: Layout, agents: Sequence[ChanceAgent]) -> tuple[bool, bool]:
    """Whether the agents choose alike, and whether they choose alike in mirror images."""
    space = PositionSpace(layout, len(agents), exchangeable=False, symmetric=True)
    table = ghost_chances(space, agents)
    exchangeable = bool((table == table[:, :1]).all())
    return exchangeable, all(_is_symmetric(space, table, way) for way in space.symmetries)


def _is_symmetric(space: PositionSpace, table: Chances, symmetry: Symmetry) -> bool:
    maze, stage = space.maze, Stage.CALM
    for cell, (rank, place) in product(range(len(maze.positions)), enumerate(space.places[stage])):
        image = space.ranks[stage][GhostPlace(symmetry.nodes[place.node], scared=False)]
        ahead = [symmetry.nodes[to.node] for _, to in moves(maze, place, 0)]
        there = [to.node for _, to in moves(maze, space.places[stage][image], 0)]
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


def _drawn(space: PositionSpace, cell: Cell, number: int, place: GhostPlace) -> State:
    """A position in which ghost `number`, counted from 0, is to move from `place`."""
    maze = space.maze
    ghosts = [DrawnGhost(home, Action.STOP, 0, home) for home in maze.homes]
    at, direction = maze.node_position(place.node), maze.node_direction(place.node)
    ghosts[number] = DrawnGhost(at, direction, int(place.scared) * 20, maze.homes[number])
    return State.drawn(
        Drawing(
            walls=maze.walls,
            pacman=maze.positions[cell],
            ghosts=tuple(ghosts),
            food=space.layout.food,
            capsules=space.layout.capsules,
            score=0,
            to_move=number + 1,
            lost=False,
        )
    )
