"""The champion's search, deepened until a budget is spent.

It is expectimax in one loop, compiled: MAX plies for Pac-Man, chance plies for the ghosts. How deep
it looks is counted in parts of a round. An action that a ghost hardly ever plays takes more of the
depth than a likely one, so that likely lines are searched deeper. From the third round on, Pac-Man
doesn't stop, and doesn't turn back within a corridor.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.common.concurrency import thread_time
from pacgrid.kernel import jit
from pacgrid.kernel.champion.champion_board import (
    FAR,
    HEADINGS,
    SUBJECT,
    BoardTables,
    ChampionProblem,
    Pellets,
    board_of,
    food_around,
    ways_out,
)
from pacgrid.kernel.champion.estimate import (
    DANGER_WEIGHTS,
    FEATURES,
    UNITS,
    WEIGHT,
    WEIGHTS,
    estimate,
    shipped_network,
)
from pacgrid.kernel.compiled_rules import NTH_BIT, STOP, is_over, legal, next_cell
from pacgrid.kernel.ghosts import preferred, towards_goal
from pacgrid.kernel.jit import Number, call, compiled, inlined
from pacgrid.kernel.search.ghost_models import heading_to_food
from pacgrid.kernel.search.position import (
    COMPLETE,
    Position,
    Transpositions,
    find,
    key_of,
    play,
    room_for,
    take_back,
)
from pacgrid.kernel.tables import FOOD, StructuredArray
from pacgrid.maze import Maze
from pacgrid.state import State

MOST_PLIES = 200

ROUND = 64
"""The depth that a round takes."""
UNLIKELY = ROUND // 5
"""The extra depth that each halving of an action's probability takes."""
FREE_ROUNDS = 2
"""For so many rounds, Pac-Man may play any action."""

FRAME = np.dtype(
    [
        ("agent", np.int64),  # who is to move
        ("depth", np.int64),  # how much is left
        ("bits", np.int64),  # the actions not searched yet
        ("action", np.int64),  # the one searched now
        ("options", np.int64),  # Pac-Man's actions to search, if its value isn't known at once
        ("choice", np.bool_),  # a ghost has several actions
        ("complete", np.bool_),  # all lines so far ended with the game
        ("value", np.float64),
        ("least", np.float64),  # of the values of a ghost's actions
        ("key", np.uint64),
        ("check", np.uint64),
    ],
    align=True,
)
"""What the search knows about a position on its way."""

TABLE = 1 << 16
"""The entries of the table. It has positions with Pac-Man to move, and values without the score."""


class Memory(NamedTuple):
    """What a search writes to."""

    frames: StructuredArray
    """`[ply]`, of `FRAME`."""
    chances: NDArray[np.float64]
    """`[ply, action]`."""
    table: Transpositions
    values: NDArray[np.float64]
    """`[action]`: the values at the root."""
    nodes: NDArray[np.int64]
    """`[0]`: the positions visited."""
    features: NDArray[np.float32]
    """The features of the position that is evaluated, for the danger."""
    units: NDArray[np.float32]
    """The units of the danger's network."""

    @classmethod
    def empty(cls) -> Self:
        return cls(
            frames=np.zeros(MOST_PLIES, FRAME),
            chances=np.zeros((MOST_PLIES, HEADINGS)),
            table=Transpositions.empty(TABLE),
            values=np.zeros(HEADINGS),
            nodes=np.zeros(1, np.int64),
            features=np.zeros(FEATURES, np.float32),
            units=np.zeros(UNITS, np.float32),
        )


OUT_OF_BUDGET, CUT_OFF, FINISHED = 0, 1, 2


@compiled
def search(problem: ChampionProblem, plies: int, depth: int, nodes: int) -> int:
    """Fill `problem.memory.values` with the value of each action of the agent to move, looking
    `depth` and at most `plies` ahead.

    Returns `OUT_OF_BUDGET` if it would visit more than so many `nodes`, `FINISHED` if all lines
    ended with the game, else `CUT_OFF`. Out of budget, it leaves the position where it is.
    """
    board, position, pellets = problem.board, problem.position, problem.pellets
    memory, beliefs = problem.memory, problem.beliefs
    frames = memory.frames
    frames[0].depth = depth
    ply: Number = np.int64(0)
    while True:
        memory.nodes[0] += 1
        _enter(problem, plies, ply)
        while frames[ply].bits == 0:  # back to a position with actions left
            _finish(problem, ply)
            if ply == 0:
                return FINISHED if frames[0].complete else CUT_OFF
            ply -= 1
            _use(problem, ply)
        if memory.nodes[0] >= nodes:
            return OUT_OF_BUDGET
        frame, after = frames[ply], frames[ply + 1]
        frame.action = NTH_BIT[frame.bits, 0]
        frame.bits &= frame.bits - 1
        play(board, position, ply, frame.action)
        after.depth = frame.depth
        if frame.agent == 0:
            after.depth -= ROUND
            if position.undo[ply].eaten == FOOD:
                pellets.links[0] -= food_around(board, position)
        elif frame.choice:
            chance = memory.chances[ply, frame.action] + beliefs[frame.agent - 1].minimise
            after.depth += np.int64(UNLIKELY * np.log2(max(chance, 1e-6)))
        ply += 1


