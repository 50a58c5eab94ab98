"""The Bellman equations of a solution, by the kernel's compiled rules: nothing of the solver's.

Only how positions are numbered comes from the solution.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid import Action
from pacgrid.agent import ChanceAgent
from pacgrid.kernel.arrays import GHOST
from pacgrid.kernel.compiled_rules import NTH_BIT, is_over, meets
from pacgrid.kernel.jit import Number, compiled, inlined
from pacgrid.kernel.search.position import Position, legal_actions, play, take_back
from pacgrid.kernel.tables import Tables
from pacgrid.maze import HALFWAY, NODES_PER_CELL
from pacgrid.solutions.ghost_stages import MOST_CAPSULES, GhostState, stage_at
from pacgrid.solutions.objective import Objective
from pacgrid.solutions.position_space import PositionSpace
from pacgrid.solutions.solution import Solution
from pacgrid.solutions.solve import Ghosts
from pacgrid.state import SCARED_MOVES

Indices = NDArray[np.int64]
NO_NUMBER = -1


class Numbers(NamedTuple):
    """Tables that give positions their numbers."""

    pellets: Indices
    """Their cells; the food comes first."""
    food: int
    """How many of these are food."""
    blocks: Indices
    """`[pellets left, Pac-Man's cell]`, and by which symmetry it is folded: `symmetries`."""
    symmetries: Indices
    images: Indices
    """`[symmetry, node]`; symmetry 0 is the identity."""
    offsets: Indices
    timer_offsets: Indices
    ranks: Indices
    """`[capsules eaten, timer, scared, node]`."""
    sizes: Indices
    """`[capsules eaten, timer]`: how many states a ghost can have."""
    combinations: Indices
    """By the ranks of sorted ghosts in base `sizes`; empty if the ghosts aren't sorted."""

    @classmethod
    def of(cls, space: PositionSpace) -> Self:
        cells, nodes = len(space.maze.positions), len(space.maze.ghost_moves)
        keys = np.indices((space.blocks.every_pellet + 1, cells))
        blocks, symmetries = space.blocks.numbers(*keys)
        shape = MOST_CAPSULES + 1, SCARED_MOVES + 1
        ranks, sizes = np.full((*shape, 2, nodes), NO_NUMBER), np.zeros(shape, np.int64)
        for eaten, timer in np.ndindex(shape):
            stage = stage_at(eaten, timer)
            sizes[eaten, timer] = len(space.ghost_states[stage])
            for ghost_state, rank in space.ranks[stage].items():
                ranks[eaten, timer, int(ghost_state.scared), ghost_state.node] = rank
        combinations = np.zeros(0, np.int64)
        if space.is_sorted:
            base = (int(sizes[0, 0]),) * space.num_ghosts
            combinations = (
                space.combinations[0].numbers(np.moveaxis(np.indices(base), 0, -1)).ravel()
            )
        return cls(
            pellets=np.array(space.blocks.pellets),
            food=len(space.blocks.foods),
            blocks=blocks,
            symmetries=symmetries,
            images=np.array([range(nodes), *(each.nodes for each in space.symmetries)]),
            offsets=space.offsets,
            timer_offsets=space.timer_offsets,
            ranks=ranks,
            sizes=sizes,
            combinations=combinations,
        )


class Model(NamedTuple):
    """What the equations are about."""

    tables: Tables
    numbers: Numbers
    values: NDArray[np.float32]
    chances: NDArray[np.float64]
    """`[ghost, scared, node, Pac-Man's cell, action]`; empty for ghosts that minimise."""
    is_score: bool
    """Whether values are points; otherwise chances of winning."""
    actions: NDArray[np.uint8]
    """By ply: the legal actions left to try, as bits; and `action`: the one tried now."""
    action: NDArray[np.uint8]
    backed_up: NDArray[np.float64]
    """By ply: the best value so far, or the sum."""


