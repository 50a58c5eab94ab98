"""Ghosts of any compiled kind in a batch: teams, one of which is drawn for each game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from numba import types
from numpy.typing import NDArray

from pacgrid.kernel.arrays import GAME, GHOST, Arrays
from pacgrid.kernel.ghosts import (
    SET_BITS,
    TARGETS,
    ArcadePolicy,
    choices,
    directional_choices,
    draw_team,
    food_heading,
    looks_ahead,
    nearer,
    towards_goal,
)
from pacgrid.kernel.jit import Number, allocating, by_type, compiled, inlined
from pacgrid.kernel.search.alpha_beta import FRAME, search
from pacgrid.kernel.search.linear_evaluation import (
    AROUND,
    ROOM_BYTES,
    Evaluation,
    MazeTables,
    check_cells,
    maze_tables,
)
from pacgrid.kernel.search.position import UNDO, Position, SearchStack
from pacgrid.kernel.search.transpositions import KeyNumbers, Transpositions, key_numbers
from pacgrid.kernel.seeding import HALF, random_bits
from pacgrid.kernel.tables import CAPSULE, FOOD, StructuredArray, Tables
from pacgrid.maze import Maze

MOST_BYTES = 1 << 30
"""How large the distances on all boards may be."""


class SearchTables(NamedTuple):
    """The tables of a search for each board, and the evaluation of each ghost of each team.

    A search numbers the cells of its board from 0.
    """

    firsts: NDArray[np.uint32]
    """By board: the number of its first cell in the batch."""
    sizes: NDArray[np.int64]
    """By board: how many cells it has."""
    cells: StructuredArray
    """`[board, cell]`, of `pacgrid.kernel.tables.CELL`."""
    homes: NDArray[np.uint32]
    """`[board, 0, ghost]`."""
    mazes: MazeTables
    """As for one board, but each array has a first axis for the board."""
    terms: NDArray[np.int64]
    """`[team, ghost, term]`: as in `Evaluation`, only the first `counts[team, ghost]`."""
    weights: NDArray[np.float64]
    """Likewise."""
    counts: NDArray[np.int64]
    """`[team, ghost]`."""
    wanted: NDArray[np.int64]
    """`[team, ghost]`: as in `Evaluation`."""
    values: NDArray[np.float64]
    """How many features there are: room for their values."""
    numbers: KeyNumbers
    table: Transpositions
    """Without entries."""

    @classmethod
    def of(
        cls,
        weights: Sequence[Sequence[str | Mapping[str, float]]],
        mazes: Sequence[Maze],
        tables: Tables,
    ) -> Self:
        """The tables of boards with these `mazes`, and of evaluations with `weights[team][ghost]`.

        Raises ValueError for boards that are too large, or too many.
        """
        for maze in mazes:
            check_cells(maze)
        most = max(len(maze.positions) for maze in mazes)
        size = 4 * len(mazes) * most**2
        if size > MOST_BYTES:
            raise ValueError(
                f"ghosts that search need {size >> 20:,} MB of distances for these {len(mazes):,} "
                "boards; give fewer layouts, or other ghosts"
            )
        sizes = np.array([len(maze.positions) for maze in mazes])
        firsts = np.cumsum([0, *sizes[:-1]]).astype(np.uint32)
        cells = np.zeros((len(mazes), most), tables.cells.dtype)
        for own, first, count in zip(cells, firsts, sizes, strict=True):
            own[:count] = tables.cells[first : first + count]
            own["next"][:count] -= first
        each = [maze_tables(maze) for maze in mazes]
        if sum(maze.room.nbytes for maze in each) > ROOM_BYTES or not all(
            maze.room.shape[2] for maze in each
        ):
            each = [maze._replace(room=maze.room[..., :0], area=maze.area[:, :0]) for maze in each]
        evaluations = [[Evaluation.of(mazes[0], own) for own in team] for team in weights]
        return cls(
            firsts=firsts,
            sizes=sizes,
            cells=cells,
            homes=(tables.homes - firsts[:, None])[:, None],
            mazes=MazeTables(*map(_stacked, zip(*each, strict=True))),
            terms=_stacked([_stacked([own.terms for own in team]) for team in evaluations]),
            weights=_stacked([_stacked([own.weights for own in team]) for team in evaluations]),
            counts=np.array([[len(own.terms) for own in team] for team in evaluations]),
            wanted=np.array([[own.wanted for own in team] for team in evaluations]),
            values=evaluations[0][0].values,
            numbers=key_numbers(most, len(mazes[0].homes)),
            table=Transpositions.empty(0),
        )


def _stacked(arrays: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """The arrays as one, with an axis before theirs. Shorter ones are filled up with zeros."""
    longest = np.max([array.shape for array in arrays], axis=0)
    stacked = np.zeros((len(arrays), *longest), arrays[0].dtype)
    for index, array in enumerate(arrays):
        stacked[index][tuple(map(slice, array.shape))] = array
    return stacked


DIRECTIONAL, ARCADE, LEARNED, SEARCHING = range(4)

MOST_TEAMS = 256
"""A game keeps the number of its team in a byte."""
ONE = 1 << 32
"""Certainty: probabilities are in units of 2 ** -32."""
_TOWARDS = 2, 2, 5, 5

POLICY = np.dtype(
    [
        ("attack", np.uint64),
        ("flee", np.uint64),
        ("error", np.uint64),
        ("corner_row", np.int32),
        ("corner_column", np.int32),
        ("plies", np.int32),
        ("kind", np.uint8),
        ("target", np.uint8),
        ("ghosts", np.uint8),  # how many ghosts the same agent plays
        ("turn", np.uint8),  # which of these it is
    ],
    align=True,
)
"""How a ghost of a team chooses."""


class LearnedPolicy(NamedTuple):
    """As `pacgrid.agents.learned_ghost`."""

    towards: NDArray[np.float64]
    """`[scared, near, moves towards, moves away]`: the probability of a move towards Pac-Man."""


class SearchPolicy(NamedTuple):
    """As `pacgrid.agents.minimax_ghost` and `team_ghost`."""

    plies: int
    """How far it looks ahead."""
    weights: str | Mapping[str, float]
    """Of the evaluation, as `pacgrid.kernel.search.linear_evaluation.Evaluation` takes them."""
    error: float = 0
    """The probability of a random move."""


Policy = tuple[float, float] | ArcadePolicy | LearnedPolicy | SearchPolicy
"""`(attack, flee)` is as in `pacgrid.kernel.ghosts`."""


@dataclass(frozen=True)
class Teams:
    """Teams to draw from, at the start of each game."""

    teams: Sequence[Sequence[Policy]]
    """`[team][ghost]`. Where one agent plays several ghosts, they have the same object: a ghost of
    the arcade counts its own moves."""
    weights: Sequence[float]
    """By team."""

    @property
    def search(self) -> bool:
        """Whether a ghost searches."""
        return any(isinstance(each, SearchPolicy) for team in self.teams for each in team)

    @property
    def depend_on_size(self) -> bool:
        """Whether a ghost needs to know how large the board is."""
        kinds = ArcadePolicy, SearchPolicy
        return any(isinstance(each, kinds) for team in self.teams for each in team)


class OpponentArrays(NamedTuple):
    """Teams in arrays."""

    policies: StructuredArray
    """`[team, ghost]`, of `POLICY`."""
    limits: NDArray[np.uint64]
    """By team: the sum of its probability and of those before it."""
    towards: NDArray[np.uint64]
    """`[team, ghost, scared, near, moves towards, moves away]`: as in `LearnedPolicy`."""
    scatters: NDArray[np.bool_]
    """`[team, ghost, moves made]`: whether a ghost of the arcade scatters."""
    search: SearchTables | None
    """What searches need; None if no ghost searches."""

    @classmethod
    def of(cls, teams: Teams, mazes: Sequence[Maze], tables: Tables) -> Self:
        """The arrays of `teams` on these boards. Raises ValueError for what is too much: teams,
        plies, or boards for a search."""
        shape = len(teams.teams), len(mazes[0].homes)
        if shape[0] > MOST_TEAMS:
            raise ValueError(f"ghosts= has {shape[0]} teams; give at most {MOST_TEAMS}")
        everyone = [policy for team in teams.teams for policy in team]
        phases = [each.scatters for each in everyone if isinstance(each, ArcadePolicy)]
        shares = np.cumsum(np.array(teams.weights, np.float64) / sum(teams.weights))
        opponents = cls(
            policies=np.zeros(shape, POLICY),
            limits=np.round(shares * ONE).astype(np.uint64),
            towards=np.zeros((*shape, *_TOWARDS), np.uint64),
            scatters=np.zeros((*shape, max(map(len, phases), default=0)), np.bool_),
            search=SearchTables.of(
                [
                    [each.weights if isinstance(each, SearchPolicy) else {} for each in team]
                    for team in teams.teams
                ],
                mazes,
                tables,
            )
            if teams.search
            else None,
        )
        opponents.limits[-1] = ONE
        for number, team in enumerate(teams.teams):
            for ghost, policy in enumerate(team):
                opponents._fill(number, ghost, policy, mazes[0])
                same = [other is policy for other in team]
                opponents.policies[number, ghost]["ghosts"] = sum(same)
                opponents.policies[number, ghost]["turn"] = sum(same[:ghost])
        return opponents

    def _fill(self, team: int, ghost: int, policy: Policy, maze: Maze) -> None:
        """Write how this ghost of this team chooses."""
        record: Any = self.policies[team, ghost]
        match policy:
            case ArcadePolicy(personality, (right, top), scatters):
                record["kind"], record["target"] = ARCADE, TARGETS.index(personality)
                record["corner_row"] = (maze.height - 1) * (1 - top)
                record["corner_column"] = (maze.width - 1) * right
                self.scatters[team, ghost, : len(scatters)] = scatters
            case LearnedPolicy(towards):
                record["kind"] = LEARNED
                self.towards[team, ghost] = np.round(towards * ONE)
            case SearchPolicy(plies, _, error):
                record["kind"], record["plies"] = SEARCHING, plies
                record["error"] = round(error * ONE)
            case (attack, flee):
                record["kind"] = DIRECTIONAL
                record["attack"], record["flee"] = round(attack * ONE), round(flee * ONE)


_ALL = 1 << 62
"""More nodes than any search visits."""
_BIT, _WORD = np.uint64(63), np.uint64(6)


@allocating
def search_action(
    boards: SearchTables, tables: Tables, arrays: Arrays, index: int, number: int, plies: int
) -> Number:
    """The best action of ghost `number`, looking `plies` plies ahead; the first of equal ones."""
    game = arrays.games[index]
    board, team, ghosts = game.board, game.team, arrays.ghosts.shape[1]
    first, size = boards.firsts[board], boards.sizes[board]
    cells, mazes = boards.cells[board], boards.mazes
    words = (cells.shape[0] + 63) >> 6
    position = Position(
        np.empty(1, GAME),
        np.empty((1, ghosts), GHOST),
        np.zeros(words, np.uint64),
        np.zeros(words, np.uint64),
        np.zeros(2, np.uint64),
        np.zeros(1, np.int64),
        boards.numbers,
        np.empty(plies + 1, UNDO),
        np.empty((plies + 1, ghosts), GHOST),
    )
    position.games[0] = game
    position.games[0].board, position.games[0].to_move = 0, number + 1
    position.games[0].pacman -= first
    for other in range(ghosts):
        position.ghosts[0, other] = arrays.ghosts[index, other]
        position.ghosts[0, other].cell -= first
    for cell in range(size):
        kind = arrays.pellets[index, cells[cell].pixel]
        bit = np.uint64(1) << (np.uint64(cell) & _BIT)
        if kind == FOOD:
            position.food[np.uint64(cell) >> _WORD] |= bit
        elif kind == CAPSULE:
            position.capsules[np.uint64(cell) >> _WORD] |= bit
    count = boards.counts[team, number]
    around = np.empty(1, AROUND)
    around[0].version = -1
    evaluation = Evaluation(
        boards.terms[team, number, :count],
        boards.weights[team, number, :count],
        boards.wanted[team, number],
        MazeTables(
            mazes.steps[board],
            mazes.order[board],
            mazes.reachable[board],
            mazes.nearby[board],
            mazes.room[board],
            mazes.area[board],
            mazes.dead_ends[board],
            mazes.closeness[board],
            mazes.squares[board],
            mazes.shares[board],
        ),
        around,
        np.zeros(boards.values.shape[0], np.float64),
    )
    stack = SearchStack(
        np.empty(plies + 1, FRAME),
        np.empty((plies + 1, plies + 1), np.uint8),
        np.empty(5, np.float64),
        np.zeros(3, np.int64),
        np.empty((0, 0, 0), np.int64),
    )
    own = Tables(cells, tables.boards, boards.homes[board], tables.pellets)
    exact = False
    search(own, position, evaluation, boards.table, stack, np.int64(plies), exact, np.int64(_ALL))
    return np.int64(stack.frames[0].best)


_NEAR = 5
"""As in `pacgrid.agents.learned_ghost`."""


def is_opponents(policies: Any) -> bool:
    """Whether this is numba's type of `OpponentArrays`."""
    return isinstance(policies, types.NamedTuple) and policies.instance_class is OpponentArrays