@inlined
def _enter(problem: ChampionProblem, plies: int, ply: int) -> None:
    """Find the actions to search at `ply`; none if its value is known at once."""
    board, position, memory = problem.board, problem.position, problem.memory
    beliefs, scatters = problem.beliefs, problem.scatters
    frame, game = memory.frames[ply], position.games[0]
    frame.agent = game.to_move
    frame.bits, frame.options, frame.choice, frame.complete = 0, 0, False, True
    if is_over(game):
        frame.value = game.score
    elif ply == plies or (frame.agent == 0 and frame.depth <= 0):
        frame.value = game.score + estimate(problem)
        frame.complete = False
    elif frame.agent:
        number = frame.agent - 1
        phase = min(ply // (position.ghosts.shape[1] + 1), len(scatters) - 1)
        row = memory.chances[ply]
        frame.bits = fill_chances(board, position, number, beliefs[number], scatters[phase], row)
        frame.choice = (frame.bits & (frame.bits - 1)) != 0
        frame.value, frame.least = 0.0, np.inf
    else:
        options = _options(board, position, memory.frames, ply)
        frame.key, frame.check = key_of(position)
        index = find(memory.table, frame.key, frame.check, options) if ply else -1
        if index >= 0 and memory.table.entries[index].depth >= frame.depth:
            entry = memory.table.entries[index]
            frame.value = game.score + entry.value
            frame.complete = (entry.facts & COMPLETE) != 0
        else:
            frame.bits = frame.options = options
            frame.value = -np.inf


@inlined
def _finish(problem: ChampionProblem, ply: int) -> None:
    """Complete the value of a position, when all its actions are searched."""
    memory, position = problem.memory, problem.position
    frame = memory.frames[ply]
    if frame.choice:
        frame.value += problem.beliefs[frame.agent - 1].minimise * frame.least
    elif frame.options:
        entry = room_for(memory.table, frame.key, frame.depth)
        entry.key, entry.check, entry.context = frame.key, frame.check, frame.options
        entry.value, entry.depth = frame.value - position.games[0].score, frame.depth
        entry.facts = COMPLETE if frame.complete else 0
        entry.generation = memory.table.generation[0]


@inlined
def _use(problem: ChampionProblem, ply: int) -> None:
    """Take back the action that was searched at `ply`, and use its value there."""
    position, memory = problem.position, problem.memory
    frame, after = memory.frames[ply], memory.frames[ply + 1]
    if frame.agent == 0 and position.undo[ply].eaten == FOOD:
        problem.pellets.links[0] += food_around(problem.board, position)
    take_back(position, ply, frame.agent)
    frame.complete &= after.complete
    if ply == 0:
        memory.values[frame.action] = after.value
    if frame.agent == 0:
        frame.value = max(frame.value, after.value)
    else:
        frame.value += memory.chances[ply, frame.action] * after.value
        frame.least = min(frame.least, after.value)


@inlined
def _options(board: BoardTables, position: Position, frames: Any, ply: int) -> Number:
    """The actions of Pac-Man that are searched at `ply`, as bits."""
    agents = position.ghosts.shape[1] + 1
    here = np.int64(position.games[0].pacman)
    bits = np.int64(board.cells[here].moves)
    if ply < FREE_ROUNDS * agents or not bits:
        return bits | 1 << STOP
    last = frames[ply - agents].action
    if ways_out(board, here) == 2 and last != STOP:
        bits &= ~(1 << (last + 2) % 4)
    return bits


BELIEF = np.dtype(
    [
        (name, np.float64)
        for name in (
            "attack",  # towards Pac-Man, ignoring walls: pacgrid.agents.directional_ghost
            "flee",  # away from him while scared, ignoring walls
            "pursue",  # towards him, on the shortest path
            "minimise",  # what is worst for him
            "chaser",  # the personalities of pacgrid.agents.arcade_ghost: `TARGETS`
            "ambusher",
            "flanker",
            "shy",
        )
    ]
)
"""The probability that a ghost moves by each rule; with the rest, it chooses uniformly. `flee` is
for scared ghosts, `minimise` for all, the others for active ones."""

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
    """The values of these actions a round ahead, or less if that is too much."""
    nodes: int
    """The positions visited."""
    rounds: float
    """How many rounds the last finished iteration looked ahead, on the likeliest lines."""


class ChampionSearch:
    """Searches positions on one maze. A result doesn't depend on the searches before it.

    Raises ValueError if numba is disabled.
    """

    def __init__(self, maze: Maze) -> None:
        if jit.is_disabled():
            raise ValueError("the champion needs numba: unset NUMBA_DISABLE_JIT")
        self.maze = maze
        self.board = board_of(maze)
        self._weights = np.zeros(1, WEIGHT)
        for name, weight in (WEIGHTS | DANGER_WEIGHTS | shipped_network()).items():
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
        weights = self._weights.copy()
        weights["tour"] *= 1 + urgency
        weights["food"] -= 4 * urgency
        weights["bias"] += 4 * urgency * len(state.food)
        table = np.zeros(len(beliefs), BELIEF)
        for row, belief in zip(table, beliefs, strict=True):
            for name, probability in belief.items():
                row[name] = probability
        self._position.set(state)
        problem = ChampionProblem(
            self.board,
            self._position,
            Pellets.of(state),
            self._memory,
            table,
            np.array(scatters, np.bool_),
            weights,
            float(capsule_factor),
        )
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
            outcome = call(search, SUBJECT, problem, plies, depth, limit)
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


# What a ghost does, as it is believed.


@compiled
def fill_chances(
    board: BoardTables, position: Position, number: int, belief: Any, scatters: bool, row: Any
) -> Number:
    """Fill `row` with the probability of each action of ghost `number`, counted from 0, less the
    share of `minimise`. Returns its legal actions, as bits."""
    ghost = position.ghosts[0, number]
    bits = np.int64(legal(board, ghost))
    for action in range(HEADINGS):
        row[action] = 0.0
    if not bits & (bits - 1):  # it has no choice
        _add(row, bits, 1.0)
        return bits
    directed = belief.flee if ghost.scared else belief.attack
    rest = 1.0 - belief.minimise - directed
    _add(row, preferred(board, position.games[0], ghost, bits), directed)
    if not ghost.scared:
        if belief.pursue > 0:
            row[_shortest(board, position, ghost.cell, bits)] += belief.pursue
        arcade = belief.chaser + belief.ambusher + belief.flanker + belief.shy
        if arcade > 1e-6:
            _add_arcade(board, position, number, belief, scatters, bits, row)
        rest -= belief.pursue + (arcade if arcade > 1e-6 else 0.0)
    _add(row, bits, rest)
    return bits


@inlined
def _add(row: Any, bits: Number, probability: Number) -> None:
    """Add `probability` to the actions in `bits`, in equal shares."""
    count = 0
    for action in range(HEADINGS):
        count += bits >> action & 1
    for action in range(HEADINGS):
        if bits >> action & 1:
            row[action] += probability / count


@inlined
def _shortest(board: BoardTables, position: Position, here: Number, bits: Number) -> Number:
    """The action on a shortest path from the cell `here` to Pac-Man."""
    choice = 0
    least: Number = FAR + 1
    for action in range(4):
        if bits >> action & 1:
            node = np.int64(next_cell(board.cells, here, action)) * HEADINGS + action
            steps = np.int64(board.ghost_steps[node, position.games[0].pacman])
            if steps < least:
                least, choice = steps, action
    return choice


@compiled
def _add_arcade(
    board: BoardTables,
    position: Position,
    number: int,
    belief: Any,
    scatters: bool,
    bits: Number,
    row: Any,
) -> None:
    """Add what the personalities of the arcade would do."""
    heading = np.int64(STOP)
    if not scatters and belief.ambusher + belief.flanker > 1e-6:
        heading = heading_to_food(board, position, board.steps, board.nearest)
    for personality in range(len(board.arcade)):
        model = board.arcade[personality]
        action = towards_goal(board, position, 0, number, model, bits, scatters, heading)
        if personality == 0:
            row[action] += belief.chaser
        elif personality == 1:
            row[action] += belief.ambusher
        elif personality == 2:
            row[action] += belief.flanker
        else:
            row[action] += belief.shy