@compiled
def _number(numbers: Numbers, position: Position) -> int:
    """The number of a position, or `NO_NUMBER`."""
    game = position.games[0]
    left, eaten, timer, combination = 0, 0, 0, 0
    for pellet in range(len(numbers.pellets)):
        cell, is_food = numbers.pellets[pellet], pellet < numbers.food
        word = position.food[cell >> 6] if is_food else position.capsules[cell >> 6]
        if word >> np.uint64(cell & 63) & np.uint64(1):
            left |= 1 << pellet
        elif not is_food:
            eaten = min(eaten + 1, MOST_CAPSULES)
    for number in range(position.ghosts.shape[1]):
        timer = max(timer, int(position.ghosts[0, number].scared))
    block, symmetry = numbers.blocks[left, game.pacman], numbers.symmetries[left, game.pacman]
    if block < 0 or (timer and not eaten) or timer == SCARED_MOVES:
        return NO_NUMBER
    for number in range(position.ghosts.shape[1]):
        ghost = position.ghosts[0, number]
        if ghost.scared and ghost.scared != timer:
            return NO_NUMBER
        rank = numbers.ranks[
            eaten, timer, int(ghost.scared > 0), numbers.images[symmetry, _node(ghost)]
        ]
        if rank < 0:
            return NO_NUMBER
        combination = combination * numbers.sizes[eaten, timer] + rank
    if len(numbers.combinations):
        combination = numbers.combinations[combination]
    return int(numbers.offsets[block] + numbers.timer_offsets[eaten, timer] + combination)


@inlined
def _node(ghost: Any) -> Number:
    return ghost.cell * NODES_PER_CELL + ghost.heading + (HALFWAY if ghost.half else 0)


@inlined
def _enter(model: Model, position: Position, ply: Number) -> None:
    """Begin with the actions of the agent to move."""
    agent = position.games[0].to_move
    model.actions[ply] = legal_actions(model.tables, position)
    model.backed_up[ply] = -np.inf
    if agent:
        model.backed_up[ply] = 0 if len(model.chances) else np.inf


@compiled
def _backed_up(model: Model, position: Position) -> float:
    """The value of a position from those one round later; nan if one of these has no number."""
    game, ply, agents = position.games[0], 0, position.ghosts.shape[1] + 1
    _enter(model, position, ply)
    while True:
        if model.actions[ply]:
            model.action[ply] = NTH_BIT[model.actions[ply], 0]
            model.actions[ply] &= model.actions[ply] - 1
            play(model.tables, position, ply, model.action[ply])
            number = 0
            if is_over(game):
                value = np.float64(game.score if model.is_score else not game.lost)
            elif ply + 1 < agents:
                ply += 1
                _enter(model, position, ply)
                continue
            else:
                number = _number(model.numbers, position)
                value = model.values[number] + (np.float64(game.score) if model.is_score else 0.0)
            if number < 0:
                return np.nan
        elif ply == 0:
            return float(model.backed_up[0])
        else:
            value = model.backed_up[ply]
            ply -= 1
        take_back(position, ply, ply)
        if ply == 0:
            model.backed_up[0] = max(model.backed_up[0], value)
        elif len(model.chances) == 0:
            model.backed_up[ply] = min(model.backed_up[ply], value)
        else:
            ghost = position.ghosts[0, ply - 1]
            mood, node, action = int(ghost.scared > 0), _node(ghost), model.action[ply]
            chance = model.chances[ply - 1, mood, node, game.pacman, action]
            model.backed_up[ply] += chance * value


@compiled
def _back_up(
    model: Model,
    position: Position,
    sample: Indices,
    pacman: Indices,
    left: Indices,
    ghosts: Any,
    backed_up: NDArray[np.float64],
    arises: NDArray[np.bool_],
) -> None:
    """Set `position` to each row of the arrays, and fill the last two."""
    game = position.games[0]
    for row in range(len(sample)):
        game.pacman, game.food, game.score, game.to_move = pacman[row], 0, 0, 0
        game.lost = False
        for word in range(len(position.food)):
            position.food[word] = position.capsules[word] = 0
        for pellet in range(len(model.numbers.pellets)):
            if left[row] >> pellet & 1:
                cell = model.numbers.pellets[pellet]
                bit = np.uint64(1) << np.uint64(cell & 63)
                if pellet < model.numbers.food:
                    game.food += 1
                    position.food[cell >> 6] |= bit
                else:
                    position.capsules[cell >> 6] |= bit
        arises[row] = True
        for number in range(position.ghosts.shape[1]):
            position.ghosts[0, number] = ghosts[row, number]
            arises[row] &= not meets(model.tables, game, position.ghosts[0, number])
        arises[row] &= _number(model.numbers, position) == sample[row]
        if arises[row]:
            backed_up[row] = _backed_up(model, position)