def searched(boards: Any, tables: Any, arrays: Any, index: int, number: int, plies: int) -> Number:
    """`search_action`; compiled only if `boards` isn't None."""
    raise NotImplementedError


@by_type(searched)
def _searched(boards: Any, *_: Any) -> Any:
    def search(boards, tables, arrays, index, number, plies):  # type: ignore[no-untyped-def]
        return search_action(boards, tables, arrays, index, number, plies)

    def nothing(boards, tables, arrays, index, number, plies):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return np.int64(0)

    return nothing if isinstance(boards, types.NoneType) else search


@inlined
def _learned_choices(
    opponents: OpponentArrays,
    tables: Tables,
    arrays: Arrays,
    index: int,
    number: int,
    random: Number,
    bits: Number,
) -> Number:
    """The moves towards Pac-Man, or those away from him."""
    game, ghost = arrays.games[index], arrays.ghosts[index, number]
    here, there = tables.cells[ghost.cell], tables.cells[game.pacman]
    towards = bits & nearer(here, there)
    away = bits ^ towards
    if not towards or not away:
        return bits
    distance = abs(np.int64(here.row) - there.row) + abs(np.int64(here.column) - there.column)
    scared, near = np.int64(ghost.scared > 0), np.int64(distance <= _NEAR)
    ways = SET_BITS[towards], SET_BITS[away]
    limit = opponents.towards[game.team, number, scared, near, ways[0], ways[1]]
    return towards if random < limit else away


