"""How a search expects the ghosts to choose."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.agent import ChanceAgent
from pacgrid.kernel.game_states import state_at
from pacgrid.kernel.ghosts import (
    SET_BITS,
    ArcadePolicy,
    looks_ahead,
    preferred,
    towards_goal,
)
from pacgrid.kernel.jit import Number, compiled, inlined
from pacgrid.kernel.search.linear_evaluation import MazeTables
from pacgrid.kernel.search.position import Position, has
from pacgrid.kernel.tables import StructuredArray, Tables
from pacgrid.maze import HALFWAY, NODES_PER_CELL, Maze, Node
from pacgrid.state import SCARED_MOVES, State


class ChanceTable:
    """How `agent` plays a ghost on `maze`.

    Its distribution may depend on Pac-Man's cell, the ghost's node and whether the ghost is scared,
    and on nothing else. The agent is asked once for each of these.
    """

    def __init__(self, agent: ChanceAgent, maze: Maze) -> None:
        self.agent = agent
        self.maze = maze
        self.rows: NDArray[np.int32] = np.full(
            (2, NODES_PER_CELL * len(maze.positions)), -1, np.int32
        )
        """`[scared, node]`: the row in `chances`; -1 where there is only one legal action."""
        self.chances: NDArray[np.float64] = np.zeros((0, len(maze.positions), len(Action)))
        """`[row, Pac-Man's cell, action]`."""

    def fill(self, state: State) -> None:
        """Ask the agent about all that can follow `state`, unless it was asked before."""
        maze, ghosts = self.maze, state.ghosts
        start = {maze.node(ghost.position, ghost.direction) for ghost in ghosts}
        scared_or_not = [0, 1] if state.capsules or any(ghost.scared for ghost in ghosts) else [0]
        new = [
            (scared, node)
            for node in sorted(_reachable(maze, start))
            for scared in scared_or_not
            if len(maze.ghost_actions[node]) > 1 and self.rows[scared, node] < 0
        ]
        for row, (scared, node) in enumerate(new, len(self.chances)):
            self.rows[scared, node] = row
        if new:
            chances = [self._chances(state, bool(scared), node) for scared, node in new]
            self.chances = np.concatenate([self.chances, np.array(chances)])

    def _chances(self, state: State, scared: bool, node: Node) -> NDArray[np.float64]:
        """`[Pac-Man's cell, action]` for a ghost on `node`; the rest is as in `state`."""
        maze = self.maze
        others = [(home, 0) for home in maze.home_nodes[1:]]
        ghosts = [(node, SCARED_MOVES if scared else 0), *others]
        chances = np.zeros((len(maze.positions), len(Action)))
        for cell in range(len(maze.positions)):
            question = state_at(maze, cell, ghosts, state.food, state.capsules, to_move=1)
            for action, probability in self.agent.distribution(question).items():
                chances[cell, action] = probability
        return chances


def _reachable(maze: Maze, start: AbstractSet[Node]) -> AbstractSet[Node]:
    """The nodes that ghosts can reach from `start` or from their homes."""
    found = set(start) | set(maze.home_nodes)
    ahead = list(found)
    while ahead:
        node = ahead.pop()
        following = {
            *maze.ghost_moves[node].values(),
            *maze.scared_moves[node].values(),
            maze.snapped[node],
        }
        ahead += following - found
        found |= following
    return found


_NEVER = 1 << 16
"""More than any number of steps."""

MINIMISES, DIRECTIONAL, TABULATED, ARCADE = 0, 1, 2, 3

MODEL = np.dtype(
    [
        ("attack", np.float64),
        ("flee", np.float64),
        ("corner_row", np.int32),
        ("corner_column", np.int32),
        ("kind", np.uint8),
        ("target", np.uint8),
    ],
    align=True,
)

GhostModel = tuple[float, float] | ChanceTable | ArcadePolicy
"""The probabilities `(attack, flee)` of `pacgrid.agents.directional_ghost`, where `(0, 0)` is
`pacgrid.agents.random_ghost`; a table; or how a ghost of the arcade chooses."""


class GhostModels(NamedTuple):
    """How each ghost chooses, in arrays."""

    models: StructuredArray
    """`[ghost]`, of `MODEL`."""
    rows: NDArray[np.int32]
    """`[ghost, scared, node]`: the row in `chances`, or -1 for a single legal action."""
    chances: NDArray[np.float64]
    """`[row, Pac-Man's cell, action]`, of all tables."""
    scatters: NDArray[np.bool_]
    """`[ghost, n]`: whether a ghost of the arcade scatters on its `n`-th next move."""


def models_of(policies: Sequence[GhostModel], maze: Maze) -> GhostModels:
    """The models of the ghosts of `maze`; `policies` repeat, and all ghosts minimise if there are
    none."""
    ghosts, cells = len(maze.homes), len(maze.positions)
    tables = list(dict.fromkeys(each for each in policies if isinstance(each, ChanceTable)))
    models = np.zeros(ghosts, MODEL)
    rows = np.full((ghosts, 2, NODES_PER_CELL * cells if tables else 0), -1, np.int32)
    phases = [each.scatters for each in policies if isinstance(each, ArcadePolicy)]
    scatters = np.zeros((ghosts, max(map(len, phases), default=0)), np.bool_)
    for number in range(ghosts if policies else 0):
        policy = policies[number % len(policies)]
        if isinstance(policy, ArcadePolicy):
            models[number]["kind"] = ARCADE
            policy.write(models[number], maze.height, maze.width)
            scatters[number, : len(policy.scatters)] = policy.scatters
        elif isinstance(policy, ChanceTable):
            models[number]["kind"] = TABULATED
            first = sum(len(table.chances) for table in tables[: tables.index(policy)])
            rows[number] = np.where(policy.rows < 0, -1, policy.rows + first)
        else:
            models[number] = (*policy, 0, 0, DIRECTIONAL, 0)
    chances = [np.zeros((0, cells, len(Action))), *(table.chances for table in tables)]
    return GhostModels(models, rows, np.concatenate(chances), scatters)


@compiled
def heading_to_food(
    tables: Any, position: Position, steps: NDArray[np.uint16], order: NDArray[np.uint16]
) -> Number:
    """Pac-Man's action on a shortest path to food; his first move if there is no path.

    `steps` and `order` are as in `MazeTables`, and `tables` has at least `cells`.
    """
    here = tables.cells[position.games[0].pacman]
    choice, least = np.int64(Action.STOP), np.int64(_NEVER + 1)
    for action in range(4):
        if here.moves >> action & 1:
            near, away = np.int64(here.next[action]), np.int64(_NEVER)
            for index in range(order.shape[1]):
                if has(position.food, order[near, index]):
                    away = np.int64(steps[near, order[near, index]])
                    break
            if away < least:
                least, choice = away, np.int64(action)
    return choice


@inlined
def row_of(models: GhostModels, number: int, ghost: Any) -> Number:
    """The row of the ghost's probabilities."""
    way = ghost.heading + HALFWAY if ghost.half else ghost.heading
    return models.rows[number, np.uint8(ghost.scared > 0), ghost.cell * NODES_PER_CELL + way]