def backed_up_values(
    solution: Solution, ghosts: Ghosts, sample: Indices
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The values of numbered positions, from the stored ones a round later; nan if one of these
    has no number. And whether the position can arise; if not, its value means nothing.

    The ghosts are those of the solution, and see only Pac-Man or minimise.
    """
    space = solution.space
    agents = [ghosts] * space.num_ghosts if isinstance(ghosts, ChanceAgent) else ghosts
    model = Model(
        tables=Tables.of_maze(space.maze),
        numbers=Numbers.of(space),
        values=np.array(solution.stored_values),
        chances=_chances(space, () if isinstance(agents, str) else agents),
        is_score=solution.objective is Objective.SCORE,
        actions=np.zeros(space.num_ghosts + 1, np.uint8),
        action=np.zeros(space.num_ghosts + 1, np.uint8),
        backed_up=np.zeros(space.num_ghosts + 1),
    )
    blocks = np.searchsorted(space.offsets, sample, "right") - 1
    left, pacman = space.blocks.masks[blocks], space.blocks.cells[blocks]
    rest, eaten = sample - space.offsets[blocks], space.blocks.capsules_eaten[blocks]
    timers = (rest[:, None] >= space.timer_offsets[eaten]).sum(axis=1) - 1
    placed = np.zeros((len(sample), space.num_ghosts), GHOST)
    for some_eaten, timer in {*zip(eaten.tolist(), timers.tolist(), strict=True)}:
        stage = stage_at(some_eaten, timer)
        rows = np.flatnonzero((eaten == some_eaten) & (timers == timer))
        ranks = space.combinations[stage].ranks(rest[rows] - space.timer_offsets[some_eaten, timer])
        some = np.array([*map(_ghost, space.ghost_states[stage])], GHOST)[ranks]
        some["scared"] *= timer
        placed[rows] = some
    position = Position.empty(space.maze, space.num_ghosts + 1)
    backed_up, arises = np.zeros(len(sample)), np.zeros(len(sample), np.bool_)
    _back_up(model, position, sample, pacman, left, placed, backed_up, arises)
    return backed_up, arises


def _ghost(ghost_state: GhostState) -> tuple[int, int, bool, int]:
    cell, slot = divmod(ghost_state.node, NODES_PER_CELL)
    half = slot >= HALFWAY
    return cell, slot - HALFWAY * half, half, int(ghost_state.scared)


def _chances(space: PositionSpace, agents: Sequence[ChanceAgent]) -> NDArray[np.float64]:
    """As in `Model`: asks each agent where its ghost can be."""
    maze = space.maze
    chances = np.zeros((len(agents), 2, len(maze.ghost_moves), len(maze.positions), len(Action)))
    ghost_states = sorted(set().union(*space.ghost_states))
    homes = [(GhostState(node, scared=False), 0) for node in maze.home_nodes]
    for number, agent in enumerate(agents):
        first = agents.index(agent)
        chances[number] = chances[first]
        for ghost_state, cell in product(
            ghost_states if first == number else (), range(len(maze.positions))
        ):
            ghosts = [*homes[:number], (ghost_state, SCARED_MOVES // 2), *homes[number + 1 :]]
            state = space.drawn(1, cell, ghosts, number + 1)
            for action, chance in agent.distribution(state).items():
                chances[number, int(ghost_state.scared), ghost_state.node, cell, action] = chance
    return chances