@compiled
def opponent_choices(
    opponents: OpponentArrays,
    tables: Tables,
    arrays: Arrays,
    index: int,
    number: int,
    random: Number,
    bits: Number,
) -> Number:
    """Those of a ghost's legal actions, as `bits`, that it chooses from now."""
    if not bits & (bits - 1):
        return bits
    game, ghost = arrays.games[index], arrays.ghosts[index, number]
    policy = opponents.policies[game.team, number]
    if policy.kind == ARCADE:
        if ghost.scared:
            return bits
        made = np.int64(game.rounds) * policy.ghosts + policy.turn
        scatters = (
            made < opponents.scatters.shape[2] and opponents.scatters[game.team, number, made]
        )
        heading = np.int64(0)
        if looks_ahead(policy, scatters):
            heading = food_heading(tables, arrays, index)
        action = towards_goal(tables, arrays, index, number, policy, bits, scatters, heading)
        return np.uint8(1 << action)
    if policy.kind == LEARNED:
        return _learned_choices(opponents, tables, arrays, index, number, random, bits)
    if policy.kind == SEARCHING:
        if random < policy.error:
            return bits
        action = searched(opponents.search, tables, arrays, index, number, policy.plies)
        return np.uint8(1 << action)
    return directional_choices(tables, game, ghost, policy.attack, policy.flee, random, bits)


@by_type(choices)
def _choices_of_opponents(policies: Any, *_: Any) -> Any:
    def choose(policies, tables, arrays, index, number, random, bits):  # type: ignore[no-untyped-def]
        return opponent_choices(policies, tables, arrays, index, number, random, bits)

    return choose if is_opponents(policies) else None


@by_type(draw_team)
def _draw_team_of_opponents(policies: Any, _game: Any) -> Any:
    def draw(policies, game):  # type: ignore[no-untyped-def]
        game.team = 0
        if len(policies.limits) > 1:
            random = random_bits(game) >> HALF
            while random >= policies.limits[game.team]:
                game.team += 1

    return draw if is_opponents(policies) else None