@inlined
def scatters_at(models: GhostModels, number: int, ply: Number) -> Number:
    """Whether the ghost scatters if it moves `ply` plies from the start of the search."""
    ahead = ply // (len(models.models) + 1)
    return ahead < models.scatters.shape[1] and models.scatters[number, ahead]


@inlined
def expect(
    tables: Tables,
    position: Position,
    maze: MazeTables,
    models: GhostModels,
    frame: Any,
    bits: Number,
    ply: Number,
) -> None:
    """Write into `frame` what the ghost to move does at `ply`; its legal actions are `bits`. Keep
    only those that have a chance."""
    game = position.games[0]
    number = game.to_move - 1
    ghost = position.ghosts[0, number]
    model = models.models[number]
    frame.row = -1
    frame.preferred = bits
    frame.low, frame.high = 0, 1
    if model.kind == ARCADE:
        if ghost.scared:
            frame.high = 1 / SET_BITS[bits]
        else:
            scatters = scatters_at(models, number, ply)
            heading = np.int64(Action.STOP)
            if looks_ahead(model, scatters):
                heading = heading_to_food(tables, position, maze.steps, maze.order)
            choice = towards_goal(tables, position, 0, number, model, bits, scatters, heading)
            frame.actions = frame.preferred = 1 << choice
    elif model.kind == DIRECTIONAL:
        purpose = model.flee if ghost.scared else model.attack
        frame.preferred = preferred(tables, game, ghost, bits)
        frame.low = (1 - purpose) / SET_BITS[bits]
        frame.high = frame.low + purpose / SET_BITS[frame.preferred]
        if frame.low == 0:
            frame.actions = frame.preferred
    elif bits & (bits - 1):
        frame.row = row_of(models, number, ghost)
        for action in range(4):
            if models.chances[frame.row, game.pacman, action] == 0:
                frame.actions &= ~(1 << action)


@inlined
def chance(position: Position, models: GhostModels, frame: Any) -> Number:
    """The probability of the action of `frame`."""
    if frame.row >= 0:
        return models.chances[frame.row, position.games[0].pacman, frame.action]
    return frame.high if frame.preferred >> frame.action & 1 else frame.low
